//! Where colonies of coral grow on the rock of an uneven floor.

use crate::grid::Grid;
use glam::{DVec2, UVec3, Vec2};
use std::f32::consts::TAU;

/// Kinds of coral, in the order of [`Colony::kind`]: the nodes of `textures/corals.glb`.
pub(in crate::view) const CORAL_KINDS: [&str; 4] = ["branching", "table", "brain", "pillars"];

/// Distance between places where one may grow, metres, and the maximum number of them along a side of the floor.
const SPACING: f64 = 0.5;
const MAX_PLACES: f64 = 200.0;

/// Minimum depth of water over a colony, metres.
const MIN_WATER: f32 = 0.3;

/// A colony of coral.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::view) struct Colony {
    /// x and z about the middle of the water, metres.
    pub(in crate::view) place: DVec2,
    /// Depth of its foot, metres.
    pub(in crate::view) depth: f32,
    /// Slope of the floor along x and z: ∂(height)/∂x, ∂(height)/∂z.
    pub(in crate::view) slope: Vec2,
    /// Radius, metres.
    pub(in crate::view) size: f32,
    /// Rotation about the vertical, radians.
    pub(in crate::view) turn: f32,
    pub(in crate::view) kind: usize,
    /// A random number from 0 to 1, for its colour.
    pub(in crate::view) colour: f32,
}

/// The colonies on a floor of this maximum depth and size in metres; `texels` has its depth as a share, and the share of rock. The same for the
/// same floor.
pub(super) fn grown(texels: &Grid<[f32; 2]>, depth: f32, length: DVec2) -> Vec<Colony> {
    let spacing = SPACING.max(length.max_element() / MAX_PLACES);
    let places = (length / spacing).as_u64vec2();
    let texel = length / DVec2::new(texels.columns() as f64, texels.rows() as f64);
    let mut colonies = Vec::new();
    for row in 0..places.y {
        for column in 0..places.x {
            let [x, z, chance] = random([column as u32, row as u32, 0]);
            let [kind, size, turn] = random([column as u32, row as u32, 1]);
            let [colour, ..] = random([column as u32, row as u32, 2]);
            let corner = DVec2::new(column as f64, row as f64);
            let place = (corner + DVec2::new(x.into(), z.into())) * spacing - 0.5 * length;
            let at = |off: DVec2| bilinear(texels, (place + off + 0.5 * length) / texel);
            let [share, rock] = at(DVec2::ZERO);
            // Dense on rock, fewer at its foot, none on sand.
            let wanted = match rock {
                rock if rock > 0.5 => 0.85,
                rock if rock > 0.05 => 0.35,
                _ => 0.0,
            };
            let size = 0.16 + 0.36 * size * size * size;
            let foot = depth * share;
            if chance >= wanted || foot < MIN_WATER + 1.2 * size {
                continue;
            }
            let rise =
                |step: DVec2| (depth * (at(-step)[0] - at(step)[0])) / (2.0 * step.length()) as f32;
            let slope = Vec2::new(rise(DVec2::X * texel.x), rise(DVec2::Y * texel.y));
            // Kinds grow in groups of some metres.
            let group = 0.5 + 0.25 * ((0.55 * place.x).sin() + (0.47 * place.y + 1.0).sin()) as f32;
            let kind = (0.6 * group + 0.4 * kind) * CORAL_KINDS.len() as f32;
            let kind = match (kind as usize).min(CORAL_KINDS.len() - 1) {
                // No plate stands out from a wall.
                1 if slope.length() > 1.0 => 0,
                kind => kind,
            };
            colonies.push(Colony {
                place,
                depth: foot,
                slope,
                size,
                turn: TAU * turn,
                kind,
                colour,
            });
        }
    }
    colonies
}

/// Interpolates linearly, as the GPU does; the middle of the first texel is at (0.5, 0.5).
fn bilinear(texels: &Grid<[f32; 2]>, at: DVec2) -> [f32; 2] {
    let first = (at - 0.5).floor();
    let part = (at - 0.5 - first).as_vec2();
    let texel = |x: i64, z: i64| {
        let [column, row] = first.as_i64vec2().to_array();
        Vec2::from(texels.clamped(column + x, row + z))
    };
    let [low, high] = [0, 1].map(|z| texel(0, z).lerp(texel(1, z), part.x));
    low.lerp(high, part.y).to_array()
}

/// Three independent numbers from 0 to 1 for three integers, as in `lib/random.glsl`: PCG3D (Jarzynski and Olano 2020).
fn random(integers: [u32; 3]) -> [f32; 3] {
    let mut v =
        UVec3::from(integers.map(|n| n.wrapping_mul(1_664_525).wrapping_add(1_013_904_223)));
    let mixed = |mut v: UVec3| {
        v.x = v.x.wrapping_add(v.y.wrapping_mul(v.z));
        v.y = v.y.wrapping_add(v.z.wrapping_mul(v.x));
        v.z = v.z.wrapping_add(v.x.wrapping_mul(v.y));
        v
    };
    v = mixed(v);
    v = mixed(v ^ (v >> 16));
    v.to_array().map(|bits| (bits >> 8) as f32 / 16_777_216.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 40 m of sand with a ridge of rock, 8 m wide, that takes half of the depth.
    fn ridge(depth: f32) -> Vec<Colony> {
        let texels = Grid::from_fn(80, 80, |column, _| match column {
            32..48 => [0.5, 1.0],
            _ => [1.0, 0.0],
        });
        grown(&texels, depth, DVec2::splat(40.0))
    }

    #[test]
    fn corals_grow_on_rock_below_the_surface() {
        let colonies = ridge(4.0);
        let grown = colonies.len();
        // 8 m × 40 m, one place in 0.25 m², of which 85 % have one; fewer at the edges.
        assert!((grown as f32 / 1088.0 - 1.0).abs() < 0.08, "{grown}");
        for colony in &colonies {
            assert!(colony.place.x.abs() < 4.3);
            assert!((2.0..4.0).contains(&colony.depth));
            assert!(colony.size < 0.53 && colony.size > 0.15);
        }
        assert!(
            (0..CORAL_KINDS.len()).all(|kind| colonies.iter().any(|colony| colony.kind == kind))
        );
    }

    #[test]
    fn corals_stand_on_a_slope() {
        // It falls by a half toward +x, and is rock.
        let texels = Grid::from_fn(40, 40, |column, _| {
            [0.2 + (column as f32 + 0.5) / 80.0, 1.0]
        });
        let colonies = grown(&texels, 20.0, DVec2::splat(20.0));
        // Within half a texel of the edge it is level.
        for colony in colonies.iter().filter(|colony| colony.place.x.abs() < 9.0) {
            let depth = 4.0 + 0.5 * (colony.place.x + 10.0) as f32;
            assert!((colony.depth - depth).abs() < 1e-3, "{colony:?}");
            assert!(
                (colony.slope - Vec2::new(-0.5, 0.0)).length() < 1e-3,
                "{colony:?}"
            );
        }
        assert!(colonies.len() > 500);
    }

    #[test]
    fn no_coral_reaches_out_of_shallow_water() {
        // 0.4 m of water over the rock, 0.8 m at its foot.
        for colony in ridge(0.8) {
            assert!(colony.depth > 0.3 + colony.size, "{colony:?}");
            assert!(colony.place.x.abs() > 3.7, "{colony:?}");
        }
    }
}
