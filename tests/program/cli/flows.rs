//! Water that flows over ground: its files, its fields, and bad input.

use crate::support::{TempFolder, npy_of_any_shape};
use std::io::Cursor;
use waterlab::grid::Grid;
use waterlab::scene::image_file::write_single_channel;

fn write(folder: &TempFolder, name: &str, numbers: &Grid<f32>) {
    let mut exr = Cursor::new(Vec::new());
    write_single_channel(numbers, &mut exr).expect("written");
    std::fs::write(folder.path(name), exr.into_inner()).expect("saved");
}

/// A bank that rises from −1 m to 0.75 m.
fn bank() -> Grid<f32> {
    Grid::from_fn(8, 4, |column, _| 0.25 * column as f32 - 1.0)
}

#[test]
fn ground_and_start_give_height_depth_and_flow() {
    let folder = TempFolder::new();
    write(&folder, "bed.exr", &bank());
    write(&folder, "start.exr", &Grid::new(8, 4, 0.25));
    let scene = "[water]\nmodel = \"shallow\"\nsize = [8, 4]\nlength = 8\nbed_map = \"bed.exr\"\n[start]\nheights = \"start.exr\"\n";
    std::fs::write(folder.path("bank.toml"), scene).expect("saved");
    let field = |what: &str| {
        let out = format!("{what}.npy");
        folder.succeeds(&format!(
            "field bank.toml --what {what} --steps 30 --out {out}"
        ));
        npy_of_any_shape(&folder.read(&out)).1
    };
    let (height, depth, flow) = (field("height"), field("depth"), field("flow"));
    for (cell, bed) in bank().cells().iter().enumerate() {
        assert_eq!(height[cell], bed.max(0.25), "the ground where it is dry");
        assert_eq!(depth[cell], (0.25 - bed).max(0.0));
        assert_eq!(
            flow[2 * cell..2 * cell + 2],
            [0.0, 0.0],
            "level water stays still"
        );
    }
}

#[test]
fn bad_ground_and_water_without_ground_are_refused_in_one_line() {
    let folder = TempFolder::new();
    let field = "field --model shallow --set water.size=[8,4] --steps 1 --out a.npy";
    for (name, number) in [("nan.exr", f32::NAN), ("sky.exr", 20_000.0)] {
        let mut bed = bank();
        bed[(3, 2)] = number;
        write(&folder, name, &bed);
        folder.fails(&format!("{field} --set water.bed_map={name}"), &[name]);
    }
    folder.fails(
        &format!("{field} --set water.manning=-1"),
        &["manning", "0"],
    );
    folder.fails(
        &format!("{field} --set water.edges=sponge"),
        &["edges", "wall", "open"],
    );
    folder.fails(
        "field --model ripple --what flow --steps 1 --out a.npy",
        &["flow", "shallow"],
    );
    // Dry ground is allowed, with a word.
    write(&folder, "high.exr", &Grid::new(8, 4, 2.0));
    let result = folder.run(&format!("{field} --set water.bed_map=high.exr"));
    assert_eq!(result.code, 0, "{result:?}");
    assert!(
        result.err.contains("warning: ") && result.err.contains("[[fill]]"),
        "{result:?}"
    );
    let result = folder.run(&format!(
        "{field} --set water.bed_map=high.exr --set fill=[{{level=3}}]"
    ));
    assert!(!result.err.contains("warning: "), "{result:?}");
}

#[test]
fn a_table_gives_the_level_at_an_edge_and_a_bad_one_is_refused_with_its_line() {
    let folder = TempFolder::new();
    let field = "field --model shallow --set water.size=[24,4] --set water.west=level --set water.damping=2 --steps 1200";
    std::fs::write(folder.path("gauge.csv"), "seconds,metres\n0,0\n4,0.05\n").expect("saved");
    folder.succeeds(&format!(
        "{field} --set water.level_file=gauge.csv --out a.npy"
    ));
    for level in npy_of_any_shape(&folder.read("a.npy")).1 {
        assert!((level - 0.05).abs() < 1e-3, "{level}");
    }
    std::fs::write(folder.path("bad.csv"), "0,0\n4,high\n").expect("saved");
    folder.fails(
        &format!("{field} --set water.level_file=bad.csv --out b.npy"),
        &["bad.csv", "line 2", "`4,high`"],
    );
    folder.fails(
        &format!("{field} --set water.level_file=none.csv --out b.npy"),
        &["none.csv", "no such file"],
    );
}

#[test]
fn an_inflow_that_meets_a_wall_is_named() {
    let folder = TempFolder::new();
    let field = "field --model shallow --set water.size=[24,12] --set water.west=inflow --steps 1 --out a.npy";
    let wall = |from: &str, to: &str| {
        format!("{field} --set obstacle=[{{wall={{from={from},to={to},thickness=3}}}}]")
    };
    for (command, is_closed) in [
        (field.to_owned(), false),
        (wall("[0,0]", "[0,1]"), true),
        (wall("[0,0]", "[0,0.5]"), false),
        (wall("[1,0]", "[1,1]"), false),
    ] {
        let result = folder.run(&command);
        assert_eq!(result.code, 0, "{result:?}");
        let is_named = result
            .err
            .contains("warning: a wall closes the whole west edge");
        assert_eq!(is_named, is_closed, "{command} {result:?}");
    }
}
