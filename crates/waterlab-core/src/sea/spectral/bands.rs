//! The bands of the cascades: each wave number belongs to one cascade (docs/models.md §9a).

use crate::sea::Patch;
use std::f64::consts::TAU;
use std::ops::Range;

/// Where cascades meet, the longest waves of the smaller one fit this many times into its shorter side, if the larger one resolves such
/// short waves.
const WAVES_A_SIDE: f64 = 6.0;

/// The greatest wave number in rad/m up to which a cascade has all waves: the end of the last whole cell of wave numbers that exists on
/// both sides of 0. For an even count the Nyquist wave exists on one side only.
fn all_up_to(patch: &Patch) -> f64 {
    let axis = |count: usize, length: f64| (((count - 1) / 2) as f64 + 0.5) * TAU / length;
    axis(patch.columns, patch.length_x).min(axis(patch.rows, patch.length_z))
}

/// Cascades with as many cells as `largest`, each `ratio` times smaller than the one before, with the band of wave numbers |k| in rad/m
/// of each; together the bands cover all from 0 on.
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
        edges.push((WAVES_A_SIDE * TAU / side).min(all_up_to(&pair[0])));
    }
    edges.push(f64::INFINITY);
    let bands = edges.windows(2).map(|pair| pair[0]..pair[1]);
    patches.into_iter().zip(bands).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_adjoin_without_gap_or_overlap() {
        for (columns, rows, count, ratio) in [(256, 256, 4, 7), (64, 32, 3, 4), (128, 512, 4, 31)] {
            let cascades = cascade(Patch::new(columns, rows, 1000.0), count, ratio);
            assert_eq!(cascades.len(), count);
            assert_eq!(cascades[0].1.start, 0.0);
            assert_eq!(cascades[count - 1].1.end, f64::INFINITY);
            for pair in cascades.windows(2) {
                let edge = pair[0].1.end;
                assert_eq!(edge, pair[1].1.start);
                assert!(edge > pair[0].1.start);
                // The larger cascade has all waves up to there, 31½ on both sides of 0 for 64 cells.
                let fewest = columns.min(rows) as f64 / 2.0 - 0.5;
                let shorter = pair[0].0.length_x.min(pair[0].0.length_z);
                assert!(edge <= fewest * TAU / shorter * (1.0 + 1e-12));
                let side = pair[1].0.length_x.min(pair[1].0.length_z);
                assert!(edge >= 2.0 * TAU / side, "two waves on the smaller cascade");
                assert!((pair[0].0.length_x / pair[1].0.length_x - ratio as f64).abs() < 1e-9);
            }
        }
        let cascades = cascade(Patch::new(256, 256, 700.0), 2, 7);
        assert!((cascades[0].1.end - 6.0 * TAU / 100.0).abs() < 1e-12);
        let cascades = cascade(Patch::new(64, 64, 700.0), 2, 7);
        assert!(
            (cascades[0].1.end - 31.5 * TAU / 700.0).abs() < 1e-12,
            "the last cell that the larger has on both sides"
        );
        let cascades = cascade(Patch::new(63, 63, 700.0), 2, 7);
        assert!(
            (cascades[0].1.end - 31.5 * TAU / 700.0).abs() < 1e-12,
            "the last cell of the larger"
        );
    }
}
