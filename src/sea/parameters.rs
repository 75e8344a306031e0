//! What every sea lets adjust: its water, its foam, its period and its seed, each stated once.

use super::{Dispersion, FoamLaw, Period, Relation};
use crate::parameter::{Parameter, ParameterError, Settings};

/// The shortest period in seconds that is one: with less the whole sea would swing at the rate of its ripples.
const SHORTEST_PERIOD: f64 = 0.1;

/// The patch, `default` metres long.
pub(super) const fn patch(default: f64) -> Parameter {
    Parameter::real("patch", "Patch", 1.0..=100_000.0, default).about("Metres along x that the grid covers and after which the sea repeats; cells are square.").unit("m")
}

pub(super) const DEPTH: Parameter = Parameter::real("depth", "Depth", 0.01..=12_000.0, 1000.0)
    .about("Depth of the water; more than half a wave's length is deep.")
    .unit("m");

pub(super) const DISPERSION: Parameter = Parameter::choice::<Relation>("dispersion", "Dispersion", Relation::Both as usize).about("Which relation says how fast waves run: deep water, with the depth, with surface tension, with both.");

pub(super) const TENSION_LENGTH: Parameter =
    Parameter::real("tension_length", "Tension length", 0.0..=1.0, 0.0027)
        .about("Length at which surface tension is as strong as gravity: 0.0027 in clean water.")
        .unit("m");

pub(super) const GRAVITY: Parameter = Parameter::real("gravity", "Gravity", 0.1..=100.0, 9.81)
    .about("Acceleration of free fall.")
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
        .about("Seconds after which a third of the foam is left.")
        .unit("s");

pub(super) const PERIOD: Parameter = Parameter::real("period", "Period", 0.0..=3600.0, 0.0)
    .about("Seconds after which the sea repeats exactly, at least 0.1; 0: never.")
    .unit("s")
    .zero("never");

pub(super) const SEED: Parameter =
    Parameter::integer("seed", "Seed", 0..=i64::MAX, 1).about("Which of all such seas.");

/// How fast the waves of such a sea run.
pub(crate) fn dispersion(settings: &Settings) -> Dispersion {
    Dispersion {
        relation: settings.choice("dispersion"),
        gravity: settings.real("gravity"),
        depth: settings.real("depth"),
        tension_length: settings.real("tension_length"),
    }
}

/// How it foams.
pub(super) fn foam_law(settings: &Settings) -> FoamLaw {
    FoamLaw {
        threshold: settings.real("foam_threshold"),
        growth: settings.real("foam_growth"),
        decay: settings.real("foam_decay"),
    }
}

/// When it repeats, if it does.
pub(super) fn period(settings: &Settings) -> Option<Period> {
    Period::new(settings.real("period"))
}

/// Whether the period is none, or long enough to be one.
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
