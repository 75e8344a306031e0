//! `field --seconds`: numbered files, and meshes that cannot be written.

use crate::support::{TempFolder, names, npy};
use std::collections::HashSet;

/// A pool with a stone.
const POOL: &str = "[water]\nmodel = \"wave\"\nsize = [24, 15]\nlength = 3\n[[drop]]\nradius = 3\n";

#[test]
fn a_sequence_has_a_file_for_each_frame() {
    let folder = TempFolder::new();
    folder.write("s.toml", POOL);
    let sequence = "field s.toml --what mesh --steps 6 --seconds 0.5 --fps 8";
    folder.succeeds(&format!("{sequence} --out frames/%04d.glb"));
    let written = names(&folder.path("frames"));
    assert_eq!(written, ["0000.glb", "0001.glb", "0002.glb", "0003.glb"]);
    let read = |name: &str| folder.read(&format!("frames/{name}"));
    let different: HashSet<_> = written.iter().map(|name| read(name)).collect();
    assert_eq!(different.len(), 4);
    // At 60 steps a second: 7.5 steps from one to the next.
    for (name, steps) in written.iter().zip([6, 14, 21, 29]) {
        folder.succeeds(&format!(
            "field s.toml --what mesh --steps {steps} --out m.glb"
        ));
        assert!(folder.read("m.glb") == read(name), "{name}");
    }
    folder.succeeds(&format!("{sequence} --frames 1..3 --out some/a%d.glb"));
    assert_eq!(names(&folder.path("some")), ["a1.glb", "a2.glb"]);
    assert!(folder.read("some/a2.glb") == read("0002.glb"));
    // A sea at any time, and fields as well.
    folder.write("s.toml", "[water]\nmodel = \"gerstner\"\nsize = [40, 20]\n");
    folder.succeeds("field s.toml --time -1 --seconds 1 --fps 4 --out frames/h%d.npy");
    for (name, time) in [("h0", -1.0), ("h1", -0.75), ("h3", -0.25)] {
        folder.succeeds(&format!("field s.toml --time {time} --out h.npy"));
        let [one, of_all] = [folder.read("h.npy"), read(&format!("{name}.npy"))];
        assert_eq!(npy(&of_all), npy(&one), "{name}");
    }
    let ranges = folder.succeeds("field s.toml --time 0 --seconds 1 --fps 3 --out p%d.png");
    assert_eq!(ranges.matches("range: ").count(), 3, "{ranges}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_mesh_that_cannot_be_written_leaves_the_old_one() {
    let folder = TempFolder::new();
    std::fs::create_dir(folder.path("frames")).unwrap();
    for (old, given) in [
        ("a.glb", "a.glb"),
        ("a.obj", "a.obj"),
        ("a.ply", "a.ply"),
        ("frames/0000.glb", "frames/%04d.glb --seconds 0.1"),
    ] {
        folder.write(old, "old");
        let field = "exec $PROGRAM field --what mesh --steps 1 --set water.size=[99,99] --out";
        let result = folder.shell(&format!("ulimit -f 16; {field} {given}"));
        crate::support::check_refusal(1, &result, &[old]);
        assert_eq!(folder.read(old), b"old");
    }
    assert_eq!(folder.names(), ["a.glb", "a.obj", "a.ply", "frames"]);
    assert_eq!(names(&folder.path("frames")), ["0000.glb"]);
}

#[test]
fn a_mesh_or_a_sequence_of_another_format_is_refused_with_2() {
    let folder = TempFolder::new();
    let refuses = |arguments: &str, needles: &[&str]| {
        folder.refuses(2, &format!("field --steps 1 {arguments}"), needles);
    };
    refuses("--what mesh --out m.npy", &["m.npy", ".glb, .obj or .ply"]);
    refuses("--what mesh --out mesh", &["mesh", ".glb, .obj or .ply"]);
    refuses("--out h.glb", &["h.glb", ".npy", "--what mesh"]);
    refuses("--what mesh --out m%d.glb", &["m%d.glb", "--seconds"]);
    refuses("--seconds 1 --out h.npy", &["h.npy", "--seconds", "%04d"]);
    refuses("--seconds 1 --out h%s.npy", &["h%s.npy", "%04d"]);
    refuses(
        "--seconds 1 --fps 10 --frames 5..11 --out h%d.npy",
        &["5..11", "0..10"],
    );
    for alone in ["--fps 3", "--frames 0..1"] {
        let result = folder.run(&format!("field --steps 1 {alone} --out h%d.npy"));
        assert!(
            result.code == 2 && result.err.contains("--seconds"),
            "{result:?}"
        );
    }
    let stdout = folder
        .command("field --what mesh --steps 1 --out -")
        .output();
    assert!(stdout.unwrap().stdout.starts_with(b"glTF"));
}
