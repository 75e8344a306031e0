//! `Surroundings`: what bodies can touch besides each other: floor, sides and rim of a pool, painted walls, the ground around and fixed props.

use crate::ground::Ground;
use glam::{DVec2, DVec3, Vec3};
use rapier3d::prelude::*;
use std::fmt;
use std::sync::Arc;
use waterlab_core::grid::Grid;
use waterlab_core::heights::is_solid;
use waterlab_core::spray::Spray;
use waterlab_core::surface::Surface;
use waterlab_core::water::{Sampler, Water};

/// Depth of the floor under a pool whose model has none, and under a sea, metres.
const DEFAULT_DEPTH: f64 = 1.6;

/// Thickness of floor and sides, metres, and how far the ground extends around a pool.
const THICK: f64 = 2.0;

/// Distance from the middle of a pool to the end of the world, in its lengths.
const WORLD: f64 = 16.0;

/// In one of so many steps, on average, a drop over a sea looks whether it has met the surface.
const SEA_TURNS: u32 = 3;

/// What stands around the bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct Surroundings {
    /// Length along x and z of a pool, metres; `None` for a sea.
    pub sides: Option<[f64; 2]>,
    /// Depth of the floor, metres below the rest level; that of the deepest cell if it is uneven.
    pub depth: f64,
    /// Depth of each cell, metres, if the floor is uneven; negative on land.
    pub depths: Option<Grid<f32>>,
    /// [`Water::depth_revision`] of the depths.
    pub depth_revision: u64,
    /// Height of the sides above the rest level, metres.
    pub rim: f64,
    /// Height of the ground around a pool, metres above the rest level.
    pub ground: f64,
    /// How open each cell is, from 0 (solid) to 1, if there are walls.
    pub walls: Option<Grid<f32>>,
    /// Height of the walls above the rest level, metres.
    pub wall_height: f64,
    /// Other fixed objects, such as furniture.
    pub props: Vec<Prop>,
}

/// The surface of a fixed object of any shape. Clones share it; only clones of the same prop are equal.
#[derive(Clone)]
pub struct Prop(SharedShape);

impl Prop {
    /// The surface of these triangles in the world, metres; `None` without triangles, or if one has a vertex that does not exist.
    pub fn new(vertices: &[Vec3], triangles: Vec<[u32; 3]>) -> Option<Self> {
        let exists = |&corner: &u32| (corner as usize) < vertices.len();
        if !triangles.as_flattened().iter().all(exists) {
            return None;
        }
        let vertices = vertices.iter().map(|at| at.to_array().into()).collect();
        SharedShape::trimesh(vertices, triangles).ok().map(Self)
    }
}

impl fmt::Debug for Prop {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.debug_struct("Prop").finish_non_exhaustive()
    }
}

impl PartialEq for Prop {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0.0, &other.0.0)
    }
}

impl Surroundings {
    /// What stands around this water, with a rim and walls as high as a twentieth of its length.
    pub fn of(water: &dyn Water) -> Self {
        let surface = water.surface();
        let (sides, depth) = match &surface {
            Surface::Bounded(pool) => (Some(pool.field.size), pool.depth),
            Surface::Open(open) => (
                None,
                open.cascades.depth.map_or(f64::from(f32::MAX), f64::from),
            ),
        };
        let high = 0.05 * water.length();
        let walls = water.obstruction().into_owned();
        let depth = if depth.is_finite() && depth > 0.0 {
            depth
        } else {
            DEFAULT_DEPTH
        };
        Self {
            sides,
            depth: depth.min(1e4),
            depths: depths_of(water),
            depth_revision: water.depth_revision(),
            rim: high,
            ground: high,
            walls: Some(walls).filter(|walls| walls.cells().iter().any(|&open| is_solid(open))),
            wall_height: high,
            props: Vec::new(),
        }
    }

    /// Takes the ground of a water whose depths have changed. Returns whether they have.
    pub(crate) fn follow_ground(&mut self, water: &dyn Water) -> bool {
        let revision = water.depth_revision();
        let changes = revision != self.depth_revision;
        if changes {
            self.depth_revision = revision;
            self.depths = depths_of(water);
        }
        changes
    }

