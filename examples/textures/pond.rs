//! `pond` and `overlay`: a garden pond seen straight from above through clear, still water.
//!
//! From the bottom up: the pebble bed, lit by the sun through the surface and shaded by what floats; the water, which
//! takes out red first and then the rest, the more the deeper; the fish. That is `pond`, which water bends. Duckweed, lily pads and
//! blossoms, with the shadows that they throw on one another, are `overlay`, which lies on it.

use glam::{Vec2, Vec3, Vec4};

use crate::blossom::Blossom;
use crate::canvas::{Canvas, colour, encode};
use crate::duckweed;
use crate::koi::Koi;
use crate::lilies::{Pad, SUN};
use crate::noise::{Noise, smoothstep};
use crate::pebbles::{Bed, FINENESS, LIGHT};

const WIDTH: u32 = 1920;
const HEIGHT: u32 = 1200;

const GROUND: Noise = Noise::new(91);
const RIPPLE: Noise = Noise::new(92);
const SILT: Noise = Noise::new(93);

/// Extinction per 100 pixels of depth, red to blue.
const EXTINCTION: Vec3 = Vec3::new(0.70, 0.275, 0.265);

/// How deep the fish swim, as a share of the water's depth.
const SWIM: f32 = 0.30;

struct Pond {
    /// The lit bed, sharp, and as the murk of deep water blurs it.
    bed: Canvas,
    murky: Canvas,
    life: Life,
}

/// Everything that lives here.
struct Life {
    fish: Vec<Koi>,
    pads: Vec<Pad>,
    blossoms: Vec<Blossom>,
}

/// Paints the pond: what is under water, and what floats on it.
pub fn paint() -> (Canvas, Canvas) {
    let life = Life {
        fish: fish(),
        pads: pads(),
        blossoms: blossoms(),
    };
    let bed = Bed::lay(WIDTH as usize, HEIGHT as usize);
    let bed = Canvas::paint(WIDTH, HEIGHT, FINENESS as u32, |p| {
        life.bed_light(&bed, p).extend(1.0)
    });
    let murky = bed.blurred(3);
    let pond = Pond { bed, murky, life };
    let under = Canvas::paint(WIDTH, HEIGHT, 2, |p| {
        shoulder(pond.under_water(p)).extend(1.0)
    });
    // The outlines of what floats are soft by themselves: four samples per pixel are enough.
    let overlay =
        Canvas::paint(WIDTH, HEIGHT, 2, |p| pond.overlay(p)).straightened(colour(0x4a6a30));
    (under, overlay)
}

/// A usual brightness of what lies under what floats.
const USUAL: f32 = 0.1;

fn fish() -> Vec<Koi> {
    let kohaku = [0xf2ece0, 0xd9481c, 0xd9481c];
    let yamabuki = [0xe9b04a, 0xd98a22, 0xf0d9a0];
    let showa = [0xece6dc, 0xc9431f, 0x1d1c1e];
    vec![
        Koi::new(Vec2::new(1010.0, 420.0), -0.35, 0.34, 345.0, kohaku, 5),
        Koi::new(Vec2::new(560.0, 770.0), 2.75, -0.36, 285.0, showa, 12),
        Koi::new(Vec2::new(1306.0, 925.0), 0.95, -0.34, 255.0, yamabuki, 3),
    ]
}

fn pads() -> Vec<Pad> {
    // Centre, radius, direction of the notch, age.
    [
        (1905.0, 790.0, 105.0, 2.6, 0.2),
        (1372.0, 1042.0, 128.0, 0.4, 0.35),
        (1785.0, 1040.0, 182.0, 4.3, 0.1),
        (1573.0, 862.0, 158.0, 2.2, 0.15),
        (1615.0, 1165.0, 112.0, 5.3, 0.75),
        (1228.0, 1168.0, 84.0, 3.6, 0.15),
        (1890.0, 118.0, 96.0, 1.2, 0.3),
        (1652.0, 140.0, 136.0, 2.0, 0.1),
        (1815.0, 292.0, 102.0, 3.9, 0.55),
        (1478.0, 62.0, 80.0, 0.7, 0.2),
        (128.0, 1058.0, 122.0, 5.6, 0.2),
        (300.0, 1150.0, 86.0, 4.0, 0.6),
        (40.0, 880.0, 72.0, 0.2, 0.3),
        (1130.0, 955.0, 54.0, 1.4, 0.1),
    ]
    .into_iter()
    .zip(1..)
    .map(|((x, y, radius, notch, age), n)| Pad {
        centre: Vec2::new(x, y),
        radius,
        notch,
        age,
        id: n * 7919,
    })
    .collect()
}

