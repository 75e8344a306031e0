//! `bake` shared by several processes, its manifest, and its errors.

use super::baked::*;
use crate::support::{RunResult, TempFolder, check_refusal, interrupt, names};
use std::time::Duration;
use waterlab::parameter::Value;

fn files(folder: &TempFolder, out: &str) -> Vec<(String, Vec<u8>)> {
    let names = names(&folder.path(out)).into_iter();
    names
        .map(|name| {
            let bytes = folder.read(&format!("{out}/{name}"));
            (name, bytes)
        })
        .collect()
}

#[test]
fn processes_that_share_a_bake_write_the_bytes_of_one() {
    let folder = sea_folder();
    for format in ["png8", "png16", "exr"] {
        let bake = |out: &str, frames: &str| {
            let all = format!("--maps {ALL} --format {format} --count 5");
            bake(
                &folder,
                &format!("{out}{format}"),
                &format!("{all} {frames}"),
            );
        };
        bake("whole", "");
        for (out, order) in [("a", ["0..2", "2..5"]), ("b", ["3..5", "0..3"])] {
            for frames in order {
                bake(out, &format!("--frames {frames}"));
            }
            let (whole, shared) = (format!("whole{format}"), format!("{out}{format}"));
            let whole = files(&folder, &whole);
            assert_eq!(whole.len(), 5 * MAPS.len() + 1);
            assert!(whole == files(&folder, &shared), "{format} {out}");
        }
    }
    let frame = |number| folder.read(&format!("wholeexr/height_000{number}.exr"));
    assert_ne!(frame(0), frame(1), "waves move");
}

#[test]
fn every_share_writes_the_manifest_of_the_whole_bake() {
    let folder = sea_folder();
    let more = "--maps displacement,foam --format png16";
    let frames = "--count 48 --frames 46..48";
    bake(&folder, "maps", &format!("{more} {frames}"));
    assert_eq!(
        names(&folder.path("maps")),
        [
            "bake.json",
            "displacement_0046.png",
            "displacement_0047.png",
            "foam_0046.png",
            "foam_0047.png",
        ]
    );
    let manifest = manifest(&folder, "maps");
    assert_eq!(manifest["program"], "waterlab");
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(manifest["model"], "sea");
    assert_eq!(manifest["seed"], 5);
    assert_eq!(manifest["settings"]["wind"], 9.0);
    assert_eq!(manifest["settings"]["dispersion"], "both");
    assert_eq!(manifest["settings"]["period"], PERIOD);
    let sea = sea(&[]);
    let height = manifest["significant_height"].as_f64().unwrap();
    assert!((height - sea.waves().significant_height()).abs() < 1e-4);
    assert_eq!(manifest["frames"], 48);
    assert_eq!(manifest["period"], PERIOD);
    assert_eq!(manifest["fps"], 8.0);
    let tile = &manifest["tiles"][0];
    assert_eq!(tile["columns"], COLUMNS);
    assert_eq!(tile["rows"], ROWS);
    assert_eq!(tile["length_x"], 60.0);
    assert_eq!(tile["length_z"], 40.0);
    assert_eq!(tile["spacing"], 1.25);
    let map = entry(&manifest, 0, "displacement");
    assert_eq!(map["files"], "displacement_%04d.png");
    assert_eq!(map["format"], "png");
    let units = map["channels"].as_array().unwrap().iter();
    let units: Vec<_> = units
        .map(|channel| (&channel["channel"], &channel["unit"]))
        .collect();
    assert_eq!(
        format!("{units:?}"),
        r#"[(String("R"), String("m")), (String("G"), String("m")), (String("B"), String("m"))]"#
    );
    assert_eq!(entry(&manifest, 0, "foam")["range"]["high"], 1.0);
    // A single frame has a time and no frame rate.
    bake(&folder, "one", "--time 2.5");
    let one: serde_json::Value =
        serde_json::from_slice(&folder.read("one/bake.json")).expect("JSON");
    assert_eq!((&one["time"], &one["frames"]), (&2.5.into(), &1.into()));
    assert!(one["fps"].is_null() && one["atlas"].is_null());
}

#[test]
fn a_share_is_refused_in_the_folder_of_another_bake() {
    let folder = sea_folder();
    let share = "--maps height --count 4 --frames 0..2";
    bake(&folder, "maps", share);
    let before = files(&folder, "maps");
    let other = format!("{share} --set water.wind=3");
    folder.fails(&arguments("maps", &other), &["bake.json", "another bake"]);
    assert_eq!(files(&folder, "maps"), before);
    // A whole bake replaces the old one.
    let whole = "--maps height --count 4 --set water.wind=3";
    bake(&folder, "maps", whole);
    assert_eq!(files(&folder, "maps").len(), 5);
}

