//! A folder as a static host serves it, from a subfolder of its own, as many hosts do.
//!
//! Each connection has a thread and carries one answer. A pool of threads that keeps connections open may leave one of a browser's six
//! without a thread for ever, and the page without its module.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::thread;
use std::time::Duration;

/// Where the folder is, below the host.
pub const FOLDER: &str = "/water/";

/// Serves a folder on a port of this machine, or on a free one (0), in a thread of its own; returns its address.
pub fn serve(folder: &Path, port: u16) -> io::Result<String> {
    let listener = TcpListener::bind(("127.0.0.1", port))?;
    let port = listener.local_addr()?.port();
    let folder = folder.to_path_buf();
    thread::Builder::new().spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            // A browser that has gone away needs no answer.
            thread::spawn(move || drop(answer(&folder, &stream)));
        }
    })?;
    Ok(format!("http://127.0.0.1:{port}{FOLDER}"))
}

/// Answers the one request of a connection.
fn answer(folder: &Path, mut stream: &TcpStream) -> io::Result<()> {
    // Browsers open connections ahead of need, and may never use them.
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    let mut lines = BufReader::new(stream).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    while lines
        .next()
        .transpose()?
        .is_some_and(|line| !line.is_empty())
    {}
    let url = request.split(' ').nth(1).unwrap_or_default();
    let Some((mut file, kind)) = opened(folder, url) else {
        return stream.write_all(
            b"HTTP/1.1 404 Not Found\r\nContent-Length: 8\r\nConnection: close\r\n\r\nnot here",
        );
    };
    let length = file.metadata()?.len();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    io::copy(&mut file, &mut stream).map(drop)
}

/// The file that a path names, and its type.
fn opened(folder: &Path, url: &str) -> Option<(File, &'static str)> {
    let path = url.split(['?', '#']).next()?.strip_prefix(FOLDER)?;
    let path = PathBuf::from(if path.is_empty() { "index.html" } else { path });
    let is_inside = path
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let kind = match path.extension()?.to_str()? {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" => "image/jpeg",
        _ => "application/octet-stream",
    };
    let file = File::open(folder.join(&path)).ok().filter(|_| is_inside)?;
    Some((file, kind))
}
