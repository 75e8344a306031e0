//! stdin and stdout instead of files.

use crate::support::{TempFolder, npy};
use std::io::Write;
use std::process::Stdio;

const SCENE: &str = "[water]\nsize = [5, 4]\n[[drop]]\nat = [0.5, 0.5]\nradius = 1\nweight = 10\n";

/// Runs the program with a scene on stdin. Returns exit code, stdout and stderr.
fn piped(folder: &TempFolder, arguments: &str, scene: &str) -> (i32, Vec<u8>, String) {
    let mut child = folder
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
    let stderr = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), output.stdout, stderr)
}

#[test]
fn stdin_and_stdout_equal_files() {
    let folder = TempFolder::new();
    folder.write("s.toml", SCENE);
    for format in ["npy", "csv", "exr", "png"] {
        let file = format!("h.{format}");
        let stdout = folder.succeeds(&format!("field s.toml --steps 3 --out {file}"));
        let out = format!("-.{format}");
        let (code, bytes, stderr) =
            piped(&folder, &format!("field - --steps 3 --out {out}"), SCENE);
        assert_eq!(code, 0, "{stderr}");
        assert!(bytes == folder.read(&file), "{format}");
        // The range of the values goes to stderr.
        let range = stdout
            .lines()
            .next()
            .filter(|line| line.starts_with("range:"));
        assert_eq!(
            stderr,
            range.map_or(String::new(), |range| format!("{range}\n"))
        );
        std::fs::remove_file(folder.path(&file)).unwrap();
    }
    let (_, bytes, _) = piped(&folder, "field - --steps 3 --out -", SCENE);
    assert_eq!(npy(&bytes).0, 4, "an .npy where nothing else is asked for");
    assert_eq!(folder.names(), ["s.toml"]);
}

#[test]
fn pictures_clips_and_charts_can_be_written_to_stdout() {
    let folder = TempFolder::new();
    let view = "--view picture --gl none --size 8x8 --steps 1";
    let render = |more: &str| {
        let (code, bytes, stderr) = piped(&folder, &format!("render - {view} {more}"), SCENE);
        assert_eq!((code, &*stderr), (0, ""));
        bytes
    };
    assert!(render("--out -").starts_with(b"\x89PNG"));
    assert!(render("--out -.webp").starts_with(b"RIFF"));
    assert!(render("--out -.gif --seconds 0.1").starts_with(b"GIF89a"));
    let (code, chart, _) = piped(&folder, "plot fresnel --out -", "");
    assert_eq!((code, &chart[..5]), (0, &b"<svg "[..]));
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn errors_of_a_scene_from_stdin_have_a_line_number() {
    let folder = TempFolder::new();
    let field = "field - --steps 1 --out h.npy";
    for (scene, needles) in [
        ("[water]\ndampng = 3", &["stdin:2", "dampng"][..]),
        (
            "[[obstacle]]\nmask = \"gone.png\"",
            &["stdin:2", "gone.png", "no such file"],
        ),
    ] {
        let (code, bytes, stderr) = piped(&folder, field, scene);
        assert_eq!((code, bytes), (1, Vec::new()));
        assert!(
            needles.iter().all(|needle| stderr.contains(needle)),
            "{stderr}"
        );
    }
    // Files are relative to the working directory.
    image::GrayImage::from_pixel(5, 4, image::Luma([0]))
        .save(folder.path("mask.png"))
        .unwrap();
    let walls = "field - --what obstruction --steps 0 --out w.npy";
    let (code, ..) = piped(
        &folder,
        walls,
        "[water]\nsize = [5, 4]\n[[obstacle]]\nmask = \"mask.png\"",
    );
    assert_eq!((code, npy(&folder.read("w.npy")).2), (0, vec![0.0; 20]));
}

#[test]
fn the_device_of_stdout_is_refused_with_the_name_for_stdout() {
    let folder = TempFolder::new();
    let named = "name `-` for stdout";
    for out in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        folder.fails(&format!("field --steps 1 --out {out}"), &[out, named]);
        folder.fails(&format!("render --out {out}"), &[out, named]);
        folder.fails(&format!("plot fresnel --out {out}"), &[out, named]);
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/dev/stdout", folder.path("o.npy")).unwrap();
        let message = folder.fails("field --steps 1 --out o.npy", &["o.npy", named]);
        assert!(!message.contains("/proc"), "{message}");
    }
    folder.refuses(2, "bake --model sea --out -", &["--out -", "folder"]);
    // An option is not taken as a file name.
    let result = folder.run("field --steps 1 --out --compare");
    assert_eq!((result.code, &*result.out), (2, ""));
    assert!(
        result.err.contains("--out") && result.err.contains("missing"),
        "{result:?}"
    );
}

#[cfg(unix)]
#[test]
fn a_named_pipe_as_scene_is_refused_and_process_substitution_is_read() {
    let folder = TempFolder::new();
    folder.mkfifo("pipe.toml");
    let field = "field pipe.toml --steps 1 --out h.npy";
    folder.fails(field, &["pipe.toml", "pipe", "`-`", "stdin"]);
    folder.fails(
        "field /dev/zero --steps 1 --out h.npy",
        &["/dev/zero", "device"],
    );
    // As `<(…)` in a shell.
    folder.write("s.toml", SCENE);
    let result = folder.shell("$PROGRAM field /dev/fd/7 --steps 1 --out h.npy 7< s.toml");
    assert_eq!((result.code, &*result.err), (0, ""));
    assert_eq!(npy(&folder.read("h.npy")).0, 4);
}
