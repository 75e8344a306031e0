//! Display servers, and machines, that are not as they should be.

use super::display::Server;
use super::headless::program;
use super::lab::Lab;
use std::os::unix::net::UnixListener;
use std::process::Command;
use tempfile::TempDir;

/// Runs the program to its end: its code, and the last line on stderr. Xlib may have one of its own before that.
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
fn a_server_that_lacks_an_extension_ends_the_program_with_last_line() {
    let room = TempDir::new().expect("a folder");
    let (_server, number) = Server::start(&["-extension", "RANDR"]);
    let display = format!(":{number}");
    let (code, err) = last_line(program(&room).env("DISPLAY", &display));
    assert_eq!(code, Some(1), "{err}");
    assert!(err.starts_with("error: the window"), "{err}");
    assert_eq!(room.path().read_dir().expect("a folder").count(), 0);
}

#[test]
fn a_wayland_that_is_no_more_leaves_the_window_to_x11() {
    // Nothing under its name; a socket that nobody listens at any more; an absolute path to such.
    Lab::show_with(|command, folder| {
        command.env("XDG_RUNTIME_DIR", folder);
        command.env("WAYLAND_DISPLAY", "wayland-9");
    })
    .quit();
    for absolute in [false, true] {
        Lab::show_with(|command, folder| {
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
fn a_server_that_lets_nobody_in_counts_as_no_display() {
    let room = TempDir::new().expect("a folder");
    let file = |name: &str, data| {
        let file = room.path().join(name);
        std::fs::write(&file, cookie(data)).expect("written");
        file
    };
    let (right, wrong) = (file("right", [7; 16]), file("wrong", [8; 16]));
    let right = right.to_str().expect("a name");
    for authority in [wrong, room.path().join("none")] {
        // One for each: it ends with the client that it turns away, and its number may be another's then.
        let (_server, number) = Server::start(&["-auth", right]);
        let display = format!(":{number}");
        let mut command = program(&room);
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
fn a_window_that_gets_no_threads_ends_with_an_error() {
    let room = TempDir::new().expect("a folder");
    let (_server, number) = Server::start(&[]);
    let mut command = program(&room);
    command
        .env("DISPLAY", format!(":{number}"))
        // No address space has room for such a stack.
        .env("RUST_MIN_STACK", (1_u64 << 50).to_string());
    let (code, err) = last_line(&mut command);
    assert_eq!(code, Some(1), "{err}");
    assert!(
        err.starts_with("error: ") && err.contains("thread"),
        "{err}"
    );
}
