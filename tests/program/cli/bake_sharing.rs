//! `bake`: a bake that many share, what its manifest tells, and what is refused.

use super::baked::*;
use crate::support::{Ran, Room, check_refusal, names};
use std::process::Stdio;
use std::time::Duration;
use waterlab::parameter::Value;

fn files(room: &Room, out: &str) -> Vec<(String, Vec<u8>)> {
    let names = names(&room.path(out)).into_iter();
    names
        .map(|name| {
            let bytes = room.read(&format!("{out}/{name}"));
            (name, bytes)
        })
        .collect()
}

#[test]
fn processes_that_share_a_bake_write_the_bytes_of_one() {
    let room = room();
    for format in ["png8", "png16", "exr"] {
        let bake = |out: &str, frames: &[&str]| {
            let all = ["--maps", ALL, "--format", format, "--count", "5"];
            bake(
                &room,
                &format!("{out}{format}"),
                &[&all[..], frames].concat(),
            );
        };
        bake("whole", &[]);
        for (out, order) in [("a", ["0..2", "2..5"]), ("b", ["3..5", "0..3"])] {
            for frames in order {
                bake(out, &["--frames", frames]);
            }
            let (whole, shared) = (format!("whole{format}"), format!("{out}{format}"));
            let whole = files(&room, &whole);
            assert_eq!(whole.len(), 5 * MAPS.len() + 1);
            assert!(whole == files(&room, &shared), "{format} {out}");
        }
    }
    let frame = |number| room.read(&format!("wholeexr/height_000{number}.exr"));
    assert_ne!(frame(0), frame(1), "waves move");
}