    /// The floor of the pool, if it is uneven.
    pub(crate) fn ground(&self) -> Option<Ground<'_>> {
        Some(Ground {
            depths: self.depths.as_ref()?,
            size: self.sides?.into(),
        })
    }

    /// Whether a side of the pool or a wall stands between the places of a centre before and after a step: what is wedged in a crowd, or
    /// thrown in one, may be pushed through it.
    pub(crate) fn separate(&self, from: DVec3, to: DVec3) -> bool {
        let Some([length, width]) = self.sides else {
            return false;
        };
        let high = from.y.max(to.y);
        let inside = |at: DVec3| at.x.abs() < 0.5 * length && at.z.abs() < 0.5 * width;
        if inside(from) != inside(to) {
            return high < self.rim.max(self.ground);
        }
        let Some(walls) = self.walls.as_ref().filter(|_| high < self.wall_height) else {
            return false;
        };
        let solid = |at: DVec3| {
            let column = (at.x / length + 0.5) * walls.columns() as f64;
            let row = (at.z / width + 0.5) * walls.rows() as f64;
            let cell = walls.get(column.floor() as usize, row.floor() as usize);
            inside(at) && cell.is_some_and(|&open| is_solid(open))
        };
        // Two places in each cell.
        let steps = (2.0 * from.distance(to) / length * walls.columns() as f64).ceil();
        let along = |step: i64| solid(from.lerp(to, step as f64 / steps.max(1.0)));
        !solid(from) && (1..=steps as i64).any(along)
    }

    /// Moves the drops of a spray over this water. They land on the water, and around a pool on the ground or at the inner side of its rim.
    pub(crate) fn step_spray(&self, spray: &mut Spray, water: &dyn Water, seconds: f64) {
        match (water.surface(), self.sides) {
            (Surface::Bounded(pool), Some([length, width])) => {
                let half = 0.5 * DVec2::new(length, width);
                let inside = |at: DVec3| at.x.abs() < half.x && at.z.abs() < half.y;
                let heights = pool.field.heights;
                let ground = self.ground();
                let is_buried = |at: DVec3| {
                    let ground = ground.as_ref();
                    ground.is_some_and(|ground| at.y < ground.height(at.x, at.z))
                };
                spray.step(seconds, |before, place| {
                    if inside(place) {
                        let at = DVec2::new(place.x, place.z) / (2.0 * half) + 0.5;
                        let level = heights.bilinear(at.x as f32, at.y as f32);
                        return place.y < f64::from(level) || is_buried(place);
                    }
                    place.y < self.ground || inside(before) && place.y < self.rim
                });
            }
            _ => {
                let sampler = Sampler::new(water, 1.0 / seconds);
                let mut count = 0_u32;
                spray.step(seconds, |before, place| {
                    count = count.wrapping_add(1);
                    // The surface of a sea takes long to find: in turn, and for what falls.
                    let is_asked = place.y < before.y && count.is_multiple_of(SEA_TURNS);
                    let level = || sampler.heights_at(place.x, place.z);
                    is_asked && level().is_some_and(|[level, _]| place.y < level)
                });
            }
        }
    }

    /// The collider of the uneven floor, if there is one.
    pub(crate) fn ground_collider(&self) -> Option<ColliderBuilder> {
        self.ground().map(|ground| surface(ground.collider()))
    }

    /// The colliders of all else that stands here.
    pub(crate) fn colliders(&self) -> Vec<ColliderBuilder> {
        let mut boxes: Vec<[[f64; 3]; 2]> = Vec::new();
        let mut add = |low: [f64; 3], high: [f64; 3]| boxes.push([low, high]);
        let Some([length, width]) = self.sides else {
            // A sea's floor, as a wide box.
            add([-1e5, -self.depth - 1e3, -1e5], [1e5, -self.depth, 1e5]);
            return boxes.into_iter().map(cuboid).map(surface).collect();
        };
        let [x, z] = [0.5 * length, 0.5 * width];
        let far = WORLD * length.max(width);
        // Below uneven ground, which can be lowered.
        let buried = if self.depths.is_some() {
            length.max(width)
        } else {
            0.0
        };
        let floor = -self.depth - buried;
        add([-x, floor - THICK, -z], [x, floor, z]);
        // Sides up to the rim and the ground behind them.
        for side in [-1.0, 1.0] {
            let ends = |half: f64| {
                let (near, far) = (side * half, side * far);
                [near.min(far), near.max(far)]
            };
            let top = self.ground;
            let [near, end] = ends(x);
            add([near, top.min(floor) - THICK, -far], [end, top, far]);
            let [near, end] = ends(z);
            add([-x, top.min(floor) - THICK, near], [x, top, end]);
            if self.rim > self.ground {
                let thick = 0.02 * length.max(width);
                let ends = |half: f64| {
                    let (inner, outer) = (side * half, side * (half + thick));
                    [inner.min(outer), inner.max(outer)]
                };
                let [near, end] = ends(x);
                add([near, top, -z - thick], [end, self.rim, z + thick]);
                let [near, end] = ends(z);
                add([-x, top, near], [x, self.rim, end]);
            }
            // The end of the world.
            let high = 100.0 * length.max(width);
            let wall = [side * far, side * (far + THICK)];
            let [near, end] = [wall[0].min(wall[1]), wall[0].max(wall[1])];
            add([near, floor - THICK, -far], [end, high, far]);
            add([-far, floor - THICK, near], [far, high, end]);
        }
        if let Some(walls) = &self.walls {
            for [west, east, north, south] in solid_rectangles(walls) {
                let x = |column: usize| length * (column as f64 / walls.columns() as f64 - 0.5);
                let z = |row: usize| width * (row as f64 / walls.rows() as f64 - 0.5);
                let low = [x(west), floor, z(north)];
                add(low, [x(east + 1), self.wall_height, z(south + 1)]);
            }
        }
        let props = self.props.iter();
        let props = props.map(|Prop(shape)| ColliderBuilder::new(shape.clone()));
        let boxes = boxes.into_iter().map(cuboid);
        boxes.chain(props).map(surface).collect()
    }
}

