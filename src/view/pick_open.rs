//! Ray picking on open water: the intersection of a ray with a horizontally displaced surface.
//!
//! Places are in metres of the water. The ray is marched from the height of the highest wave, with steps that grow with the distance as
//! pixels do; the first step that crosses the surface is bisected. The rest place below a point of the ray is found from the previous one.

use crate::surface::{Cascade, Cascades};
use crate::water::OpenSurface;
use glam::{DVec2, DVec3, Vec3};

/// Maximum number of steps along a ray.
const STEPS: usize = 6000;

/// Distance along a ray with uniform steps, metres.
const REACH: f64 = 64.0;

/// Maximum step as a share of the distance; a pixel is about a thousandth of it.
const SHARE: f64 = 0.004;

/// Number of iterations from the rest place of the previous step.
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
    let surface = OpenSurface::of(cascades);
    let layout = surface.layout();
    let height_scale = f64::from(height_scale);
    let direction = direction.as_dvec3().normalize_or_zero();
    let origin = origin.as_dvec3() + DVec3::new(middle.x, 0.0, middle.y);
    if !origin.is_finite() || direction == DVec3::ZERO {
        return None;
    }
    // The part of the ray within the height range of the surface.
    let highest: f64 = cascades.cascades.iter().map(highest).sum();
    let top = highest * height_scale.abs() + 1e-6;
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
    // The height of the ray above the surface, and the rest place there.
    let above = |t: f64, nearby: DVec2| {
        let point = origin + direction * t;
        let place = DVec2::new(point.x, point.z);
        let rest = surface.rest_from(place, nearby, CORRECTIONS);
        (point.y - height_scale * surface.point(rest).y, rest)
    };
    let mut t = enter;
    let entry = origin + direction * enter;
    let (start, mut rest) = above(t, DVec2::new(entry.x, entry.z));
    let spacings = (0..layout.count()).map(|index| layout.spacing(index).x);
    let finest = spacings.fold(f64::INFINITY, f64::min);
    let smallest = 0.5 * finest.max((leave - enter).min(REACH) / STEPS as f64);
    for _ in 0..STEPS {
        let step = smallest.max(SHARE * t);
        let next = (t + step).min(leave);
        let (gap, far_rest) = above(next, rest);
        if gap == 0.0 || (gap > 0.0) != (start > 0.0) {
            let (mut near, mut far) = (t, next);
            for _ in 0..40 {
                let middle = 0.5 * (near + far);
                let (gap, found) = above(middle, rest);
                rest = found;
                if (gap > 0.0) == (start > 0.0) {
                    near = middle;
                } else {
                    far = middle;
                }
            }
            return Some(layout.fraction(rest));
        }
        if next >= leave {
            return None;
        }
        (t, rest) = (next, far_rest);
    }
    None
}

/// Upper bound of the heights of a cascade, metres.
fn highest(cascade: &Cascade) -> f64 {
    let heights = cascade.height.cells().iter();
    f64::from(heights.fold(0.0_f32, |most, height| most.max(height.abs())))
}
