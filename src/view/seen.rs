//! Projection of places of the water to pixels, the inverse of picking: for marks on the surface.

use super::PickQuery;
use super::pick::shown_heights;
use super::shader::half_extents;
use crate::parameter::Settings;
use crate::surface::{Bounded, Open, Surface};
use crate::water::OpenSurface;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// The pixels, counted from the centre of the top left one, at which places of a surface are seen in a view in 3D with these settings.
/// Places are fractions of the pool, or of a sea's window of ripples. `None`
/// for a place behind the eye, outside of the pool, or of a patch without a window, whose copy is undetermined.
pub(super) fn seen_at(
    query: &PickQuery,
    settings: &Settings,
    places: &[(f64, f64)],
) -> Vec<Option<Vec2>> {
    let PickQuery { eye, size, .. } = *query;
    let (scale, wall_height) = shown_heights(settings, query.surface);
    let pixel = |point: Option<Vec3>| point.and_then(|point| eye.pixel(point, size));
    match query.surface {
        Surface::Bounded(pool) => {
            let point = |place| in_pool(pool, (scale, wall_height), place);
            places.iter().map(|&place| pixel(point(place))).collect()
        }
        Surface::Open(open) => on_sea(open, eye.origin, scale, places)
            .into_iter()
            .map(pixel)
            .collect(),
    }
}

/// The point of a pool's surface, or of an obstacle's top, at a fraction of the pool.
fn in_pool(pool: &Bounded, (scale, wall_height): (f32, f32), (u, v): (f64, f64)) -> Option<Vec3> {
    let is_inside = (0.0..=1.0).contains(&u) && (0.0..=1.0).contains(&v);
    if !is_inside {
        return None;
    }
    let half = half_extents(pool.field.size);
    let is_solid = pool.walls.is_some_and(|walls| {
        let cell = |part: f64, cells: usize| ((part * cells as f64) as usize).min(cells - 1);
        let open = walls[(cell(u, walls.columns()), cell(v, walls.rows()))];
        crate::heights::is_solid(open)
    });
    let height = match is_solid {
        true => wall_height,
        false => scale * pool.field.heights.bilinear(u as f32, v as f32),
    };
    let across = Vec2::new(2.0 * u as f32 - 1.0, 2.0 * v as f32 - 1.0) * half;
    Some(Vec3::new(across.x, height, across.y))
}

/// The displaced points of a sea's surface at fractions of its window, in a world whose origin is at `middle` of the water.
fn on_sea(open: &Open, middle: DVec2, scale: f32, places: &[(f64, f64)]) -> Vec<Option<Vec3>> {
    let Some(window) = open.cascades.window else {
        return vec![None; places.len()];
    };
    let surface = OpenSurface::of(&open.cascades);
    let point = |&place: &(f64, f64)| {
        let point = surface.point(window.place(place).into());
        let height = f64::from(scale) * point.y;
        Some(DVec3::new(point.x - middle.x, height, point.z - middle.y).as_vec3())
    };
    places.iter().map(point).collect()
}