fn blossoms() -> Vec<Blossom> {
    [
        (1470.0, 940.0, 128.0, 0.75),
        (1742.0, 215.0, 98.0, 0.06),
        (205.0, 1098.0, 66.0, 0.9),
    ]
    .into_iter()
    .zip(1..)
    .map(|((x, y, radius, pink), id)| Blossom {
        centre: Vec2::new(x, y),
        radius,
        pink,
        id,
    })
    .collect()
}

impl Pond {
    fn under_water(&self, p: Vec2) -> Vec3 {
        let depth = depth(p);
        let murk = smoothstep(110.0, 330.0, depth);
        let bed = self.bed.at(p).lerp(self.murky.at(p), murk);
        self.life.through_water(p, depth, bed.truncate())
    }

    /// What floats at `p`, premultiplied, in sRGB, as pictures are laid over each other: such that over black and over what is
    /// usual there it is what it is in linear light.
    fn overlay(&self, p: Vec2) -> Vec4 {
        let over = |under: f32| self.life.above(p, Vec3::splat(under)).map(encode);
        let alone = over(0.0);
        let left = (over(USUAL) - alone) / encode(USUAL);
        let cover = 1.0 - left.dot(Vec3::splat(1.0 / 3.0));
        alone.extend(cover.clamp(alone.max_element().max(0.0), 1.0))
    }
}

impl Life {
    /// Light leaving the bed upward.
    fn bed_light(&self, bed: &Bed, p: Vec2) -> Vec3 {
        let sample = (p * FINENESS as f32).as_usizevec2();
        let spot = bed.spot(sample.x, sample.y);
        let depth = depth(p);
        let sun = self.sun_at(p, depth);
        let dapple = dapple(p, depth);

        // Silt settles in the gaps and greens the deep.
        let film = SILT.fbm(p / 190.0, 5);
        let settled = smoothstep(0.0, 0.8, film + 0.35 * (1.0 - spot.open) + depth / 800.0);
        let albedo = spot.albedo.lerp(colour(0x6e6246), 0.40 * settled);
        let dimmed = (EXTINCTION * (-0.45 * depth / 100.0)).map(f32::exp);
        let direct = Vec3::new(1.0, 0.935, 0.80) * 2.12 * spot.sun * sun * dapple * dimmed;
        let sky = Vec3::new(0.28, 0.35, 0.38) * spot.open * spot.open * (0.5 + 0.5 * sun);
        albedo * (direct + sky)
    }

    /// Share of the sun that what swims and floats lets down to `depth` below `p`.
    fn sun_at(&self, p: Vec2, depth: f32) -> f32 {
        let toward = |rise: f32| p + LIGHT.truncate() * (0.75 * rise);
        let soft = 4.0 + 0.075 * depth;
        let mut sun = 1.0f32;
        for pad in &self.pads {
            sun = sun.min(smoothstep(-soft, soft, pad.outline(toward(depth))));
        }
        for blossom in &self.blossoms {
            let away = toward(depth).distance(blossom.centre) - blossom.radius;
            sun = sun.min(smoothstep(-2.0 * soft, soft, away));
        }
        for koi in &self.fish {
            let away = koi.outline(toward(depth * (1.0 - SWIM)));
            sun = sun.min(0.05 + 0.95 * smoothstep(-soft, soft, away));
        }
        0.05 + 0.95 * sun
    }

