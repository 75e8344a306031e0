//! `tiles`: a swimming pool's glass mosaic, 16×16 tiles, seamless both ways.
//!
//! Every tile gets its own colour out of one aqua family, its own small tilt and offset; the bevel and the grout come
//! from the distance to a rounded square. The spread of colours is kept narrow on purpose: one striking tile would
//! give the repetition away.

use glam::{Vec2, Vec3};

use crate::canvas::{Canvas, colour};
use crate::noise::{Noise, hash, smoothstep, unit};

const SIZE: u32 = 1024;
const TILES: i32 = 16;

/// Half of a tile's width and its corner radius, in units of the tile pitch.
const HALF: f32 = 0.452;
const CORNER: f32 = 0.10;

const WOBBLE: Noise = Noise::tiling(11, TILES * 3);
const GLAZE: Noise = Noise::tiling(12, TILES * 2);
const STREAK: Noise = Noise::tiling(13, TILES);
const GRAIN: Noise = Noise::tiling(14, TILES * 12);
const DRIFT: Noise = Noise::tiling(15, 4);

/// Paints the mosaic.
pub fn paint() -> Canvas {
    let scale = TILES as f32 / SIZE as f32;
    Canvas::paint(SIZE, SIZE, 3, |pixel| shade(pixel * scale).extend(1.0))
}

/// Colour at `p`, in tile pitches.
fn shade(p: Vec2) -> Vec3 {
    let cell = p.floor();
    let id = hash(
        (cell.x as i32).rem_euclid(TILES),
        (cell.y as i32).rem_euclid(TILES),
        0,
        5,
    );
    let jitter = Vec2::new(unit(id, 1) - 0.5, unit(id, 2) - 0.5);
    // Laid by hand: each tile sits a little off its place and a little turned.
    let turn = Vec2::from_angle(0.03 * (unit(id, 3) - 0.5));
    let wobble = 0.006 * WOBBLE.flat(p * 3.0);
    let local = turn.rotate(p - cell - 0.5 - 0.016 * jitter);
    let (edge, outward) = rounded_square(local);
    let edge = edge + wobble;

    let tile = glass(p, local, edge, outward, id);
    let grout = grout(p, edge);
    grout.lerp(tile, smoothstep(0.006, -0.008, edge))
}

/// Signed distance to the tile's outline (negative inside) and the direction away from it.
fn rounded_square(p: Vec2) -> (f32, Vec2) {
    let q = p.abs() - Vec2::splat(HALF - CORNER);
    let sign = Vec2::new(p.x.signum(), p.y.signum());
    if q.x > 0.0 && q.y > 0.0 {
        (q.length() - CORNER, q.normalize() * sign)
    } else if q.x > q.y {
        (q.x - CORNER, Vec2::new(sign.x, 0.0))
    } else {
        (q.y - CORNER, Vec2::new(0.0, sign.y))
    }
}

fn glass(p: Vec2, local: Vec2, edge: f32, outward: Vec2, id: u32) -> Vec3 {
    let body = body_colour(p, id);
    // Molten glass keeps the streaks of its stirring; the direction differs from tile to tile.
    let direction = if id & 1 == 0 {
        Vec2::new(1.0, 3.0)
    } else {
        Vec2::new(3.0, 1.0)
    };
    let warp = 0.35 * GLAZE.fbm(p * 2.0, 2);
    let streak = STREAK.fbm(p * direction + warp, 3);
    let mottle = GLAZE.fbm(p * 2.0 + 9.0, 4);
    let mut albedo = body * (1.0 + 0.10 * streak + 0.10 * mottle);
    albedo = albedo.lerp(colour(0xe6f7f2), 0.10 * smoothstep(0.15, 0.6, streak));

    // Light from the upper left enters the glass and collects at the far side.
    let far_side = (local.x + local.y).clamp(-0.8, 0.8);
    let collected = 1.0 + 0.16 * far_side + 0.07 * smoothstep(-0.25, -0.05, edge);

    let bevel = smoothstep(-0.085, 0.0, edge);
    let tilt = Vec2::new(unit(id, 4) - 0.5, unit(id, 5) - 0.5) * 0.10;
    let ripple = Vec2::new(GLAZE.flat(p * 2.0 + 3.3), GLAZE.flat(p * 2.0 + 7.7)) * 0.10;
    let normal = (outward * bevel * 0.75 + tilt + ripple)
        .extend(1.0)
        .normalize();
    let light = Vec3::new(-0.45, -0.5, 0.74).normalize();
    let half = (light + Vec3::Z).normalize();
    let diffuse = 0.42 + 0.72 * normal.dot(light).max(0.0);
    let gloss =
        0.22 * normal.dot(half).max(0.0).powf(90.0) + 0.05 * normal.dot(half).max(0.0).powf(9.0);
    let fine = 1.0 + 0.025 * GRAIN.flat(p * 12.0);
    albedo * collected * diffuse * fine + Vec3::splat(gloss) * Vec3::new(0.95, 1.0, 1.0)
}

/// The aqua family: most tiles near the middle of it, a few toward either end.
fn body_colour(p: Vec2, id: u32) -> Vec3 {
    let family = [
        colour(0x45a4ba),
        colour(0x52b4c2),
        colour(0x66c4cb),
        colour(0x7ccfcf),
        colour(0x9cdedb),
    ];
    // The mean of three draws gathers in the middle, as a kiln's batches do.
    let draw = (unit(id, 6) + unit(id, 7) + unit(id, 8)) / 3.0;
    let t = ((draw - 0.5) * 0.95 + 0.5).clamp(0.0, 0.999) * 4.0;
    let step = t as usize;
    let base = family[step].lerp(family[step + 1], t.fract());
    let green = unit(id, 9) * 2.0 - 1.0;
    let hue = Vec3::new(1.0 + 0.02 * green, 1.0 + 0.05 * green, 1.0 - 0.06 * green);
    let drift = 1.0 + 0.05 * DRIFT.fbm(p / 4.0, 2);
    base * hue * drift
}

fn grout(p: Vec2, edge: f32) -> Vec3 {
    let rough = GRAIN.fbm(p * 12.0, 3);
    let stain = GLAZE.fbm(p * 2.0 + 5.5, 3);
    let base = colour(0xd3e2dc) * (1.0 + 0.16 * rough + 0.10 * stain);
    // The joint lies lower than the glass: it darkens where it meets a tile.
    let sunken = 0.62 + 0.38 * smoothstep(0.0, 0.045, edge);
    base * sunken
}
