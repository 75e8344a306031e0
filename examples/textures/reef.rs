//! How deep the water of `scenes/reef.toml` is: 16-bit grey, white the full depth, black dry land.
//!
//! From left to right, the way the waves come: deep water; a round shoal, a parabola in which the depth falls to an eighth, so
//! that waves slow down over its middle and meet behind it; two islets with sloping shores; and a beach along the right side.
//! The bottom is a little uneven everywhere. Positions are fractions of the picture's side.

use std::path::Path;

use anyhow::{Context, Result};
use glam::Vec2;
use image::{ImageBuffer, Luma};

use crate::noise::{Noise, smoothstep};

/// Pixels along each side: a pool has more cells, but nothing here is finer.
const SIDE: u32 = 128;

/// Middle of the shoal, and where it begins to rise.
const SHOAL: (Vec2, f32) = (Vec2::new(0.42, 0.56), 0.24);
const SHOAL_DEPTH: f32 = 0.125;

/// Middles of the islets, where their shores begin to rise, where they are dry.
const ISLETS: [(Vec2, f32, f32); 2] = [
    (Vec2::new(0.66, 0.2), 0.14, 0.045),
    (Vec2::new(0.8, 0.82), 0.1, 0.03),
];

/// The depth at a position: 1 the full depth, 0 dry.
fn depth(at: Vec2, noise: &Noise) -> f32 {
    let (middle, radius) = SHOAL;
    let from_middle = at.distance(middle) / radius;
    let shoal = SHOAL_DEPTH + (1.0 - SHOAL_DEPTH) * (from_middle * from_middle).min(1.0);
    let mut depth = shoal.min(1.0 - 0.75 * smoothstep(0.86, 1.0, at.x));
    for (middle, foot, shore) in ISLETS {
        depth = depth.min(smoothstep(shore, foot, at.distance(middle)));
    }
    let uneven = 1.0 - 0.12 * (0.5 + 0.5 * noise.fbm(at * 9.0, 4));
    (depth * uneven).clamp(0.0, 1.0)
}

/// Writes the picture.
pub fn save(path: &Path) -> Result<()> {
    let noise = Noise::new(41);
    let pixel = |x: u32, y: u32| {
        let at = (Vec2::new(x as f32, y as f32) + 0.5) / SIDE as f32;
        Luma([(depth(at, &noise) * 65535.0).round() as u16])
    };
    ImageBuffer::from_fn(SIDE, SIDE, pixel)
        .save(path)
        .with_context(|| format!("could not write {}", path.display()))?;
    println!("{}", path.display());
    Ok(())
}
