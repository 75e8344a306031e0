//! No display: a picture in place of a window.

use super::screen::{Area, Shot};
use std::process::Command;
use tempfile::TempDir;

/// The program with nothing in its surroundings that leads to a display, but for `display`.
fn check_picture(display: Option<&str>) {
    let room = TempDir::new().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_waterlab"));
    command.args(["--size", "640x400"]).current_dir(room.path());
    for name in [
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "WAYLAND_SOCKET",
        "XDG_RUNTIME_DIR",
        "RUST_LOG",
    ] {
        command.env_remove(name);
    }
    if let Some(display) = display {
        command.env("DISPLAY", display);
    }
    let output = command.output().expect("it runs");
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert_eq!(output.status.code(), Some(0), "{err}");
    assert!(err.starts_with("there is no display: "), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    assert!(!err.contains(".rs:"), "not for a person: {err}");
    assert_eq!(out, "waterlab-0001.png\n");
    let picture = Shot::read(&room.path().join(out.trim()));
    assert_eq!(picture.size(), (640, 400));
    let water = picture.mean(Area::new(200, 120, 240, 200));
    assert!(water[2] > water[0] + 60.0, "water of {water:?}");
    let deck = picture.mean(Area::new(10, 10, 110, 60));
    assert!(
        deck[0] > 150.0 && deck[0] > deck[2] + 15.0,
        "stone of {deck:?}"
    );
}

#[test]
fn without_a_display_there_is_a_picture() {
    check_picture(None);
}

#[test]
fn a_display_out_of_reach_is_none() {
    check_picture(Some(":9999"));
}
