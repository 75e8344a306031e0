//! Penumbra and dispersion: how far the sun's disc and water's colours spread a point of light on the floor and walls of a pool
//! (docs/models.md §14).

use super::scene::LitScene;
use crate::gl::Program;
use crate::light::{FRESH_WATER_INDEX, SUN_DISC_RADIUS};
use glam::Vec2;

/// Number of samples of a penumbra, as in `caustics/penumbra.frag`.
pub(super) const SAMPLES: usize = 4;

/// Spread of a point of light on the floor and at the foot of a wall, metres.
pub(super) struct Spread {
    /// Horizontal unit vector away from the sun.
    away: Vec2,
    /// Spread on the floor, along that direction.
    along: Line,
    /// Spread on a wall, upward.
    up: Line,
    /// Half width of the penumbra across either direction.
    across: f32,
}

/// Spread of a point of light along a line.
struct Line {
    /// Half width of the penumbra.
    radius: f32,
    /// Offsets of red, green and blue from the mean.
    colours: [f32; 3],
}

impl Spread {
    pub(super) fn new(scene: &LitScene) -> Self {
        let toward = scene.light.toward;
        let level = Vec2::new(toward.x, toward.z);
        let sine = level.length();
        let away = -level.normalize_or(Vec2::X);
        let under = |index: f32| (sine / index, (1.0 - (sine / index).powi(2)).max(0.0).sqrt());
        let (_, cosine) = under(scene.index);
        let depth = scene.shape.depth;
        // The offsets of the disc's edge, along and across, after refraction by Snell's law.
        let across = depth * SUN_DISC_RADIUS / (scene.index * cosine);
        let facing = toward.y.max(0.05) / cosine;
        let landing = |index: f32| {
            let (sine, cosine) = under(index);
            sine / cosine
        };
        let mean = landing(scene.index);
        let colours = FRESH_WATER_INDEX.map(|index| landing(index as f32));
        Self {
            away,
            along: Line {
                radius: across * facing / cosine,
                colours: colours.map(|colour| depth * (colour - mean)),
            },
            up: Line {
                // With a high sun, only waves send light to a wall.
                radius: across * (facing / (sine / scene.index).max(0.2)),
                colours: match mean > 0.1 {
                    true => colours.map(|colour| depth * (1.0 - mean / colour)),
                    false => [0.0; 3],
                },
            },
            across,
        }
    }

    /// Largest half width of the penumbra on the floor.
    pub(super) fn widest(&self) -> f32 {
        self.along.radius.max(self.across)
    }

    /// The samples for the floor.
    pub(super) fn on_floor(&self, half: Vec2) -> Samples {
        let size = 2.0 * half;
        let step = self.along.step();
        Samples {
            along: self.away * step / size,
            aside: self.away.perp() * (0.5 * self.across) / size,
            weights: self.along.weights(step),
        }
    }

    /// As [`Spread::on_floor`], for a wall of this size.
    pub(super) fn on_wall(&self, size: Vec2) -> Samples {
        let step = self.up.step();
        Samples {
            along: Vec2::new(0.0, step / size.y),
            aside: Vec2::new(0.5 * self.across / size.x, 0.0),
            weights: self.up.weights(step),
        }
    }
}

/// The samples of a penumbra at its widest, as fractions of a receiver's sides.
pub(super) struct Samples {
    /// Offset from sample to sample along the direction away from the sun; and across it.
    along: Vec2,
    aside: Vec2,
    /// Weight of each sample in red, green and blue.
    weights: [[f32; 4]; SAMPLES],
}

impl Samples {
    /// Sets the uniforms of `caustics/penumbra.frag`.
    pub(super) fn set(&self, program: &Program) {
        program.set("u_along", self.along);
        program.set("u_aside", self.aside);
        program.set("u_weights", &self.weights[..]);
    }
}

impl Line {
    /// Distance between samples, metres.
    fn step(&self) -> f32 {
        // The variance of a uniform disc is a quarter of its squared radius, along and across.
        let widest = self
            .colours
            .iter()
            .fold(0.0_f32, |most, c| most.max(c.abs()));
        (self.radius + widest).max(1e-6) * 0.65
    }

    /// Weights of the samples, `step` metres apart, in red, green and blue: a Gaussian about the offset of the colour, as wide as
    /// the disc.
    fn weights(&self, step: f32) -> [[f32; 4]; SAMPLES] {
        let variance = (0.25 * self.radius * self.radius).max(0.1 * step * step);
        let mut weights = [[0.0; 4]; SAMPLES];
        for channel in 0..3 {
            let bell = |sample: usize| {
                let place = (sample as f32 - 0.5 * (SAMPLES - 1) as f32) * step;
                // The filter gathers: a sample ahead of the texel contributes light with the opposite offset.
                let off = place + self.colours[channel];
                (-0.5 * off * off / variance).exp()
            };
            let sum: f32 = (0..SAMPLES).map(bell).sum();
            for (sample, weight) in weights.iter_mut().enumerate() {
                weight[channel] = bell(sample) / sum;
            }
        }
        weights
    }
}
