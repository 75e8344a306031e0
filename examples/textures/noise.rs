//! Lattice noise: the raw material of every texture here.
//!
//! A hash gives each lattice point a pseudo-random value that never changes. From it come gradient noise (smooth,
//! about −1…1), its fractal sum (fBm, each octave at twice the frequency and half the amplitude), the ridged and the
//! billowed variants, and Worley's cellular noise (distance to the nearest scattered point). A [`Noise`] may have a
//! period: then lattice coordinates wrap, and what is painted with it tiles without a seam.

use glam::{Vec2, Vec3};

/// A number that looks random and depends only on the lattice point and the seed.
pub fn hash(x: i32, y: i32, z: i32, seed: u32) -> u32 {
    let mut h = seed.wrapping_mul(0x9E37_79B9) ^ 0x5bd1_f7a3;
    for c in [x, y, z] {
        h = (h ^ c as u32).wrapping_mul(0x2c1b_3c6d);
        h ^= h >> 15;
    }
    h = h.wrapping_mul(0x297a_2d39);
    h ^ (h >> 16)
}

/// Maps a hash to 0…1. Different `lane`s of one hash are independent enough for colours and offsets.
pub fn unit(h: u32, lane: u32) -> f32 {
    let mixed = (h ^ lane.wrapping_mul(0x68bc_21eb)).wrapping_mul(0x02e5_be93);
    ((mixed ^ (mixed >> 15)) >> 8) as f32 / (1 << 24) as f32
}

/// Hermite step from 0 at `a` to 1 at `b` (`a` may be the larger one).
pub fn smoothstep(a: f32, b: f32, x: f32) -> f32 {
    let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// What cellular noise finds around a point.
pub struct Cell {
    /// Distance to the nearest scattered point, lattice units.
    pub nearest: f32,
    /// From the nearest point to the position asked for, lattice units.
    pub offset: Vec2,
    /// Hash of the nearest point, the cell's identity.
    pub id: u32,
}

/// A family of noise functions with a seed, and a period in lattice units (0 = does not repeat).
#[derive(Clone, Copy)]
pub struct Noise {
    seed: u32,
    period: i32,
}

impl Noise {
    /// Noise that does not repeat.
    pub const fn new(seed: u32) -> Self {
        Self { seed, period: 0 }
    }

    /// Noise that repeats every `period` lattice units along x and y.
    pub const fn tiling(seed: u32, period: i32) -> Self {
        Self { seed, period }
    }

    /// The next octave: another seed, twice the lattice, hence twice the period.
    fn octave(self) -> Self {
        Self {
            seed: self.seed.wrapping_add(0x3c6e_f372),
            period: self.period * 2,
        }
    }

    fn lattice(self, x: i32, y: i32, z: i32) -> u32 {
        if self.period == 0 {
            hash(x, y, z, self.seed)
        } else {
            hash(
                x.rem_euclid(self.period),
                y.rem_euclid(self.period),
                z,
                self.seed,
            )
        }
    }

    /// Gradient noise in the plane, about −1…1.
    pub fn flat(self, p: Vec2) -> f32 {
        let cell = p.floor();
        let f = p - cell;
        let (x, y) = (cell.x as i32, cell.y as i32);
        let corner = |i: i32, j: i32| {
            let h = self.lattice(x + i, y + j, 0);
            (signed(h) * (f.x - i as f32)) + (signed(h >> 8) * (f.y - j as f32))
        };
        let (u, v) = (fade(f.x), fade(f.y));
        let low = lerp(corner(0, 0), corner(1, 0), u);
        let high = lerp(corner(0, 1), corner(1, 1), u);
        1.5 * lerp(low, high, v)
    }

    /// Gradient noise in space, about −1…1.
    pub fn solid(self, p: Vec3) -> f32 {
        let cell = p.floor();
        let f = p - cell;
        let (x, y, z) = (cell.x as i32, cell.y as i32, cell.z as i32);
        let corner = |i: i32, j: i32, k: i32| {
            let h = self.lattice(x + i, y + j, z + k);
            signed(h) * (f.x - i as f32)
                + signed(h >> 8) * (f.y - j as f32)
                + signed(h >> 16) * (f.z - k as f32)
        };
        let (u, v, w) = (fade(f.x), fade(f.y), fade(f.z));
        let plane = |k| {
            let low = lerp(corner(0, 0, k), corner(1, 0, k), u);
            let high = lerp(corner(0, 1, k), corner(1, 1, k), u);
            lerp(low, high, v)
        };
        1.3 * lerp(plane(0), plane(1), w)
    }

    /// Fractal sum of [`Noise::flat`], about −1…1.
    pub fn fbm(self, p: Vec2, octaves: u32) -> f32 {
        self.sum(octaves, |noise, scale| noise.flat(p * scale))
    }

    /// Fractal sum of [`Noise::solid`], about −1…1.
    pub fn solid_fbm(self, p: Vec3, octaves: u32) -> f32 {
        self.sum(octaves, |noise, scale| noise.solid(p * scale))
    }

    /// Fractal sum with sharp crests where the noise crosses zero, 0…1: veins, cracks.
    pub fn ridged(self, p: Vec2, octaves: u32) -> f32 {
        self.sum(octaves, |noise, scale| {
            1.0 - (2.0 * noise.flat(p * scale)).abs().min(1.0)
        })
    }

    /// Fractal sum of round bumps with creases between them, 0…1: cauliflower, clouds.
    pub fn billow(self, p: Vec3, octaves: u32) -> f32 {
        self.sum(octaves, |noise, scale| {
            (2.0 * noise.solid(p * scale)).abs().min(1.0)
        })
    }

    /// Worley's cellular noise in the plane.
    pub fn cell(self, p: Vec2) -> Cell {
        let base = p.floor();
        let mut found = Cell {
            nearest: f32::MAX,
            offset: Vec2::ZERO,
            id: 0,
        };
        for j in -1..=1 {
            for i in -1..=1 {
                let corner = base + Vec2::new(i as f32, j as f32);
                let id = self.lattice(corner.x as i32, corner.y as i32, 7);
                let offset = p - corner - Vec2::new(unit(id, 1), unit(id, 2));
                let nearest = offset.length();
                if nearest < found.nearest {
                    found = Cell {
                        nearest,
                        offset,
                        id,
                    };
                }
            }
        }
        found
    }

    /// Sum of octaves divided by the sum of their amplitudes.
    fn sum(self, octaves: u32, value: impl Fn(Self, f32) -> f32) -> f32 {
        let (mut noise, mut scale, mut amplitude) = (self, 1.0, 1.0);
        let (mut total, mut weight) = (0.0, 0.0);
        for _ in 0..octaves {
            total += amplitude * value(noise, scale);
            weight += amplitude;
            noise = noise.octave();
            scale *= 2.0;
            amplitude *= 0.5;
        }
        total / weight
    }
}

/// The lowest byte as −1…1.
fn signed(h: u32) -> f32 {
    (h & 255) as f32 / 127.5 - 1.0
}

fn lerp(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// Perlin's quintic: first and second derivative vanish at both ends, so the lattice does not show in the shading.
fn fade(t: f32) -> f32 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}