fn cuboid([low, high]: [[f64; 3]; 2]) -> ColliderBuilder {
    let [x, y, z] = [0, 1, 2].map(|axis| (0.5 * (high[axis] - low[axis])) as f32);
    let middle = [0, 1, 2].map(|axis| (0.5 * (high[axis] + low[axis])) as f32);
    ColliderBuilder::cuboid(x, y, z).translation(middle.into())
}

/// The depths of an uneven floor.
fn depths_of(water: &dyn Water) -> Option<Grid<f32>> {
    let depths = water.depth()?;
    let first = depths.cells()[0];
    let is_uneven = depths.cells().iter().any(|&depth| depth != first);
    is_uneven.then(|| depths.into_owned())
}

/// Stone.
fn surface(collider: ColliderBuilder) -> ColliderBuilder {
    collider.friction(0.6).restitution(0.0)
}

/// Rectangles that cover the solid cells, each once: first and last column and row.
fn solid_rectangles(walls: &Grid<f32>) -> Vec<[usize; 4]> {
    let mut covered = Grid::new(walls.columns(), walls.rows(), false);
    let mut rectangles = Vec::new();
    for row in 0..walls.rows() {
        for column in 0..walls.columns() {
            let is_free = |covered: &Grid<bool>, column: usize, row: usize| {
                is_solid(walls[(column, row)]) && !covered[(column, row)]
            };
            if !is_free(&covered, column, row) {
                continue;
            }
            let mut east = column;
            while east + 1 < walls.columns() && is_free(&covered, east + 1, row) {
                east += 1;
            }
            let mut south = row;
            while south + 1 < walls.rows()
                && (column..=east).all(|column| is_free(&covered, column, south + 1))
            {
                south += 1;
            }
            for row in row..=south {
                for column in column..=east {
                    covered[(column, row)] = true;
                }
            }
            rectangles.push([column, east, row, south]);
        }
    }
    rectangles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_and_walls_separate_places_below_their_tops() {
        // 2 m × 1 m, with a wall at x = 0 to 0.1.
        let around = Surroundings {
            sides: Some([2.0, 1.0]),
            depth: 1.0,
            depths: None,
            depth_revision: 0,
            rim: 0.2,
            ground: 0.1,
            walls: Some(Grid::from_fn(
                20,
                10,
                |column, _| {
                    if column == 10 { 0.0 } else { 1.0 }
                },
            )),
            wall_height: 0.3,
            props: Vec::new(),
        };
        let separate = |from: [f64; 3], to: [f64; 3]| around.separate(from.into(), to.into());
        assert!(separate([-0.2, 0.0, 0.1], [0.3, 0.2, 0.2]));
        assert!(separate([-0.01, 0.0, 0.1], [0.01, 0.0, 0.1]));
        assert!(!separate([-0.2, 0.4, 0.1], [0.3, 0.2, 0.2]));
        assert!(!separate([-0.2, 0.0, 0.1], [-0.9, 0.0, 0.4]));
        // What begins in a wall may leave it.
        assert!(!separate([0.05, 0.0, 0.1], [0.15, 0.0, 0.1]));
        assert!(separate([0.9, 0.0, 0.1], [1.3, 0.1, 0.1]));
        assert!(separate([0.9, 0.0, 0.4], [0.9, 0.0, 0.6]));
        assert!(!separate([0.9, 0.1, 0.1], [1.3, 0.25, 0.1]));
    }

    #[test]
    fn rectangles_cover_every_solid_cell_once() {
        let walls = Grid::from_fn(12, 9, |column, row| {
            let solid =
                (2..5).contains(&column) && row > 3 || column == row || (column, row) == (11, 0);
            if solid { 0.0 } else { 1.0 }
        });
        let mut count = Grid::new(12, 9, 0);
        for [west, east, north, south] in solid_rectangles(&walls) {
            for row in north..=south {
                for column in west..=east {
                    count[(column, row)] += 1;
                }
            }
        }
        for row in 0..9 {
            for column in 0..12 {
                let solid = i32::from(is_solid(walls[(column, row)]));
                assert_eq!(count[(column, row)], solid, "{column}, {row}");
            }
        }
    }
}