#[test]
fn a_whole_bake_replaces_the_earlier_one_and_no_other_files() {
    let folder = sea_folder();
    let maps = "height,slope";
    bake(
        &folder,
        "maps",
        &format!("--maps {maps} --format exr --count 6"),
    );
    // Files of other origin, some of which look like maps.
    let others = [
        "height.txt",
        "height_0006.exr",
        "height_00001.exr",
        "height_5.exr",
        "height_+001.exr",
        "jacobian_0005.exr",
    ];
    for name in others {
        folder.write(&format!("maps/{name}"), "kept");
    }
    std::fs::create_dir(folder.path("maps/slope_0004.exr.d")).unwrap();
    bake(&folder, "maps", "--maps height --format exr --count 3");
    let mut expected = vec![
        "bake.json",
        "height_0000.exr",
        "height_0001.exr",
        "height_0002.exr",
        "slope_0004.exr.d",
    ];
    expected.extend(others);
    expected.sort_unstable();
    assert_eq!(names(&folder.path("maps")), expected);
    assert_eq!(manifest(&folder, "maps")["frames"], 3);
    // A single frame replaces a loop, and a loop a single frame.
    bake(&folder, "maps", "--maps height --time 1e12");
    assert!(!folder.path("maps/height_0001.exr").exists());
    bake(&folder, "maps", "--maps height --count 2");
    assert!(!folder.path("maps/height.exr").exists());
    // An invalid manifest deletes nothing.
    folder.write("maps/bake.json", "{");
    bake(&folder, "maps", "--maps slope --count 1");
    assert!(folder.path("maps/height_0001.exr").exists());
}

#[test]
fn processes_that_share_a_bake_may_start_at_once_without_the_folder() {
    let folder = sea_folder();
    let shares = ["0..1", "1..2", "2..3", "3..4"];
    let start = |frames: &&str| {
        let more = format!("--maps height --count 4 --frames {frames}");
        folder.spawn(&arguments("maps", &more))
    };
    let running: Vec<_> = shares.iter().map(start).collect();
    for child in running {
        let result = RunResult::from(child.wait_with_output().unwrap());
        assert_eq!(result.code, 0, "{result:?}");
    }
    assert_eq!(files(&folder, "maps").len(), 5);
}

#[test]
fn values_outside_a_range_are_clamped_and_counted() {
    let folder = sea_folder();
    let more = "--maps height --format png8 --range height=-0.1..0.3";
    let stdout = bake(&folder, "maps", more);
    let sea = sea(&[]);
    let step = 0.4 / 255.0;
    let heights = expected(&sea, &at(&sea, 0.0), 0, "height").concat();
    let outside = |&&height: &&f64| height < -0.1 - step / 2.0 || height > 0.3 + step / 2.0;
    let count = heights.iter().filter(outside).count();
    assert!(count > 0);
    assert!(
        stdout.contains(&format!("height: {count} samples")),
        "{stdout} {count}"
    );
    assert!(
        stdout.contains("-0.1 to 0.3") && stdout.lines().count() == 1,
        "{stdout}"
    );
    let (picture, half) = decoded(&folder, "maps", 0, "height", 0);
    for (got, height) in picture.channels[0].iter().zip(&heights) {
        assert!((got - height.clamp(-0.1, 0.3)).abs() <= half + 1e-6);
    }
}

#[test]
fn a_flat_sea_is_flat_in_every_map_and_format() {
    let folder = sea_folder();
    let flat = sea(&[("wind", Value::Real(0.0))]);
    for format in ["png8", "png16", "exr"] {
        let more = format!("--maps {ALL} --format {format} --set water.wind=0");
        assert_eq!(bake(&folder, format, &more), "");
        for map in MAPS {
            let (picture, half) = decoded(&folder, format, 0, map, 0);
            let expected = expected(&flat, &at(&flat, 0.0), 0, map).concat();
            for (got, expected) in picture.channels.concat().iter().zip(expected) {
                assert!(
                    (got - expected).abs() <= half + 1e-12,
                    "{map}: {got} for {expected}"
                );
            }
        }
    }
}

