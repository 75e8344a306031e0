//! `sky`: the environment as the water's surface reflects it to an eye straight above.
//!
//! Looked up with the horizontal part of the water's normal: u = 0.5 + 0.45 nx, v = 0.5 + 0.45 ny, so the centre
//! reflects the zenith. Alpha is how strongly the reflection covers the water: low where the surface is level, rising
//! with the slope in the manner of Fresnel's law, higher on clouds and 1 on the sun.

use glam::{Vec2, Vec3, Vec4};

use crate::canvas::Canvas;
use crate::clouds::{self, Lens};
use crate::noise::smoothstep;

const SIZE: u32 = 512;
const SAMPLES: u32 = 3;

/// Larger than the real sun, so that a ripple's glint is worth several pixels, radians.
const SUN_RADIUS: f32 = 0.06;

const LENS: Lens = Lens {
    scale: 1.5,
    steps: 8,
};

/// Pixels that clouds are softened by: water is never so smooth that their edges would show in it.
const SOFTNESS: i32 = 9;

/// Paints the reflected sky: the clouds softened, the sun sharp.
pub fn paint() -> Canvas {
    let normal = |pixel: Vec2| (pixel / SIZE as f32 - 0.5) / 0.45;
    let clouds = Canvas::paint(SIZE, SIZE, SAMPLES, |pixel| {
        shade(normal(pixel), clouds::jitter(pixel, SAMPLES))
    });
    let soft = clouds.blurred(SOFTNESS).blurred(SOFTNESS);
    Canvas::paint(SIZE, SIZE, SAMPLES, |pixel| {
        let glow = clouds::sun_glow(reflected(normal(pixel)), SUN_RADIUS);
        let sky = soft.at(pixel);
        let colour = sky.truncate() + Vec3::new(1.0, 0.93, 0.80) * 1.3 * glow;
        let alpha = sky.w + (1.0 - sky.w) * glow;
        colour.min(Vec3::ONE).extend(alpha.min(1.0))
    })
}

fn shade(normal: Vec2, jitter: f32) -> Vec4 {
    let lean = normal.length();
    let sky = clouds::look(reflected(normal), LENS, jitter);
    // Toward the rim the haze takes over, and beyond it everything continues without an edge.
    let rim = smoothstep(0.45, 1.0, lean);
    let haze = Vec3::new(0.62, 0.74, 0.84);
    let colour = sky.radiance.lerp(haze, 0.85 * rim);
    // Less than Fresnel's law has it at the rim: a wave so steep still shows the pool through its face.
    let fresnel = 0.14 + 0.46 * smoothstep(0.0, 1.0, lean).powf(0.8);
    let cover = fresnel + 0.12 * sky.cloud * (1.0 - fresnel);
    colour.extend(cover)
}

/// The direction a ray from straight above leaves in (y up), which a mirror would send to twice the normal's angle.
///
/// Past 45° a mirror would point below the horizon. The angle bends off smoothly instead and stays above it; near the
/// centre it runs ahead of the mirror, so that even gentle ripples meet several clouds.
fn reflected(normal: Vec2) -> Vec3 {
    let lean = normal.length();
    let angle = 1.53 * (1.3 * lean).tanh() / 1.3f32.tanh();
    let flat = normal.normalize_or_zero() * angle.min(1.56).sin();
    Vec3::new(flat.x, angle.min(1.56).cos(), flat.y)
}