    /// The bed's `light` and the fish on its way, thinned by the water, plus what the water itself scatters.
    fn through_water(&self, p: Vec2, depth: f32, light: Vec3) -> Vec3 {
        let scatter = |light: Vec3, way: f32, sun: f32| {
            let kept = (EXTINCTION * (-way / 100.0)).map(f32::exp);
            let body = colour(0x104748).lerp(colour(0x07293d), smoothstep(80.0, 330.0, depth));
            light * kept + body * (Vec3::ONE - kept) * (0.32 + 0.52 * sun)
        };
        let sun = self.pad_shade(p, depth * 0.45);
        let mut light = scatter(light, depth * (1.0 - SWIM), sun);
        for koi in self.fish.iter().filter(|koi| koi.near(p)) {
            let lit = self.pad_shade(p, depth * SWIM) * dapple(p, depth * SWIM);
            let (colour, cover) = koi.paint(p, lit);
            light = light.lerp(colour, cover);
        }
        scatter(light, depth * SWIM, sun)
    }

    /// Share of the sun that only the leaves let down.
    fn pad_shade(&self, p: Vec2, depth: f32) -> f32 {
        let at = p + LIGHT.truncate() * (0.75 * depth);
        let soft = 6.0 + 0.10 * depth;
        self.pads
            .iter()
            .map(|pad| smoothstep(-soft, soft, pad.outline(at)))
            .fold(1.0, f32::min)
    }

    /// What floats, over the light that comes up through the water.
    fn above(&self, p: Vec2, water: Vec3) -> Vec3 {
        let shore = self
            .pads
            .iter()
            .map(|pad| pad.outline(p))
            .fold(f32::MAX, f32::min);
        let mut light = duckweed::over(p, smoothstep(60.0, 0.0, shore), water);
        for pad in &self.pads {
            light = pad_over(pad, p, light);
        }
        for blossom in &self.blossoms {
            let shadow = blossom.shadow(p, 0.30 * blossom.radius);
            light *= 1.0 - 0.6 * shadow;
            light = blossom.over(p, light);
        }
        shoulder(light)
    }
}

fn pad_over(pad: &Pad, p: Vec2, under: Vec3) -> Vec3 {
    let edge = pad.outline(p);
    if edge > 40.0 {
        return under;
    }
    // The leaf's close shadow on what it lies on, and the water drawn up along its rim.
    let shade = pad.outline(p + SUN.truncate() * 9.0);
    let mut light = under * (1.0 - 0.55 * smoothstep(8.0, -6.0, shade));
    let lifted = smoothstep(3.0, 1.0, edge) * smoothstep(-0.5, 1.0, edge);
    let away_from_sun = (p - pad.centre).normalize_or_zero().dot(-SUN.truncate());
    light += Vec3::new(0.09, 0.12, 0.13) * lifted * smoothstep(-0.2, 0.7, away_from_sun);
    if edge > 1.0 {
        return light;
    }
    light.lerp(pad.colour(p), smoothstep(0.5, -0.5, edge))
}

/// Depth of the water in pixels: shallow at the upper left, falling off toward the lower right.
fn depth(p: Vec2) -> f32 {
    let across = p.dot(Vec2::new(0.80, 0.60)) / 2100.0;
    let uneven = 0.10 * GROUND.fbm(p / 520.0, 3);
    45.0 + 330.0 * smoothstep(0.12, 1.02, across + uneven).powf(1.15)
}

/// The net of light that the moving surface throws on the bed, blurred by depth; mean about 1.
fn dapple(p: Vec2, depth: f32) -> f32 {
    let q = p / 150.0;
    let warp = Vec2::new(RIPPLE.flat(q * 0.9), RIPPLE.flat(q * 0.9 + 40.0));
    let net = |q: Vec2| 1.0 - (1.8 * RIPPLE.flat(q)).abs().min(1.0);
    let lines = net(q * 1.2 + 0.6 * warp).max(net(q * 1.5 - 0.5 * warp + 77.0));
    let sharp = 0.75 * lines.powi(4) + 0.25 * lines;
    let strength = 0.75 * smoothstep(420.0, 60.0, depth);
    1.0 + strength * (sharp - 0.36)
}

/// Rolls highlights off softly instead of clipping them.
fn shoulder(light: Vec3) -> Vec3 {
    light.map(|c| {
        if c < 0.6 {
            c
        } else {
            0.6 + 0.4 * (1.0 - (-(c - 0.6) / 0.4).exp())
        }
    })
}
