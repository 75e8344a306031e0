//! Output is whole or not there, and an old file outlives whatever fails.

use crate::support::{Ran, Room, npy};
use std::process::Stdio;
use std::time::{Duration, Instant};

#[track_caller]
fn field(room: &Room, out: &str, needles: &[&str]) {
    room.fails(
        &[
            "field",
            "--steps",
            "1000000000",
            "--set",
            "rain.seed=1",
            "--out",
            out,
        ],
        needles,
    );
}

#[test]
fn a_target_that_cant_be_written_is_told_before_the_work() {
    let room = Room::new();
    room.write("file", "plain");
    std::fs::create_dir(room.path("folder.npy")).unwrap();
    // With a thousand million rainy steps to do, only an early answer comes at all.
    field(
        &room,
        "nowhere/h.npy",
        &["nowhere/h.npy", "no folder nowhere"],
    );
    field(&room, "file/h.npy", &["file/h.npy", "file is not a folder"]);
    field(&room, "folder.npy", &["folder.npy", "is a folder"]);
    field(&room, "h.npy/", &["h.npy/", "folder"]);
    field(&room, "file/deep/h.npy", &["file/deep/h.npy"]);
    let long = format!("{}.npy", "n".repeat(300));
    field(&room, &long, &[&long, "too long", "another"]);
    #[cfg(target_os = "linux")]
    field(&room, "/proc/h.npy", &["/proc/h.npy"]);
    let clip = |out: &str, needles: &[&str]| {
        let arguments = [
            "render",
            "--view",
            "picture",
            "--seconds",
            "80000",
            "--out",
            out,
        ];
        room.fails(&arguments, needles);
    };
    clip("nowhere/c.gif", &["nowhere/c.gif"]);
    clip(
        "nowhere/frames/%d.png",
        &["nowhere/frames", "no folder nowhere"],
    );
    clip("file/%d.png", &["file", "not a folder"]);
}

