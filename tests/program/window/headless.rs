//! Without a display the program saves a picture instead of opening a window.

use super::screen::{Area, Shot};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// The program in `folder`, in an environment without a display.
pub fn program(folder: &TempDir) -> Command {
    sized(folder, "640x400")
}

/// As [`program`], for pictures of another size.
fn sized(folder: &TempDir, size: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_waterlab"));
    command.args(["--size", size]).current_dir(folder.path());
    for name in [
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "WAYLAND_SOCKET",
        "XDG_RUNTIME_DIR",
        "RUST_LOG",
    ] {
        command.env_remove(name);
    }
    command
}

/// Checks that the program saves a picture when `DISPLAY` is unset or unreachable.
fn check_picture(display: Option<&str>) {
    let folder = TempDir::new().expect("a folder");
    let mut command = program(&folder);
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
    assert!(!err.contains(".rs:"), "an internal message: {err}");
    assert_eq!(out, "waterlab-0001.png\n");
    let picture = Shot::read(&folder.path().join(out.trim()));
    assert_eq!(picture.size(), (640, 400));
    let water = picture.mean(Area::new(200, 120, 240, 200));
    assert!(water[2] > water[0] + 60.0, "water of {water:?}");
    let deck = picture.mean(Area::new(588, 202, 50, 35));
    assert!(
        deck[0] > 150.0 && deck[0] > deck[2] + 15.0,
        "stone of {deck:?}"
    );
}

#[test]
fn without_a_display_the_program_saves_a_picture() {
    check_picture(None);
}

#[test]
fn an_unreachable_display_counts_as_no_display() {
    check_picture(Some(":9999"));
}

#[test]
fn concurrent_runs_save_pictures_under_different_names() {
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("waterlab-0002.png"), "mine").expect("written");
    let run = || {
        let mut command = sized(&folder, "64x48");
        command.stdout(Stdio::piped());
        command.stderr(Stdio::null()).spawn().expect("it runs")
    };
    let running = [run(), run(), run(), run()];
    let mut outputs = running.map(|child| {
        let output = child.wait_with_output().expect("it ends");
        String::from_utf8_lossy(&output.stdout).into_owned()
    });
    outputs.sort_unstable();
    assert_eq!(
        outputs,
        [1, 3, 4, 5].map(|number| format!("waterlab-000{number}.png\n"))
    );
    for name in outputs {
        let picture = Shot::read(&folder.path().join(name.trim()));
        assert_eq!(picture.size(), (64, 48));
    }
    let mine = std::fs::read(folder.path().join("waterlab-0002.png"));
    assert_eq!(mine.expect("a file"), b"mine");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_stderr_does_not_prevent_the_picture() {
    let folder = TempDir::new().expect("a folder");
    let full = std::fs::File::options().write(true).open("/dev/full");
    let output = program(&folder)
        .stderr(full.expect("a device that is always full"))
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, b"waterlab-0001.png\n");
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_display_and_without_gl_the_error_is_one_line() {
    let folder = TempDir::new().expect("a folder");
    let output = program(&folder)
        .env("__EGL_VENDOR_LIBRARY_FILENAMES", "/nowhere")
        .output()
        .expect("it runs");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    assert!(err.starts_with("error: there is no display: "), "{err}");
    assert!(err.contains("OpenGL 3.3"), "{err}");
}
