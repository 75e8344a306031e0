//! A panorama in place of the computed sky (docs/models.md §13): a picture of all directions, resampled to the sky's table.
//!
//! It is equirectangular: rows are even in elevation, straight up in the first, straight down in the last; columns are even in
//! azimuth, −z in the middle, +x a quarter to the right of it.

use super::harmonics::Harmonics;
use super::{harmonics_of, towards};
use crate::grid::Grid;
use glam::Vec3;
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use std::sync::Arc;

/// Columns of the table: of a small panorama so many that none of its pixels is lost near the horizon; of a large one no more than
/// every driver takes.
const COLUMNS: std::ops::RangeInclusive<usize> = 512..=2048;

/// The maximum of a half float.
const BRIGHTEST: f32 = 65504.0;

/// The radiance of all directions, from a picture.
#[derive(Clone, Debug)]
pub struct Panorama {
    pub(super) table: Arc<Grid<[f32; 4]>>,
    pub(super) harmonics: Harmonics,
}

impl Panorama {
    /// Whether a picture of this size is a valid panorama: twice as wide as high.
    pub fn fits((columns, rows): (usize, usize)) -> bool {
        columns == 2 * rows
    }

    /// A panorama from a picture of linear radiance, red, green and blue; `None` unless it is twice as wide as high. Negative values and
    /// NaN count as black, and values are clamped to 65504.
    ///
    /// ```
    /// use waterlab_core::grid::Grid;
    /// use waterlab_core::light::Panorama;
    ///
    /// assert!(Panorama::new(&Grid::new(64, 32, [0.5_f32; 3])).is_some());
    /// assert!(Panorama::new(&Grid::new(64, 64, [0.5_f32; 3])).is_none());
    /// ```
    pub fn new(picture: &Grid<[f32; 3]>) -> Option<Self> {
        if !Self::fits((picture.columns(), picture.rows())) {
            return None;
        }
        let columns = picture.columns().clamp(*COLUMNS.start(), *COLUMNS.end());
        let rows = columns / 2;
        let mut table = Grid::new(columns, rows, [0.0; 4]);
        // Rows of the table are twice as high at the top as those of an even picture.
        let across = picture.columns().div_ceil(columns);
        let along = (2 * picture.rows()).div_ceil(rows);
        crate::threads::in_bands_from(1, table.cells_mut(), columns, |first, band| {
            for (index, cells) in band.chunks_mut(columns).enumerate() {
                for (column, cell) in cells.iter_mut().enumerate() {
                    let mut sum = Vec3::ZERO;
                    for sample in 0..across * along {
                        let [right, down] = [(sample % across, across), (sample / across, along)]
                            .map(|(part, parts)| (part as f32 + 0.5) / parts as f32 - 0.5);
                        let place = (column as f32 + right, (first + index) as f32 + down);
                        sum += radiance(picture, towards(place, (columns, rows)));
                    }
                    *cell = (sum / (across * along) as f32).extend(0.0).to_array();
                }
            }
        });
        Some(Self {
            harmonics: harmonics_of(&table),
            table: Arc::new(table),
        })
    }
}

/// Radiance from a unit direction, bilinear between pixels, round and round along the columns; not across the horizon, where ground
/// and sky meet as an edge.
fn radiance(picture: &Grid<[f32; 3]>, towards: Vec3) -> Vec3 {
    let azimuth = towards.x.atan2(-towards.z);
    let across = (0.5 + azimuth / TAU) * picture.columns() as f32 - 0.5;
    let elevation = towards.y.clamp(-1.0, 1.0).asin();
    let down = (FRAC_PI_2 - elevation) / PI * picture.rows() as f32 - 0.5;
    let middle = (picture.rows() / 2) as f32;
    let down = match elevation {
        _ if picture.rows() % 2 == 1 => down,
        0.0.. => down.min(middle - 1.0),
        _ => down.max(middle),
    };
    let (column, row) = (across.floor(), down.floor());
    let pixel = |right: i64, below: i64| {
        let column = (column as i64 + right).rem_euclid(picture.columns() as i64);
        let light = picture.clamped(column, row as i64 + below);
        Vec3::from(light.map(|light| match light.is_nan() {
            true => 0.0,
            false => light.clamp(0.0, BRIGHTEST),
        }))
    };
    let along = |below: i64| pixel(0, below).lerp(pixel(1, below), across - column);
    along(0).lerp(along(1), down - row)
}

