//! Ray picking on open water: where a ray meets a surface without end, whose points have moved sideways.
//!
//! Places are those of the water, metres. The point that lies above or below a place p is the one that rests at x with x + λD(x) = p, found by
//! x ← p − λD(x) from the last one along the ray; that converges wherever the surface does not fold. The ray is walked from
//! where it comes down to the highest wave, in steps that grow with the distance as pixels do, and the first step that crosses
//! the surface is halved until the crossing is exact.

use super::cascades::{Extent, Laid, MAX_CASCADES};
use crate::grid::Grid;
use crate::surface::{Cascade, Cascades};
use glam::{DVec2, DVec3, Vec3};

/// Most steps along a ray.
const STEPS: usize = 6000;

/// Metres along a ray in which the surface is looked for in even steps.
const REACH: f64 = 64.0;

/// A step is at most this share of the distance; a pixel is about a thousandth of it.
const SHARE: f64 = 0.004;

/// How often a place is corrected for its displacement.
const CORRECTIONS: usize = 4;

/// The first place where the ray from an origin along a direction, in a world whose middle is at `middle` of the water, meets the surface,
/// seen `height_scale` times as
/// high: the fraction (u, v) of the window that moved there, beyond 0 to 1 outside of it; without a window that of the first cascade,
/// 0 to 1, whichever of its copies it is. `None` where the ray misses or anything in it is not finite.
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
    // The part of the ray between the highest and the lowest that the surface can be.
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

/// The surface that cascades make of water at rest.
pub(super) struct MovedSurface<'a> {
    cascades: &'a [Cascade<'a>],
    lambda: f64,
    height_scale: f64,
    laid: Laid,
    /// Where the middle of the world is.
    middle: DVec2,
    /// No height is larger.
    most: f64,
    /// From cell to cell of the finest cascade.
    finest: f64,
}

impl<'a> MovedSurface<'a> {
    /// Of at least one cascade, seen `height_scale` times as high, in a world whose middle is at `middle` of the water.
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
            laid: Laid::of(cascades),
            middle,
            most: all.iter().map(most).sum::<f64>() * height_scale.abs(),
            finest: all.iter().map(spacing).fold(f64::INFINITY, f64::min),
        })
    }

    /// The point that lies over a place, sought from `near` it.
    fn resting_below(&self, place: DVec2, near: Option<DVec2>) -> DVec2 {
        let mut rest = near.unwrap_or(place);
        for _ in 0..CORRECTIONS {
            rest = place - self.displacement(rest);
        }
        rest
    }

    /// Where the point is that rests at a place.
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

    /// A field of all cascades at a place, blended between cells.
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
