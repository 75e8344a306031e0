//! The parameters that all seas share: water, foam, period and seed.

use super::{Dispersion, FoamParameters, Period, Relation};
use crate::parameter::{Parameter, ParameterError, Settings};

/// The shortest valid period in seconds: with less the whole sea would oscillate at the rate of its ripples.
const SHORTEST_PERIOD: f64 = 0.1;

/// The size of the patch, with a `default` in metres.
pub(super) const fn patch(default: f64) -> Parameter {
    Parameter::real("patch", "Patch", 1.0..=100_000.0, default).about("Metres along x that the grid covers and after which the sea repeats; cells are square.").unit("m")
}

pub(super) const DEPTH: Parameter = Parameter::real("depth", "Depth", 0.01..=12_000.0, 1000.0)
    .about("Depth of the water; more than half a wave's length is deep.")
    .unit("m");

pub(super) const DISPERSION: Parameter =
    Parameter::choice::<Relation>("dispersion", "Dispersion", Relation::Both as usize)
        .about("Dispersion relation: deep water, finite depth, surface tension, or both.");

pub(super) const TENSION_LENGTH: Parameter =
    Parameter::real("tension_length", "Tension length", 0.0..=1.0, 0.0027)
        .about("Length at which surface tension is as strong as gravity: 0.0027 in clean water.")
        .unit("m");

pub(super) const GRAVITY: Parameter = Parameter::real("gravity", "Gravity", 0.1..=100.0, 9.81)
    .about("Gravitational acceleration.")
    .unit("m/s²");

pub(super) const fn foam_threshold(default: f64) -> Parameter {
    Parameter::real("foam_threshold", "Foam threshold", -2.0..=1.0, default)
        .about("Foam is made where the surface is squeezed to less than this.")
}

pub(super) const fn foam_growth(default: f64) -> Parameter {
    Parameter::real("foam_growth", "Foam growth", 0.0..=100.0, default)
        .about("How fast foam is made where the surface folds.")
        .unit("1/s")
}

pub(super) const FOAM_DECAY: Parameter =
    Parameter::real("foam_decay", "Foam decay", 0.1..=20.0, 4.0)
        .about("Time after which a third of the foam remains.")
        .unit("s");

pub(super) const PERIOD: Parameter = Parameter::real("period", "Period", 0.0..=3600.0, 0.0)
    .about("Seconds after which the sea repeats exactly, at least 0.1; 0: never.")
    .unit("s")
    .zero("never");

pub(super) const SEED: Parameter = Parameter::integer("seed", "Seed", 0..=i64::MAX, 1)
    .about("Seed of the random phases: the same seed gives the same sea.");

/// The dispersion relation from the settings of a sea.
pub(crate) fn dispersion(settings: &Settings) -> Dispersion {
    Dispersion {
        relation: settings.choice("dispersion"),
        gravity: settings.real("gravity"),
        depth: settings.real("depth"),
        tension_length: settings.real("tension_length"),
    }
}

/// The foam parameters from the settings of a sea.
pub(super) fn foam_parameters(settings: &Settings) -> FoamParameters {
    FoamParameters {
        threshold: settings.real("foam_threshold"),
        growth: settings.real("foam_growth"),
        decay: settings.real("foam_decay"),
    }
}

/// The period from the settings, if the sea repeats.
pub(super) fn period(settings: &Settings) -> Option<Period> {
    Period::new(settings.real("period"))
}

/// Checks that the period is 0 or long enough.
pub(super) fn check_period(settings: &Settings) -> Result<(), ParameterError> {
    let seconds = settings.real("period");
    if seconds > 0.0 && seconds < SHORTEST_PERIOD {
        return Err(ParameterError::OutOfRange {
            key: "period",
            value: seconds.to_string(),
            wanted: format!("0 (never) or at least {SHORTEST_PERIOD} s"),
        });
    }
    Ok(())
}
