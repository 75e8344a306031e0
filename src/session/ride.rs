//! Riding the waves: an eye about as high as the water of a sea goes up and down with it, or it would be over and under water in turn.

use super::FlyCamera;
use crate::scene::Simulation;
use crate::water::Sampler;
use std::f64::consts::TAU;

/// Distance of the eye from the rest level, metres, up to which it rides the waves fully, and from which not at all.
const NEAR: [f32; 2] = [0.6, 1.6];

/// Radius in metres of the circle whose mean height the eye follows: ripples pass below it.
const RADIUS: f64 = 0.4;

/// Points on the circle.
const POINTS: usize = 8;

impl FlyCamera {
    /// Lifts the eye by the waves below it, whose heights are shown `exaggeration` times as large. It depends on the water of this moment alone.
    pub fn ride(&mut self, simulation: &Simulation, exaggeration: f32) {
        let from_rest = self.position().y.abs();
        let share = ((NEAR[1] - from_rest) / (NEAR[1] - NEAR[0])).clamp(0.0, 1.0);
        let water = simulation.water();
        if share == 0.0 || !water.model().is_open() {
            return self.lift(0.0);
        }
        let sampler = Sampler::new(water, simulation.steps_per_second());
        let middle = self.place();
        let sum: f64 = (0..POINTS)
            .filter_map(|point| {
                let (sine, cosine) = (TAU * point as f64 / POINTS as f64).sin_cos();
                sampler.heights_at(middle.x + RADIUS * cosine, middle.y + RADIUS * sine)
            })
            .map(|[_, sea]| sea)
            .sum();
        self.lift(share * exaggeration * (sum / POINTS as f64) as f32);
    }
}
