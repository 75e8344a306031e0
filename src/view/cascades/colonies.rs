//! Where colonies of coral grow on the rock of an uneven floor, and a map of them from above (docs/models.md §15a).

use crate::grid::Grid;
use glam::{DVec2, IVec2, UVec2, UVec3, Vec2, Vec3};
use std::f32::consts::TAU;

/// Kinds of coral, in the order of [`Colony::kind`]: the nodes of `textures/corals.glb`.
pub(in crate::view) const CORAL_KINDS: [&str; 4] = ["branching", "table", "brain", "pillars"];

/// Albedos of two varieties of each kind. Chosen.
const ALBEDOS: [[Vec3; 2]; CORAL_KINDS.len()] = [
    [Vec3::new(0.62, 0.44, 0.22), Vec3::new(0.30, 0.32, 0.66)], // tan, and blue
    [Vec3::new(0.50, 0.42, 0.18), Vec3::new(0.46, 0.30, 0.34)], // olive, and purple
    [Vec3::new(0.74, 0.56, 0.14), Vec3::new(0.34, 0.54, 0.20)], // mustard, and green
    [Vec3::new(0.68, 0.34, 0.46), Vec3::new(0.78, 0.62, 0.22)], // pink, and gold
];

/// How much of the light a colony of each kind blocks, relative to a ball. Chosen.
const DENSITY: [f32; CORAL_KINDS.len()] = [0.6, 0.9, 1.0, 0.8];

/// Texels of the map of colonies along the longer side of the floor.
const MAP_SIDE: f64 = 1024.0;

/// Distance from the middle of a colony up to which it shades the ground, in radii.
const SHADE_REACH: f32 = 2.5;

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
    /// Albedo.
    pub(in crate::view) albedo: Vec3,
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
            let [variety, brightness, _] = random([column as u32, row as u32, 2]);
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
                albedo: ALBEDOS[kind][usize::from(variety > 0.5)] * (0.75 + 0.5 * brightness),
            });
        }
    }
    colonies
}

