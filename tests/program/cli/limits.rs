//! Full disks, limited files, limited memory, and outputs that are not files.

use crate::support::{RunResult, TempFolder, check_refusal};
use std::fs::File;

#[test]
fn a_file_size_limit_is_an_error_that_names_the_file() {
    let folder = TempFolder::new();
    // The kernel sends a signal that kills an unprepared program. Shells count blocks of 512 or 1024 bytes.
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
        let result = folder.shell(&format!("ulimit -f 4; exec $PROGRAM {arguments} {given}"));
        check_refusal(1, &result, &[out]);
        assert_eq!(folder.names(), [""; 0], "{out}");
    }
}

#[test]
fn a_full_stdout_is_an_error_of_every_command() {
    let folder = TempFolder::new();
    for arguments in [
        "--help",
        "-h",
        "--version",
        "bake --help",
        "field --steps 1 --out h.png",
        "field --steps 1 --out -",
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = folder.command(arguments).stdout(full).output().unwrap();
        check_refusal(1, &RunResult::from(output), &["stdout", "No space left"]);
    }
}

#[test]
fn a_picture_is_read_once_even_if_a_scene_names_it_often() {
    let folder = TempFolder::new();
    // Black on the left.
    let mask = image::GrayImage::from_fn(4096, 4096, |x, _| {
        image::Luma([if x < 2048 { 0 } else { 255 }])
    });
    mask.save(folder.path("mask.png")).unwrap();
    let mask = "[[obstacle]]\nmask = \"mask.png\"\n";
    let scene = |masks: usize| format!("[water]\nsize = [64, 32]\n{}", mask.repeat(masks));
    folder.write("one.toml", scene(1));
    folder.write("forty.toml", scene(40));
    let walls = |name: &str| {
        // The limit is in kB. The picture has 16 MB decoded, and 64 MB as numbers.
        let field = format!("field {name}.toml --what obstruction --steps 0 --out {name}.npy");
        let result = folder.shell(&format!("ulimit -v 1000000; exec $PROGRAM {field}"));
        assert_eq!((result.code, &*result.err), (0, ""));
        folder.read(&format!("{name}.npy"))
    };
    assert_eq!(walls("one"), walls("forty"));
}

#[test]
fn a_dangling_symlink_is_followed() {
    use std::os::unix::fs::symlink;
    let folder = TempFolder::new();
    std::fs::create_dir(folder.path("far")).unwrap();
    symlink("far/next.npy", folder.path("h.npy")).unwrap();
    symlink("real.npy", folder.path("far/next.npy")).unwrap();
    let field = |out| ["field", "--steps", "1", "--out", out];
    folder.succeeds(&field("h.npy"));
    assert!(folder.path("h.npy").is_symlink() && folder.path("far/next.npy").is_symlink());
    assert_eq!(&folder.read("far/real.npy")[1..6], b"NUMPY");
    symlink("nowhere/h.npy", folder.path("lost.npy")).unwrap();
    folder.fails(&field("lost.npy"), &["lost.npy", "no folder", "nowhere"]);
    symlink("round.npy", folder.path("round.npy")).unwrap();
    folder.fails(&field("round.npy"), &["round.npy", "leads to itself"]);
}

#[test]
fn error_messages_stay_short_whatever_they_quote() {
    let folder = TempFolder::new();
    let long = "n".repeat(100_000);
    let key = format!("{long}=1");
    let in_table = format!("water.{long}=1");
    let text = format!("water.model={long}");
    let named = |kind: &str| format!("{long}.{kind}");
    let (npy, zip, png) = (named("npy"), named("zip"), named("png"));
    let option = format!("--{long}");
    folder.write("key.toml", format!("{long} = 1"));
    folder.write("twice.toml", format!("{long} = 1\n{long} = 2"));
    folder.write("text.toml", format!("[water]\nmodel = \"{long}\""));
    let cases = [
        long.clone(),
        option.clone(),
        format!("field {long} --steps 1 --out h.npy"),
        "field key.toml --steps 1 --out h.npy".to_owned(),
        "field twice.toml --steps 1 --out h.npy".to_owned(),
        "field text.toml --steps 1 --out h.npy".to_owned(),
        format!("field --steps 1 --out {npy}"),
        format!("field --steps 1 --out {zip}"),
        format!("field --steps {long} --out h.npy"),
        format!("field --steps 1 --out h.npy {option}"),
        format!("render --view {long} --out a.png"),
        format!("render --view picture --picture {long} --out a.png"),
        format!("render --view picture --out {png}"),
        format!("bake --model sea --out {long}"),
        format!("field --steps 1 --out h.npy --set {key}"),
        format!("field --steps 1 --out h.npy --set {in_table}"),
        format!("field --steps 1 --out h.npy --set {text}"),
    ];
    for arguments in &cases {
        let result = folder.run(arguments);
        assert!([1, 2].contains(&result.code), "{result:?}");
        let shown = &result.err[..result.err.len().min(300)];
        assert!(result.err.starts_with("error: "), "{shown}");
        assert!(
            result.err.len() < 1500,
            "{} bytes: {shown}",
            result.err.len()
        );
    }
}
