//! `bake`: the maps equal the sea of the library, and tile in space and time.

use super::baked::*;
use waterlab::parameter::Value;

#[track_caller]
pub fn assert_same(got: &Picture, expected: &[Vec<f64>], tolerance: f64, what: &str) {
    assert_eq!((got.width, got.height), (COLUMNS, ROWS), "{what}");
    assert_eq!(got.channels.len(), expected.len(), "{what}");
    for (channel, (got, expected)) in got.channels.iter().zip(expected).enumerate() {
        for (at, (got, expected)) in got.iter().zip(expected).enumerate() {
            assert!(
                (got - expected).abs() <= tolerance,
                "{what}, channel {channel}, cell {at}: {got} for {expected}"
            );
        }
    }
}

#[test]
fn an_exr_has_the_values_of_the_sea_at_that_time() {
    let folder = sea_folder();
    let stdout = bake(
        &folder,
        "maps",
        &format!("--maps {ALL} --format exr --time 3.25"),
    );
    assert_eq!(stdout, "");
    let sea = sea(&[]);
    let state = at(&sea, 3.25);
    for map in MAPS {
        let (picture, _) = decoded(&folder, "maps", 0, map, 0);
        let rounding = match map {
            // Products that the library does not compute.
            "displacement" | "normal" | "strain" => 2e-7,
            _ => 0.0,
        };
        assert_same(&picture, &expected(&sea, &state, 0, map), rounding, map);
    }
    assert!(
        decoded(&folder, "maps", 0, "height", 0).0.channels[0]
            .iter()
            .any(|&h| h > 0.2)
    );
}

#[test]
fn png_levels_decode_by_the_manifest_within_half_a_level() {
    let folder = sea_folder();
    let sea = sea(&[]);
    let state = at(&sea, 1.5);
    for (format, bits) in [("png8", 8), ("png16", 16)] {
        let more = format!("--maps {ALL} --format {format} --time 1.5");
        assert_eq!(bake(&folder, format, &more), "", "nothing is clamped");
        for map in MAPS {
            let entry = entry(&manifest(&folder, format), 0, map);
            assert_eq!(entry["bits"], bits);
            assert_eq!(entry["colour_space"], "linear");
            let (picture, half) = decoded(&folder, format, 0, map, 0);
            let expected = expected(&sea, &state, 0, map);
            assert_same(&picture, &expected, half * 1.001 + 1e-6, map);
        }
    }
}

#[test]
fn a_default_range_covers_every_frame_and_wastes_few_bits() {
    let folder = sea_folder();
    let more = format!("--maps {ALL} --format png16 --count 12");
    assert_eq!(bake(&folder, "maps", &more), "", "nothing is clamped");
    for map in ["height", "displacement", "slope", "strain", "jacobian"] {
        let entry = entry(&manifest(&folder, "maps"), 0, map);
        let low = entry["range"]["low"].as_f64().unwrap();
        let high = entry["range"]["high"].as_f64().unwrap();
        let middle = if map == "jacobian" { 1.0 } else { 0.0 };
        assert!(
            (low + high - 2.0 * middle).abs() < 1e-9,
            "{map}: {low} {high}"
        );
        let farthest = (0..12)
            .flat_map(|frame| decoded(&folder, "maps", 0, map, frame).0.channels)
            .flatten()
            .map(|number| (number - middle).abs())
            .fold(0.0, f64::max);
        // Fewer than three of the sixteen bits are unused.
        assert!(
            farthest <= high - middle && farthest > (high - middle) / 8.0,
            "{map}: {farthest} of {}",
            high - middle
        );
    }
}

/// The largest difference between neighbours within the map, and across the seam, along x and along z.
fn differences(width: usize, height: usize, of: impl Fn(usize, usize) -> f64) -> (f64, f64) {
    let (mut within, mut across) = (0.0_f64, 0.0_f64);
    for row in 0..height {
        for column in 0..width {
            let here = of(column, row);
            let right = (here - of((column + 1) % width, row)).abs();
            let below = (here - of(column, (row + 1) % height)).abs();
            let seam = |is_seam: bool, difference: f64| if is_seam { difference } else { 0.0 };
            across = across.max(seam(column + 1 == width, right));
            across = across.max(seam(row + 1 == height, below));
            within = within.max(seam(column + 1 < width, right));
            within = within.max(seam(row + 1 < height, below));
        }
    }
    (within, across)
}

