//! Ray picking on open water: where a ray meets a surface without end, whose points have moved sideways.
//!
//! Places are those of the water, metres. The point that lies above or below a place p is the one that rests at x with x + λD(x) = p, found by
//! x ← p − λD(x) from the last one along the ray; that converges wherever the surface does not fold. The ray is walked from
//! where it comes down to the highest wave, in steps that grow with the distance as pixels do, and the first step that crosses
//! the surface is halved until the crossing is exact.

use super::cascades::{MOST_CASCADES, half_of};
use crate::grid::Grid;
use crate::surface::{Cascade, Cascades, Window};
use crate::tiling::Tiling;
use glam::{DVec2, DVec3, Vec3};

/// Most steps along a ray.
const STEPS: usize = 6000;

/// Metres along a ray in which the surface is looked for in even steps.
const REACH: f64 = 64.0;

/// A step is at most this share of the distance; a pixel is about a thousandth of it.
const SHARE: f64 = 0.004;

/// How often a place is corrected for its displacement.
const CORRECTIONS: usize = 4;

/// The first place where the ray from an origin along a direction, in a world whose middle is at `middle` of the water, meets the surface, seen `height_scale` times as
/// high: the fraction (u, v) of the window that moved there, beyond 0 to 1 outside of it; without a window that of the first cascade,
/// 0 to 1, whichever of its copies it is. `None` where the ray misses or anything in it is not finite.
pub(super) fn pick_cascades(
    middle: DVec2,
    (origin, direction): (Vec3, Vec3),
    cascades: &Cascades,
    height_scale: f32,
) -> Option<(f64, f64)> {
    let surface = Surface::new(cascades, middle, f64::from(height_scale))?;
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
            return rest.map(|rest| surface.fraction(rest));
        }
        if next >= leave {
            return None;
        }
        (t, rest) = (next, far_rest);
    }
    None
}

/// The cascades.
struct Surface<'a> {
    cascades: &'a [Cascade<'a>],
    lambda: f64,
    height_scale: f64,
    /// Where all cascades have a cell, from the middle of the world.
    corner: DVec2,
    /// Where that is.
    middle: DVec2,
    /// Half extents of the first.
    half: DVec2,
    /// No height is larger.
    most: f64,
    /// From cell to cell of the finest cascade.
    finest: f64,
    /// How so many of the cascades are laid.
    tiling: Option<Tiling>,
    tiled: usize,
    /// Where the rest of them lies once.
    window: Option<Window>,
}

impl<'a> Surface<'a> {
    fn new(cascades: &'a Cascades<'a>, middle: DVec2, height_scale: f64) -> Option<Self> {
        let first = cascades.cascades.first()?;
        let half = half_of(first);
        let cells = |cascade: &Cascade| {
            DVec2::new(
                cascade.height.columns() as f64,
                cascade.height.rows() as f64,
            )
        };
        let all = &cascades.cascades[..cascades.cascades.len().min(MOST_CASCADES)];
        let most = |cascade: &Cascade| {
            let most = cascade
                .height
                .cells()
                .iter()
                .fold(0.0_f32, |most, height| most.max(height.abs()));
            f64::from(most)
        };
        let spacing = |cascade: &Cascade| f64::from(cascade.length[0]) / cells(cascade).x;
        Some(Self {
            cascades: all,
            lambda: f64::from(cascades.lambda),
            height_scale,
            corner: half / cells(first) - half - middle,
            half,
            middle,
            most: all.iter().map(most).sum::<f64>() * height_scale.abs(),
            finest: all.iter().map(spacing).fold(f64::INFINITY, f64::min),
            tiling: cascades.tiling,
            tiled: cascades.tiled,
            window: cascades.window,
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

    fn displacement(&self, rest: DVec2) -> DVec2 {
        let [x, z] = [0, 1].map(|axis| self.sum(rest, |cascade| cascade.displacement[axis]));
        self.lambda * DVec2::new(x, z)
    }

    fn height(&self, rest: DVec2) -> f64 {
        self.height_scale * self.sum(rest, |cascade| cascade.height)
    }

    /// A field of all cascades at a place, blended between cells.
    fn sum(&self, rest: DVec2, field: impl Fn(&Cascade<'a>) -> &'a Grid<f32>) -> f64 {
        let from_corner = rest - self.corner;
        let of_cascade = |(index, cascade): (usize, &Cascade<'a>)| {
            let grid = field(cascade);
            let length = DVec2::from(cascade.length.map(f64::from));
            let size = DVec2::new(grid.columns() as f64, grid.rows() as f64);
            let of_patch = |uv: DVec2| {
                let cell = uv.rem_euclid(DVec2::ONE) * size;
                let share = cell.fract();
                let at = |i: usize, j: usize| {
                    let column = (cell.x as usize + i) % grid.columns();
                    let row = (cell.y as usize + j) % grid.rows();
                    f64::from(grid[(column, row)])
                };
                let near = at(0, 0) + (at(1, 0) - at(0, 0)) * share.x;
                let far = at(0, 1) + (at(1, 1) - at(0, 1)) * share.x;
                near + (far - near) * share.y
            };
            if let Some(window) = self.window.filter(|_| index >= self.tiled) {
                // Of a cell, the window's fractions tell the middle.
                let (u, v) = window.fraction((rest + self.middle).to_array());
                let within = (0.0..1.0).contains(&u) && (0.0..1.0).contains(&v);
                return match within {
                    true => of_patch(DVec2::new(u, v) - 0.5 / size),
                    false => 0.0,
                };
            }
            let uv = from_corner / length;
            match self.tiling.filter(|_| index < self.tiled) {
                None => of_patch(uv),
                Some(tiling) => tiling
                    .taps((rest + self.middle) / length)
                    .iter()
                    .filter(|tap| tap.weight > 0.0)
                    .map(|tap| tap.weight * of_patch(uv + tap.shift))
                    .sum(),
            }
        };
        self.cascades.iter().enumerate().map(of_cascade).sum()
    }

    /// Of the window, or else of the first cascade, as a pool's fractions.
    fn fraction(&self, rest: DVec2) -> (f64, f64) {
        if let Some(window) = self.window {
            return window.fraction((rest + self.middle).to_array());
        }
        let fraction =
            ((rest + self.middle + self.half) / (2.0 * self.half)).rem_euclid(DVec2::ONE);
        (fraction.x, fraction.y)
    }
}
