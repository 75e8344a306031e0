//! Waves too short for the cascades of a sea, as a repeating texture of slopes: near the eye they are seen one by one, farther away they
//! are part of the roughness (docs/models.md §15).
//!
//! Two patches of sines with random phases, each wave with the same slope variance: in the equilibrium range of wind waves every octave
//! has as much of it. The shader moves them apart and scales them to the variance that the cascades lack.

use super::worley::chance;
use crate::grid::Grid;
use crate::sea::SHORTEST_WAVES;
use std::f32::consts::{PI, TAU};
use std::sync::LazyLock;

/// Texels along a side.
const SIDE: usize = 128;

/// Levels of a channel per standard deviation of a slope, which is 127.5 where it is 0.
pub(super) const DEVIATION: f32 = 36.0;

/// Waves in each patch.
const COUNT: i32 = 40;

/// The fewest and the most waves along a side.
const WAVES: [f32; 2] = [7.0, 40.0];

/// ln of the ratio of the shortest to the longest wave.
pub(super) const LOG_RANGE: f32 = 1.743;

/// Waves along a side of the longest, which are as long as two cells of the finest cascade.
pub(super) const LONGEST: f32 = WAVES[0];

/// Slopes along the wind and across it, each of variance 1, of one patch in the first two channels and of another in the last two.
pub(super) static SLOPES: LazyLock<Grid<[u8; 4]>> = LazyLock::new(slopes);

fn slopes() -> Grid<[u8; 4]> {
    let patches = [1, 2].map(patch);
    Grid::from_fn(SIDE, SIDE, |column, row| {
        let [one, other] = [0, 1].map(|index: usize| patches[index][(column, row)]);
        [one[0], one[1], other[0], other[1]]
            .map(|slope| (127.5 + DEVIATION * slope).round().clamp(0.0, 255.0) as u8)
    })
}

fn patch(seed: i32) -> Grid<[f32; 2]> {
    let mut slopes = Grid::new(SIDE, SIDE, [0.0; 2]);
    for index in 0..COUNT {
        // Evenly spaced in ln k, up to 70° from the wind.
        let part = (index as f32 + 0.5) / COUNT as f32;
        let number = WAVES[0] * (WAVES[1] / WAVES[0]).powf(part);
        let [turn, start] = chance(index, seed, COUNT);
        let angle = 70.0_f32.to_radians() * (2.0 * turn - 1.0);
        let [x, z] = [number * angle.cos(), number * angle.sin()].map(f32::round);
        let phase = TAU * start;
        for row in 0..SIDE {
            for column in 0..SIDE {
                let turns = (x * column as f32 + z * row as f32) / SIDE as f32;
                let wave = (TAU * turns + phase).sin() / x.hypot(z);
                let slope = &mut slopes[(column, row)];
                slope[0] += x * wave;
                slope[1] += z * wave;
            }
        }
    }
    for axis in 0..2 {
        let square: f32 = slopes.cells().iter().map(|slope| slope[axis].powi(2)).sum();
        let scale = (square / (SIDE * SIDE) as f32).sqrt().recip();
        for slope in slopes.cells_mut() {
            slope[axis] *= scale;
        }
    }
    slopes
}

/// Cosine and sine of the angle by which the second patch is turned from the wind.
pub(super) const TURN: [f32; 2] = [0.819_152, 0.573_576];

/// The mip level in which the patches have half of their variance, and how fast it fades, as in [`super::worley`].
pub(super) const HALVED: f32 = 1.7;

/// See [`HALVED`].
pub(super) const FADING: f32 = 2.2;

/// The part of the slope variance of waves shorter than two cells of `finest` metres that is that of the texture.
pub(super) fn share(finest: f32) -> f32 {
    let whole = (SHORTEST_WAVES as f32 * finest / PI).max(1.0).ln();
    LOG_RANGE / whole.max(LOG_RANGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_have_the_variance_1_and_no_mean_along_and_across() {
        let slopes = &*SLOPES;
        for channel in 0..4 {
            let value =
                |texel: &[u8; 4]| (f64::from(texel[channel]) - 127.5) / f64::from(DEVIATION);
            let count = slopes.cells().len() as f64;
            let mean = slopes.cells().iter().map(value).sum::<f64>() / count;
            let square = slopes
                .cells()
                .iter()
                .map(|texel| value(texel).powi(2))
                .sum::<f64>();
            assert!(mean.abs() < 0.03, "{channel}: {mean}");
            assert!((square / count - 1.0).abs() < 0.03, "{channel}: {square}");
        }
    }

    #[test]
    fn mip_levels_have_the_variance_that_the_fit_says() {
        let slopes = &*SLOPES;
        let mut level = Grid::from_fn(SIDE, SIDE, |column, row| {
            slopes[(column, row)].map(|channel| f64::from(channel) - 127.5)
        });
        let variance = |grid: &Grid<[f64; 4]>| {
            let squares = grid.cells().iter().flatten().map(|slope| slope * slope);
            squares.sum::<f64>() / grid.cells().len() as f64
        };
        let whole = variance(&level);
        for number in 0..6 {
            let fading = f64::from(FADING) * (f64::from(number) - f64::from(HALVED));
            let (share, fit) = (variance(&level) / whole, 1.0 / (1.0 + fading.exp2()));
            assert!((share - fit).abs() < 0.09, "{number}: {share} {fit}");
            level = Grid::from_fn(level.columns() / 2, level.rows() / 2, |column, row| {
                let four = [(0, 0), (1, 0), (0, 1), (1, 1)]
                    .map(|(x, z)| level[(2 * column + x, 2 * row + z)]);
                [0, 1, 2, 3].map(|channel| four.iter().map(|one| one[channel]).sum::<f64>() / 4.0)
            });
        }
    }

    #[test]
    fn a_coarse_cascade_leaves_a_wider_range_than_the_texture_has() {
        assert!((LOG_RANGE - (WAVES[1] / WAVES[0]).ln()).abs() < 1e-3);
        assert_eq!(share(0.02), 1.0);
        assert!(share(2.0) < share(0.2) && share(0.2) < 1.0);
    }
}
