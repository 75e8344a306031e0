//! Water-lily blossoms: whorls of pointed petals around a heart of yellow stamens.
//!
//! Petals are painted from the outermost whorl inward; each darkens what lies under its sunward-shifted outline before
//! it covers it, which is what makes the whorls stand above one another.

use std::f32::consts::TAU;

use glam::{Vec2, Vec3};

use crate::canvas::colour;
use crate::lilies::SUN;
use crate::noise::{Noise, hash, smoothstep, unit};

const VEIN: Noise = Noise::new(81);

/// A flower seen from above; lengths in pixels.
pub struct Blossom {
    pub centre: Vec2,
    pub radius: f32,
    /// 0 = white, 1 = pink.
    pub pink: f32,
    pub id: u32,
}

/// (petals, length, width as a share of the length, how far it stands up: 0 flat … 1 upright)
const WHORLS: [(u32, f32, f32, f32); 5] = [
    (9, 1.00, 0.36, 0.10),
    (9, 0.90, 0.36, 0.28),
    (8, 0.74, 0.38, 0.46),
    (7, 0.56, 0.40, 0.64),
    (6, 0.40, 0.42, 0.80),
];

impl Blossom {
    /// Paints the flower over `under`.
    pub fn over(&self, p: Vec2, under: Vec3) -> Vec3 {
        let q = (p - self.centre) / self.radius;
        if q.length() > 1.7 {
            return under;
        }
        let mut light = under;
        let pixel = 1.0 / self.radius;
        for (whorl, &(count, length, width, rise)) in WHORLS.iter().enumerate() {
            for petal in 0..count {
                // Every other petal first, so that neighbours overlap both ways.
                let slot = (petal * 2) % count + u32::from(count % 2 == 0 && petal * 2 >= count);
                let h = hash(self.id as i32, whorl as i32, petal as i32, 4);
                let angle = TAU * (slot as f32 + 0.5 * (whorl % 2) as f32 + 0.22 * unit(h, 1))
                    / count as f32;
                let size = length * (0.92 + 0.14 * unit(h, 2));
                let way = Vec2::from_angle(angle);
                let frame = |v: Vec2| Vec2::new(v.dot(way), v.dot(way.perp())) / size;

                let reach = 0.05 + 0.07 * rise;
                let shade = outline(frame(q + SUN.truncate() * reach), width);
                light *= 1.0 - 0.38 * smoothstep(0.07, -0.05, shade) * Vec3::new(0.80, 1.0, 0.92);
                let at = frame(q);
                let edge = outline(at, width);
                let cover = smoothstep(0.6 * pixel, -0.6 * pixel, edge * size);
                if cover > 0.0 {
                    light = light.lerp(self.petal(at, width, rise, way, h), cover);
                }
            }
        }
        self.heart(q, light)
    }

    /// Darkness of the flower's shadow at `p`, 0…1, cast by `height` pixels.
    pub fn shadow(&self, p: Vec2, height: f32) -> f32 {
        let q = (p + SUN.truncate() * height - self.centre) / self.radius;
        let lobes = 0.06 * (9.0 * q.to_angle() + self.id as f32).cos();
        smoothstep(1.08, 0.62, q.length() - lobes)
    }

    /// Colour of a petal; `at` runs from 0 at its base to 1 at its tip along x.
    fn petal(&self, at: Vec2, width: f32, rise: f32, way: Vec2, h: u32) -> Vec3 {
        let half = half_width(at.x, width).max(0.02);
        let across = (at.y / half).clamp(-1.0, 1.0);
        let white = colour(0xfdf6f1);
        let rose = colour(0xf08fb0);
        let deep = colour(0xd9578c);
        let toward_tip = smoothstep(0.15, 1.0, at.x);
        let flush = self.pink * (0.15 + 0.85 * toward_tip);
        let mut tint = white.lerp(rose, 0.85 * flush);
        tint = tint.lerp(deep, 0.35 * self.pink * smoothstep(0.75, 1.0, at.x));
        tint = tint.lerp(colour(0xeadf9a), 0.60 * smoothstep(0.45, 0.05, at.x));

        let veins = VEIN.fbm(Vec2::new(at.x * 3.0, across * 9.0) + unit(h, 3) * 80.0, 3);
        tint *= 1.0 + 0.13 * veins;
        let keel = 1.0 - 0.10 * smoothstep(0.10, 0.0, across.abs()) * (1.0 - at.x);

        // A petal is a shallow boat: its sides turn up, its tip too.
        let side = -0.95 * across * across.abs().sqrt();
        let along = -rise * 0.7 - 0.45 * smoothstep(0.55, 1.0, at.x) + 0.25;
        let tilt = way * along + way.perp() * side;
        let normal = tilt.extend(1.0).normalize();
        let facing = normal.dot(SUN);
        // Thin enough for light to come through from behind.
        let lit = 0.98 * facing.max(0.0).powf(1.9) + 0.22 * (-facing).max(0.0) + 0.07;
        let glow = Vec3::new(1.0, 0.97, 0.91) * lit * 1.42 + Vec3::new(0.19, 0.185, 0.195);
        let base_dark = 0.62 + 0.38 * smoothstep(0.05, 0.55, at.x);
        tint * glow * keel * base_dark
    }

    /// The stamens: short curved rods, longest outside.
    fn heart(&self, q: Vec2, under: Vec3) -> Vec3 {
        let mut light = under;
        if q.length() > 0.5 {
            return light;
        }
        light *= 1.0 - 0.45 * smoothstep(0.34, 0.10, (q + SUN.truncate() * 0.05).length());
        for i in 0..54u32 {
            let h = hash(self.id as i32, i as i32, 9, 6);
            let ring = 1.0 - i as f32 / 54.0;
            let length = 0.07 + 0.20 * ring + 0.03 * unit(h, 1);
            let angle = i as f32 * 2.399_963 + 0.3 * unit(h, 2);
            let way = Vec2::from_angle(angle);
            let along = q.dot(way);
            let t = (along / length).clamp(0.15, 1.0);
            let bend = 0.02 * (unit(h, 3) - 0.5) * t * t;
            let away = (q - way * t * length - way.perp() * bend).length();
            let thick = 0.011 + 0.008 * t;
            let round = (1.0 - (away / thick).powi(2)).max(0.0).sqrt();
            let cover = smoothstep(thick, thick * 0.6, away);
            let tip = colour(0xd98a1e).lerp(colour(0xffd95a), t);
            let lit = tip * (0.40 + 0.55 * round + 0.25 * way.dot(SUN.truncate()) * (1.0 - t));
            let gap = smoothstep(thick * 2.2, thick, away);
            light = (light * (1.0 - 0.30 * gap)).lerp(lit * 1.15, cover);
        }
        light
    }
}

/// Half the petal's width at `x` (0 base, 1 tip), in petal lengths.
fn half_width(x: f32, width: f32) -> f32 {
    let x = x.clamp(0.0, 1.0);
    width * 1.02 * (x.powf(0.66) * (1.0 - x).powf(0.72)) * 1.28
}

/// Approximate distance to the petal's outline in petal lengths, negative inside.
fn outline(at: Vec2, width: f32) -> f32 {
    if at.x < 0.0 || at.x > 1.0 {
        let end = Vec2::new(at.x.clamp(0.0, 1.0), 0.0);
        return at.distance(end);
    }
    (at.y.abs() - half_width(at.x, width)) * 0.8
}
