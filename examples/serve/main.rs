//! Serves a folder to browsers of this machine: `cargo run --features serve --example serve -- dist/web 8000`.

mod site;

use std::path::PathBuf;
use std::{env, process, thread};

fn main() {
    let mut arguments = env::args().skip(1);
    let folder = arguments
        .next()
        .map_or_else(|| "dist/web".into(), PathBuf::from);
    let port = arguments.next().and_then(|port| port.parse().ok());
    if !folder.join("index.html").is_file() {
        eprintln!(
            "error: {} has no index.html: make web builds it",
            folder.display()
        );
        process::exit(2);
    }
    match site::serve(&folder, port.unwrap_or(8000)) {
        Ok(place) => println!("{place} (Ctrl+C ends it)"),
        Err(error) => {
            eprintln!("error: nothing can be served: {error}; name another port after the folder");
            process::exit(2);
        }
    }
    loop {
        thread::park();
    }
}