/// The colonies from above, over the whole floor: square root of the albedo of the one that is nearest in units of its radius, and the
/// sky visibility of the ground. Each hides as much of the sky as a ball on a plane, (1 + d²/r²)^(−3/2) at a distance of d along the slope
/// that it stands on, times the density of its kind, and nothing beyond [`SHADE_REACH`]. Colonies smaller than a texel are left out.
pub(super) fn top_view(colonies: &[Colony], length: DVec2) -> Grid<[u8; 4]> {
    let size = (MAP_SIDE * length / length.max_element())
        .as_uvec2()
        .max(UVec2::ONE);
    let size = if colonies.is_empty() {
        UVec2::ONE
    } else {
        size
    };
    let texel = (length / size.as_dvec2()).as_vec2();
    let mut map = Grid::new(size.x as usize, size.y as usize, [190, 165, 130, 255]);
    // Share of the sky that the nearest colony blocks.
    let mut most = Grid::new(size.x as usize, size.y as usize, 0.0);
    // By the square of the distance in radii.
    let share = |square: f32| {
        let part = 1.0 / (1.0 + square);
        part * part.sqrt()
    };
    let rest = share(SHADE_REACH * SHADE_REACH);
    for colony in colonies {
        let place = (colony.place + 0.5 * length).as_vec2();
        let reach = SHADE_REACH * colony.size;
        let first = ((place - reach) / texel - 0.5).ceil().as_ivec2();
        let last = ((place + reach) / texel - 0.5).floor().as_ivec2();
        // Beyond the border the map repeats its last texels, which must show no colony.
        let at_border = first.min_element() < 1 || (last + 1).cmpge(size.as_ivec2()).any();
        if at_border || colony.size < texel.max_element() {
            continue;
        }
        let colour = (255.0 * colony.albedo.map(f32::sqrt)).round();
        for row in first.y..=last.y {
            for column in first.x..=last.x {
                let off = (IVec2::new(column, row).as_vec2() + 0.5) * texel - place;
                let off = off.extend(off.dot(colony.slope)) / colony.size;
                let square = off.length_squared();
                if square >= SHADE_REACH * SHADE_REACH {
                    continue;
                }
                let blocked = (share(square) - rest) / (1.0 - rest);
                let cell = (column as usize, row as usize);
                let [red, green, blue, open] = &mut map[cell];
                let remaining = 1.0 - DENSITY[colony.kind] * blocked;
                *open = (f32::from(*open) * remaining).round() as u8;
                if blocked > most[cell] {
                    most[cell] = blocked;
                    [*red, *green, *blue] = colour.to_array().map(|channel| channel as u8);
                }
            }
        }
    }
    map
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
    fn the_ground_around_a_colony_is_shaded() {
        let colony = Colony {
            place: DVec2::new(3.0, -2.0),
            depth: 4.0,
            slope: Vec2::ZERO,
            size: 0.5,
            turn: 0.0,
            kind: 2,
            albedo: Vec3::new(0.25, 0.36, 0.49),
        };
        let length = DVec2::new(20.0, 10.0);
        let map = top_view(&[colony], length);
        assert_eq!((map.columns(), map.rows()), (1024, 512));
        let at = |off: [f64; 2]| {
            let place = (colony.place + DVec2::from(off) + 0.5 * length) * 51.2;
            map[(place.x as usize, place.y as usize)]
        };
        assert!(at([0.0, 0.0])[3] < 3);
        // A ball that touches the ground hides (1 + 1)^(-3/2) of the sky at a distance of its radius, 5 % at the border.
        for off in [[0.5, 0.0], [0.0, -0.5], [0.3, 0.4]] {
            let open = f32::from(at(off)[3]) / 255.0;
            let hidden = (2_f32.powf(-1.5) - 0.0512) / (1.0 - 0.0512);
            assert!((1.0 - open - hidden).abs() < 0.03, "{open}");
            assert_eq!(at(off)[..3], [128, 153, 179]);
        }
        assert_eq!(at([1.3, 0.0])[3], 255);
        // A thinner kind on a slope of 45° along x: √2 times the distance.
        let sloping = Colony {
            slope: Vec2::X,
            kind: 0,
            ..colony
        };
        let map = top_view(&[sloping], length);
        let place = (sloping.place + DVec2::new(0.5 / 2_f64.sqrt(), 0.0) + 0.5 * length) * 51.2;
        let open = f32::from(map[(place.x as usize, place.y as usize)][3]) / 255.0;
        let hidden = 0.6 * (2_f32.powf(-1.5) - 0.0512) / (1.0 - 0.0512);
        assert!((1.0 - open - hidden).abs() < 0.03, "{open}");
        // What two of them hide is multiplied, and the colour is that of the nearer one.
        let other = Colony {
            place: colony.place + DVec2::new(0.8, 0.0),
            albedo: Vec3::splat(0.81),
            ..colony
        };
        let both = top_view(&[colony, other], length);
        let alone = [colony, other].map(|colony| top_view(&[colony], length));
        let place = (colony.place + DVec2::new(0.6, 0.0) + 0.5 * length) * 51.2;
        let cell = (place.x as usize, place.y as usize);
        let [one, two] = alone.map(|map| f32::from(map[cell][3]));
        assert!((f32::from(both[cell][3]) - one * two / 255.0).abs() < 1.5);
        assert_eq!(both[cell][..3], [230, 230, 230]);
    }

    #[test]
    fn no_colony_is_smeared_beyond_the_border() {
        let rock = Grid::from_fn(80, 80, |column, _| [0.5 + 0.1 * (column % 2) as f32, 1.0]);
        let colonies = grown(&rock, 8.0, DVec2::splat(40.0));
        let map = top_view(&colonies, DVec2::splat(40.0));
        let last = map.columns() - 1;
        for cell in 0..=last {
            for border in [(cell, 0), (cell, last), (0, cell), (last, cell)] {
                assert_eq!(map[border][3], 255, "{border:?}");
            }
        }
        assert!(map.cells().iter().any(|texel| texel[3] < 30));
        // With texels of 2 m there are none.
        let wide = top_view(&ridge(4.0), DVec2::splat(2048.0));
        assert!(wide.cells().iter().all(|texel| texel[3] == 255));
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
