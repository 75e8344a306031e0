//! A folder as a static host serves it, from a sub-folder of its own, as many do.

use std::fs::File;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::thread;
use tiny_http::{Header, Response, Server};

/// Where the folder is, below the host.
pub const FOLDER: &str = "/water/";

/// Serves a folder on a port of this machine, or on a free one (0), in a thread of its own; where it is.
pub fn serve(folder: &Path, port: u16) -> io::Result<String> {
    let server = Server::http(("127.0.0.1", port)).map_err(io::Error::other)?;
    let port = server
        .server_addr()
        .to_ip()
        .map_or(port, |address| address.port());
    let folder = folder.to_path_buf();
    thread::Builder::new().spawn(move || {
        for request in server.incoming_requests() {
            let answered = match opened(&folder, request.url()) {
                Some((file, kind)) => {
                    let response = Response::from_file(file).with_header(kind);
                    request.respond(response)
                }
                None => request.respond(Response::from_string("not here").with_status_code(404)),
            };
            // Who has gone away needs no answer.
            drop(answered);
        }
    })?;
    Ok(format!("http://127.0.0.1:{port}{FOLDER}"))
}

/// The file that a path names, and what it is.
fn opened(folder: &Path, url: &str) -> Option<(File, Header)> {
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
    let kind = Header::from_bytes("Content-Type", kind).ok()?;
    Some((file, kind))
}
