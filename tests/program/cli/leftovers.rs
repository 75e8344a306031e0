//! Files left behind by killed and by successful runs.

use crate::support::{TempFolder, names};
use std::os::unix::fs::MetadataExt;
use std::process::Stdio;
use std::time::Duration;

/// A clip that takes longer than the test.
const LONG: &str = "render --view picture --size 8x8 --seconds 80000 --set water.size=[9,9]";
/// A clip of two pictures.
const SHORT: &str =
    "render --view picture --size 8x8 --seconds 0.2 --fps 10 --set water.size=[9,9]";

#[test]
fn a_killed_run_leaves_the_old_files_unchanged() {
    let folder = TempFolder::new();
    std::fs::create_dir(folder.path("frames")).unwrap();
    for (out, old) in [
        ("frames/%d.png", "frames/0.png"),
        ("frames/c.gif", "frames/c.gif"),
    ] {
        folder.write(old, "old");
        let mut child = folder
            .command(&format!("{LONG} --out {out}"))
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let has_started = || {
            let names = names(&folder.path("frames"));
            names.iter().any(|name| name.starts_with(".waterlab-"))
        };
        while !has_started() {
            assert!(child.try_wait().unwrap().is_none(), "it exited early");
            std::thread::sleep(Duration::from_millis(5));
        }
        // SIGKILL, which no program can handle.
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(folder.read(old), b"old");
        let names = names(&folder.path("frames"));
        let mut others = names.iter().filter(|name| !name.starts_with(".waterlab-"));
        assert!(others.all(|name| old.ends_with(name.as_str())), "{names:?}");
        // The leftovers do not disturb the next run.
        folder.succeeds(&format!("{SHORT} --out {out}"));
        assert_ne!(folder.read(old), b"old");
        std::fs::remove_dir_all(folder.path("frames")).unwrap();
        std::fs::create_dir(folder.path("frames")).unwrap();
    }
}

#[test]
fn a_successful_run_leaves_no_temporary_files() {
    let folder = TempFolder::new();
    folder.succeeds(&format!("{SHORT} --out frames/%04d.png"));
    assert_eq!(names(&folder.path("frames")), ["0000.png", "0001.png"]);
    assert_eq!(folder.names(), ["frames"]);
    // A new picture replaces a symlink, not its target.
    folder.write("far.png", "far");
    std::fs::remove_file(folder.path("frames/0001.png")).unwrap();
    std::os::unix::fs::symlink("../far.png", folder.path("frames/0001.png")).unwrap();
    folder.succeeds(&format!("{SHORT} --out frames/%04d.png"));
    assert_eq!(folder.read("far.png"), b"far");
    assert!(
        folder
            .path("frames/0001.png")
            .symlink_metadata()
            .unwrap()
            .size()
            > 3
    );
}
