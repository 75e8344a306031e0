//! Ray picking: the intersection of a ray with the surface of a pool.
//!
//! World coordinates: metres from the centre of the pool; the surface is
//! y = scale · h(u, v) with h bilinear between the heights and constant beyond the outermost, as in [`Heights::bilinear`].
//! Heights and obstacles may have another resolution than the pool's cells: the ray is converted to the grid that it is tested
//! against. The ray visits the patches between four cell centres in order; within a patch, ray height minus surface
//! height is a quadratic along the ray, whose first root is the hit.

use super::PickQuery;
use super::pick_open::pick_cascades;
use crate::grid::Grid;
use crate::heights::{Heights, is_solid};
use crate::parameter::Settings;
use crate::surface::{self, Bounded, HeightField};
use glam::{DVec3, Vec2, Vec3};
use std::cmp::Ordering;

/// Ray picking: the first intersection of the ray from `origin` along `direction` (metres, any length) with the surface of
/// `heights`, one for each cell of a pool 2 m long, scaled by `height_scale`. Returns the fraction (u, v) of the pool.
///
/// `None` if the ray misses, lies in the surface, or if a number is not finite. The surface can be hit from above and from below;
/// the walls of the pool do not block rays. The result is exact up to rounding in `f64`.
///
/// The cost is some tens of nanoseconds for each cell along the ray from the pool's edge to the hit: at most columns + rows
/// cells, under a millisecond for 8192² cells. The range of the heights is not needed.
///
/// ```
/// use glam::Vec3;
/// use waterlab::{grid::Grid, heights::Heights, view::pick};
///
/// let still = Grid::new(64, 32, 0.0_f32);
/// let down = Vec3::new(0.0, -1.0, 0.0);
/// let at = pick(Vec3::new(-0.5, 1.0, 0.25), down, &Heights::Metres(&still), 1.0);
/// assert_eq!(at, Some((0.25, 0.75)));
/// ```
pub fn pick(
    origin: Vec3,
    direction: Vec3,
    heights: &Heights,
    height_scale: f32,
) -> Option<(f64, f64)> {
    let pool = HeightField::still(*heights).size;
    pick_water((origin, direction), pool, heights, height_scale)
}

/// As [`pick`], in a `pool` of this size in metres.
fn pick_water(
    ray: (Vec3, Vec3),
    pool: [f64; 2],
    heights: &Heights,
    height_scale: f32,
) -> Option<(f64, f64)> {
    let size = [heights.columns() as f64, heights.rows() as f64];
    let ray = Ray::new(ray, pool, size).filter(|_| height_scale.is_finite())?;
    let surface = Surface {
        heights,
        scale: f64::from(height_scale),
    };
    let length = first_hit(&ray, &surface, size)?;
    Some(ray.place(size, length))
}

/// Exaggeration of the heights, and height of the obstacles above the water, metres, of a view in 3D.
pub(super) fn shown_heights(settings: &Settings, surface: &surface::Surface) -> (f32, f32) {
    let real = |key| settings.real(key) as f32;
    let is_uneven = match surface {
        surface::Surface::Bounded(pool) => pool.field.others.has_uneven_ground(),
        surface::Surface::Open(_) => false,
    };
    // The lit view, which alone has a setting, shows ground and the water on it as high as they are.
    let height_scale = match is_uneven && settings.get("setting").is_some() {
        true => 1.0,
        false => real("height_scale"),
    };
    (height_scale, real("wall_height") / surface.scale())
}

/// The first intersection of the ray through a pixel with a surface of either kind, in a view in 3D with these settings: the fraction
/// (u, v) of the pool, of the ripples' window, or of the first cascade's patch.
pub(super) fn pick_surface(
    query: &PickQuery,
    pixel: Vec2,
    settings: &Settings,
) -> Option<(f64, f64)> {
    let PickQuery { eye, size, .. } = *query;
    let (scale, wall_height) = shown_heights(settings, query.surface);
    let ray = eye.ray(pixel, Vec2::new(size.0 as f32, size.1 as f32));
    match query.surface {
        surface::Surface::Open(open) => pick_cascades(eye.origin, ray, &open.cascades, scale),
        surface::Surface::Bounded(pool) => pick_among(ray, pool, scale, wall_height),
    }
}

/// As [`pick`], with obstacles that rise `wall_height` metres above the water. If the ray hits an obstacle before the water,
/// the result is the fraction of the pool at the foot of the obstacle.
fn pick_among(
    ray: (Vec3, Vec3),
    pool: &Bounded,
    height_scale: f32,
    wall_height: f32,
) -> Option<(f64, f64)> {
    let field = &pool.field;
    let water = pick_water(ray, field.size, &field.heights, height_scale);
    let Some(walls) = pool.walls else {
        return water;
    };
    let size = [walls.columns() as f64, walls.rows() as f64];
    let Some(ray) = Ray::new(ray, field.size, size) else {
        return water;
    };
    let Some((length, place)) = first_wall(&ray, walls, f64::from(wall_height), size) else {
        return water;
    };
    let before = |water: (f64, f64)| {
        // Compares both hits along the axis in which the ray moves faster.
        let axis = usize::from(ray.slope[1].abs() > ray.slope[0].abs());
        let cell = [water.0, water.1][axis] * size[axis] - 0.5;
        (cell - ray.start[axis]) / ray.slope[axis] < length
    };
    water.filter(|&water| before(water)).or(Some(place))
}