#[test]
fn a_new_file_takes_the_place_of_the_old_one_and_keeps_its_permissions() {
    let room = Room::new();
    room.write("h.npy", "old");
    let render = |out: &str| {
        room.succeeds(&[
            "field",
            "--set",
            "water.size=[5, 4]",
            "--steps",
            "1",
            "--out",
            out,
        ]);
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |name: &str| room.path(name).metadata().unwrap().permissions().mode() & 0o777;
        std::fs::set_permissions(room.path("h.npy"), PermissionsExt::from_mode(0o640)).unwrap();
        room.write("plain", "as any new file");
        render("h.npy");
        render("new.npy");
        assert_eq!(mode("h.npy"), 0o640);
        assert_eq!(mode("new.npy"), mode("plain"));
        std::fs::remove_file(room.path("plain")).unwrap();
    }
    render("h.npy");
    render("new.npy");
    assert_eq!(npy(&room.read("h.npy")), (4, 5, vec![0.0; 20]));
    assert_eq!(room.names(), ["h.npy", "new.npy"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_what_it_leads_to_is_replaced() {
    let room = Room::new();
    std::fs::create_dir(room.path("far")).unwrap();
    room.write("far/real.npy", "old");
    std::os::unix::fs::symlink("far/real.npy", room.path("h.npy")).unwrap();
    room.succeeds(&[
        "field",
        "--set",
        "water.size=[5, 4]",
        "--steps",
        "1",
        "--out",
        "h.npy",
    ]);
    assert!(room.path("h.npy").is_symlink());
    assert_eq!(npy(&room.read("far/real.npy")).0, 4);
    assert_eq!(crate::support::names(&room.path("far")), ["real.npy"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_straight_and_a_full_one_is_told() {
    let room = Room::new();
    for (name, device) in [
        ("null.npy", "/dev/null"),
        ("full.npy", "/dev/full"),
        ("full.gif", "/dev/full"),
    ] {
        std::os::unix::fs::symlink(device, room.path(name)).unwrap();
    }
    room.succeeds(&["field", "--steps", "1", "--out", "null.npy"]);
    room.fails(
        &["field", "--steps", "1", "--out", "full.npy"],
        &["full.npy", "No space left"],
    );
    let clip = [
        "render",
        "--view",
        "picture",
        "--size",
        "8x8",
        "--seconds",
        "0.1",
        "--out",
        "full.gif",
    ];
    room.fails(&clip, &["full.gif", "No space left"]);
    assert!(std::fs::metadata("/dev/null").unwrap().len() == 0);
    assert!(room.path("full.npy").is_symlink());
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_straight() {
    let room = Room::new();
    let made = std::process::Command::new("mkfifo")
        .arg(room.path("pipe.npy"))
        .status();
    assert!(made.unwrap().success());
    let child = room
        .command(&[
            "field",
            "--set",
            "water.size=[5, 4]",
            "--steps",
            "1",
            "--out",
            "pipe.npy",
        ])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    assert_eq!(npy(&room.read("pipe.npy")), (4, 5, vec![0.0; 20]));
    assert_eq!(Ran::from(child.wait_with_output().unwrap()).code, 0);
}

#[test]
fn a_run_that_fails_late_leaves_old_pictures_and_no_folder() {
    let room = Room::new();
    std::fs::create_dir(room.path("frames")).unwrap();
    room.write("frames/0000.png", "old");
    std::fs::create_dir(room.path("frames/0002.png")).unwrap();
    let clip = [
        "render",
        "--view",
        "picture",
        "--size",
        "8x8",
        "--seconds",
        "0.5",
        "--fps",
        "10",
        "--out",
    ];
    room.fails(
        &[&clip[..], &["frames/%04d.png"]].concat(),
        &["0002.png", "folder"],
    );
    assert_eq!(room.read("frames/0000.png"), b"old");
    assert_eq!(
        crate::support::names(&room.path("frames")),
        ["0000.png", "0002.png"]
    );
    // A folder made for the pictures goes when none come.
    let webp = [
        "--size",
        "16384x1",
        "--seconds",
        "0.1",
        "--out",
        "new/%d.webp",
    ];
    room.fails(
        &[&["render", "--view", "picture"], &webp[..]].concat(),
        &["WebP"],
    );
    assert_eq!(room.names(), ["frames"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_nothing_behind_and_says_130() {
    for (out, seconds) in [
        ("h.npy", None),
        ("c.gif", Some("80000")),
        ("frames/%d.png", Some("80000")),
    ] {
        let room = Room::new();
        room.write("h.npy", "old");
        let mut arguments = match seconds {
            None => vec![
                "field",
                "--steps",
                "1000000000",
                "--set",
                "rain.seed=1",
                "--out",
                out,
            ],
            Some(seconds) => vec![
                "render",
                "--view",
                "picture",
                "--seconds",
                seconds,
                "--out",
                out,
            ],
        };
        arguments.extend(["--set", "water.size=[99, 99]"]);
        let child = room
            .command(&arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let begin = Instant::now();
        while room.names() == ["h.npy"] {
            assert!(
                begin.elapsed() < Duration::from_secs(20),
                "nothing was begun"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(50));
        let killed = std::process::Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(killed.unwrap().success());
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!((ran.code, &*ran.err), (130, "interrupted\n"), "{ran:?}");
        assert_eq!(room.names(), ["h.npy"], "{out}");
        assert_eq!(room.read("h.npy"), b"old");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_amid_many_pictures_leaves_none() {
    for _ in 0..5 {
        let room = Room::new();
        let arguments = [
            "render",
            "--view",
            "picture",
            "--size",
            "8x8",
            "--seconds",
            "80000",
            "--set",
            "water.size=[9, 9]",
            "--out",
            "frames/%d.png",
        ];
        let mut child = room.command(&arguments).spawn().unwrap();
        let begin = Instant::now();
        let pictures = || {
            let unfinished = std::fs::read_dir(room.path("frames")).ok()?.next()?.ok()?;
            Some(std::fs::read_dir(unfinished.path()).ok()?.count())
        };
        while pictures().unwrap_or(0) < 300 {
            assert!(begin.elapsed() < Duration::from_secs(20), "too slow");
            std::thread::sleep(Duration::from_millis(5));
        }
        let killed = std::process::Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(killed.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(room.names(), [""; 0]);
    }
}
