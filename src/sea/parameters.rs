//! What every sea lets adjust: its water, its foam, its period and its seed, each stated once.

use super::{Dispersion, FoamLaw, Period, Relation};
use crate::parameter::{Parameter, ParameterError, Range, Settings};

/// The shortest period in seconds that is one: with less the whole sea would swing at the rate of its ripples.
const SHORTEST_PERIOD: f64 = 0.1;

/// The patch, `default` metres long.
pub(super) const fn patch(default: f64) -> Parameter {
    Parameter {
        key: "patch",
        title: "Patch",
        about: "Metres along x that the grid covers and after which the sea repeats; cells are square.",
        unit: "m",
        range: Range::Real {
            min: 1.0,
            max: 100_000.0,
            default,
        },
    }
}

pub(super) const DEPTH: Parameter = Parameter {
    key: "depth",
    title: "Depth",
    about: "Depth of the water; more than half a wave's length is deep.",
    unit: "m",
    range: Range::Real {
        min: 0.01,
        max: 12_000.0,
        default: 1000.0,
    },
};

pub(super) const DISPERSION: Parameter = Parameter {
    key: "dispersion",
    title: "Dispersion",
    about: "Which relation says how fast waves run: deep water, with the depth, with surface tension, with both.",
    unit: "",
    range: Range::Choice {
        options: &["deep", "depth", "small", "both"],
        default: 3,
    },
};

pub(super) const TENSION_LENGTH: Parameter = Parameter {
    key: "tension_length",
    title: "Tension length",
    about: "Length at which surface tension is as strong as gravity: 0.0027 in clean water.",
    unit: "m",
    range: Range::Real {
        min: 0.0,
        max: 1.0,
        default: 0.0027,
    },
};

pub(super) const GRAVITY: Parameter = Parameter {
    key: "gravity",
    title: "Gravity",
    about: "Acceleration of free fall.",
    unit: "m/s²",
    range: Range::Real {
        min: 0.1,
        max: 100.0,
        default: 9.81,
    },
};

pub(super) const fn foam_threshold(default: f64) -> Parameter {
    Parameter {
        key: "foam_threshold",
        title: "Foam threshold",
        about: "Foam is made where the surface is squeezed to less than this.",
        unit: "",
        range: Range::Real {
            min: -2.0,
            max: 1.0,
            default,
        },
    }
}

pub(super) const fn foam_growth(default: f64) -> Parameter {
    Parameter {
        key: "foam_growth",
        title: "Foam growth",
        about: "How fast foam is made where the surface folds.",
        unit: "1/s",
        range: Range::Real {
            min: 0.0,
            max: 100.0,
            default,
        },
    }
}

pub(super) const FOAM_DECAY: Parameter = Parameter {
    key: "foam_decay",
    title: "Foam decay",
    about: "Seconds after which a third of the foam is left.",
    unit: "s",
    range: Range::Real {
        min: 0.1,
        max: 20.0,
        default: 4.0,
    },
};

pub(super) const PERIOD: Parameter = Parameter {
    key: "period",
    title: "Period",
    about: "Seconds after which the sea repeats exactly, at least 0.1; 0: never.",
    unit: "s",
    range: Range::Real {
        min: 0.0,
        max: 3600.0,
        default: 0.0,
    },
};

pub(super) const SEED: Parameter = Parameter {
    key: "seed",
    title: "Seed",
    about: "Which of all such seas.",
    unit: "",
    range: Range::Integer {
        min: 0,
        max: i64::MAX,
        default: 1,
    },
};

/// How fast the waves of such a sea run.
pub(super) fn dispersion(settings: &Settings) -> Dispersion {
    let relations = [
        Relation::Deep,
        Relation::Depth,
        Relation::Small,
        Relation::Both,
    ];
    Dispersion {
        relation: relations[settings.choice("dispersion")],
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