#[test]
fn a_map_tiles_without_a_seam() {
    let folder = sea_folder();
    bake(&folder, "maps", &format!("--maps {ALL} --time 2"));
    for map in MAPS {
        let (picture, _) = decoded(&folder, "maps", 0, map, 0);
        for channel in &picture.channels {
            let at = |column: usize, row: usize| channel[row * COLUMNS + column];
            let (within, across) = differences(COLUMNS, ROWS, at);
            assert!(
                across <= within,
                "{map}: {across} at the seam, {within} elsewhere"
            );
        }
    }
    // The check is sharp: a part of the map does not tile.
    let (picture, _) = decoded(&folder, "maps", 0, "height", 0);
    let at = |column: usize, row: usize| picture.channels[0][row * COLUMNS + column];
    let (within, across) = differences(COLUMNS / 2, ROWS / 2, at);
    assert!(across > within);
}

#[test]
fn a_loop_returns_to_its_first_frame_without_a_jump() {
    let folder = sea_folder();
    let maps = format!("--maps {ALL} --format exr");
    bake(&folder, "loop", &format!("{maps} --count 24"));
    bake(&folder, "end", &format!("{maps} --time 6"));
    let sea = sea(&[]);
    for map in MAPS {
        let frame = |number: usize| decoded(&folder, "loop", 0, map, number).0.channels.concat();
        let first = frame(0);
        // Frame 24 would be this one.
        let end = decoded(&folder, "end", 0, map, 0).0.channels.concat();
        for (end, first) in end.iter().zip(&first) {
            assert!((end - first).abs() < 1e-5, "{map}: {end} for {first}");
        }
        let fifth = expected(&sea, &at(&sea, 5.0 * PERIOD / 24.0), 0, map).concat();
        for (got, expected) in frame(5).iter().zip(&fifth) {
            assert!((got - expected).abs() < 1e-6, "{map}: frame 5");
        }
        let jump = |a: &[f64], b: &[f64]| {
            let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
            differences.fold(0.0, f64::max)
        };
        let within = (0..23).map(|number| jump(&frame(number), &frame(number + 1)));
        let within = within.fold(0.0, f64::max);
        let back = jump(&frame(23), &first);
        assert!(
            back <= 1.2 * within,
            "{map}: {back} back, {within} elsewhere"
        );
    }
}

#[test]
fn a_normal_is_perpendicular_to_the_displaced_surface() {
    let folder = sea_folder();
    // Waves of many cells, so that differences approximate derivatives.
    let more = "--maps displacement,normal --format exr";
    let smooth = "--set water.cutoff=3";
    for (way, sign) in [("up", -1.0), ("down", 1.0)] {
        let all = format!("{more} {smooth} --normal-y {way}");
        bake(&folder, way, &all);
        let moved = decoded(&folder, way, 0, "displacement", 0).0.channels;
        let normals = decoded(&folder, way, 0, "normal", 0).0.channels;
        let spacing = 60.0 / COLUMNS as f64;
        let mut steepest = 1.0_f64;
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let index = |column: usize, row: usize| (row % ROWS) * COLUMNS + column % COLUMNS;
                // Differences of fourth order.
                let along = |channel: &[f64], to: &dyn Fn(usize) -> usize| {
                    let at = |steps: usize| channel[to(steps)];
                    (8.0 * (at(3) - at(1)) - (at(4) - at(0))) / (12.0 * spacing)
                };
                let along_x = |steps| index(column + COLUMNS + steps - 2, row);
                let along_z = |steps| index(column, row + ROWS + steps - 2);
                let [x, y, z] = [0, 1, 2].map(|part| &*moved[part]);
                let to_x = [
                    1.0 + along(x, &along_x),
                    along(y, &along_x),
                    along(z, &along_x),
                ];
                let to_z = [
                    along(x, &along_z),
                    along(y, &along_z),
                    1.0 + along(z, &along_z),
                ];
                let normal = upward(cross(to_z, to_x));
                let at = index(column, row);
                let got = [normals[0][at], normals[2][at], sign * normals[1][at]];
                let length = got.iter().map(|part| part * part).sum::<f64>().sqrt();
                assert!((length - 1.0).abs() < 1e-6, "{length}");
                for (got, expected) in got.iter().zip(normal) {
                    assert!((got - expected).abs() < 0.01, "{got} for {expected}");
                }
                steepest = steepest.min(got[1]);
            }
        }
        assert!(steepest < 0.98, "the sea is flat: {steepest}");
    }
}

