//! The weather that `sky` and `panorama` share: a clear blue dome, the sun, and a layer of cumulus.
//!
//! The clouds are a real volume over a curved earth. A ray marches through the layer; at each step the light that the
//! sun sends there is thinned by the cloud on its way, and what is scattered toward the eye adds up front to back.
//! Evaluating everything on the direction keeps the zenith free of pinching.

use glam::{Vec2, Vec3};

use crate::canvas::colour;
use crate::noise::{Noise, hash, smoothstep, unit};

/// Earth radius and cloud layer, in units of the cloud base's height. The small earth brings the horizon near.
const EARTH: f32 = 45.0;
const BASE: f32 = 1.0;
const DEPTH: f32 = 0.42;

/// Extinction of dense cloud per unit length.
const EXTINCTION: f32 = 26.0;

const SHAPE: Noise = Noise::new(41);
const PUFFS: Noise = Noise::new(42);

/// Toward the sun; y is up.
pub const SUN: Vec3 = Vec3::new(0.4488, 0.6960, 0.5606);

/// What is seen along one ray.
pub struct Sky {
    /// Linear light, without the sun.
    pub radiance: Vec3,
    /// Opacity of the clouds, 0…1.
    pub cloud: f32,
}

/// How the clouds are looked at.
#[derive(Clone, Copy)]
pub struct Lens {
    /// Clouds per unit length: a larger value gives more, smaller clouds.
    pub scale: f32,
    /// Samples along a ray through the cloud layer.
    pub steps: u32,
}

/// Looks along `dir` (unit length, y up). `jitter` (0…1) shifts the samples, so that neighbours do not band together.
pub fn look(dir: Vec3, lens: Lens, jitter: f32) -> Sky {
    let clear = clear_sky(dir);
    let (cloud_light, through) = march(dir, lens, jitter);
    Sky {
        radiance: clear * through + cloud_light,
        cloud: 1.0 - through,
    }
}

/// The sun's disc of angular radius `radius` (radians) and the glow around it, 0…1.
pub fn sun_glow(dir: Vec3, radius: f32) -> f32 {
    let away = dir.dot(SUN).clamp(-1.0, 1.0).acos() / radius;
    let disc = smoothstep(1.15, 0.85, away);
    let halo = 0.85 * (-0.55 * away).exp() + 0.15 * (-0.10 * away).exp();
    disc.max(halo)
}

/// The cloudless dome: deep blue overhead, pale and warm at the horizon.
pub fn clear_sky(dir: Vec3) -> Vec3 {
    let up = dir.y.max(0.0);
    let zenith = colour(0x2f6fbf);
    let middle = colour(0x74ade0);
    let low = colour(0xd9e4e6);
    let haze = (-up * 7.5).exp();
    let dome = middle.lerp(zenith, smoothstep(0.10, 0.95, up));
    let warm = Vec3::new(1.04, 1.0, 0.95);
    let around_sun = dir.dot(SUN).max(0.0).powf(6.0);
    dome.lerp(low * warm, haze) + Vec3::new(0.10, 0.10, 0.09) * around_sun
}

/// Light scattered by the clouds toward the eye, and the share of the sky behind that comes through.
fn march(dir: Vec3, lens: Lens, jitter: f32) -> (Vec3, f32) {
    if dir.y < 0.004 {
        return (Vec3::ZERO, 1.0);
    }
    let (near, far) = (shell(dir, BASE), shell(dir, BASE + DEPTH));
    let step = (far - near) / lens.steps as f32;
    let phase = phase(dir.dot(SUN));
    // Distant clouds fade into the haze and drown in its colour.
    let air = (-0.17 * (near - 1.0)).exp();
    let haze = clear_sky(Vec3::new(dir.x, dir.y * 0.6, dir.z).normalize());

    let mut light = Vec3::ZERO;
    let mut through = 1.0;
    for i in 0..lens.steps {
        let p = dir * (near + step * (i as f32 + jitter));
        let density = density(p, lens.scale, true);
        if density <= 0.0 {
            continue;
        }
        let optical = density * EXTINCTION * step;
        let height = layer_height(p);
        let shade = sun_depth(p, lens.scale);
        // Light scattered many times reaches deeper than Beer's law says: a second, slower decay stands for it.
        let sun = 0.75 * phase * (-shade).exp() + 0.72 * (-0.20 * shade).exp();
        let ambient = Vec3::new(0.34, 0.41, 0.51) * (0.64 + 0.36 * height);
        let source = Vec3::new(1.0, 0.965, 0.91) * sun + ambient;
        let absorbed = 1.0 - (-optical).exp();
        light += source * absorbed * through;
        through *= 1.0 - absorbed;
        if through < 0.01 {
            through = 0.0;
            break;
        }
    }
    let cover = (1.0 - through) * air.max(0.0);
    let mixed = if through < 1.0 {
        light / (1.0 - through) * 0.80
    } else {
        Vec3::ZERO
    };
    (mixed.lerp(haze, 1.0 - air) * cover, 1.0 - cover)
}