#[cfg(test)]
mod tests {
    use super::super::{Atmosphere, Sky, SkyConditions};
    use super::*;

    fn under(picture: &Grid<[f32; 3]>) -> Sky {
        let panorama = Panorama::new(picture).expect("a panorama");
        let none = SkyConditions {
            strength: 0.0,
            ..SkyConditions::default()
        };
        Sky::under(&panorama, &Atmosphere::new(1.0), &none)
    }

    #[test]
    fn each_side_of_the_panorama_has_its_direction() {
        // Red toward −z, green toward +x, blue toward +z, white above.
        let picture = Grid::from_fn(64, 32, |column, row| match (column, row) {
            (_, 0..4) => [1.0, 1.0, 1.0],
            (24..40, _) => [1.0, 0.0, 0.0],
            (40..56, _) => [0.0, 1.0, 0.0],
            (8..24, _) => [0.5, 0.5, 0.0],
            _ => [0.0, 0.0, 1.0],
        });
        let sky = under(&picture);
        for (towards, expected) in [
            (Vec3::NEG_Z, [1.0, 0.0, 0.0]),
            (Vec3::X, [0.0, 1.0, 0.0]),
            (Vec3::NEG_X, [0.5, 0.5, 0.0]),
            (Vec3::new(0.01, 0.0, 1.0), [0.0, 0.0, 1.0]),
            (Vec3::new(-0.01, 0.0, 1.0), [0.0, 0.0, 1.0]),
            (Vec3::Y, [1.0, 1.0, 1.0]),
        ] {
            let seen = sky.radiance(towards);
            assert!(
                seen.abs_diff_eq(Vec3::from(expected), 1e-3),
                "{towards}: {seen}"
            );
        }
    }

    #[test]
    fn sky_and_ground_are_separated_exactly_at_the_horizon() {
        let [above, below] = [[0.3, 0.5, 0.9], [0.9, 0.1, 0.05]];
        let picture = Grid::from_fn(64, 32, |_, row| if row < 16 { above } else { below });
        for azimuth in [0.0, 1.0, 2.5_f32] {
            let level = Vec3::new(azimuth.sin(), 0.0, -azimuth.cos());
            for (high, expected) in [(1e-3, above), (-1e-3, below)] {
                let seen = radiance(&picture, (level + high * Vec3::Y).normalize());
                assert!(
                    seen.abs_diff_eq(Vec3::from(expected), 1e-6),
                    "{high}: {seen}"
                );
            }
        }
    }

    #[test]
    fn a_uniform_panorama_is_uniform_and_gives_pi_times_its_radiance() {
        for size in [(2, 1), (64, 32), (5000, 2500)] {
            let sky = under(&Grid::new(size.0, size.1, [0.25, 0.5, 4.0]));
            for towards in [Vec3::Y, Vec3::X, Vec3::NEG_Y, Vec3::new(0.3, 0.2, -0.9)] {
                let seen = sky.radiance(towards);
                assert!(seen.abs_diff_eq(Vec3::new(0.25, 0.5, 4.0), 1e-5), "{seen}");
                let lit = sky.irradiance(towards) / PI;
                assert!(lit.abs_diff_eq(Vec3::new(0.25, 0.5, 4.0), 2e-2), "{lit}");
            }
            assert_eq!(sky.sun_irradiance(), Vec3::ZERO);
        }
    }

    #[test]
    fn invalid_radiance_is_black_and_large_radiance_is_clamped() {
        let picture = Grid::new(4, 2, [f32::NAN, -1.0, f32::INFINITY]);
        let seen = under(&picture).radiance(Vec3::Y);
        assert_eq!(seen.to_array(), [0.0, 0.0, BRIGHTEST]);
    }
}
