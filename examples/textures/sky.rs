//! `sky`: the environment as the water's surface reflects it to an eye straight above.
//!
//! Looked up with the horizontal part of the water's normal: u = 0.5 + 0.45 nx, v = 0.5 + 0.45 ny, so the centre
//! reflects the zenith. Alpha is how strongly the reflection covers the water: low where the surface is level, rising
//! toward grazing angles as Fresnel's law has it, higher on clouds and 1 on the sun.

use glam::{Vec2, Vec3, Vec4};

use crate::canvas::Canvas;
use crate::clouds::{self, Lens};
use crate::noise::smoothstep;

const SIZE: u32 = 512;
const SAMPLES: u32 = 3;

/// Larger than the real sun, so that a ripple's glint is worth several pixels, radians.
const SUN_RADIUS: f32 = 0.055;

const LENS: Lens = Lens {
    scale: 2.1,
    steps: 8,
};

/// Paints the reflected sky.
pub fn paint() -> Canvas {
    Canvas::paint(SIZE, SIZE, SAMPLES, |pixel| {
        let normal = (pixel / SIZE as f32 - 0.5) / 0.45;
        shade(normal, clouds::jitter(pixel, SAMPLES))
    })
}

fn shade(normal: Vec2, jitter: f32) -> Vec4 {
    let lean = normal.length();
    let dir = reflected(normal);
    let sky = clouds::look(dir, LENS, jitter);
    // Toward the rim the haze takes over, and beyond it everything continues without an edge.
    let rim = smoothstep(0.45, 1.0, lean);
    let haze = Vec3::new(0.84, 0.82, 0.76);
    let glow = clouds::sun_glow(dir, SUN_RADIUS);
    let colour = sky.radiance.lerp(haze, 0.85 * rim) + Vec3::new(1.0, 0.93, 0.80) * 1.3 * glow;

    let fresnel = 0.18 + 0.72 * smoothstep(0.0, 1.0, lean).powf(0.8);
    let cover = fresnel + 0.16 * sky.cloud * (1.0 - fresnel);
    let alpha = cover + (1.0 - cover) * glow;
    colour.min(Vec3::ONE).extend(alpha.min(1.0))
}

/// The direction a ray from straight above leaves in (y up), which a mirror would send to twice the normal's angle.
///
/// Past 45° a mirror would point below the horizon. The angle bends off smoothly instead and stays above it; near the
/// centre it runs ahead of the mirror, so that even gentle ripples meet several clouds.
fn reflected(normal: Vec2) -> Vec3 {
    let lean = normal.length();
    let angle = 1.53 * (2.2 * lean).tanh() / 2.2f32.tanh();
    let flat = normal.normalize_or_zero() * angle.min(1.56).sin();
    Vec3::new(flat.x, angle.min(1.56).cos(), flat.y)
}
