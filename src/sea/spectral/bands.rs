//! Which waves lie on which tile of a cascade: each wave number on one of them.

use crate::sea::Patch;
use std::f64::consts::{PI, TAU};
use std::ops::Range;

/// Where tiles meet, the longest waves of the smaller one go so often into its shorter side, if the larger has such short ones.
const WAVES_A_SIDE: f64 = 6.0;

/// Tiles of as many cells as `largest`, each `ratio` times smaller than the one before, with the wave numbers |k| in rad/m
/// of each; together these are all from 0 on.
pub(super) fn cascade(largest: Patch, count: usize, ratio: usize) -> Vec<(Patch, Range<f64>)> {
    let shrunk = |times: usize| {
        let factor = (ratio as f64).powi(times as i32);
        Patch {
            length_x: largest.length_x / factor,
            length_z: largest.length_z / factor,
            ..largest
        }
    };
    let patches: Vec<Patch> = (0..count.max(1)).map(shrunk).collect();
    let mut edges = vec![0.0];
    for pair in patches.windows(2) {
        let side = pair[1].length_x.min(pair[1].length_z);
        let shortest = PI / pair[0].spacing();
        edges.push((WAVES_A_SIDE * TAU / side).min(shortest));
    }
    edges.push(f64::INFINITY);
    let bands = edges.windows(2).map(|pair| pair[0]..pair[1]);
    patches.into_iter().zip(bands).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_follow_each_other_without_gap_or_overlap() {
        for (columns, rows, count, ratio) in [(256, 256, 4, 7), (64, 32, 3, 4), (128, 512, 4, 32)] {
            let tiles = cascade(Patch::new(columns, rows, 1000.0), count, ratio);
            assert_eq!(tiles.len(), count);
            assert_eq!(tiles[0].1.start, 0.0);
            assert_eq!(tiles[count - 1].1.end, f64::INFINITY);
            for pair in tiles.windows(2) {
                let edge = pair[0].1.end;
                assert_eq!(edge, pair[1].1.start);
                assert!(edge > pair[0].1.start);
                // The larger tile has all waves up to there, its shortest being two cells long.
                assert!(edge <= PI / pair[0].0.spacing());
                let side = pair[1].0.length_x.min(pair[1].0.length_z);
                assert!(edge >= 2.0 * TAU / side, "two waves on the smaller tile");
                assert!((pair[0].0.length_x / pair[1].0.length_x - ratio as f64).abs() < 1e-9);
            }
        }
        let tiles = cascade(Patch::new(256, 256, 700.0), 2, 7);
        assert!((tiles[0].1.end - 6.0 * TAU / 100.0).abs() < 1e-12);
        let tiles = cascade(Patch::new(64, 64, 700.0), 2, 7);
        assert!(
            (tiles[0].1.end - 32.0 * TAU / 700.0).abs() < 1e-12,
            "the shortest of the larger"
        );
    }
}