#[test]
fn the_manifest_tells_the_whole_bake_whoever_writes_it() {
    let room = room();
    let more = ["--maps", "displacement,foam", "--format", "png16"];
    let frames = ["--count", "48", "--frames", "46..48"];
    bake(&room, "maps", &[&more[..], &frames].concat());
    assert_eq!(
        names(&room.path("maps")),
        [
            "bake.json",
            "displacement_0046.png",
            "displacement_0047.png",
            "foam_0046.png",
            "foam_0047.png",
        ]
    );
    let told = manifest(&room, "maps");
    assert_eq!(told["program"], "waterlab");
    assert_eq!(told["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(told["model"], "sea");
    assert_eq!(told["seed"], 5);
    assert_eq!(told["settings"]["wind"], 9.0);
    assert_eq!(told["settings"]["dispersion"], "both");
    assert_eq!(told["settings"]["period"], PERIOD);
    let sea = sea(&[]);
    let height = told["significant_height"].as_f64().unwrap();
    assert!((height - sea.waves().significant_height()).abs() < 1e-4);
    assert_eq!(told["frames"], 48);
    assert_eq!(told["period"], PERIOD);
    assert_eq!(told["fps"], 8.0);
    let tile = &told["tiles"][0];
    assert_eq!(tile["columns"], COLUMNS);
    assert_eq!(tile["rows"], ROWS);
    assert_eq!(tile["length_x"], 60.0);
    assert_eq!(tile["length_z"], 40.0);
    assert_eq!(tile["spacing"], 1.25);
    let map = entry(&told, 0, "displacement");
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
    assert_eq!(entry(&told, 0, "foam")["range"]["high"], 1.0);
    // One frame has a time, and no rate.
    bake(&room, "one", &["--time", "2.5"]);
    let one = manifest(&room, "one");
    assert_eq!((&one["time"], &one["frames"]), (&2.5.into(), &1.into()));
    assert!(one["fps"].is_null() && one["atlas"].is_null());
}

#[test]
fn a_shared_bake_is_not_mixed_with_another() {
    let room = room();
    let share = ["--maps", "height", "--count", "4", "--frames", "0..2"];
    bake(&room, "maps", &share);
    let before = files(&room, "maps");
    let other = [&share[..], &["--set", "water.wind=3"]].concat();
    room.fails(&arguments("maps", &other), &["bake.json", "another bake"]);
    assert_eq!(files(&room, "maps"), before);
    // A whole one replaces whatever there is.
    let whole = ["--maps", "height", "--count", "4", "--set", "water.wind=3"];
    bake(&room, "maps", &whole);
    assert_eq!(files(&room, "maps").len(), 5);
}

#[test]
fn a_whole_bake_takes_the_place_of_an_earlier_one_and_of_nothing_else() {
    let room = room();
    let maps = "height,slope";
    bake(
        &room,
        "maps",
        &["--maps", maps, "--format", "exr", "--count", "6"],
    );
    // Files of somebody else, some of which look much like maps.
    let others = [
        "height.txt",
        "height_0006.exr",
        "height_00001.exr",
        "height_5.exr",
        "height_+001.exr",
        "jacobian_0005.exr",
    ];
    for name in others {
        room.write(&format!("maps/{name}"), "kept");
    }
    std::fs::create_dir(room.path("maps/slope_0004.exr.d")).unwrap();
    bake(
        &room,
        "maps",
        &["--maps", "height", "--format", "exr", "--count", "3"],
    );
    let mut expected = vec![
        "bake.json",
        "height_0000.exr",
        "height_0001.exr",
        "height_0002.exr",
        "slope_0004.exr.d",
    ];
    expected.extend(others);
    expected.sort_unstable();
    assert_eq!(names(&room.path("maps")), expected);
    assert_eq!(manifest(&room, "maps")["frames"], 3);
    // One file in place of a loop, and back.
    bake(&room, "maps", &["--maps", "height", "--time", "1e12"]);
    assert!(!room.path("maps/height_0001.exr").exists());
    bake(&room, "maps", &["--maps", "height", "--count", "2"]);
    assert!(!room.path("maps/height.exr").exists());
    // A manifest that is none names nothing.
    room.write("maps/bake.json", "{");
    bake(&room, "maps", &["--maps", "slope", "--count", "1"]);
    assert!(room.path("maps/height_0001.exr").exists());
}

#[test]
fn processes_that_share_a_bake_may_begin_at_once_in_a_folder_that_is_missing() {
    let room = room();
    let shares = ["0..1", "1..2", "2..3", "3..4"];
    let begin = |frames: &&str| {
        let more = ["--maps", "height", "--count", "4", "--frames", frames];
        let mut command = room.command(&arguments("maps", &more));
        command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let running: Vec<_> = shares.iter().map(begin).collect();
    for child in running {
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!(ran.code, 0, "{ran:?}");
    }
    assert_eq!(files(&room, "maps").len(), 5);
}

#[test]
fn what_lies_outside_a_range_is_clamped_and_counted() {
    let room = room();
    let more = [
        "--maps",
        "height",
        "--format",
        "png8",
        "--range",
        "height=-0.1..0.3",
    ];
    let said = bake(&room, "maps", &more);
    let sea = sea(&[]);
    let step = 0.4 / 255.0;
    let heights = expected(&sea, &at(&sea, 0.0), 0, "height").concat();
    let outside = |&&height: &&f64| height < -0.1 - step / 2.0 || height > 0.3 + step / 2.0;
    let count = heights.iter().filter(outside).count();
    assert!(count > 0);
    assert!(
        said.contains(&format!("height: {count} samples")),
        "{said} {count}"
    );
    assert!(
        said.contains("-0.1 to 0.3") && said.lines().count() == 1,
        "{said}"
    );
    let (picture, half) = decoded(&room, "maps", 0, "height", 0);
    for (got, height) in picture.channels[0].iter().zip(&heights) {
        assert!((got - height.clamp(-0.1, 0.3)).abs() <= half + 1e-6);
    }
}

#[test]
fn a_flat_sea_is_flat_in_every_map_and_format() {
    let room = room();
    let flat = sea(&[("wind", Value::Real(0.0))]);
    for format in ["png8", "png16", "exr"] {
        let more = ["--maps", ALL, "--format", format, "--set", "water.wind=0"];
        assert_eq!(bake(&room, format, &more), "");
        for map in MAPS {
            let (picture, half) = decoded(&room, format, 0, map, 0);
            let wanted = expected(&flat, &at(&flat, 0.0), 0, map).concat();
            for (got, wanted) in picture.channels.concat().iter().zip(wanted) {
                assert!(
                    (got - wanted).abs() <= half + 1e-12,
                    "{map}: {got} for {wanted}"
                );
            }
        }
    }
}

#[test]
fn options_that_do_not_go_together_are_refused_with_2() {
    let room = room();
    let refused = |more: &[&str], needles: &[&str]| {
        room.refuses(2, &arguments("maps", more), needles);
    };
    refused(&["--frames", "0..4"], &["--frames 0..4", "--count"]);
    refused(&["--count", "4", "--frames", "2..5"], &["2..5", "0..4"]);
    refused(&["--count", "4", "--time", "1"], &["--time", "--count"]);
    refused(
        &["--atlas", "2x2", "--count", "4", "--frames", "0..2"],
        &["--frames 0..2", "atlas", "2x2"],
    );
    refused(
        &["--atlas", "2x2", "--count", "5"],
        &["--count 5", "2x2", "4 frames"],
    );
    refused(&["--range", "height=0..1"], &["height", "--maps"]);
    refused(
        &["--maps", "height", "--range", "height=0..1"],
        &["height", ".exr", "png16"],
    );
    refused(&["--size", "64x64"], &["--size", "water.size"]);
    for wrong in [
        &["--count", "0"][..],
        &["--count", "100001"],
        &["--count", "-1"],
        &["--frames", "3..3", "--count", "4"],
        &["--frames", "3", "--count", "4"],
        &["--atlas", "0x4"],
        &["--atlas", "8"],
        &["--maps", "colour"],
        &["--maps", ""],
        &["--format", "jpg"],
        &["--time", "nan"],
        &["--period", "0"],
        &["--range", "height=1..0"],
        &["--range", "hight=0..1"],
        &["--normal-y", "sideways"],
    ] {
        let ran = room.run(&arguments("maps", wrong));
        assert_eq!((ran.code, &*ran.out), (2, ""), "{wrong:?}: {ran:?}");
        assert!(ran.err.starts_with("error: "), "{wrong:?}: {ran:?}");
    }
    assert_eq!(room.names(), ["sea.toml"]);
}

#[test]
fn a_bake_that_cant_be_made_is_told_in_a_line_and_leaves_nothing() {
    let room = room();
    room.write("plain", "a file");
    room.fails(
        &["bake", "--out", "maps"],
        &["ripple", "gerstner, sea", "--model"],
    );
    room.fails(
        &["bake", "--period", "5", "--out", "maps"],
        &["ripple", "sea"],
    );
    let fails = |out: &str, more: &[&str], needles: &[&str]| {
        room.fails(&arguments(out, more), needles);
    };
    let endless = ["--set", "water.period=0"];
    fails(
        "maps",
        &[&["--count", "8"], &endless[..]].concat(),
        &["--count", "--period", "water.period"],
    );
    fails(
        "maps",
        &[&["--atlas", "2x4"], &endless[..]].concat(),
        &["--atlas", "--period"],
    );
    fails("maps", &["--period", "1e9"], &["--period", "3600"]);
    fails(
        "maps",
        &["--atlas", "400x1"],
        &["--atlas 400x1", "19200x32", "16384"],
    );
    let large = ["--atlas", "300x300", "--maps", ALL, "--format", "exr"];
    fails("maps", &large, &["--atlas", "GiB", "--maps"]);
    fails("plain", &[], &["plain", "not a folder"]);
    fails("no/where/maps", &[], &["no/where", "mkdir"]);
    #[cfg(target_os = "linux")]
    fails("/proc/maps", &[], &["/proc/maps"]);
    fails("maps", &["--set", "water.hight=1"], &["hight"]);
}

#[test]
fn a_bake_that_fails_late_leaves_the_old_maps() {
    let room = room();
    std::fs::create_dir_all(room.path("maps/height_0003.exr")).unwrap();
    room.write("maps/height_0000.exr", "old");
    let more = ["--maps", "height", "--count", "4"];
    room.fails(&arguments("maps", &more), &["height_0003.exr", "folder"]);
    assert_eq!(room.read("maps/height_0000.exr"), b"old");
    assert_eq!(
        names(&room.path("maps")),
        ["height_0000.exr", "height_0003.exr"]
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_bake_leaves_nothing_behind() {
    let room = room();
    let more = ["--count", "100000", "--set", "water.size=[96,96]"];
    let mut command = room.command(&arguments("maps", &more));
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let files = || {
        let unfinished = std::fs::read_dir(room.path("maps")).ok()?.next()?.ok()?;
        Some(std::fs::read_dir(unfinished.path()).ok()?.count())
    };
    while files().unwrap_or(0) == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        std::thread::sleep(Duration::from_millis(5));
    }
    let killed = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!(ran.code, 130, "{ran:?}");
    assert_eq!(room.names(), ["sea.toml"]);
}

/// A pipe that breaks, a disk that is full: the line names the file.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_with_the_file() {
    let room = room();
    let program = env!("CARGO_BIN_EXE_waterlab");
    // Files of a few KiB at most (shells count blocks of 512 bytes or of 1024); the kernel sends a signal where one grows larger.
    let script =
        format!("ulimit -f 4; exec {program} bake sea.toml --out maps --maps displacement");
    let ran = std::process::Command::new("sh")
        .args(["-c", &script])
        .current_dir(room.path(""))
        .output()
        .unwrap();
    check_refusal(1, &Ran::from(ran), &["displacement.exr", "File too large"]);
    assert_eq!(room.names(), ["sea.toml"]);
}
