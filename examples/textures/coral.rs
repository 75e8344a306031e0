//! How deep the water of `scenes/lagoon.toml` is: 16-bit grey, white the full depth, black the level of the still water. 100 m a side.
//!
//! A plain of sand, a little uneven; a bank that rises from it toward one side, with a channel through it; and heads of coral, round
//! lumps that stand alone and in groups. Positions are fractions of the picture's side.

use std::path::Path;

use anyhow::{Context, Result};
use glam::Vec2;
use image::{ImageBuffer, Luma};

use crate::noise::{Noise, smoothstep};

/// Pixels along each side.
const SIDE: u32 = 256;

/// Groups of coral: the middle of each, how far it spreads, and how many heads it has.
const GROUPS: [(Vec2, f32, u32); 7] = [
    (Vec2::new(0.44, 0.43), 0.05, 7),
    (Vec2::new(0.36, 0.48), 0.05, 6),
    (Vec2::new(0.47, 0.31), 0.07, 9),
    (Vec2::new(0.58, 0.5), 0.06, 6),
    (Vec2::new(0.3, 0.7), 0.1, 10),
    (Vec2::new(0.72, 0.3), 0.1, 9),
    (Vec2::new(0.66, 0.78), 0.12, 10),
];

/// A head of coral: its middle, its radius, and how much of the depth it takes.
struct Head {
    middle: Vec2,
    radius: f32,
    height: f32,
}

/// A number from 0 to 1 that depends on three others alone.
fn chance(group: usize, head: u32, which: u32) -> f32 {
    let mut bits = (group as u32)
        .wrapping_mul(0x9E37_79B9)
        .wrapping_add(head.wrapping_mul(0x85EB_CA6B))
        .wrapping_add(which.wrapping_mul(0xC2B2_AE35));
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2C1B_3C6D);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297A_2D39);
    ((bits ^ (bits >> 15)) >> 8) as f32 / 16_777_216.0
}

fn heads() -> Vec<Head> {
    let groups = GROUPS.iter().enumerate();
    groups
        .flat_map(|(group, &(middle, spread, count))| {
            (0..count).map(move |head| {
                let turn = std::f32::consts::TAU * chance(group, head, 0);
                let away = spread * chance(group, head, 1).sqrt();
                let size = chance(group, head, 2).powi(2);
                Head {
                    middle: middle + away * Vec2::from_angle(turn),
                    radius: 0.008 + 0.019 * size,
                    height: 0.1 + 0.34 * size + 0.08 * chance(group, head, 3),
                }
            })
        })
        .collect()
}

/// The depth at a position: 1 the full depth, 0 none.
fn depth(at: Vec2, noise: &Noise, heads: &[Head]) -> f32 {
    // The bank, and the channel that tides have cut through it.
    let shore = 0.2 + 0.05 * noise.fbm(at * 4.0, 3);
    let bank = smoothstep(shore + 0.16, shore - 0.1, 0.6 * at.x + 0.4 * at.y);
    let channel = smoothstep(
        0.09,
        0.03,
        (at.x - at.y + 0.12 + 0.04 * noise.fbm(at * 5.0 + 7.0, 2)).abs(),
    );
    let plain = 0.9 + 0.06 * noise.fbm(at * 7.0, 4);
    let mut depth = plain * (1.0 - 0.86 * bank * (1.0 - 0.8 * channel));
    for head in heads {
        let off = at - head.middle;
        // Not quite round, and steep at the foot.
        let ragged = 1.0 + 0.35 * noise.fbm(at * 55.0, 2);
        let far = off.length() / (head.radius * ragged);
        let high = head.height * (1.0 - far * far).max(0.0).powf(0.6);
        let knobs = 1.0 + 0.3 * noise.fbm(at * 75.0, 2);
        depth = depth.min(plain - high * knobs);
    }
    depth.clamp(0.0, 1.0)
}

/// Writes the picture.
pub fn save(path: &Path) -> Result<()> {
    let noise = Noise::new(73);
    let heads = heads();
    let pixel = |x: u32, y: u32| {
        let at = (Vec2::new(x as f32, y as f32) + 0.5) / SIDE as f32;
        Luma([(depth(at, &noise, &heads) * 65535.0).round() as u16])
    };
    ImageBuffer::from_fn(SIDE, SIDE, pixel)
        .save(path)
        .with_context(|| format!("could not write {}", path.display()))?;
    println!("{}", path.display());
    Ok(())
}
