//! What can be adjusted in the spectral sea, and seas worth a look.

use crate::parameter::{Parameter, Preset, Range, Value};
use crate::sea::parameters as shared;

pub(super) static PARAMETERS: [Parameter; 24] = [
    shared::patch(200.0),
    Parameter {
        key: "cascades",
        title: "Cascades",
        about: "Cascades of different size that add up, each with the waves that the others have not.",
        unit: "",
        range: Range::Integer {
            min: 1,
            max: 4,
            default: 1,
        },
    },
    Parameter {
        key: "cascade_ratio",
        title: "Cascade ratio",
        about: "How many times a cascade fits the next larger one; at most an eighth of the cells along a side.",
        unit: "",
        range: Range::Integer {
            min: 2,
            max: 32,
            default: 7,
        },
    },
    Parameter {
        key: "spectrum",
        title: "Spectrum",
        about: "Which law says how much of the sea lies in which waves: fully grown, grown with the fetch, or that with what the depth leaves of it.",
        unit: "",
        range: Range::Choice {
            options: &["phillips", "jonswap", "tma"],
            default: 2,
        },
    },
    Parameter {
        key: "spread",
        title: "Spread",
        about: "How the waves spread about the wind: widely, closely, or as measured, by their length.",
        unit: "",
        range: Range::Choice {
            options: &["cos2", "cos6", "hasselmann"],
            default: 2,
        },
    },
    Parameter {
        key: "against_wind",
        title: "Against the wind",
        about: "How much of their energy is left to waves that run against the wind, with cos2 and cos6.",
        unit: "",
        range: Range::Real {
            min: 0.0,
            max: 1.0,
            default: 0.05,
        },
    },
    Parameter {
        key: "wind",
        title: "Wind",
        about: "Wind speed 10 m above the sea; 0 is a flat sea.",
        unit: "m/s",
        range: Range::Real {
            min: 0.0,
            max: 60.0,
            default: 8.0,
        },
    },
    Parameter {
        key: "wind_direction",
        title: "Wind direction",
        about: "Where the wind blows to: 0 is +x, 90 is +z.",
        unit: "°",
        range: Range::Real {
            min: -360.0,
            max: 360.0,
            default: 30.0,
        },
    },
    Parameter {
        key: "fetch",
        title: "Fetch",
        about: "Over how much water the wind has blown; Phillips' sea knows no shore.",
        unit: "km",
        range: Range::Real {
            min: 0.1,
            max: 10_000.0,
            default: 60.0,
        },
    },
    shared::DEPTH,
    Parameter {
        key: "significant_height",
        title: "Height wanted",
        about: "Significant height of the wind's sea, 4·√variance, if patch and cells have room for its waves; 0 leaves it to the wind. Without wind there is none.",
        unit: "m",
        range: Range::Real {
            min: 0.0,
            max: 40.0,
            default: 0.0,
        },
    },
    Parameter {
        key: "swell_height",
        title: "Swell height",
        about: "Significant height of waves from a storm far away, if the patch has room for two of them; 0 is no swell.",
        unit: "m",
        range: Range::Real {
            min: 0.0,
            max: 20.0,
            default: 0.0,
        },
    },
    Parameter {
        key: "swell_period",
        title: "Swell period",
        about: "Seconds from crest to crest of the swell; its waves must fit the patch.",
        unit: "s",
        range: Range::Real {
            min: 4.0,
            max: 30.0,
            default: 10.0,
        },
    },
    Parameter {
        key: "swell_direction",
        title: "Swell direction",
        about: "Where the swell runs to: 0 is +x, 90 is +z.",
        unit: "°",
        range: Range::Real {
            min: -360.0,
            max: 360.0,
            default: 75.0,
        },
    },
    Parameter {
        key: "cutoff",
        title: "Small-wave cut-off",
        about: "Waves much shorter than 2π times this are left out: exp(−k²ℓ²).",
        unit: "m",
        range: Range::Real {
            min: 0.0,
            max: 100.0,
            default: 0.0,
        },
    },
    shared::DISPERSION,
    shared::TENSION_LENGTH,
    shared::GRAVITY,
    Parameter {
        key: "choppiness",
        title: "Choppiness",
        about: "How far the crests are drawn together: −λ; 0 leaves them round, 1 is what water does.",
        unit: "",
        range: Range::Real {
            min: -4.0,
            max: 4.0,
            default: 1.5,
        },
    },
    shared::foam_threshold(0.55),
    shared::foam_growth(8.0),
    shared::FOAM_DECAY,
    shared::PERIOD,
    shared::SEED,
];

// Measured on 256 × 256 cells, three seeds: the share of the surface that makes foam is nothing in the calm, hardly anything in
// the swell, 0.1 % in the breeze, 2 % in the gale and 4.5 % in the storm; a ten-thousandth of the gale folds, and four of the
// storm.
pub(super) static PRESETS: [Preset; 5] = [
    Preset {
        title: "Calm",
        values: &[
            ("patch", Value::Real(60.0)),
            ("cascades", Value::Integer(2)),
            ("wind", Value::Real(2.5)),
            ("fetch", Value::Real(20.0)),
            ("choppiness", Value::Real(1.0)),
        ],
    },
    Preset {
        title: "Breeze",
        values: &[
            ("cascades", Value::Integer(2)),
            ("choppiness", Value::Real(1.4)),
            ("foam_threshold", Value::Real(0.5)),
        ],
    },
    Preset {
        title: "Gale",
        values: &[
            ("patch", Value::Real(500.0)),
            ("cascades", Value::Integer(2)),
            ("wind", Value::Real(19.0)),
            ("fetch", Value::Real(120.0)),
            ("choppiness", Value::Real(2.1)),
            ("foam_threshold", Value::Real(0.4)),
            ("foam_decay", Value::Real(5.0)),
        ],
    },
    Preset {
        title: "Storm",
        values: &[
            ("patch", Value::Real(1000.0)),
            ("cascades", Value::Integer(2)),
            ("wind", Value::Real(26.5)),
            ("fetch", Value::Real(300.0)),
            ("choppiness", Value::Real(2.4)),
            ("foam_threshold", Value::Real(0.4)),
            ("foam_decay", Value::Real(6.0)),
        ],
    },
    Preset {
        title: "Swell",
        values: &[
            ("patch", Value::Real(800.0)),
            ("cascades", Value::Integer(2)),
            ("wind", Value::Real(4.0)),
            ("fetch", Value::Real(20.0)),
            ("swell_height", Value::Real(2.5)),
            ("swell_period", Value::Real(11.0)),
        ],
    },
];
