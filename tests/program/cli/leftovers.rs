//! What a run that was killed leaves behind, and what a run that ends well does.

use crate::support::{Room, names};
use std::os::unix::fs::MetadataExt;
use std::process::Stdio;
use std::time::Duration;

/// A film that nobody waits for the end of.
const LONG: [&str; 9] = [
    "render",
    "--view",
    "picture",
    "--size",
    "8x8",
    "--seconds",
    "80000",
    "--set",
    "water.size=[9, 9]",
];
/// A film of two pictures.
const SHORT: [&str; 11] = [
    "render",
    "--view",
    "picture",
    "--size",
    "8x8",
    "--seconds",
    "0.2",
    "--fps",
    "10",
    "--set",
    "water.size=[9, 9]",
];

#[test]
fn a_killed_run_leaves_the_old_files_as_they_were() {
    let room = Room::new();
    std::fs::create_dir(room.path("frames")).unwrap();
    for (out, old) in [
        ("frames/%d.png", "frames/0.png"),
        ("frames/c.gif", "frames/c.gif"),
    ] {
        room.write(old, "old");
        let mut child = room
            .command(&[&LONG[..], &["--out", out]].concat())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let has_begun = || {
            let names = names(&room.path("frames"));
            names.iter().any(|name| name.starts_with(".waterlab-"))
        };
        while !has_begun() {
            assert!(child.try_wait().unwrap().is_none(), "it has ended");
            std::thread::sleep(Duration::from_millis(5));
        }
        // The signal that no program can handle.
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(room.read(old), b"old");
        let names = names(&room.path("frames"));
        let mut others = names.iter().filter(|name| !name.starts_with(".waterlab-"));
        assert!(others.all(|name| old.ends_with(name.as_str())), "{names:?}");
        // What is left behind is in nobody's way.
        room.succeeds(&[&SHORT[..], &["--out", out]].concat());
        assert_ne!(room.read(old), b"old");
        std::fs::remove_dir_all(room.path("frames")).unwrap();
        std::fs::create_dir(room.path("frames")).unwrap();
    }
}

#[test]
fn a_run_that_ends_well_leaves_nothing_beside_its_files() {
    let room = Room::new();
    room.succeeds(&[&SHORT[..], &["--out", "frames/%04d.png"]].concat());
    assert_eq!(names(&room.path("frames")), ["0000.png", "0001.png"]);
    assert_eq!(room.names(), ["frames"]);
    // A new picture takes the place of a link, not of what it leads to.
    room.write("far.png", "far");
    std::fs::remove_file(room.path("frames/0001.png")).unwrap();
    std::os::unix::fs::symlink("../far.png", room.path("frames/0001.png")).unwrap();
    room.succeeds(&[&SHORT[..], &["--out", "frames/%04d.png"]].concat());
    assert_eq!(room.read("far.png"), b"far");
    assert!(
        room.path("frames/0001.png")
            .symlink_metadata()
            .unwrap()
            .size()
            > 3
    );
}
