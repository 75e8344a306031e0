//! `Ground`: an uneven floor as bodies touch it, the triangles between the middles of cells that views draw.
//!
//! From the outermost middles to the sides of the pool, and half a cell beyond, the ground is as high as there.

use glam::{DVec2, DVec3};
use rapier3d::parry::utils::Array2;
use rapier3d::prelude::*;
use waterlab_core::grid::Grid;

/// How deep a body may be in the ground, in its smallest extent, before it is lifted out: contacts press out what is less deep.
const MAX_BURIED: f64 = 0.2;

/// How deep in the ground it is then, in its smallest extent: contacts do the rest.
const LIFTED: f64 = 0.05;

/// The floor of a pool of `size` metres along x and z, `depths` metres below the rest level.
pub(crate) struct Ground<'a> {
    pub depths: &'a Grid<f32>,
    pub size: DVec2,
}

impl Ground<'_> {
    /// Height at the place (x, z), metres above the rest level.
    pub(crate) fn height(&self, x: f64, z: f64) -> f64 {
        let cells = DVec2::new(self.depths.columns() as f64, self.depths.rows() as f64);
        let last = cells - 1.0;
        let at = (DVec2::new(x, z) / self.size + 0.5) * cells - 0.5;
        let at = at.clamp(DVec2::ZERO, last);
        let from = at.min(last - 1.0).max(DVec2::ZERO).floor();
        let [u, v] = (at - from).to_array();
        let next = (from + 1.0).min(last);
        let height = |x: f64, z: f64| -f64::from(self.depths[(x as usize, z as usize)]);
        let [east, south] = [height(next.x, from.y), height(from.x, next.y)];
        // The diagonal of a square runs from its east to its south, as that of rapier3d and of `shaders/pool/ground.vert` does.
        if u + v <= 1.0 {
            let corner = height(from.x, from.y);
            corner + u * (east - corner) + v * (south - corner)
        } else {
            let corner = height(next.x, next.y);
            corner + (1.0 - u) * (south - corner) + (1.0 - v) * (east - corner)
        }
    }

    /// How far a body whose vertices lie at `places`, of this smallest extent, must be lifted: it was buried by ground that rose, or fell
    /// through it. `None` if contacts can do that.
    pub(crate) fn lift(&self, places: &[DVec3], extent: f64) -> Option<f64> {
        let depth = |place: &DVec3| self.height(place.x, place.z) - place.y;
        let is_inside = |place: &&DVec3| {
            let place = DVec2::new(place.x, place.z);
            place.abs().cmple(0.5 * self.size).all()
        };
        let depths = places.iter().filter(is_inside).map(depth);
        let deepest = depths.fold(f64::NEG_INFINITY, f64::max);
        (deepest > MAX_BURIED * extent).then_some(deepest - LIFTED * extent)
    }

    /// Its collider.
    pub(crate) fn collider(&self) -> ColliderBuilder {
        let (columns, rows) = (self.depths.columns(), self.depths.rows());
        let mut heights = Array2::repeat(rows + 2, columns + 2, 0.0);
        for row in 0..rows + 2 {
            for column in 0..columns + 2 {
                let nearest = |index: usize, cells: usize| index.clamp(1, cells) - 1;
                let cell = (nearest(column, columns), nearest(row, rows));
                heights[(row, column)] = -self.depths[cell];
            }
        }
        let along = |length: f64, cells: usize| (length * (1.0 + 1.0 / cells as f64)) as f32;
        let size = Vector::new(along(self.size.x, columns), 1.0, along(self.size.y, rows));
        // Bodies slide over the edges between triangles, and what is below the ground is pushed up.
        ColliderBuilder::heightfield_with_flags(heights, size, HeightFieldFlags::FIX_INTERNAL_EDGES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depths() -> Grid<f32> {
        Grid::from_fn(7, 5, |column, row| {
            0.3 * (1.7 * column as f32 + 2.3 * row as f32).sin()
        })
    }

    #[test]
    fn the_ground_is_that_of_each_cell_at_its_middle_and_level_at_the_sides() {
        let depths = depths();
        let ground = Ground {
            depths: &depths,
            size: DVec2::new(1.4, 1.0),
        };
        for row in 0..5 {
            for column in 0..7 {
                let [x, z] = [0.2 * column as f64 - 0.6, 0.2 * row as f64 - 0.4];
                let height = -f64::from(depths[(column, row)]);
                assert!((ground.height(x, z) - height).abs() < 1e-6);
            }
        }
        let edge = -f64::from(depths[(0, 2)]);
        assert!((ground.height(-0.7, 0.0) - edge).abs() < 1e-6);
        assert!((ground.height(-9.0, 0.0) - edge).abs() < 1e-6);
    }

    #[test]
    fn the_collider_is_as_high_as_the_ground() {
        let depths = depths();
        let ground = Ground {
            depths: &depths,
            size: DVec2::new(1.4, 1.0),
        };
        let shape = ground.collider().shape;
        for index in 0..200 {
            let part = |factor: f64| (f64::from(index) * factor).fract() - 0.5;
            let [x, z] = [1.4 * part(0.618), 1.0 * part(0.414)];
            let ray = Ray::new(Vector::new(x as f32, 2.0, z as f32), -Vector::Y);
            let far = shape.cast_local_ray(&ray, 9.0, true).unwrap();
            let height = ground.height(x, z);
            assert!((2.0 - f64::from(far) - height).abs() < 1e-5, "{x} {z}");
        }
    }
}
