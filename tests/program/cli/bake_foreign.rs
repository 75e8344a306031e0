//! `bake` into a folder with a forged manifest, or one that is not a file: only maps of a bake may be deleted.

use super::baked::*;
use crate::support::names;
use serde_json::json;

/// The files of a bake of two frames of the height.
const WRITTEN: [&str; 3] = ["bake.json", "height_0000.exr", "height_0001.exr"];

const TWO: &str = "--maps height --count 2";

#[test]
fn a_forged_manifest_deletes_no_foreign_files() {
    let folder = sea_folder();
    bake(&folder, "real", "--maps height,slope --count 6");
    let real = manifest(&folder, "real");
    let with = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut manifest = real.clone();
        change(&mut manifest);
        manifest
    };
    let files = |files: &'static str| {
        with(&|manifest| manifest["tiles"][0]["maps"][1]["files"] = json!(files))
    };
    let ours = "slope_0003.exr";
    let foreign = [
        ("thesis.odt", files("thesis.odt")),
        ("thesis_0003.odt", files("thesis_%04d.odt")),
        ("0003", files("%04d")),
        // Files of another map, of another format, or with other digits.
        ("foam_0003.exr", files("foam_%04d.exr")),
        ("slope_0003.png", files("slope_%04d.png")),
        ("slope_003.exr", files("slope_%03d.exr")),
        ("slope_c0_0003.exr", files("slope_c0_%04d.exr")),
        // A manifest of another program, without a version, or of too many frames.
        (ours, with(&|manifest| manifest["program"] = json!("other"))),
        (ours, with(&|manifest| manifest["version"] = json!("?"))),
        (ours, with(&|manifest| manifest["frames"] = json!(200_000))),
        (
            ours,
            with(&|manifest| manifest["tiles"][0]["tile"] = json!(7)),
        ),
        (
            "thesis.odt",
            json!({ "program": "waterlab", "frames": 1, "tiles": [{ "maps": [{ "files": "thesis.odt" }] }] }),
        ),
    ];
    for (number, (name, manifest)) in foreign.into_iter().enumerate() {
        let out = format!("maps{number}");
        std::fs::create_dir(folder.path(&out)).unwrap();
        folder.write(&format!("{out}/{name}"), "kept");
        folder.write(&format!("{out}/bake.json"), manifest.to_string());
        bake(&folder, &out, TWO);
        assert_eq!(folder.read(&format!("{out}/{name}")), b"kept", "{manifest}");
    }
    // The check is sharp: with the original manifest that file is deleted.
    folder.write(&format!("real/{ours}"), "gone");
    bake(&folder, "real", TWO);
    assert_eq!(names(&folder.path("real")), WRITTEN);
}

#[cfg(unix)]
#[test]
fn a_pipe_named_as_the_manifest_is_refused_without_blocking() {
    use std::os::unix::fs::symlink;
    let folder = sea_folder();
    for share in ["", "--frames 0..1"] {
        let more = format!("{TWO} {share}");
        std::fs::create_dir(folder.path("maps")).unwrap();
        folder.mkfifo("maps/bake.json");
        folder.fails(&arguments("maps", &more), &["maps/bake.json", "pipe"]);
        assert_eq!(names(&folder.path("maps")), ["bake.json"]);
        std::fs::remove_file(folder.path("maps/bake.json")).unwrap();
        // A symlink is replaced, not its target, here an endless file.
        symlink("/dev/zero", folder.path("maps/bake.json")).unwrap();
        bake(&folder, "maps", &more);
        assert!(!folder.path("maps/bake.json").is_symlink());
        assert_eq!(manifest(&folder, "maps")["frames"], 2);
        std::fs::remove_dir_all(folder.path("maps")).unwrap();
    }
}