/// The first entry of the ray into a solid cell below the top of the obstacles: the ray parameter and the fraction of the
/// pool.
fn first_wall(ray: &Ray, walls: &Grid<f32>, top: f64, size: [f64; 2]) -> Option<(f64, (f64, f64))> {
    let (enter, leave) = ray.over_pool(size)?;
    // The part of the ray below the tops. Obstacles reach down to the floor.
    let down = (top - ray.height) / ray.climb;
    let (enter, leave) = match ray.climb.partial_cmp(&0.0)? {
        Ordering::Less => (enter.max(down), leave),
        Ordering::Greater => (enter, leave.min(down)),
        Ordering::Equal if ray.height <= top => (enter, leave),
        Ordering::Equal => return None,
    };
    if enter.partial_cmp(&leave)? == Ordering::Greater {
        return None;
    }
    // Cells reach half a cell about their centres.
    let mut cell = [0, 1].map(|axis| {
        let last = size[axis] as i64 - 1;
        ((ray.at(axis, enter) + 0.5).floor() as i64).clamp(0, last)
    });
    let mut t = enter;
    loop {
        if is_solid(walls.clamped(cell[0], cell[1])) {
            return Some((t, ray.place(size, t)));
        }
        let exits = [0, 1].map(|axis| {
            let slope = ray.slope[axis];
            let edge = cell[axis] as f64 + if slope > 0.0 { 0.5 } else { -0.5 };
            if slope == 0.0 {
                f64::INFINITY
            } else {
                (edge - ray.start[axis]) / slope
            }
        });
        let axis = usize::from(exits[1] < exits[0]);
        cell[axis] += if ray.slope[axis] > 0.0 { 1 } else { -1 };
        if exits[axis] >= leave || !(0..size[axis] as i64).contains(&cell[axis]) {
            return None;
        }
        t = exits[axis].max(t);
    }
}

/// A ray: place in cells along x and z, height in metres, all linear in the length t ≥ 0 along it.
struct Ray {
    start: [f64; 2],
    slope: [f64; 2],
    height: f64,
    climb: f64,
}

impl Ray {
    /// The ray in coordinates of a grid of `size` that is spread over a `pool` of this size in metres: the centre of cell (i, j) is at (i, j);
    /// heights stay in metres and the ray parameter is a length. `None` for a ray without direction.
    fn new((origin, direction): (Vec3, Vec3), pool: [f64; 2], size: [f64; 2]) -> Option<Self> {
        let [x, z] = [size[0] / pool[0], size[1] / pool[1]];
        let direction = direction.as_dvec3().normalize_or_zero();
        let leads = origin.is_finite() && direction != DVec3::ZERO;
        leads.then_some(Self {
            start: [
                f64::from(origin.x) * x + (size[0] - 1.0) / 2.0,
                f64::from(origin.z) * z + (size[1] - 1.0) / 2.0,
            ],
            slope: [direction.x * x, direction.z * z],
            height: f64::from(origin.y),
            climb: direction.y,
        })
    }

    /// The fraction of the pool below or above the ray at parameter t.
    fn place(&self, size: [f64; 2], t: f64) -> (f64, f64) {
        let place = |axis: usize| ((self.at(axis, t) + 0.5) / size[axis]).clamp(0.0, 1.0);
        (place(0), place(1))
    }

    /// Coordinate along an axis, in cells.
    fn at(&self, axis: usize, t: f64) -> f64 {
        self.start[axis] + t * self.slope[axis]
    }

    /// The parameter range of the ray within the pool, whose edge is half a cell beyond the outermost centres.
    fn over_pool(&self, size: [f64; 2]) -> Option<(f64, f64)> {
        let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
        for (axis, cells) in size.into_iter().enumerate() {
            let (start, slope) = (self.start[axis], self.slope[axis]);
            if slope == 0.0 {
                if !(-0.5..=cells - 0.5).contains(&start) {
                    return None;
                }
            } else {
                let edges = [(-0.5 - start) / slope, (cells - 0.5 - start) / slope];
                enter = enter.max(edges[0].min(edges[1]));
                leave = leave.min(edges[0].max(edges[1]));
            }
        }
        (enter <= leave).then_some((enter, leave))
    }

    /// The parameter at which the ray leaves a patch along an axis.
    fn leaves(&self, axis: usize, patch: i64) -> f64 {
        let slope = self.slope[axis];
        if slope == 0.0 {
            return f64::INFINITY;
        }
        let edge = if slope > 0.0 { patch + 1 } else { patch };
        (edge as f64 - self.start[axis]) / slope
    }
}

