//! stdin and stdout instead of files.

use crate::support::{Ran, Room, check_refusal, npy};
use std::io::Write;
use std::process::Stdio;

const SCENE: &str = "[water]\nsize = [5, 4]\n[[drop]]\nat = [0.5, 0.5]\nradius = 1\nweight = 10\n";

/// What the program makes of a scene on stdin: exit code, the bytes on stdout, the words on stderr.
fn piped(room: &Room, arguments: &[&str], scene: &str) -> (i32, Vec<u8>, String) {
    let mut child = room
        .command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = child.stdin.take().unwrap();
    to.write_all(scene.as_bytes()).unwrap();
    drop(to);
    let output = child.wait_with_output().unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), output.stdout, words)
}

#[test]
fn a_scene_from_stdin_and_a_field_on_stdout_are_those_of_files() {
    let room = Room::new();
    room.write("s.toml", SCENE);
    for format in ["npy", "csv", "exr", "png"] {
        let file = format!("h.{format}");
        let said = room.succeeds(&["field", "s.toml", "--steps", "3", "--out", &file]);
        let out = format!("-.{format}");
        let (code, bytes, words) =
            piped(&room, &["field", "-", "--steps", "3", "--out", &out], SCENE);
        assert_eq!(code, 0, "{words}");
        assert!(bytes == room.read(&file), "{format}");
        // What belongs to the numbers is said beside them.
        let range = said
            .lines()
            .next()
            .filter(|line| line.starts_with("range:"));
        assert_eq!(
            words,
            range.map_or(String::new(), |range| format!("{range}\n"))
        );
        std::fs::remove_file(room.path(&file)).unwrap();
    }
    let (_, bytes, _) = piped(&room, &["field", "-", "--steps", "3", "--out", "-"], SCENE);
    assert_eq!(npy(&bytes).0, 4, "an .npy where nothing else is asked for");
    assert_eq!(room.names(), ["s.toml"]);
}

#[test]
fn pictures_clips_and_charts_go_to_stdout_too() {
    let room = Room::new();
    let view = [
        "--view", "picture", "--gl", "none", "--size", "8x8", "--steps", "1",
    ];
    let render = |more: &[&str]| {
        let (code, bytes, words) =
            piped(&room, &[&["render", "-"][..], &view, more].concat(), SCENE);
        assert_eq!((code, &*words), (0, ""));
        bytes
    };
    assert!(render(&["--out", "-"]).starts_with(b"\x89PNG"));
    assert!(render(&["--out", "-.webp"]).starts_with(b"RIFF"));
    assert!(render(&["--out", "-.gif", "--seconds", "0.1"]).starts_with(b"GIF89a"));
    let (code, chart, _) = piped(&room, &["plot", "fresnel", "--out", "-"], "");
    assert_eq!((code, &chart[..5]), (0, &b"<svg "[..]));
    assert_eq!(room.names(), [""; 0]);
}

#[test]
fn faults_of_a_scene_from_stdin_are_told_with_their_line() {
    let room = Room::new();
    let field = ["field", "-", "--steps", "1", "--out", "h.npy"];
    for (scene, needles) in [
        ("[water]\ndampng = 3", &["stdin:2", "dampng"][..]),
        (
            "[[obstacle]]\nmask = \"gone.png\"",
            &["stdin:2", "gone.png", "no such file"],
        ),
    ] {
        let (code, bytes, words) = piped(&room, &field, scene);
        assert_eq!((code, bytes), (1, Vec::new()));
        assert!(
            needles.iter().all(|needle| words.contains(needle)),
            "{words}"
        );
    }
    // Files are named from the working directory.
    image::GrayImage::from_pixel(5, 4, image::Luma([0]))
        .save(room.path("mask.png"))
        .unwrap();
    let walls = [
        "field",
        "-",
        "--what",
        "obstruction",
        "--steps",
        "0",
        "--out",
        "w.npy",
    ];
    let (code, ..) = piped(
        &room,
        &walls,
        "[water]\nsize = [5, 4]\n[[obstacle]]\nmask = \"mask.png\"",
    );
    assert_eq!((code, npy(&room.read("w.npy")).2), (0, vec![0.0; 20]));
}

#[test]
fn the_way_to_stdout_is_told_to_those_who_name_its_device() {
    let room = Room::new();
    let named = "name `-` for stdout";
    for out in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        room.fails(&["field", "--steps", "1", "--out", out], &[out, named]);
        room.fails(&["render", "--out", out], &[out, named]);
        room.fails(&["plot", "fresnel", "--out", out], &[out, named]);
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/dev/stdout", room.path("o.npy")).unwrap();
        let said = room.fails(
            &["field", "--steps", "1", "--out", "o.npy"],
            &["o.npy", named],
        );
        assert!(!said.contains("/proc"), "{said}");
    }
    room.refuses(
        2,
        &["bake", "--model", "sea", "--out", "-"],
        &["--out -", "folder"],
    );
    // No option is taken for a name.
    let ran = room.run(&["field", "--steps", "1", "--out", "--compare"]);
    assert_eq!((ran.code, &*ran.out), (2, ""));
    assert!(
        ran.err.contains("--out") && ran.err.contains("missing"),
        "{ran:?}"
    );
}

#[cfg(unix)]
#[test]
fn a_scene_that_is_a_pipe_nobody_writes_to_is_refused_and_one_of_the_shell_is_read() {
    let room = Room::new();
    let made = std::process::Command::new("mkfifo")
        .arg(room.path("pipe.toml"))
        .status();
    assert!(made.unwrap().success());
    let field = ["field", "pipe.toml", "--steps", "1", "--out", "h.npy"];
    room.fails(&field, &["pipe.toml", "pipe", "`-`", "stdin"]);
    room.fails(
        &["field", "/dev/zero", "--steps", "1", "--out", "h.npy"],
        &["/dev/zero", "device"],
    );
    // As a shell does for <(…).
    room.write("s.toml", SCENE);
    let script = format!(
        "{} field /dev/fd/7 --steps 1 --out h.npy 7< s.toml",
        env!("CARGO_BIN_EXE_waterlab")
    );
    let mut shell = std::process::Command::new("sh");
    let ran: Ran = shell
        .args(["-c", &script])
        .current_dir(room.path(""))
        .output()
        .unwrap()
        .into();
    assert_eq!((ran.code, &*ran.err), (0, ""));
    assert_eq!(npy(&room.read("h.npy")).0, 4);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_stdout_is_an_error() {
    let room = Room::new();
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = room
        .command(&["field", "--steps", "1", "--out", "-"])
        .stdout(full)
        .output();
    check_refusal(
        1,
        &output.unwrap().into(),
        &["can't write to stdout", "No space left"],
    );
}
