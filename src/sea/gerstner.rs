//! Gerstner waves: a few of them, each a circle that every point of the surface runs through (reference §7).
//!
//! ```text
//! x = x0 − Σ (k/|k|)·A·sin(k·x0 − ωt + φ) ,  y = Σ A·cos(k·x0 − ωt + φ)
//! ```

use super::{Dispersion, Fields, FoamLaw, Patch, Period, Relation, Sea, SeaKind, Waves, Workspace};
use crate::grid::Grid;
use crate::parameter::{Parameter, Preset, Range, Settings};
use std::f64::consts::TAU;

/// Its entry in [`super::KINDS`].
pub(super) static KIND: SeaKind = SeaKind {
    name: "gerstner",
    title: "Gerstner waves",
    about: "A few waves in whose crests every point of the surface runs a circle.",
    parameters: &PARAMETERS,
    presets: &PRESETS,
    check: |_, _, _| Ok(()),
    make,
};

static PRESETS: [Preset; 1] = [Preset {
    title: "Sea",
    values: &[],
}];

static PARAMETERS: [Parameter; 10] = [
    Parameter {
        key: "patch",
        title: "Patch",
        about: "Metres along x that the grid covers and after which the sea repeats; cells are square.",
        unit: "m",
        range: Range::Real {
            min: 1.0,
            max: 100_000.0,
            default: 100.0,
        },
    },
    Parameter {
        key: "waves",
        title: "Waves",
        about: "How many, where the scene lists none.",
        unit: "",
        range: Range::Integer {
            min: 1,
            max: 64,
            default: 12,
        },
    },
    Parameter {
        key: "length",
        title: "Wavelength",
        about: "Of the longest wave.",
        unit: "m",
        range: Range::Real {
            min: 0.1,
            max: 10_000.0,
            default: 40.0,
        },
    },
    Parameter {
        key: "steepness",
        title: "Steepness",
        about: "Σ kA of all waves together: at 1 a crest can come to a point.",
        unit: "",
        range: Range::Real {
            min: 0.0,
            max: 1.0,
            default: 0.7,
        },
    },
    Parameter {
        key: "direction",
        title: "Direction",
        about: "Where the waves run to: 0 is +x, 90 is +z.",
        unit: "°",
        range: Range::Real {
            min: -360.0,
            max: 360.0,
            default: 30.0,
        },
    },
    Parameter {
        key: "spread",
        title: "Spread",
        about: "How far they fan out to either side.",
        unit: "°",
        range: Range::Real {
            min: 0.0,
            max: 180.0,
            default: 40.0,
        },
    },
    Parameter {
        key: "depth",
        title: "Depth",
        about: "Depth of the water; more than half a wave's length is deep.",
        unit: "m",
        range: Range::Real {
            min: 0.01,
            max: 12_000.0,
            default: 1000.0,
        },
    },
    Parameter {
        key: "gravity",
        title: "Gravity",
        about: "Acceleration of free fall.",
        unit: "m/s²",
        range: Range::Real {
            min: 0.1,
            max: 100.0,
            default: 9.81,
        },
    },
    Parameter {
        key: "period",
        title: "Period",
        about: "Seconds after which the sea repeats exactly; 0: never.",
        unit: "s",
        range: Range::Real {
            min: 0.0,
            max: 3600.0,
            default: 0.0,
        },
    },
    Parameter {
        key: "seed",
        title: "Seed",
        about: "Which of all such seas.",
        unit: "",
        range: Range::Integer {
            min: 0,
            max: i64::MAX,
            default: 1,
        },
    },
];

/// One wave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GerstnerWave {
    /// λ in metres, positive.
    pub length: f64,
    /// A in metres.
    pub amplitude: f64,
    /// Where it runs to, in radians from +x toward +z.
    pub direction: f64,
    /// φ in radians.
    pub phase: f64,
}

/// Any number of Gerstner waves on a tile.
pub struct Gerstner {
    patch: Patch,
    waves: Vec<GerstnerWave>,
    dispersion: Dispersion,
    period: Option<Period>,
}

fn make(settings: &Settings, columns: usize, rows: usize) -> Sea {
    let real = |key| settings.real(key);
    let dispersion = Dispersion {
        relation: Relation::Depth,
        gravity: real("gravity"),
        depth: real("depth"),
        tension_length: 0.0,
    };
    let period = Period::new(real("period"));
    let length = real("length");
    let waves = vec![GerstnerWave {
        length,
        amplitude: real("steepness") * length / TAU,
        direction: real("direction").to_radians(),
        phase: 0.0,
    }];
    let gerstner = Gerstner {
        patch: Patch::new(columns, rows, real("patch")),
        waves,
        dispersion,
        period,
    };
    let foam = FoamLaw {
        threshold: 0.0,
        growth: 0.0,
        decay: 1.0,
    };
    Sea::new(Box::new(gerstner), 1.0, foam, period)
}

impl Waves for Gerstner {
    fn patches(&self) -> &[Patch] {
        std::slice::from_ref(&self.patch)
    }

    fn fields(&self, _patch: usize, time: f64, fields: &mut Fields, _workspace: &mut Workspace) {
        let patch = self.patch;
        let mut grids = fields.grids_mut();
        for row in 0..patch.rows {
            for column in 0..patch.columns {
                let (x, z) = (
                    column as f64 * patch.spacing(),
                    row as f64 * patch.spacing(),
                );
                let mut sums = [0.0; 8];
                for wave in &self.waves {
                    let k = TAU / wave.length;
                    let (cos, sin) = (wave.direction.cos(), wave.direction.sin());
                    let omega = self.dispersion.omega(k);
                    let omega = match self.period {
                        Some(period) => period.cycles(omega) * TAU / period.seconds(),
                        None => omega,
                    };
                    let phase = k * (cos * x + sin * z) - omega * time + wave.phase;
                    let (s, c) = (wave.amplitude * phase.sin(), wave.amplitude * phase.cos());
                    let terms = [
                        c,
                        -k * cos * s,
                        -k * sin * s,
                        cos * s,
                        sin * s,
                        k * cos * cos * c,
                        k * sin * sin * c,
                        k * cos * sin * c,
                    ];
                    for (sum, term) in sums.iter_mut().zip(terms) {
                        *sum += term;
                    }
                }
                for (grid, sum) in grids.iter_mut().zip(sums) {
                    grid[(column, row)] = sum as f32;
                }
            }
        }
    }

    fn significant_height(&self) -> f64 {
        let variance: f64 = self
            .waves
            .iter()
            .map(|wave| 0.5 * wave.amplitude * wave.amplitude)
            .sum();
        4.0 * variance.sqrt()
    }

    fn density(&self, _patch: usize) -> Option<Grid<f32>> {
        None
    }
}
