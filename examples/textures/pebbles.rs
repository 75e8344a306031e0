//! The pond's bed: thousands of river pebbles as one height field, shaded like a small landscape.
//!
//! Stones are flattened, slightly warped ellipsoids; where they overlap, the higher surface wins. Normals, cast shadows
//! and the dark of the gaps all come from that one height field, so that every stone sits on its neighbours. What a
//! stone is made of (granite, slate, ochre, quartz…) is evaluated in the stone's own coordinates.

use std::f32::consts::TAU;

use glam::{Vec2, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;

use crate::canvas::{colour, for_each_row};
use crate::noise::{Noise, smoothstep, unit};

/// Height samples per picture pixel, along one side.
pub const FINENESS: usize = 2;

/// Toward the sun as refracted into the water; x right, y down, z toward the eye.
pub const LIGHT: Vec3 = Vec3::new(-0.50, -0.53, 0.685);

const WARP: Noise = Noise::new(61);
const MINERAL: Noise = Noise::new(62);
const SPECKLE: Noise = Noise::new(63);
const SAND: Noise = Noise::new(64);

const NOBODY: u32 = u32::MAX;

/// A kind of rock: two colours it varies between, how strongly it is speckled, and how common it is.
struct Rock {
    from: u32,
    to: u32,
    speckle: f32,
    share: f32,
}

const fn rock(from: u32, to: u32, speckle: f32, share: f32) -> Rock {
    Rock {
        from,
        to,
        speckle,
        share,
    }
}

const ROCKS: [Rock; 9] = [
    rock(0x8f8579, 0xb5a998, 0.55, 0.21), // warm grey granite
    rock(0x6d747b, 0x8d959a, 0.30, 0.15), // grey
    rock(0x4b555f, 0x747f88, 0.12, 0.10), // slate blue
    rock(0x9c7549, 0xbf9c6c, 0.22, 0.17), // ochre
    rock(0x7a4c38, 0xa26d51, 0.25, 0.14), // rust
    rock(0x35383b, 0x55575a, 0.40, 0.09), // basalt
    rock(0x5f6b56, 0x86917a, 0.25, 0.03), // greenstone
    rock(0xc2bcb0, 0xdad5ca, 0.06, 0.06), // quartz
    rock(0xa88a7d, 0xc0a498, 0.45, 0.05), // pink granite
];

const QUARTZ: usize = 7;

struct Stone {
    centre: Vec2,
    axes: Vec2,
    turn: Vec2,
    thick: f32,
    base: f32,
    /// 0 = ellipsoid, 1 = flat with rounded edges.
    flat: f32,
    rock: usize,
    id: u32,
}

/// What the bed looks like at one sample, before water and light colour are applied.
pub struct Spot {
    pub albedo: Vec3,
    /// Direct sun received, 0…1, with its own shadows.
    pub sun: f32,
    /// Share of the open sky above, 0…1.
    pub open: f32,
}

/// The bed of the pond.
pub struct Bed {
    width: usize,
    height: usize,
    stones: Vec<Stone>,
    /// Height in pixels and the stone that owns it.
    relief: Vec<(f32, u32)>,
}

impl Bed {
    /// Scatters the stones over a picture of `width`×`height` pixels and raises the height field.
    pub fn lay(width: usize, height: usize) -> Self {
        let stones = scatter(Vec2::new(width as f32, height as f32));
        let (width, height) = (width * FINENESS, height * FINENESS);
        let mut relief = vec![(0.0, NOBODY); width * height];
        for_each_row(&mut relief, width, |row, samples| {
            let y = (row as f32 + 0.5) / FINENESS as f32;
            for (x, sample) in samples.iter_mut().enumerate() {
                let p = Vec2::new((x as f32 + 0.5) / FINENESS as f32, y);
                sample.0 = -3.0 + 1.5 * SAND.fbm(p / 9.0, 3);
            }
            for (index, stone) in stones.iter().enumerate() {
                let reach = stone.axes.max_element() * 1.25;
                if (stone.centre.y - y).abs() > reach {
                    continue;
                }
                let first = ((stone.centre.x - reach) * FINENESS as f32).max(0.0) as usize;
                let last = ((stone.centre.x + reach) * FINENESS as f32).max(0.0) as usize;
                let (first, last) = (first.min(width), last.min(width));
                for (x, sample) in (first..).zip(&mut samples[first..last]) {
                    let p = Vec2::new((x as f32 + 0.5) / FINENESS as f32, y);
                    let top = stone.surface(p);
                    if top > sample.0 {
                        *sample = (top, index as u32);
                    }
                }
            }
        });
        Self {
            width,
            height,
            stones,
            relief,
        }
    }

    /// The bed at sample column `x`, row `y`.
    pub fn spot(&self, x: usize, y: usize) -> Spot {
        let (x, y) = (x as i32, y as i32);
        let (here, owner) = self.at(x, y);
        let p = Vec2::new(x as f32 + 0.5, y as f32 + 0.5) / FINENESS as f32;
        let (albedo, bump) = match self.stones.get(owner as usize) {
            Some(stone) => stone.rock_at(p, here),
            None => sand(p),
        };
        let slope = Vec2::new(
            self.at(x + 1, y).0 - self.at(x - 1, y).0,
            self.at(x, y + 1).0 - self.at(x, y - 1).0,
        ) * (0.5 * FINENESS as f32);
        let normal = (-slope.clamp_length_max(3.0) * 0.8 + bump)
            .extend(1.0)
            .normalize();
        let facing = normal.dot(LIGHT).max(0.0);
        Spot {
            albedo,
            sun: facing * self.lit(x, y, here),
            open: self.open(x, y, here) * (0.7 + 0.3 * normal.z),
        }
    }

    fn at(&self, x: i32, y: i32) -> (f32, u32) {
        let x = x.clamp(0, self.width as i32 - 1) as usize;
        let y = y.clamp(0, self.height as i32 - 1) as usize;
        self.relief[y * self.width + x]
    }

    /// How much of the sun's disc is seen from a sample: a walk toward the sun over the height field.
    fn lit(&self, x: i32, y: i32, here: f32) -> f32 {
        let flat = LIGHT.truncate();
        let rise = LIGHT.z / flat.length();
        let way = flat.normalize() * FINENESS as f32;
        let mut light = 1.0f32;
        let mut distance = 1.0;
        for _ in 0..15 {
            let at = way * distance;
            let above = self.at(x + at.x as i32, y + at.y as i32).0 - (here + rise * distance);
            light = light.min(1.0 - above / (0.12 * distance + 0.8));
            distance *= 1.26;
        }
        light.clamp(0.0, 1.0)
    }

    /// Ambient occlusion: how far the neighbourhood rises above a sample.
    fn open(&self, x: i32, y: i32, here: f32) -> f32 {
        let mut closed = 0.0;
        let mut way = Vec2::new(1.0, 0.35);
        let turn = Vec2::from_angle(2.399_963);
        for i in 0..16 {
            way = turn.rotate(way);
            let distance = 2.0 + 1.6 * i as f32;
            let at = way * distance * FINENESS as f32;
            let above = self.at(x + at.x as i32, y + at.y as i32).0 - here;
            closed += (above / distance).clamp(0.0, 1.2);
        }
        (1.0 - closed / 9.0).clamp(0.04, 1.0)
    }
}

/// Places stones from the largest to the smallest; large ones keep their distance, gravel fills what is left.
fn scatter(size: Vec2) -> Vec<Stone> {
    // (attempts, smallest radius, largest radius, spacing as a share of the radii's sum)
    let grades = [
        (260, 46.0, 76.0, 0.92),
        (900, 30.0, 46.0, 0.84),
        (5000, 18.0, 30.0, 0.80),
        (16000, 9.0, 18.0, 0.76),
        (60000, 2.6, 8.0, 0.0),
    ];
    let mut rng = Pcg32::new(7, 11);
    let mut stones: Vec<Stone> = Vec::new();
    for (attempts, smallest, largest, spacing) in grades {
        for _ in 0..attempts {
            let margin = 60.0;
            let centre = Vec2::new(
                rng.random_range(-margin..size.x + margin),
                rng.random_range(-margin..size.y + margin),
            );
            let radius = smallest + (largest - smallest) * rng.random::<f32>().powi(2);
            let crowded = spacing > 0.0
                && stones.iter().any(|other| {
                    let reach = spacing * (radius + other.axes.element_sum() * 0.5);
                    other.centre.distance_squared(centre) < reach * reach
                });
            if crowded {
                continue;
            }
            let mut rock = choose_rock(rng.random());
            // A big white stone would draw the eye.
            if rock == QUARTZ && radius > 32.0 {
                rock = 0;
            }
            let slender = rng.random_range(0.64..0.95f32);
            let gravel = spacing == 0.0;
            stones.push(Stone {
                centre,
                axes: Vec2::new(radius / slender.sqrt(), radius * slender.sqrt()),
                turn: Vec2::from_angle(rng.random_range(0.0..TAU)),
                thick: radius * rng.random_range(0.42..0.66),
                base: if gravel {
                    rng.random_range(-4.0..0.5)
                } else {
                    radius * rng.random_range(-0.06..0.20)
                },
                flat: rng.random_range(0.1..0.9),
                rock,
                id: rng.random(),
            });
        }
    }
    stones
}

fn choose_rock(draw: f32) -> usize {
    let mut sum = 0.0;
    for (index, rock) in ROCKS.iter().enumerate() {
        sum += rock.share;
        if draw < sum {
            return index;
        }
    }
    0
}

impl Stone {
    /// Position in the stone's own frame, in pixels.
    fn local(&self, p: Vec2) -> Vec2 {
        let d = p - self.centre;
        Vec2::new(d.dot(self.turn), d.dot(self.turn.perp()))
    }

    /// Height of the stone's surface above `p`, or far below everything where the stone isn't.
    fn surface(&self, p: Vec2) -> f32 {
        let q = self.local(p) / self.axes;
        if q.length_squared() > 1.5 {
            return f32::MIN;
        }
        let seed = Vec2::new(unit(self.id, 1), unit(self.id, 2)) * 300.0;
        let warp = Vec2::new(WARP.flat(q * 0.9 + seed), WARP.flat(q * 0.9 + seed + 31.0));
        let q = q + 0.21 * warp;
        let square = q.length_squared();
        // A little squarer than an ellipse.
        let corner = q.x * q.y / square.max(1e-6);
        let r2 = square * (1.0 - 0.5 * unit(self.id, 3) * corner * corner);
        if r2 >= 1.0 {
            return f32::MIN;
        }
        let profile = 1.0 - r2 * (1.0 - self.flat + self.flat * r2);
        self.base + self.thick * profile.sqrt()
    }

    /// Colour of the rock, and a small bump of the normal.
    fn rock_at(&self, p: Vec2, top: f32) -> (Vec3, Vec2) {
        let rock = &ROCKS[self.rock];
        let lane = |i| unit(self.id, i);
        let offset = Vec3::new(lane(4), lane(5), lane(6)) * 90.0;
        let t = self.local(p).extend(top) / 22.0 + offset;

        let mottle = MINERAL.solid_fbm(t * 1.1, 5);
        let mix = (lane(7) + 0.7 * mottle).clamp(0.0, 1.0);
        let mut albedo = colour(rock.from).lerp(colour(rock.to), mix) * (0.72 + 0.5 * lane(8));

        let way = Vec3::new(lane(9) - 0.5, lane(10) - 0.5, 0.3).normalize();
        let along = t.dot(way) + 0.35 * mottle;
        if lane(11) < 0.34 {
            let band = (along * (3.0 + 7.0 * lane(12))).sin() + 0.8 * mottle;
            albedo *= 1.0 + 0.14 * band;
        }
        if lane(13) < 0.20 {
            let away = (along - offset.dot(way) - 1.2 * (lane(14) - 0.5)).abs();
            let width = 0.05 + 0.13 * lane(15);
            albedo = albedo.lerp(
                colour(0xe8e1d2),
                (0.3 + 0.5 * lane(17)) * smoothstep(width, width * 0.4, away),
            );
        }
        let stain = smoothstep(0.1, 0.6, MINERAL.solid_fbm(t * 0.6 + 40.0, 3));
        albedo = albedo.lerp(
            albedo * Vec3::new(1.05, 0.72, 0.45),
            0.55 * stain * lane(16),
        );

        let grain = SPECKLE.solid(t * 9.0) + 0.6 * SPECKLE.solid(t * 19.0);
        let dark = smoothstep(0.35, 0.75, grain);
        let pale = smoothstep(0.35, 0.75, -grain);
        albedo *= 1.0 + 0.10 * MINERAL.solid_fbm(t * 5.0, 3) - 0.80 * rock.speckle * dark;
        albedo = albedo.lerp(colour(0xe2dccf), 0.55 * rock.speckle * pale);

        let rough = |at: Vec3| SPECKLE.solid(at * 4.0) + 0.7 * SPECKLE.solid(at * 10.0);
        let bump = Vec2::new(rough(t), rough(t + 20.0)) * (0.06 + 0.16 * rock.speckle);
        (albedo, bump)
    }
}

/// The sand between the stones.
fn sand(p: Vec2) -> (Vec3, Vec2) {
    let grain = SAND.fbm(p / 1.7, 2);
    let albedo = colour(0x7d6b52) * (0.8 + 0.5 * grain);
    (albedo, Vec2::new(grain, -grain) * 0.3)
}
