//! Where the surface is at a place, on the CPU: for an eye about to go under.

use super::CascadeTextures;
use crate::grid::Grid;
use glam::{DVec2, Vec2, Vec3};

/// How often a place is corrected for its displacement.
const CORRECTIONS: usize = 6;

/// Metres to either side between which the slope is measured.
const BESIDE: f64 = 0.05;

impl CascadeTextures {
    /// The height of the surface over a place, x and z of the water in metres, and its slopes along them there.
    pub(in crate::view) fn surface_at(&self, place: DVec2) -> (f32, Vec2) {
        let height = |x: f64, z: f64| self.height_over(place + DVec2::new(x, z));
        let slope = |x: f64, z: f64| (height(x, z) - height(-x, -z)) / (2.0 * BESIDE) as f32;
        (
            height(0.0, 0.0),
            Vec2::new(slope(BESIDE, 0.0), slope(0.0, BESIDE)),
        )
    }

    fn height_over(&self, place: DVec2) -> f32 {
        let mut rest = place;
        for _ in 0..CORRECTIONS {
            let moved = self.moved(rest);
            rest = place - DVec2::new(f64::from(moved.x), f64::from(moved.z));
        }
        self.moved(rest).y
    }

    /// λD and h of the point that rests there.
    fn moved(&self, rest: DVec2) -> Vec3 {
        let Some(first) = self.cascades.first() else {
            return Vec3::ZERO;
        };
        let corner = -self.half + 0.5 * first.spacing;
        let mut sum = Vec3::ZERO;
        for (index, cascade) in self.cascades.iter().enumerate() {
            let Some(points) = cascade.levels[0].first() else {
                continue;
            };
            let size = DVec2::new(points.columns() as f64, points.rows() as f64);
            let tiling = self.tiling.filter(|_| index < self.tiled);
            match (self.window.filter(|_| index >= self.tiled), tiling) {
                (Some(window), _) => {
                    let (u, v) = window.fraction(rest.to_array());
                    if (0.0..1.0).contains(&u) && (0.0..1.0).contains(&v) {
                        sum += blended(points, DVec2::new(u, v) - 0.5 / size);
                    }
                }
                (None, Some(tiling)) => {
                    let uv = (rest - corner) / cascade.length;
                    for tap in tiling.taps(rest / cascade.length) {
                        if tap.weight > 0.0 {
                            sum += tap.weight as f32 * blended(points, uv + tap.shift);
                        }
                    }
                }
                (None, None) => sum += blended(points, (rest - corner) / cascade.length),
            }
        }
        sum
    }
}

/// Of a field that repeats, between its points, the first of which is at 0.
fn blended(points: &Grid<[f32; 4]>, uv: DVec2) -> Vec3 {
    let size = DVec2::new(points.columns() as f64, points.rows() as f64);
    let cell = uv.rem_euclid(DVec2::ONE) * size;
    let share = cell.fract().as_vec2();
    let at = |i: usize, j: usize| {
        let column = (cell.x as usize + i) % points.columns();
        let row = (cell.y as usize + j) % points.rows();
        Vec3::from_slice(&points[(column, row)][..3])
    };
    let near = at(0, 0).lerp(at(1, 0), share.x);
    near.lerp(at(0, 1).lerp(at(1, 1), share.x), share.y)
}
