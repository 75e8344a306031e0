//! Rain: stones at random places, the same ones for the same seed (reference §1).

use super::{Disturbance, Fraction};
use crate::parameter::{Parameter, Range, Settings};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// What can be adjusted about rain.
pub static RAIN: [Parameter; 6] = [
    Parameter {
        key: "drops_per_second",
        title: "Drops per second",
        about: "How many drops fall in a second on average.",
        unit: "/s",
        range: Range::Real {
            min: 0.0,
            max: 10_000.0,
            default: 4.0,
        },
    },
    Parameter {
        key: "seed",
        title: "Seed",
        about: "The same seed gives the same rain.",
        unit: "",
        range: Range::Integer {
            min: 0,
            max: i64::MAX,
            default: 1,
        },
    },
    Parameter {
        key: "radius_min",
        title: "Smallest radius",
        about: "Radius of the smallest drops.",
        unit: "cells",
        range: Range::Real {
            min: 0.0,
            max: 64.0,
            default: 1.5,
        },
    },
    Parameter {
        key: "radius_max",
        title: "Largest radius",
        about: "Radius of the largest drops.",
        unit: "cells",
        range: Range::Real {
            min: 0.0,
            max: 64.0,
            default: 3.5,
        },
    },
    Parameter {
        key: "weight_min",
        title: "Smallest weight",
        about: "Weight of the lightest drops.",
        unit: "",
        range: Range::Integer {
            min: i16::MIN as i64,
            max: i16::MAX as i64,
            default: 32,
        },
    },
    Parameter {
        key: "weight_max",
        title: "Largest weight",
        about: "Weight of the heaviest drops.",
        unit: "",
        range: Range::Integer {
            min: i16::MIN as i64,
            max: i16::MAX as i64,
            default: 96,
        },
    },
];

/// Rain over a pool. Drops come as a Poisson process: the pauses between them are exponentially distributed.
pub struct Rain {
    settings: Settings,
    random: Pcg64Mcg,
    steps_per_second: f64,
    /// Steps from the coming step to the next drop.
    wait: f64,
}

impl Rain {
    /// Rain as `settings` (of [`RAIN`]) describes it, over a pool that makes `steps_per_second` steps.
    pub fn new(settings: Settings, steps_per_second: f64) -> Self {
        let random = Pcg64Mcg::seed_from_u64(settings.integer("seed").unsigned_abs());
        let mut rain = Self {
            settings,
            random,
            steps_per_second,
            wait: 0.0,
        };
        rain.wait = rain.pause();
        rain
    }

    /// The drops that fall before the coming step, one after the other.
    pub fn fall(&mut self) -> impl Iterator<Item = Disturbance> + '_ {
        self.wait -= 1.0;
        std::iter::from_fn(move || {
            (self.wait < 0.0).then(|| {
                self.wait += self.pause();
                self.drop()
            })
        })
    }

    /// Steps between two drops.
    fn pause(&mut self) -> f64 {
        let uniform: f64 = self.random.random();
        -(1.0 - uniform).ln() * self.steps_per_second / self.settings.real("drops_per_second")
    }

    fn drop(&mut self) -> Disturbance {
        let mut between = |a: f64, b: f64| a + (b - a) * self.random.random::<f64>();
        let at = Fraction::clamped(between(0.0, 1.0), between(0.0, 1.0));
        let radius = between(
            self.settings.real("radius_min"),
            self.settings.real("radius_max"),
        );
        let weight = between(
            self.settings.integer("weight_min") as f64,
            self.settings.integer("weight_max") as f64,
        );
        Disturbance::stone(at, radius, weight.round() as i16)
    }
}