#[test]
fn conflicting_bake_options_are_refused_with_2() {
    let folder = sea_folder();
    let refused = |more: &str, needles: &[&str]| {
        folder.refuses(2, &arguments("maps", more), needles);
    };
    refused("--frames 0..4", &["--frames 0..4", "--count"]);
    refused("--count 4 --frames 2..5", &["2..5", "0..4"]);
    refused("--count 4 --time 1", &["--time", "--count"]);
    refused(
        "--atlas 2x2 --count 4 --frames 0..2",
        &["--frames 0..2", "atlas", "2x2"],
    );
    refused("--atlas 2x2 --count 5", &["--count 5", "2x2", "4 frames"]);
    refused("--range height=0..1", &["height", "--maps"]);
    refused(
        "--maps height --range height=0..1",
        &["height", ".exr", "png16"],
    );
    refused("--size 64x64", &["--size", "water.size"]);
    for wrong in [
        "--count 0",
        "--count 100001",
        "--count -1",
        "--frames 3..3 --count 4",
        "--frames 3 --count 4",
        "--atlas 0x4",
        "--atlas 8",
        "--maps colour",
        "--maps=",
        "--format jpg",
        "--time nan",
        "--period 0",
        "--range height=1..0",
        "--range hight=0..1",
        "--normal-y sideways",
    ] {
        let result = folder.run(&arguments("maps", wrong));
        assert_eq!(
            (result.code, &*result.out),
            (2, ""),
            "{wrong:?}: {result:?}"
        );
        assert!(result.err.starts_with("error: "), "{wrong:?}: {result:?}");
    }
    assert_eq!(folder.names(), ["sea.toml"]);
}

#[test]
fn an_impossible_bake_is_one_line_of_error_and_leaves_no_files() {
    let folder = sea_folder();
    folder.write("plain", "a file");
    folder.fails("bake --out maps", &["ripple", "gerstner, sea", "--model"]);
    folder.fails("bake --period 5 --out maps", &["ripple", "sea"]);
    let fails = |out: &str, more: &str, needles: &[&str]| {
        folder.fails(&arguments(out, more), needles);
    };
    let endless = "--set water.period=0";
    fails(
        "maps",
        &format!("--count 8 {endless}"),
        &["--count", "--period", "water.period"],
    );
    fails(
        "maps",
        &format!("--atlas 2x4 {endless}"),
        &["--atlas", "--period"],
    );
    fails("maps", "--period 1e9", &["--period", "3600"]);
    fails(
        "maps",
        "--atlas 400x1",
        &["--atlas 400x1", "19200x32", "16384"],
    );
    let large = format!("--atlas 300x300 --maps {ALL} --format exr");
    fails("maps", &large, &["--atlas", "GiB", "--maps"]);
    fails("plain", "", &["plain", "not a folder"]);
    fails("no/where/maps", "", &["no/where", "mkdir"]);
    #[cfg(target_os = "linux")]
    fails("/proc/maps", "", &["/proc/maps"]);
    fails("maps", "--set water.hight=1", &["hight"]);
}

#[test]
fn a_bake_that_fails_late_keeps_the_old_maps() {
    let folder = sea_folder();
    std::fs::create_dir_all(folder.path("maps/height_0003.exr")).unwrap();
    folder.write("maps/height_0000.exr", "old");
    let more = "--maps height --count 4";
    folder.fails(&arguments("maps", more), &["height_0003.exr", "folder"]);
    assert_eq!(folder.read("maps/height_0000.exr"), b"old");
    assert_eq!(
        names(&folder.path("maps")),
        ["height_0000.exr", "height_0003.exr"]
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_bake_leaves_no_files() {
    let folder = sea_folder();
    let more = "--count 100000 --set water.size=[96,96]";
    let mut child = folder.spawn(&arguments("maps", more));
    let files = || {
        let unfinished = std::fs::read_dir(folder.path("maps")).ok()?.next()?.ok()?;
        Some(std::fs::read_dir(unfinished.path()).ok()?.count())
    };
    while files().unwrap_or(0) == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it exited early");
        std::thread::sleep(Duration::from_millis(5));
    }
    interrupt(&child);
    let result = RunResult::from(child.wait_with_output().unwrap());
    assert_eq!(result.code, 130, "{result:?}");
    assert_eq!(folder.names(), ["sea.toml"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_that_names_the_file() {
    let folder = sea_folder();
    // The limit is a few KiB (shells count blocks of 512 or 1024 bytes). The kernel sends a signal when a file grows larger.
    let result =
        folder.shell("ulimit -f 4; exec $PROGRAM bake sea.toml --out maps --maps displacement");
    check_refusal(1, &result, &["displacement.exr", "File too large"]);
    assert_eq!(folder.names(), ["sea.toml"]);
}