#[test]
fn normals_of_a_folded_sea_point_up() {
    let folder = sea_folder();
    let more = "--maps normal,jacobian --format exr";
    bake(&folder, "m", &format!("{more} --set water.choppiness=4"));
    let jacobian = decoded(&folder, "m", 0, "jacobian", 0).0;
    assert!(
        jacobian.channels[0].iter().any(|&area| area < 0.0),
        "it folds"
    );
    let normal = decoded(&folder, "m", 0, "normal", 0).0;
    assert!(normal.channels[2].iter().all(|&up| up >= 0.0));
    let sea = sea(&[("choppiness", Value::Real(4.0))]);
    let expected = expected(&sea, &at(&sea, 0.0), 0, "normal");
    assert_same(&normal, &expected, 1e-5, "normal");
}

#[test]
fn the_cells_of_an_atlas_are_the_frames_row_by_row() {
    let folder = sea_folder();
    for format in ["png8", "png16", "exr"] {
        let maps = format!("--maps displacement,foam,jacobian --format {format}");
        bake(&folder, "atlas", &format!("{maps} --atlas 3x2"));
        bake(&folder, "loop", &format!("{maps} --count 6"));
        let manifest = manifest(&folder, "atlas");
        assert_eq!(manifest["atlas"]["columns"], 3);
        assert_eq!(manifest["atlas"]["rows"], 2);
        assert_eq!(manifest["frames"], 6);
        for map in ["displacement", "foam", "jacobian"] {
            let (atlas, _) = decoded(&folder, "atlas", 0, map, 0);
            assert_eq!((atlas.width, atlas.height), (3 * COLUMNS, 2 * ROWS));
            for number in 0..6 {
                let (left, top) = (number % 3 * COLUMNS, number / 3 * ROWS);
                let (frame, _) = decoded(&folder, "loop", 0, map, number);
                for (atlas, frame) in atlas.channels.iter().zip(&frame.channels) {
                    for (row, frame) in frame.chunks(COLUMNS).enumerate() {
                        let start = (top + row) * 3 * COLUMNS + left;
                        assert_eq!(atlas[start..][..COLUMNS], *frame, "{map} {number} {row}");
                    }
                }
            }
        }
    }
}

#[test]
fn gerstner_waves_are_baked_and_listed_in_the_manifest() {
    let folder = sea_folder();
    let scene = "
        [water]
        model = \"gerstner\"
        size = [32, 32]
        patch = 64
        [[wave]]
        length = 32
        amplitude = 0.75
        [[wave]]
        length = 16
        amplitude = 0.25
        direction = 90
        phase = 30
        ";
    folder.write("sea.toml", scene);
    bake(&folder, "maps", "--period 8 --count 4");
    let manifest = manifest(&folder, "maps");
    assert_eq!(manifest["model"], "gerstner");
    assert_eq!(manifest["period"], 8.0);
    let waves = manifest["waves"].as_array().unwrap();
    assert_eq!(waves.len(), 2);
    for (key, value) in [
        ("length", 16.0),
        ("amplitude", 0.25),
        ("direction", 90.0),
        ("phase", 30.0),
    ] {
        let found = waves[1][key].as_f64().unwrap();
        assert!((found - value).abs() < 1e-9, "{key}: {found}");
    }
    // At time 0: y = Σ A·cos(k·x0 + φ), x = x0 − Σ (k/|k|)·A·sin(k·x0 + φ).
    let (picture, _) = decoded(&folder, "maps", 0, "displacement", 0);
    let tau = std::f64::consts::TAU;
    for (row, column) in [(0, 0), (3, 5), (17, 30)] {
        let (x, z) = (2.0 * f64::from(column), 2.0 * f64::from(row));
        let long = tau * x / 32.0;
        let short = tau * z / 16.0 + 30_f64.to_radians();
        let expected = [
            -0.75 * long.sin(),
            0.75 * long.cos() + 0.25 * short.cos(),
            -0.25 * short.sin(),
        ];
        for (channel, expected) in picture.channels.iter().zip(expected) {
            let got = channel[(row * 32 + column) as usize];
            assert!((got - expected).abs() < 1e-4, "{got} for {expected}");
        }
    }
    // Waves that do not fit the patch would have seams.
    let loose = "--set water.seamless=false";
    folder.fails(
        &arguments("other", loose),
        &["seams", "water.seamless=true"],
    );
}