/// Forward-peaked scattering with a floor: clouds near the sun shine, clouds opposite are merely white.
fn phase(cosine: f32) -> f32 {
    let lobe = |g: f32| (1.0 - g * g) / (1.0 + g * g - 2.0 * g * cosine).powf(1.5);
    (0.55 + 0.22 * lobe(0.55) + 0.20 * lobe(-0.15)).min(1.9)
}

/// Distance along `dir`, from the ground, to the sphere at height `h`.
fn shell(dir: Vec3, h: f32) -> f32 {
    let b = EARTH * dir.y;
    (b * b + h * (2.0 * EARTH + h)).sqrt() - b
}

/// Height within the cloud layer, 0 at its base, 1 at its top.
fn layer_height(p: Vec3) -> f32 {
    let above = (p + Vec3::Y * EARTH).length() - EARTH;
    (above - BASE) / DEPTH
}

/// Cloud water at `p`, 0…1; the small puffs only where `fine`.
fn density(p: Vec3, scale: f32, fine: bool) -> f32 {
    let h = layer_height(p);
    if !(0.0..1.0).contains(&h) {
        return 0.0;
    }
    // Cumulus: a flat base and a rounded top, so the threshold rises with height.
    let threshold = -0.02 + 0.42 * h * h + 0.35 * (1.0 - smoothstep(0.0, 0.16, h));
    let q = p * Vec3::new(scale, 1.3, scale) + Vec3::new(3.1, 0.0, 7.4);
    // Most of the sky is empty: the first octave alone often says so.
    if SHAPE.solid(q) * 0.77 + 0.30 < threshold {
        return 0.0;
    }
    let shape = SHAPE.solid_fbm(q, 2) * 1.15 - threshold;
    if shape < -0.02 {
        return 0.0;
    }
    if !fine {
        return ((shape - 0.06) * 3.5).clamp(0.0, 1.0);
    }
    let puffs = 1.0 - PUFFS.billow(p * 6.5, 4);
    ((shape + 0.06 - 0.34 * puffs * (1.0 - 0.8 * shape.clamp(0.0, 1.0))) * 7.0).clamp(0.0, 1.0)
}

/// Optical depth between `p` and the sun.
fn sun_depth(p: Vec3, scale: f32) -> f32 {
    let mut depth = 0.0;
    let mut at = 0.0;
    let mut stride = 0.025;
    for tap in 0..4 {
        depth += density(p + SUN * (at + 0.5 * stride), scale, tap == 0) * stride;
        at += stride;
        stride *= 1.8;
    }
    depth * EXTINCTION * 0.8
}

/// A shift for the ray through `p`, on a canvas of `samples`×`samples` per pixel.
///
/// The samples of one pixel share the interval 0…1 evenly, so that together they march in finer steps than each alone;
/// where the pixel begins is pseudo-random.
pub fn jitter(p: Vec2, samples: u32) -> f32 {
    let pixel = p.floor();
    let sub = ((p - pixel) * samples as f32).floor();
    let start = unit(hash(pixel.x as i32, pixel.y as i32, 0, 99), 0);
    let order = sub.y * samples as f32 + sub.x;
    (order + start) / (samples * samples) as f32
}
