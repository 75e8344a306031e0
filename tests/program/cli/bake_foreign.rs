//! `bake` into a folder with a manifest that no bake wrote, or that is no file at all: only maps of a bake may go.

use super::baked::*;
use crate::support::names;
use serde_json::json;

/// What a bake of two frames of the height writes into an empty folder.
const WRITTEN: [&str; 3] = ["bake.json", "height_0000.exr", "height_0001.exr"];

const TWO: [&str; 4] = ["--maps", "height", "--count", "2"];

#[test]
fn a_manifest_removes_nothing_that_no_bake_can_have_written() {
    let room = room();
    bake(&room, "real", &["--maps", "height,slope", "--count", "6"]);
    let real = manifest(&room, "real");
    let with = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut manifest = real.clone();
        change(&mut manifest);
        manifest
    };
    let files = |files: &'static str| {
        with(&|manifest| manifest["tiles"][0]["maps"][1]["files"] = json!(files))
    };
    let of_ours = "slope_0003.exr";
    let foreign = [
        ("thesis.odt", files("thesis.odt")),
        ("thesis_0003.odt", files("thesis_%04d.odt")),
        ("0003", files("%04d")),
        // That of another map, of another format, with other digits.
        ("foam_0003.exr", files("foam_%04d.exr")),
        ("slope_0003.png", files("slope_%04d.png")),
        ("slope_003.exr", files("slope_%03d.exr")),
        ("slope_c0_0003.exr", files("slope_c0_%04d.exr")),
        // Of another program, of no version, of more frames than there are.
        (
            of_ours,
            with(&|manifest| manifest["program"] = json!("other")),
        ),
        (of_ours, with(&|manifest| manifest["version"] = json!("?"))),
        (
            of_ours,
            with(&|manifest| manifest["frames"] = json!(200_000)),
        ),
        (
            of_ours,
            with(&|manifest| manifest["tiles"][0]["tile"] = json!(7)),
        ),
        (
            "thesis.odt",
            json!({ "program": "waterlab", "frames": 1, "tiles": [{ "maps": [{ "files": "thesis.odt" }] }] }),
        ),
    ];
    for (number, (name, manifest)) in foreign.into_iter().enumerate() {
        let out = format!("maps{number}");
        std::fs::create_dir(room.path(&out)).unwrap();
        room.write(&format!("{out}/{name}"), "kept");
        room.write(&format!("{out}/bake.json"), manifest.to_string());
        bake(&room, &out, &TWO);
        assert_eq!(room.read(&format!("{out}/{name}")), b"kept", "{manifest}");
    }
    // The claim is worth something: of the manifest as it was, that file goes.
    room.write(&format!("real/{of_ours}"), "gone");
    bake(&room, "real", &TWO);
    assert_eq!(names(&room.path("real")), WRITTEN);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_under_a_manifests_name_is_not_waited_for() {
    use std::os::unix::fs::symlink;
    let room = room();
    for share in [&[][..], &["--frames", "0..1"]] {
        let more = [&TWO[..], share].concat();
        std::fs::create_dir(room.path("maps")).unwrap();
        let made = std::process::Command::new("mkfifo")
            .arg(room.path("maps/bake.json"))
            .status();
        assert!(made.unwrap().success());
        room.fails(&arguments("maps", &more), &["maps/bake.json", "pipe"]);
        assert_eq!(names(&room.path("maps")), ["bake.json"]);
        std::fs::remove_file(room.path("maps/bake.json")).unwrap();
        // A link is replaced, not what it leads to: here a file without end.
        symlink("/dev/zero", room.path("maps/bake.json")).unwrap();
        bake(&room, "maps", &more);
        assert!(!room.path("maps/bake.json").is_symlink());
        assert_eq!(manifest(&room, "maps")["frames"], 2);
        std::fs::remove_dir_all(room.path("maps")).unwrap();
    }
}