/// The first hit, patch by patch. Patch (i, j) lies between the centres of the cells (i, j) and (i + 1, j + 1).
fn first_hit(ray: &Ray, surface: &Surface, size: [f64; 2]) -> Option<f64> {
    let (enter, leave) = ray.over_pool(size)?;
    if leave.is_infinite() {
        // A vertical ray.
        let level = surface.patch([0, 1].map(|axis| ray.start[axis].floor() as i64));
        let t = (level.at(ray.start) - ray.height) / ray.climb;
        return (t >= 0.0 && t.is_finite()).then_some(t);
    }
    let first = |axis: usize| {
        let last = size[axis] as i64 - 1;
        (ray.at(axis, enter).floor() as i64).clamp(-1, last)
    };
    let mut patch = [first(0), first(1)];
    let mut t = enter;
    // The height above the surface at the exit of one patch equals that at the entry of the next. It is carried over, so that
    // no root is lost at the border.
    let mut above = f64::NAN;
    loop {
        let exits = [0, 1].map(|axis| ray.leaves(axis, patch[axis]));
        let axis = usize::from(exits[1] < exits[0]);
        let end = exits[axis].clamp(t, leave);
        let gap = surface.patch(patch).gap(ray, t);
        if above.is_nan() {
            above = gap.at(0.0);
        }
        let (hit, next) = gap.first_root(above, end - t);
        if let Some(root) = hit {
            return Some(t + root);
        }
        (above, t) = (next, end);
        patch[axis] += if ray.slope[axis] > 0.0 { 1 } else { -1 };
        if exits[axis] >= leave || !(-1..size[axis] as i64).contains(&patch[axis]) {
            return None;
        }
    }
}

/// Scaled heights.
struct Surface<'a> {
    heights: &'a Heights<'a>,
    scale: f64,
}

impl Surface<'_> {
    fn patch(&self, [column, row]: [i64; 2]) -> Patch {
        let height = |i, j| f64::from(self.heights.metres(column + i, row + j)) * self.scale;
        let (corner, east, south) = (height(0, 0), height(1, 0), height(0, 1));
        Patch {
            corner: [column as f64, row as f64],
            level: corner,
            along: [east - corner, south - corner],
            twist: height(1, 1) - east - south + corner,
        }
    }
}

/// A bilinear patch: level + along·(p, q) + twist·pq metres, (p, q) being cells from its corner.
struct Patch {
    corner: [f64; 2],
    level: f64,
    along: [f64; 2],
    twist: f64,
}

impl Patch {
    fn at(&self, place: [f64; 2]) -> f64 {
        let (p, q) = (place[0] - self.corner[0], place[1] - self.corner[1]);
        self.level + self.along[0] * p + self.along[1] * q + self.twist * p * q
    }

    /// Height of the ray above the patch, as a function of t − `from`.
    fn gap(&self, ray: &Ray, from: f64) -> Gap {
        let [p, q] = [0, 1].map(|axis| ray.at(axis, from) - self.corner[axis]);
        let [dp, dq] = ray.slope;
        let surface = self.level + self.along[0] * p + self.along[1] * q + self.twist * p * q;
        let rise = self.along[0] * dp + self.along[1] * dq + self.twist * (p * dq + q * dp);
        Gap {
            square: -self.twist * dp * dq,
            linear: ray.climb - rise,
            constant: ray.height + from * ray.climb - surface,
        }
    }
}

/// The quadratic square·t² + linear·t + constant, metres.
struct Gap {
    square: f64,
    linear: f64,
    constant: f64,
}

impl Gap {
    fn at(&self, t: f64) -> f64 {
        (self.square * t + self.linear) * t + self.constant
    }

    /// The first root in [0, end], given the value `start` at 0; and the value at `end`.
    fn first_root(&self, start: f64, end: f64) -> (Option<f64>, f64) {
        let last = self.at(end);
        if start == 0.0 {
            let lies_in_the_surface = self.square == 0.0 && self.linear == 0.0;
            return ((!lies_in_the_surface).then_some(0.0), last);
        }
        let turn = -self.linear / (2.0 * self.square);
        let turns_across = turn > 0.0 && turn < end && start * self.at(turn) <= 0.0;
        if !(turns_across || start * last <= 0.0) {
            return (None, last);
        }
        let (b, c) = (self.linear, self.constant);
        if start * c <= 0.0 {
            // The root is on the border, where this patch and the one before differ by rounding.
            return (Some(0.0), last);
        }
        let d = (b * b - 4.0 * self.square * c).max(0.0).sqrt();
        let sum = -0.5 * (b + d.copysign(b));
        let roots = [c / sum, sum / self.square];
        let first = roots
            .into_iter()
            .filter(|root| *root >= 0.0)
            .fold(f64::INFINITY, f64::min);
        (Some(first.min(end)), last)
    }
}
