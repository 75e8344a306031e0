//! Ray picking on open water: the intersection of a ray with a horizontally displaced surface.
//!
//! Places are in metres of the water. The point above or below a place p is the one with rest place x such that x + λD(x) = p, found by
//! the iteration x ← p − λD(x) from the previous result along the ray; it converges where the surface does not fold. The ray is marched
//! from the height of the highest wave, with steps that grow with the distance as pixels do; the first step that crosses the surface is
//! bisected.

use super::cascades::{CascadeLayout, Extent, MAX_CASCADES};
use crate::grid::Grid;
use crate::surface::{Cascade, Cascades};
use glam::{DVec2, DVec3, Vec3};

/// Maximum number of steps along a ray.
const STEPS: usize = 6000;

/// Distance along a ray with uniform steps, metres.
const REACH: f64 = 64.0;

/// Maximum step as a share of the distance; a pixel is about a thousandth of it.
const SHARE: f64 = 0.004;

/// Number of fixed-point iterations for the horizontal displacement.
const CORRECTIONS: usize = 4;

/// The first intersection of a ray with a surface whose heights are scaled by `height_scale`, in a world whose origin is at `middle` of
/// the water. Returns the fraction (u, v) of the window, which may lie outside 0 to 1, of the point that moved there; without a window
/// that of the first cascade, 0 to 1, whichever of its copies it is. `None` if the ray misses or a number is not finite.
pub(super) fn pick_cascades(
    middle: DVec2,
    (origin, direction): (Vec3, Vec3),
    cascades: &Cascades,
    height_scale: f32,
) -> Option<(f64, f64)> {
    let surface = MovedSurface::new(cascades, middle, f64::from(height_scale))?;
    let (origin, direction) = (origin.as_dvec3(), direction.as_dvec3().normalize_or_zero());
    if !origin.is_finite() || direction == DVec3::ZERO {
        return None;
    }
    // The part of the ray within the height range of the surface.
    let top = surface.most + 1e-6;
    let (enter, leave) = match direction.y {
        0.0 if origin.y.abs() <= top => (0.0, f64::INFINITY),
        0.0 => return None,
        climb => {
            let ends = [(top - origin.y) / climb, (-top - origin.y) / climb];
            (ends[0].min(ends[1]).max(0.0), ends[0].max(ends[1]))
        }
    };
    if leave < 0.0 {
        return None;
    }
    let mut rest = None;
    let above = |t: f64, rest: &mut Option<DVec2>| {
        let point = origin + direction * t;
        let found = surface.resting_below(DVec2::new(point.x, point.z), *rest);
        *rest = Some(found);
        point.y - surface.height(found)
    };
    let mut t = enter;
    let start = above(t, &mut rest);
    let smallest = 0.5
        * surface
            .finest
            .max((leave - enter).min(REACH) / STEPS as f64);
    for _ in 0..STEPS {
        let step = smallest.max(SHARE * t);
        let next = (t + step).min(leave);
        let mut far_rest = rest;
        let gap = above(next, &mut far_rest);
        if gap == 0.0 || (gap > 0.0) != (start > 0.0) {
            let (mut near, mut far) = (t, next);
            for _ in 0..40 {
                let middle = 0.5 * (near + far);
                let gap = above(middle, &mut rest);
                if (gap > 0.0) == (start > 0.0) {
                    near = middle;
                } else {
                    far = middle;
                }
            }
            return rest.map(|rest| surface.laid.fraction(rest + middle));
        }
        if next >= leave {
            return None;
        }
        (t, rest) = (next, far_rest);
    }
    None
}

/// The displaced surface of cascades.
pub(super) struct MovedSurface<'a> {
    cascades: &'a [Cascade<'a>],
    lambda: f64,
    height_scale: f64,
    laid: CascadeLayout,
    /// Place of the world's origin on the water.
    middle: DVec2,
    /// Upper bound of the heights.
    most: f64,
    /// Cell size of the finest cascade.
    finest: f64,
}

impl<'a> MovedSurface<'a> {
    /// A surface of at least one cascade with heights scaled by `height_scale`, in a world whose origin is at `middle` of the water.
    pub(super) fn new(
        cascades: &'a Cascades<'a>,
        middle: DVec2,
        height_scale: f64,
    ) -> Option<Self> {
        cascades.cascades.first()?;
        let all = &cascades.cascades[..cascades.cascades.len().min(MAX_CASCADES)];
        let most = |cascade: &Cascade| {
            let most = cascade
                .height
                .cells()
                .iter()
                .fold(0.0_f32, |most, height| most.max(height.abs()));
            f64::from(most)
        };
        let spacing = |cascade: &Cascade| Extent::of(cascade).spacing().x;
        Some(Self {
            cascades: all,
            lambda: f64::from(cascades.lambda),
            height_scale,
            laid: CascadeLayout::of(cascades),
            middle,
            most: all.iter().map(most).sum::<f64>() * height_scale.abs(),
            finest: all.iter().map(spacing).fold(f64::INFINITY, f64::min),
        })
    }

    /// The rest place of the point over a place, iterated from `near`.
    fn resting_below(&self, place: DVec2, near: Option<DVec2>) -> DVec2 {
        let mut rest = near.unwrap_or(place);
        for _ in 0..CORRECTIONS {
            rest = place - self.displacement(rest);
        }
        rest
    }

    /// The displaced point of a rest place.
    pub(super) fn point(&self, rest: DVec2) -> Vec3 {
        let place = rest + self.displacement(rest);
        DVec3::new(place.x, self.height(rest), place.y).as_vec3()
    }

    fn displacement(&self, rest: DVec2) -> DVec2 {
        let [x, z] = [0, 1].map(|axis| self.sum(rest, |cascade| cascade.displacement[axis]));
        self.lambda * DVec2::new(x, z)
    }

    fn height(&self, rest: DVec2) -> f64 {
        self.height_scale * self.sum(rest, |cascade| cascade.height)
    }

    /// The sum of a field of all cascades at a rest place, interpolated between cells.
    fn sum(&self, rest: DVec2, field: impl Fn(&Cascade<'a>) -> &'a Grid<f32>) -> f64 {
        let of_cascade = |(index, cascade): (usize, &Cascade<'a>)| {
            let points = field(cascade);
            let readings = self
                .laid
                .readings(index, Extent::of(cascade), rest + self.middle);
            let read = readings.map(|reading| reading.blended(points, |&cell| f64::from(cell)));
            read.iter().sum::<f64>()
        };
        self.cascades.iter().enumerate().map(of_cascade).sum()
    }
}
