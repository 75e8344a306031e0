//! `bake` of several cascades: each has its own maps, and their sum is the sea, including its normals.

use super::bake::assert_same;
use super::baked::*;
use std::f64::consts::{PI, TAU};
use waterlab::parameter::Value;

#[test]
fn every_cascade_is_a_set_of_maps_with_its_own_length() {
    let folder = sea_folder();
    let more = format!("--maps {ALL} --format exr --time 1");
    let sets = "--set water.cascades=3 --set water.cascade_ratio=3";
    bake(&folder, "maps", &format!("{more} {sets}"));
    let sea = sea(&[
        ("cascades", Value::Integer(3)),
        ("cascade_ratio", Value::Integer(3)),
    ]);
    let state = at(&sea, 1.0);
    let manifest = manifest(&folder, "maps");
    let patches = sea.waves().patches();
    assert_eq!(manifest["tiles"].as_array().unwrap().len(), patches.len());
    for (tile, patch) in patches.iter().enumerate() {
        let entry = &manifest["tiles"][tile];
        assert_eq!(entry["length_x"], patch.length_x);
        assert_eq!(entry["length_z"], patch.length_z);
        assert_eq!(entry["spacing"], patch.spacing());
        for map_entry in entry["maps"].as_array().unwrap() {
            let map = map_entry["map"].as_str().unwrap();
            if patches.len() > 1 {
                let files = format!("{map}_c{tile}.exr");
                assert_eq!(map_entry["files"], *files);
            }
            let (picture, _) = decoded(&folder, "maps", tile, map, 0);
            assert_same(&picture, &expected(&sea, &state, tile, map), 1e-6, map);
        }
        // Foam and Jacobian belong to the sum and are written once.
        let count = entry["maps"].as_array().unwrap().len();
        assert_eq!(count, if tile == 0 { 7 } else { 5 });
    }
}

/// ∂/∂x or ∂/∂z of a channel of a tile: the exact derivative of the trigonometric interpolation along a side of `length`
/// metres with an even number of points, without the Nyquist wave.
fn derivative(channel: &[f64], along_z: bool, length: f64) -> Vec<f64> {
    let (count, stride) = if along_z {
        (ROWS, COLUMNS)
    } else {
        (COLUMNS, 1)
    };
    let factor = |apart: usize| {
        let sign = if apart.is_multiple_of(2) { 1.0 } else { -1.0 };
        0.5 * sign / (PI * apart as f64 / count as f64).tan() * TAU / length
    };
    let slope = |at: usize| {
        let own = at / stride % count;
        let first = at - own * stride;
        let there = |apart: usize| channel[first + (own + count - apart) % count * stride];
        (1..count).map(|apart| factor(apart) * there(apart)).sum()
    };
    (0..channel.len()).map(slope).collect()
}

/// The angle between two unit vectors, in degrees.
fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    let sine = cross(a, b)
        .iter()
        .map(|part| part * part)
        .sum::<f64>()
        .sqrt();
    sine.min(1.0).asin().to_degrees()
}

#[test]
fn slopes_and_strains_of_all_cascades_add_up_to_the_normal() {
    const RATIO: usize = 3;
    let folder = sea_folder();
    let sets = "--set water.cascades=2 --set water.cascade_ratio=3";
    for (format, max) in [("exr", 1e-3), ("png16", 0.02)] {
        let maps = format!("--maps displacement,normal,slope,strain --format {format}");
        bake(&folder, format, &format!("{maps} --time 2 {sets}"));
        let read = |tile, map| decoded(&folder, format, tile, map, 0).0.channels;
        // The index in a tile of a point of the large tile.
        let at = |tile: usize, point: usize| {
            let times = RATIO.pow(tile as u32);
            let (column, row) = (
                point % COLUMNS * times % COLUMNS,
                point / COLUMNS * times % ROWS,
            );
            row * COLUMNS + column
        };
        // Tangents of the displaced surface: (1, 0, 0) and (0, 0, 1) plus the derivatives of the displacement.
        let mut tangents = vec![[[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]; COLUMNS * ROWS];
        // Σ slope, Σ strain, and Σ (x/up, z/up) of the normals.
        let mut sums = vec![([0.0; 2], [0.0; 3], [0.0; 2]); COLUMNS * ROWS];
        for tile in 0..2 {
            let length = 60.0 / RATIO.pow(tile as u32) as f64;
            let moved = read(tile, "displacement");
            let (slope, strain) = (read(tile, "slope"), read(tile, "strain"));
            let normal = read(tile, "normal");
            for (part, channel) in moved.iter().enumerate() {
                let along = [
                    (false, length),
                    (true, length * ROWS as f64 / COLUMNS as f64),
                ];
                for (way, (along_z, length)) in along.into_iter().enumerate() {
                    let derivative = derivative(channel, along_z, length);
                    for (point, tangents) in tangents.iter_mut().enumerate() {
                        tangents[way][part] += derivative[at(tile, point)];
                    }
                }
            }
            for (point, (g, e, n)) in sums.iter_mut().enumerate() {
                let at = at(tile, point);
                g.iter_mut()
                    .zip(&slope)
                    .for_each(|(sum, slope)| *sum += slope[at]);
                e.iter_mut()
                    .zip(&strain)
                    .for_each(|(sum, strain)| *sum += strain[at]);
                n[0] += normal[0][at] / normal[2][at];
                n[1] -= normal[1][at] / normal[2][at];
            }
        }
        let (mut worst, mut worst_of_sums) = (0.0_f64, 0.0_f64);
        for ([to_x, to_z], (g, e, n)) in tangents.into_iter().zip(sums) {
            let expected = upward(cross(to_z, to_x));
            // The formula of the README.
            let found = upward([
                e[2] * g[1] - (1.0 + e[1]) * g[0],
                (1.0 + e[0]) * (1.0 + e[1]) - e[2] * e[2],
                e[2] * g[0] - (1.0 + e[0]) * g[1],
            ]);
            worst = worst.max(apart(found, expected));
            worst_of_sums = worst_of_sums.max(apart(upward([n[0], 1.0, n[1]]), expected));
        }
        assert!(worst < max, "{format}: {worst}°");
        // The sum of the normals is not the normal.
        assert!(worst_of_sums > 1.0, "{format}: {worst_of_sums}°");
    }
}
