//! Lily pads: round leaves with a notch, forking radial veins, a curled rim and drops of water on them.
//!
//! A pad is a signed distance (for its outline and its shadow) and a height (for its shading). Both are functions of the
//! position in the pad's own frame, notch along +x.

use std::f32::consts::{PI, TAU};

use glam::{Vec2, Vec3};

use crate::canvas::colour;
use crate::noise::{Noise, hash, smoothstep, unit};

const LEAF: Noise = Noise::new(71);
const EDGE: Noise = Noise::new(72);
const SPOTS: Noise = Noise::new(73);

/// Toward the sun above the water.
pub const SUN: Vec3 = Vec3::new(-0.52, -0.55, 0.65);

/// A floating leaf; lengths in pixels.
pub struct Pad {
    pub centre: Vec2,
    pub radius: f32,
    /// Where the notch points, radians.
    pub notch: f32,
    /// 0 = dark green, 1 = yellowing.
    pub age: f32,
    pub id: u32,
}

impl Pad {
    /// Signed distance to the outline, negative on the leaf.
    pub fn outline(&self, p: Vec2) -> f32 {
        let d = p - self.centre;
        // Far outside, where only the sign matters, a circle will do.
        if d.length() > self.radius * 1.08 + 45.0 {
            return d.length() - self.radius;
        }
        let q = self.local(p);
        let around = q.normalize_or_zero();
        let seed = unit(self.id, 1) * 60.0;
        let ragged =
            0.045 * EDGE.fbm(around * 1.4 + seed, 3) + 0.010 * EDGE.fbm(around * 9.0 + seed, 2);
        let disc = q.length() - self.radius * (1.0 + ragged);
        // The notch is a wedge whose flanks bow outward a little.
        let open = 0.06 + 0.20 * unit(self.id, 2);
        let bow = 0.03 * self.radius * (q.x / self.radius * PI).sin();
        let flank = q.y.abs() - q.x * open - bow * q.y.signum();
        let notch = if q.x > -0.02 * self.radius {
            -flank / (1.0 + open * open).sqrt()
        } else {
            -q.length()
        };
        round_max(disc, notch, 0.10 * self.radius)
    }

    /// Colour at `p`, which should lie on the leaf.
    pub fn colour(&self, p: Vec2) -> Vec3 {
        let q = self.local(p) / self.radius;
        let edge = self.outline(p) / self.radius;
        let normal = self.normal(p);
        let leaf = self.pigment(q, edge);

        let facing = normal.dot(SUN).max(0.0);
        let half = (SUN + Vec3::Z).normalize();
        let shine = normal.dot(half).max(0.0);
        // A waxy skin: a wide silky sheen, and a small sharp one that the fine wrinkles break up.
        let wax = 0.15 * shine.powf(20.0) + 0.20 * shine.powf(160.0);
        let blue = smoothstep(0.02, 0.22, normal.dot(Vec3::new(0.62, -0.55, 0.0)));
        let sky = Vec3::new(0.42, 0.60, 0.80) * (0.02 + 0.055 * blue);
        let sun = Vec3::new(1.0, 0.95, 0.82) * 1.75 * facing.powf(1.6);
        let lit = leaf * (sun + Vec3::new(0.17, 0.23, 0.25));
        self.drops(p, lit + Vec3::new(1.0, 0.97, 0.90) * wax + sky)
    }

    /// The leaf's own colour at `q` (pad radius = 1), `edge` being the distance to the outline.
    fn pigment(&self, q: Vec2, edge: f32) -> Vec3 {
        let lane = |i| unit(self.id, i);
        let r = q.length().min(1.1);
        let mottle = LEAF.fbm(q * 2.2 + 9.0 * lane(3), 5);
        let blotch = smoothstep(0.05, 0.55, LEAF.fbm(q * 1.3 + 70.0 * lane(4), 4) + 0.25 * r);

        let young = colour(0x2a6424).lerp(colour(0x17502b), lane(5));
        let mut leaf = young.lerp(colour(0x54822d), 0.5 * lane(8));
        leaf = leaf.lerp(colour(0xb0a53f), 0.85 * self.age * (0.35 + 0.65 * blotch));
        leaf *= 1.0 + 0.55 * mottle;
        leaf = leaf.lerp(colour(0x7fa84c), 0.30 * smoothstep(0.5, 0.0, r));
        leaf = leaf.lerp(colour(0x9dbb63), 0.42 * self.vein(q));

        // Old leaves rust from the rim inward; every leaf has its specks.
        let rust = LEAF.fbm(q * 4.0 + 21.0 * lane(6), 4) + 0.75 * r * self.age;
        leaf = leaf.lerp(
            colour(0x6f4522),
            0.7 * smoothstep(0.30, 0.75, rust) * self.age,
        );
        let speck = SPOTS.cell(q * 9.0 + 40.0 * lane(9));
        let size = 0.02 + 0.20 * smoothstep(0.86, 1.0, unit(speck.id, 5));
        let ring = smoothstep(size * 1.4, size * 0.6, speck.nearest);
        leaf = leaf.lerp(colour(0x4a3a1c), 0.75 * ring);

        // The curled rim shows the reddish underside, more in some places than in others.
        let turned = 0.5 + 0.5 * EDGE.flat(q.normalize_or_zero() * 2.1 + 80.0 * lane(10));
        let width = 0.012 + 0.030 * turned;
        leaf = leaf.lerp(
            colour(0x86513a),
            0.75 * smoothstep(-width, -0.35 * width, edge),
        );
        leaf.lerp(colour(0xc9b98a), 0.35 * smoothstep(-0.010, 0.0, edge))
    }

