//! Faulty display servers and machines.

use super::display::Server;
use super::headless::program;
use super::lab::Lab;
use std::os::unix::net::UnixListener;
use std::process::Command;
use tempfile::TempDir;

/// Exit code and last line on stderr of a run. Xlib may print a line of its own before.
fn last_line(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().expect("it runs");
    let err = String::from_utf8(output.stderr).expect("UTF-8");
    let lines = err.lines().filter(|line| !line.is_empty()).count();
    assert!((1..=2).contains(&lines), "{err}");
    assert!(!err.contains("panicked") && !err.contains(".rs:"), "{err}");
    let last = err.lines().last().unwrap_or_default();
    (output.status.code(), last.to_owned())
}

#[test]
fn a_server_without_randr_is_an_error_on_the_last_line() {
    let folder = TempDir::new().expect("a folder");
    let (_server, number) = Server::start(&["-extension", "RANDR"]);
    let display = format!(":{number}");
    let (code, err) = last_line(program(&folder).env("DISPLAY", &display));
    assert_eq!(code, Some(1), "{err}");
    assert!(err.starts_with("error: the window"), "{err}");
    assert_eq!(folder.path().read_dir().expect("a folder").count(), 0);
}

#[test]
fn a_stale_wayland_socket_falls_back_to_x11() {
    // A missing socket; a socket without a listener, by relative and by absolute path.
    Lab::start_scene_with(|command, folder| {
        command.env("XDG_RUNTIME_DIR", folder);
        command.env("WAYLAND_DISPLAY", "wayland-9");
    })
    .quit();
    for absolute in [false, true] {
        Lab::start_scene_with(|command, folder| {
            let socket = folder.join("wayland-3");
            drop(UnixListener::bind(&socket).expect("a socket"));
            assert!(socket.exists());
            command.env("XDG_RUNTIME_DIR", folder);
            match absolute {
                true => command.env("WAYLAND_DISPLAY", socket),
                false => command.env("WAYLAND_DISPLAY", "wayland-3"),
            };
        })
        .quit();
    }
}

/// An entry for any display as `xauth` writes it: family, address, number, name and data, each with its length.
fn cookie(data: [u8; 16]) -> Vec<u8> {
    let mut entry = vec![0xff, 0xff, 0, 0, 0, 0];
    for part in [&b"MIT-MAGIC-COOKIE-1"[..], &data] {
        entry.extend((part.len() as u16).to_be_bytes());
        entry.extend(part);
    }
    entry
}

#[test]
fn a_server_that_refuses_the_connection_counts_as_no_display() {
    let folder = TempDir::new().expect("a folder");
    let write = |name: &str, data| {
        let file = folder.path().join(name);
        std::fs::write(&file, cookie(data)).expect("written");
        file
    };
    let (right, wrong) = (write("right", [7; 16]), write("wrong", [8; 16]));
    let right = right.to_str().expect("a name");
    for authority in [wrong, folder.path().join("none")] {
        // Each needs a new server: it exits after the client that it refuses, and its number may then be reused.
        let (_server, number) = Server::start(&["-auth", right]);
        let display = format!(":{number}");
        let mut command = program(&folder);
        command
            .env("DISPLAY", &display)
            .env("XAUTHORITY", &authority);
        let (code, err) = last_line(&mut command);
        assert_eq!(code, Some(0), "{err}");
        assert!(
            err.starts_with("there is no display: "),
            "{authority:?}: {err}"
        );
    }
}

#[test]
fn without_threads_the_window_is_an_error() {
    let folder = TempDir::new().expect("a folder");
    let (_server, number) = Server::start(&[]);
    let mut command = program(&folder);
    command
        .env("DISPLAY", format!(":{number}"))
        // No address space can hold such a stack.
        .env("RUST_MIN_STACK", (1_u64 << 50).to_string());
    let (code, err) = last_line(&mut command);
    assert_eq!(code, Some(1), "{err}");
    assert!(
        err.starts_with("error: ") && err.contains("thread"),
        "{err}"
    );
}
