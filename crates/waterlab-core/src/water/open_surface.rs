//! `OpenSurface`: the displaced surface of open water. The point with rest place x is at x + λD(x), h(x) high.
//!
//! The point above or below a place p is the one with x + λD(x) = p, found by the iteration x ← p − λD(x), which converges where the
//! surface does not fold. Where it folds, `folds` finds the highest of several points.

use super::folds::TOLERANCE;
use crate::cascade_layout::CascadeLayout;
use crate::surface::{CascadeList, Cascades};
use glam::{DMat2, DVec2, DVec3};

/// The surface of open water, of any source: `moved` returns λD along x, h, and λD along z of a cascade at a cell, metres, row by row.
pub struct OpenSurface<F> {
    layout: CascadeLayout,
    moved: F,
}

impl OpenSurface<()> {
    /// The surface of these cascades.
    pub fn of<'a>(cascades: &'a Cascades) -> OpenSurface<impl Fn(usize, usize) -> DVec3 + 'a> {
        let layout = CascadeLayout::of(cascades);
        Self::of_list(layout, &cascades.cascades, cascades.lambda)
    }

    /// The surface of the cascades of this list, with λ.
    pub(crate) fn of_list<'a>(
        layout: CascadeLayout,
        cascades: &'a CascadeList,
        lambda: f32,
    ) -> OpenSurface<impl Fn(usize, usize) -> DVec3 + 'a> {
        let lambda = f64::from(lambda);
        let moved = move |index: usize, cell: usize| {
            let cascade = &cascades[index];
            let [x, z] = cascade.displacement.map(|grid| grid.cells()[cell]);
            let height = cascade.height.cells()[cell];
            DVec3::new(lambda * f64::from(x), height.into(), lambda * f64::from(z))
        };
        OpenSurface::new(layout, moved)
    }
}

impl<F: Fn(usize, usize) -> DVec3> OpenSurface<F> {
    /// Number of iterations from the place itself to the rest place below it.
    const CORRECTIONS: usize = 6;

    /// A surface with this layout.
    pub fn new(layout: CascadeLayout, moved: F) -> Self {
        Self { layout, moved }
    }

    /// The layout of the cascades.
    pub fn layout(&self) -> &CascadeLayout {
        &self.layout
    }

    /// λD along x, h, and λD along z of the point with this rest place, metres.
    fn moved(&self, rest: DVec2) -> DVec3 {
        self.layout.sum(rest, &self.moved)
    }

    /// The point with this rest place.
    pub fn point(&self, rest: DVec2) -> DVec3 {
        DVec3::new(rest.x, 0.0, rest.y) + self.moved(rest)
    }

    /// Height of the point with this rest place, metres, of this many of the first cascades.
    pub fn height(&self, rest: DVec2, count: usize) -> f64 {
        let first = |index: usize, cell: usize| match index < count {
            true => (self.moved)(index, cell),
            false => DVec3::ZERO,
        };
        self.layout.sum(rest, first).y
    }

    /// The rest place of the point over or below a place.
    pub fn rest_of(&self, place: DVec2) -> DVec2 {
        self.rest_from(place, place, Self::CORRECTIONS)
    }

    /// The rest place of a point within 0.1 mm of a place, seen from above, or if none was found of one nearby. Where the surface folds
    /// there may be several.
    pub fn exact_rest_of(&self, place: DVec2) -> DVec2 {
        const MAX_ITERATIONS: usize = 16;
        let mut rest = place;
        for _ in 0..MAX_ITERATIONS {
            let next = self.rest_from(place, rest, 1);
            // The point with this rest place is as far from the place as the iteration moves.
            if next.distance(rest) < TOLERANCE {
                return rest;
            }
            rest = next;
        }
        // It converges slowly where the surface is all but pointed.
        self.newton(place, rest).unwrap_or(rest)
    }

    /// The rest place of a point within [`TOLERANCE`] of a place, by Newton's method from a rest place nearby; `None` if it does not converge.
    pub(crate) fn newton(&self, place: DVec2, nearby: DVec2) -> Option<DVec2> {
        const MAX_ITERATIONS: usize = 8;
        let mut rest = nearby;
        for _ in 0..MAX_ITERATIONS {
            let off = place - self.over(rest);
            if off.length() < TOLERANCE {
                return Some(rest);
            }
            let step = self.jacobian(rest).inverse() * off;
            if !step.is_finite() {
                return None;
            }
            rest += step;
        }
        None
    }

    /// The place of the point with this rest place.
    fn over(&self, rest: DVec2) -> DVec2 {
        let moved = self.moved(rest);
        rest + DVec2::new(moved.x, moved.z)
    }

    /// ∂(x + λD)/∂x of the surface as it is interpolated.
    pub(crate) fn jacobian(&self, rest: DVec2) -> DMat2 {
        const STEP: f64 = 1e-4;
        let here = self.over(rest);
        let along = |axis: DVec2| (self.over(rest + STEP * axis) - here) / STEP;
        DMat2::from_cols(along(DVec2::X), along(DVec2::Y))
    }

    /// As [`OpenSurface::rest_of`], by this many iterations from a rest place nearby.
    pub fn rest_from(&self, place: DVec2, nearby: DVec2, iterations: usize) -> DVec2 {
        let mut rest = nearby;
        for _ in 0..iterations {
            let moved = self.moved(rest);
            rest = place - DVec2::new(moved.x, moved.z);
        }
        rest
    }

    /// Height over a place, metres above the rest level.
    pub fn height_over(&self, place: DVec2) -> f64 {
        self.point(self.rest_of(place)).y
    }
}