    fn local(&self, p: Vec2) -> Vec2 {
        Vec2::from_angle(-self.notch).rotate(p - self.centre)
    }

    /// 0…1, how much of a vein is at `q` (pad radius = 1).
    fn vein(&self, q: Vec2) -> f32 {
        let r = q.length();
        let count = 9.0 + (self.id % 4) as f32;
        let bend = 0.10 * LEAF.flat(q * 2.3 + unit(self.id, 11) * 50.0) * r;
        let ray = (q.to_angle() + bend) / TAU * 2.0 * count;
        let which = hash(self.id as i32, ray.round() as i32, 0, 12);
        // No two veins leave at quite the same interval, run equally far or are equally strong.
        let from_vein = ray - ray.round() + 0.26 * (unit(which, 1) - 0.5) * smoothstep(0.0, 0.3, r);
        let spacing = TAU / (2.0 * count) * r;
        let width = 0.016 * (1.25 - r);
        let main = smoothstep(width, width * 0.2, from_vein.abs() * spacing);
        let fork = 0.40 + 0.20 * unit(which, 2);
        let apart = 0.36 * smoothstep(fork, 1.08, r);
        let away = (from_vein.abs() - apart).abs() * spacing;
        let branch = smoothstep(0.009, 0.002, away) * smoothstep(fork, fork + 0.12, r);
        let strength = 0.6 + 0.4 * unit(which, 3);
        let net = 0.25 * smoothstep(0.90, 0.98, LEAF.ridged(q * 7.0, 2));
        let drawn = (main * smoothstep(0.95, fork, r))
            .max(0.75 * branch)
            .max(net);
        drawn * strength * smoothstep(1.0, 0.90, r)
    }

    /// Height of the leaf above the water, pad radius = 1.
    fn height(&self, p: Vec2) -> f32 {
        let q = self.local(p) / self.radius;
        let edge = self.outline(p) / self.radius;
        let r = q.length();
        // Blades bulge between the veins.
        let quilt = 0.009 * self.vein(q) * smoothstep(0.05, 0.3, r);
        let curl = smoothstep(-0.10, 0.01, edge);
        let lift = 0.5 + 0.9 * EDGE.flat(q.normalize_or_zero() * 1.7 + 80.0 * unit(self.id, 12));
        let sway = 0.16 * LEAF.fbm(q * 1.2 + 50.0 * unit(self.id, 7), 3);
        let fine = 0.006 * LEAF.fbm(q * 14.0, 3);
        0.07 * curl * curl * lift.max(0.0) - quilt + sway + fine + 0.05 * r * r
    }

    fn normal(&self, p: Vec2) -> Vec3 {
        let step = 1.5;
        let here = self.height(p);
        let slope = Vec2::new(
            self.height(p + Vec2::X * step) - here,
            self.height(p + Vec2::Y * step) - here,
        ) * (self.radius / step);
        (-slope).extend(1.0).normalize()
    }

    /// Beads of water: each is a small lens, dark toward the sun, bright opposite, with a glint.
    fn drops(&self, p: Vec2, under: Vec3) -> Vec3 {
        let mut light = under;
        for i in 0..9 {
            let h = hash(self.id as i32, i, 3, 8);
            let at = Vec2::from_angle(TAU * unit(h, 1)) * (0.15 + 0.65 * unit(h, 2)) * self.radius;
            let size = 2.0 + 6.5 * unit(h, 3).powi(3);
            let q = (p - self.centre - at) / size;
            let shadow = smoothstep(1.25, 0.7, (q + SUN.truncate() * 0.5).length());
            light *= 1.0 - 0.5 * shadow;
            let r = q.length();
            if r < 1.0 {
                let toward = q.dot(SUN.truncate().normalize());
                let lens = under * (1.0 - 0.55 * toward) + Vec3::splat(0.02);
                let glint = smoothstep(0.32, 0.16, (q - SUN.truncate() * 0.62).length());
                light = light.lerp(lens + Vec3::splat(1.2 * glint), smoothstep(1.0, 0.85, r));
            }
        }
        light
    }
}

/// Maximum of two distances with a rounded edge of size `k`.
fn round_max(a: f32, b: f32, k: f32) -> f32 {
    let h = (k - (a - b).abs()).max(0.0) / k;
    a.max(b) + 0.25 * h * h * k
}
