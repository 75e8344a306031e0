//! What a run that was killed leaves behind, and what the next one makes of it.

use crate::support::{Room, names};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::process::{Child, Stdio};
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

/// A run that has begun its work in `folder`, and its unfinished folder there.
fn begun(room: &Room, out: &str, folder: &str, files: usize) -> (Child, PathBuf) {
    let mut child = room
        .command(&[&LONG[..], &["--out", out]].concat())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let unfinished = || {
        let entries = std::fs::read_dir(room.path(folder)).ok()?;
        let mut paths = entries.flatten().map(|entry| entry.path());
        let path = paths.find(|path| path.to_string_lossy().contains("/.waterlab-"))?;
        (std::fs::read_dir(&path).ok()?.count() > files).then_some(path)
    };
    loop {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        if let Some(unfinished) = unfinished() {
            return (child, unfinished);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn kill(mut child: Child) {
    // The signal that no program can handle.
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn what_killed_runs_left_is_taken_away_by_the_next_run_into_the_folder() {
    let room = Room::new();
    std::fs::create_dir(room.path("frames")).unwrap();
    for (out, files) in [("frames/%d.png", 3), ("frames/c.gif", 1)] {
        let (child, unfinished) = begun(&room, out, "frames", files);
        kill(child);
        assert!(unfinished.exists());
        let h = ["field", "--steps", "1", "--out", "frames/h.npy"];
        room.succeeds(&h);
        assert_eq!(names(&room.path("frames")), ["h.npy"], "{out}");
    }
}

#[test]
fn a_run_that_lives_keeps_its_unfinished_files() {
    let room = Room::new();
    std::fs::create_dir(room.path("frames")).unwrap();
    let (child, unfinished) = begun(&room, "frames/%d.png", "frames", 3);
    room.succeeds(&[&SHORT[..], &["--out", "frames/%d.png"]].concat());
    assert!(unfinished.join("0.png").exists());
    kill(child);
}

#[test]
fn what_only_looks_like_an_unfinished_folder_stays() {
    let room = Room::new();
    std::fs::create_dir(room.path("frames")).unwrap();
    let (child, unfinished) = begun(&room, "frames/%d.png", "frames", 3);
    kill(child);
    // A copy, as out of an archive, with a journal that would put a file over another and take one away.
    let copy = room.path("frames/.waterlab-abcdef");
    std::fs::create_dir(&copy).unwrap();
    std::fs::copy(unfinished.join("lock"), copy.join("lock")).unwrap();
    std::fs::write(copy.join("1.png"), "foreign").unwrap();
    let journal = r#"{ "names": ["1.png"], "stale": ["thesis.odt"] }"#;
    std::fs::write(copy.join("journal"), journal).unwrap();
    for name in ["1.png", "thesis.odt"] {
        room.write(&format!("frames/{name}"), "mine");
    }
    for folder in ["frames/.waterlab-notes", "frames/.waterlab-longer"] {
        std::fs::create_dir(room.path(folder)).unwrap();
        room.write(&format!("{folder}/words"), "mine");
    }
    room.succeeds(&["field", "--steps", "1", "--out", "frames/h.npy"]);
    assert_eq!(room.read("frames/1.png"), b"mine");
    assert_eq!(
        names(&room.path("frames")),
        [
            ".waterlab-abcdef",
            ".waterlab-longer",
            ".waterlab-notes",
            "1.png",
            "h.npy",
            "thesis.odt"
        ]
    );
}

#[test]
fn what_was_being_put_in_place_is_finished_by_the_next_run() {
    let room = Room::new();
    std::fs::create_dir(room.path("frames")).unwrap();
    room.write("frames/old.png", "old");
    room.write("frames/1.png", "old");
    let (child, unfinished) = begun(&room, "frames/%d.png", "frames", 5);
    kill(child);
    // As if it had been killed with its first picture in place and the others still to come.
    std::fs::write(unfinished.join("1.png"), "new").unwrap();
    std::fs::write(unfinished.join("2.png"), "new").unwrap();
    let journal = r#"{ "names": ["0.png", "1.png", "2.png"], "stale": ["old.png"] }"#;
    std::fs::write(unfinished.join("journal"), journal).unwrap();
    std::fs::rename(unfinished.join("0.png"), room.path("frames/0.png")).unwrap();
    // Somebody has made this one anew since.
    let written = std::fs::metadata(unfinished.join("journal"))
        .unwrap()
        .modified()
        .unwrap();
    room.write("frames/2.png", "mine");
    let later = std::fs::File::options()
        .write(true)
        .open(room.path("frames/2.png"));
    later
        .unwrap()
        .set_modified(written + Duration::from_secs(1))
        .unwrap();

    room.succeeds(&["field", "--steps", "1", "--out", "frames/h.npy"]);
    assert_eq!(
        names(&room.path("frames")),
        ["0.png", "1.png", "2.png", "h.npy"]
    );
    assert_eq!(room.read("frames/1.png"), b"new");
    assert_eq!(room.read("frames/2.png"), b"mine");
}

#[test]
fn a_run_that_ends_well_leaves_neither_lock_nor_journal() {
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
