//! `panorama`: the upper half of the sky, equirectangular, for the backdrop behind the deck.
//!
//! u is the azimuth (u = 0 looks along +x, u = 0.25 along +z) and wraps; row 0 is the zenith, the last row the horizon.
//! The weather is the same as in `sky`. Three hazy ranges of wooded hills stand in the lowest few percent.

use std::f32::consts::{FRAC_PI_2, TAU};

use glam::{Vec2, Vec3, Vec4};

use crate::canvas::{Canvas, colour};
use crate::clouds::{self, Lens};
use crate::noise::{Noise, smoothstep};

const WIDTH: u32 = 2048;
const HEIGHT: u32 = 1024;
const SAMPLES: u32 = 2;

const HILLS: Noise = Noise::new(51);
const TREES: Noise = Noise::new(52);

const LENS: Lens = Lens {
    scale: 1.35,
    steps: 9,
};

/// Paints the dome.
pub fn paint() -> Canvas {
    Canvas::paint(WIDTH, HEIGHT, SAMPLES, shade)
}

fn shade(pixel: Vec2) -> Vec4 {
    let azimuth = pixel.x / WIDTH as f32 * TAU;
    let elevation = (1.0 - pixel.y / HEIGHT as f32) * FRAC_PI_2;
    let around = Vec2::from_angle(azimuth);
    let dir = Vec3::new(
        around.x * elevation.cos(),
        elevation.sin(),
        around.y * elevation.cos(),
    );
    let sky = clouds::look(dir, LENS, clouds::jitter(pixel, SAMPLES));
    let glow = clouds::sun_glow(dir, 0.022) * (1.0 - 0.6 * sky.cloud);
    let mut light = sky.radiance + Vec3::new(1.0, 0.93, 0.82) * glow;

    // Soft shoulders on the brightest parts instead of clipping.
    light = light / (Vec3::ONE + (light - 0.75).max(Vec3::ZERO));
    // (height and relief in radians, noise scale, tree height, colour), the farthest first.
    let ranges: [(f32, f32, f32, f32, u32); 3] = [
        (0.050, 0.026, 2.3, 0.002, 0xa3b8c6),
        (0.032, 0.016, 4.1, 0.005, 0x8aa8a8),
        (0.018, 0.008, 7.0, 0.010, 0x6a8f7e),
    ];
    for (height, relief, scale, tree, tint) in ranges {
        // Noise on a circle wraps by itself.
        let hill = height + relief * HILLS.fbm(around * scale + scale * 10.0, 4);
        let crowns = tree * TREES.fbm(around * 16.0 / tree.sqrt(), 3).abs();
        let top = hill + crowns;
        let cover = smoothstep(top + 0.0012, top - 0.0012, elevation);
        let depth = smoothstep(0.0, height, elevation);
        let patch = 1.0 + 0.10 * TREES.fbm(Vec2::new(0.0, elevation * 160.0) + around * 40.0, 3);
        let hill_light = colour(0xc3d0cf).lerp(colour(tint) * patch, 0.45 + 0.45 * depth);
        light = light.lerp(hill_light, cover);
    }
    light.extend(1.0)
}
