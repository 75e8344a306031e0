//! Koi: carp seen from above, swimming between the bed and the surface.
//!
//! A fish is a bent spine and a half-width along it. A point is expressed as (s, v): how far along the spine (0 nose,
//! 1 root of the tail) and how far to its side. Markings, scales, shading and fins are all drawn in these coordinates,
//! so they bend with the body.

use std::f32::consts::PI;

use glam::{Vec2, Vec3};

use crate::canvas::colour;
use crate::noise::{Noise, hash, smoothstep, unit};
use crate::pebbles::LIGHT;

const MARKS: Noise = Noise::new(101);
const FIN: Noise = Noise::new(102);

/// Points along the spine; the last quarter or so carries the tail fin.
const JOINTS: usize = 48;
/// Where the tail fin ends, in body lengths.
const TAIL_END: f32 = 1.32;

/// A fish; lengths in pixels.
pub struct Koi {
    length: f32,
    id: u32,
    /// Base, patch and second patch colour.
    coat: [Vec3; 3],
    spine: [Vec2; JOINTS],
}

/// Where a point is in the fish's own coordinates: along and across the spine, both in body lengths.
struct Place {
    s: f32,
    v: f32,
    side: Vec2,
}

impl Koi {
    /// A fish with its nose at `nose`, swimming toward `heading` (radians), its body bent by `bend` radians in an S.
    pub fn new(nose: Vec2, heading: f32, bend: f32, length: f32, coat: [u32; 3], id: u32) -> Self {
        let mut spine = [nose; JOINTS];
        for i in 1..JOINTS {
            let s = i as f32 / (JOINTS - 1) as f32 * TAIL_END;
            // The head hardly swings; the swing grows toward the tail.
            let angle = heading + bend * (s * 4.4 - 0.6).sin() * (0.15 + s);
            let stride = length * TAIL_END / (JOINTS - 1) as f32;
            spine[i] = spine[i - 1] - Vec2::from_angle(angle) * stride;
        }
        Self {
            length,
            id,
            coat: coat.map(colour),
            spine,
        }
    }

    /// Rough distance in pixels to the body and tail, negative inside; for shadows.
    pub fn outline(&self, p: Vec2) -> f32 {
        let away = p.distance(self.spine[JOINTS / 2]) - self.length * 0.85;
        if away > 0.0 {
            return away + 0.1 * self.length;
        }
        let place = self.place(p);
        let body = place.v.abs() - half_width(place.s).max(0.3 * tail_width(place.s));
        body * self.length
    }

    /// Whether `p` may lie on the fish at all.
    pub fn near(&self, p: Vec2) -> bool {
        p.distance(self.spine[JOINTS / 2]) < self.length * 0.85
    }

    /// Colour and opacity at `p`, lit by `sun` (0…1, shadows and light net) from above.
    pub fn paint(&self, p: Vec2, sun: f32) -> (Vec3, f32) {
        let place = self.place(p);
        let pixel = 1.0 / self.length;
        // Premultiplied while layers add up, so that no layer's colour bleeds into another's edge.
        let fin = self.fin_light(sun);
        let mut cover = self.fins(p);
        let tail = self.tail(&place);
        cover += tail * (1.0 - cover);
        let mut light = fin * cover;

        let width = half_width(place.s);
        let body = smoothstep(0.8 * pixel, -0.8 * pixel, place.v.abs() - width)
            * smoothstep(1.06, 0.98, place.s);
        if body > 0.0 {
            light = light * (1.0 - body) + self.body(&place, width, sun) * body;
            cover = cover * (1.0 - body) + body;
        }
        (light / cover.max(1e-4), cover)
    }

    /// Nearest place on the spine.
    fn place(&self, p: Vec2) -> Place {
        let mut best = (f32::MAX, 0.0, Vec2::X, Vec2::ZERO);
        for (i, pair) in self.spine.windows(2).enumerate() {
            let way = pair[1] - pair[0];
            let t = ((p - pair[0]).dot(way) / way.length_squared()).clamp(0.0, 1.0);
            let foot = pair[0] + way * t;
            let d = p.distance_squared(foot);
            if d < best.0 {
                best = (d, i as f32 + t, way.normalize(), p - foot);
            }
        }
        let side = best.2.perp();
        let ahead = (self.spine[0] - p).dot(best.2).max(0.0);
        let sign = best.3.dot(side).signum();
        Place {
            s: best.1 / (JOINTS - 1) as f32 * TAIL_END - ahead / self.length,
            v: sign * best.0.sqrt() / self.length,
            side,
        }
    }

