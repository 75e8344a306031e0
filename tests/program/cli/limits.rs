//! Disks that are full, files that may not grow, memory that is short, outputs that are no files.

use crate::support::{Ran, Room, check_refusal};
use std::fs::File;
use std::process::Command;

/// Runs the program after the shell has done `first`.
fn after(room: &Room, first: &str, arguments: &str) -> Ran {
    let program = env!("CARGO_BIN_EXE_waterlab");
    let script = format!("{first}; exec {program} {arguments}");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(room.path(""));
    command.env_remove("RUST_LOG").output().unwrap().into()
}

#[test]
fn a_file_that_may_not_grow_is_an_error_with_its_name_and_leaves_nothing() {
    let room = Room::new();
    // The kernel sends a signal that ends whoever does not expect it. Shells count blocks of 512 bytes or of 1024.
    let clip =
        "render --view picture --gl none --seconds 0.3 --size 200x200 --set rain.seed=1 --out";
    for (out, arguments) in [
        ("h.npy", "field --steps 1 --out"),
        ("h.csv", "field --steps 9 --set rain.seed=1 --out"),
        (
            "h.exr",
            "field --steps 60 --set rain.drops_per_second=1000 --out",
        ),
        (
            "a.png",
            "render --view picture --gl none --size 200x200 --out",
        ),
        ("c.gif", clip),
        ("c.mp4", clip),
        ("frames/0000.png", clip),
    ] {
        let given = out.replace("0000", "%04d");
        let ran = after(&room, "ulimit -f 4", &format!("{arguments} {given}"));
        check_refusal(1, &ran, &[out]);
        assert_eq!(room.names(), [""; 0], "{out}");
    }
}

#[test]
fn what_can_not_be_said_on_stdout_is_an_error() {
    let room = Room::new();
    for arguments in [
        &["--help"][..],
        &["-h"],
        &["--version"],
        &["bake", "--help"],
        &["field", "--steps", "1", "--out", "h.png"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = room.command(arguments).stdout(full).output().unwrap();
        check_refusal(1, &Ran::from(output), &["stdout", "No space left"]);
    }
}

#[test]
fn a_picture_is_read_once_however_often_a_scene_names_it() {
    let room = Room::new();
    // Black on the left.
    let mask = image::GrayImage::from_fn(4096, 4096, |x, _| {
        image::Luma([if x < 2048 { 0 } else { 255 }])
    });
    mask.save(room.path("mask.png")).unwrap();
    let mask = "[[obstacle]]\nmask = \"mask.png\"\n";
    let scene = |masks: usize| format!("[water]\nsize = [64, 32]\n{}", mask.repeat(masks));
    room.write("one.toml", scene(1));
    room.write("forty.toml", scene(40));
    let walls = |name: &str| {
        // In kB: decoded, the picture has 16 MB, and as numbers 64.
        let field = format!("field {name}.toml --what obstruction --steps 0 --out {name}.npy");
        let ran = after(&room, "ulimit -v 1000000", &field);
        assert_eq!((ran.code, &*ran.err), (0, ""));
        room.read(&format!("{name}.npy"))
    };
    assert_eq!(walls("one"), walls("forty"));
}

#[test]
fn a_link_that_leads_to_nothing_yet_is_followed() {
    use std::os::unix::fs::symlink;
    let room = Room::new();
    std::fs::create_dir(room.path("far")).unwrap();
    symlink("far/next.npy", room.path("h.npy")).unwrap();
    symlink("real.npy", room.path("far/next.npy")).unwrap();
    let field = |out| ["field", "--steps", "1", "--out", out];
    room.succeeds(&field("h.npy"));
    assert!(room.path("h.npy").is_symlink() && room.path("far/next.npy").is_symlink());
    assert_eq!(&room.read("far/real.npy")[1..6], b"NUMPY");
    symlink("nowhere/h.npy", room.path("lost.npy")).unwrap();
    room.fails(&field("lost.npy"), &["lost.npy", "no folder", "nowhere"]);
    symlink("round.npy", room.path("round.npy")).unwrap();
    room.fails(&field("round.npy"), &["round.npy", "leads to itself"]);
}

#[test]
fn a_message_stays_short_whatever_it_quotes() {
    let room = Room::new();
    let long = "n".repeat(100_000);
    let key = format!("{long}=1");
    let in_table = format!("water.{long}=1");
    let text = format!("water.model={long}");
    let named = |kind: &str| format!("{long}.{kind}");
    let (npy, zip, png) = (named("npy"), named("zip"), named("png"));
    let option = format!("--{long}");
    let field = |more: &[&'static str]| [&["field", "--steps", "1"], more].concat();
    let out: Vec<&str> = field(&["--out", "h.npy"]);
    room.write("key.toml", format!("{long} = 1"));
    room.write("twice.toml", format!("{long} = 1\n{long} = 2"));
    room.write("text.toml", format!("[water]\nmodel = \"{long}\""));
    let cases: [&[&str]; 17] = [
        &[&long],
        &[&option],
        &["field", &long, "--steps", "1", "--out", "h.npy"],
        &["field", "key.toml", "--steps", "1", "--out", "h.npy"],
        &["field", "twice.toml", "--steps", "1", "--out", "h.npy"],
        &["field", "text.toml", "--steps", "1", "--out", "h.npy"],
        &["field", "--steps", "1", "--out", &npy],
        &["field", "--steps", "1", "--out", &zip],
        &["field", "--steps", &long, "--out", "h.npy"],
        &["field", "--steps", "1", "--out", "h.npy", &option],
        &["render", "--view", &long, "--out", "a.png"],
        &[
            "render",
            "--view",
            "picture",
            "--picture",
            &long,
            "--out",
            "a.png",
        ],
        &["render", "--view", "picture", "--out", &png],
        &["bake", "--model", "sea", "--out", &long],
        &[&out[..], &["--set", &key]].concat(),
        &[&out[..], &["--set", &in_table]].concat(),
        &[&out[..], &["--set", &text]].concat(),
    ];
    for arguments in cases {
        let ran = room.run(arguments);
        assert!([1, 2].contains(&ran.code), "{ran:?}");
        let shown = &ran.err[..ran.err.len().min(300)];
        assert!(ran.err.starts_with("error: "), "{shown}");
        assert!(ran.err.len() < 1500, "{} bytes: {shown}", ran.err.len());
    }
}
