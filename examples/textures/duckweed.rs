//! Duckweed: the tiny floating leaves that gather around lily pads, two or three to a plant.
//!
//! One plant at most in each cell of a cellular noise. A density (0…1) decides which cells have one, so that drifts of
//! it thin out into open water.

use std::f32::consts::TAU;

use glam::{Vec2, Vec3};

use crate::canvas::colour;
use crate::lilies::SUN;
use crate::noise::{Noise, smoothstep, unit};

const PLANTS: Noise = Noise::new(111);
const DRIFT: Noise = Noise::new(112);

/// Mean distance between plants where they grow densely, pixels.
const SPACING: f32 = 21.0;

/// Paints duckweed over `under`, where there is any; `density` 0…1.
pub fn over(p: Vec2, density: f32, under: Vec3) -> Vec3 {
    let drift = smoothstep(-0.05, 0.35, DRIFT.fbm(p / 130.0, 3));
    let share = density * drift;
    if share <= 0.01 {
        return under;
    }
    let shadow = leaves(p + SUN.truncate() * 3.0, share).map_or(0.0, |leaf| leaf.cover);
    let light = under * (1.0 - 0.45 * shadow);
    match leaves(p, share) {
        Some(leaf) => light.lerp(leaf.light, leaf.cover),
        None => light,
    }
}

struct Leaf {
    light: Vec3,
    cover: f32,
}

/// The leaf at `p`, if the cell there has a plant.
fn leaves(p: Vec2, share: f32) -> Option<Leaf> {
    let cell = PLANTS.cell(p / SPACING);
    if unit(cell.id, 5) > share {
        return None;
    }
    let offset = cell.offset * SPACING;
    let turn = Vec2::from_angle(TAU * unit(cell.id, 6));
    let size = 2.0 + 1.6 * unit(cell.id, 7);
    let count = 1 + (cell.id >> 9) % 3;
    let mut found: Option<Leaf> = None;
    for n in 0..count {
        let way = Vec2::from_angle(n as f32 * 2.3).rotate(turn);
        let q = (offset - way * size * 0.85) / size;
        let r = q.length();
        let cover = smoothstep(1.0 + 0.4 / size, 1.0 - 0.4 / size, r);
        if cover <= found.as_ref().map_or(0.0, |leaf| leaf.cover) {
            continue;
        }
        let green = colour(0x5f8f2e).lerp(colour(0x86ad45), unit(cell.id, 8));
        // Each is a little dome: bright toward the sun.
        let dome = 0.72 - 0.42 * q.dot(-SUN.truncate());
        let light = green * dome * (1.15 - 0.25 * r);
        found = Some(Leaf { light, cover });
    }
    found
}