    fn body(&self, place: &Place, width: f32, sun: f32) -> Vec3 {
        let across = (place.v / width.max(1e-3)).clamp(-1.0, 1.0);
        let round = (1.0 - across * across).sqrt();
        // Arc length, so that scales crowd toward the flanks as they do on a cylinder.
        let around = across.asin() * width;
        let mut coat = self.markings(Vec2::new(place.s, around));

        let scaled = smoothstep(0.20, 0.27, place.s) * smoothstep(1.02, 0.9, place.s);
        let (scale_rim, scale_tone) = scales(Vec2::new(place.s, around));
        coat *= 1.0 - scaled * (0.17 * scale_rim + 0.08 * scale_tone);
        // The head is bare, with a bony plate behind it and a dark line of the back fin further on.
        let plate = smoothstep(
            0.012,
            0.0,
            (place.s - 0.215 + 0.5 * place.v * place.v / width).abs(),
        );
        coat *= 1.0 - 0.14 * plate;
        let eye = Vec2::new(place.s - 0.085, place.v.abs() - 0.80 * half_width(0.085)).length();
        coat = coat.lerp(colour(0x14100c), smoothstep(0.013, 0.008, eye));
        let nostril = Vec2::new(place.s - 0.035, place.v.abs() - 0.022).length();
        coat *= 1.0 - 0.5 * smoothstep(0.006, 0.003, nostril);

        let normal = (place.side * across * 0.95)
            .extend(round.max(0.05))
            .normalize();
        let fin_at = 0.006 * (place.s * 14.0).sin();
        let crest = smoothstep(0.011, 0.002, (place.v - fin_at).abs())
            * smoothstep(0.34, 0.40, place.s)
            * smoothstep(0.74, 0.62, place.s);
        let facing = normal.dot(LIGHT).max(0.0);
        let wet = 0.22
            * normal
                .dot((LIGHT + Vec3::Z).normalize())
                .max(0.0)
                .powf(24.0);
        let sky = Vec3::new(0.20, 0.27, 0.29) * (0.15 + 0.85 * round);
        let lit =
            coat * (Vec3::new(1.0, 0.95, 0.84) * 1.3 * facing * sun * (0.4 + 0.6 * round) + sky);
        (lit + Vec3::splat(wet * sun)) * (1.0 - 0.35 * crest)
    }

    /// White, red and black in patches with ragged edges, symmetric to nothing.
    fn markings(&self, at: Vec2) -> Vec3 {
        let seed = Vec2::new(unit(self.id, 1), unit(self.id, 2)) * 70.0;
        let q = at * Vec2::new(3.6, 5.0) + seed;
        let patch = MARKS.fbm(q, 4) + 0.10 * MARKS.flat(q * 9.0);
        let second = MARKS.fbm(q * 1.6 + 33.0, 4);
        let red = smoothstep(0.00, 0.05, patch + 0.06);
        let mut coat = self.coat[0].lerp(self.coat[1], red);
        coat *= 1.0 + 0.12 * patch;
        coat.lerp(self.coat[2], smoothstep(0.25, 0.32, second))
    }

    /// The four paired fins: fans of fine rays, half transparent.
    fn fins(&self, p: Vec2) -> f32 {
        let mut cover: f32 = 0.0;
        // (place along the body, length, how far it is folded back in radians)
        for (s, length, fold) in [(0.27, 0.20, 0.95), (0.60, 0.11, 0.60)] {
            let joint = s / TAIL_END * (JOINTS - 1) as f32;
            let at = self.spine[joint as usize];
            let back = (self.spine[joint as usize + 1] - at).normalize();
            for side in [-1.0, 1.0] {
                let root = at + back.perp() * side * half_width(s) * 0.8 * self.length;
                let way = Vec2::from_angle(side * (fold + 0.12 * unit(self.id, 4))).rotate(back);
                let d = (p - root) / (length * self.length);
                let q = Vec2::new(d.dot(way), d.dot(way.perp()) * side);
                let r = q.length();
                let angle = q.to_angle();
                let end = 1.0 - 0.55 * (angle - 0.05).abs();
                let fan = smoothstep(0.62, 0.50, angle.abs()) * smoothstep(end, end - 0.08, r);
                let rays = 0.68 + 0.32 * (angle * 34.0 + 2.0 * FIN.flat(q * 3.0)).sin();
                cover = cover.max(fan * rays * (0.75 - 0.40 * r));
            }
        }
        cover.clamp(0.0, 1.0)
    }

    fn tail(&self, place: &Place) -> f32 {
        let s = place.s;
        if s < 0.96 {
            return 0.0;
        }
        let out = (s - 0.96) / (TAIL_END - 0.96);
        let across = place.v / tail_width(s);
        // Forked: the middle rays are shorter.
        let end = 0.62 + 0.36 * across.abs().min(1.0).powf(1.4);
        let shape = smoothstep(1.0, 0.82, across.abs()) * smoothstep(end, end - 0.10, out);
        let rays = 0.70 + 0.30 * (across * 17.0 + 1.5 * FIN.flat(Vec2::new(s * 9.0, across))).sin();
        shape * rays * (0.92 - 0.50 * out)
    }

    fn fin_light(&self, sun: f32) -> Vec3 {
        let tint = self.coat[0].lerp(self.coat[1], 0.18);
        tint * (Vec3::new(0.26, 0.33, 0.35) + Vec3::new(1.0, 0.95, 0.85) * 0.85 * sun)
    }
}

/// Half the body's width at `s`, in body lengths: blunt head, widest before the middle, slim root of the tail.
fn half_width(s: f32) -> f32 {
    if s <= 0.0 {
        return 0.0;
    }
    let s = s.min(1.06);
    let swell = (PI * s.min(1.0).powf(0.58)).sin().max(0.0).powf(0.72);
    0.114 * swell + 0.027 * s
}

/// Half the tail fin's width at `s`, in body lengths.
fn tail_width(s: f32) -> f32 {
    let out = ((s - 0.96) / (TAIL_END - 0.96)).clamp(0.0, 1.0);
    0.022 + 0.125 * out.powf(0.9)
}

/// Overlapping round scales in staggered rows: (dark rim 0…1, random tone 0…1).
fn scales(at: Vec2) -> (f32, f32) {
    let q = at * Vec2::new(38.0, 46.0);
    let row = q.x.floor();
    let shift = 0.5 * (row.rem_euclid(2.0));
    let cell = Vec2::new(q.x.fract(), (q.y + shift).rem_euclid(1.0) - 0.5);
    let rim = (cell.x * cell.x + 2.2 * cell.y * cell.y).sqrt();
    let id = hash(row as i32, (q.y + shift).floor() as i32, 0, 3);
    (smoothstep(0.60, 0.95, rim), unit(id, 1))
}
