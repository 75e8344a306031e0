//! What can be adjusted in a sea of Gerstner waves, and fans of them worth a look.

use super::STEEPEST;
use crate::parameter::{Parameter, Preset, Range, Value};

pub(super) static PARAMETERS: [Parameter; 18] = [
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
        key: "seamless",
        title: "Seamless",
        about: "Turns and stretches each wave a little, so that a whole number of them fits the patch both ways and it repeats without a seam.",
        unit: "",
        range: Range::Switch { default: true },
    },
    Parameter {
        key: "waves",
        title: "Waves",
        about: "How many there are in the fan; waves that the scene lists take the fan's place.",
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
        about: "Of the longest wave of the fan.",
        unit: "m",
        range: Range::Real {
            min: 0.1,
            max: 10_000.0,
            default: 40.0,
        },
    },
    Parameter {
        key: "length_ratio",
        title: "Length ratio",
        about: "How many times as long as the shortest wave of the fan the longest is.",
        unit: "",
        range: Range::Real {
            min: 1.0,
            max: 100.0,
            default: 8.0,
        },
    },
    Parameter {
        key: "steepness",
        title: "Steepness",
        about: "Σ kA of the fan, shared out evenly: at 1 a crest where all meet would come to a point.",
        unit: "",
        range: Range::Real {
            min: 0.0,
            max: STEEPEST,
            default: 0.75,
        },
    },
    Parameter {
        key: "direction",
        title: "Direction",
        about: "Where the longest wave of the fan runs to: 0 is +x, 90 is +z.",
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
        about: "How far the others fan out to either side.",
        unit: "°",
        range: Range::Real {
            min: 0.0,
            max: 180.0,
            default: 40.0,
        },
    },
    Parameter {
        key: "crossing",
        title: "Crossing",
        about: "How far every second wave of the fan is turned besides: two seas that cross.",
        unit: "°",
        range: Range::Real {
            min: -180.0,
            max: 180.0,
            default: 0.0,
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
        key: "dispersion",
        title: "Dispersion",
        about: "Which relation says how fast waves run: deep water, with the depth, with surface tension, with both.",
        unit: "",
        range: Range::Choice {
            options: &["deep", "depth", "small", "both"],
            default: 3,
        },
    },
    Parameter {
        key: "tension_length",
        title: "Tension length",
        about: "Length at which surface tension is as strong as gravity: 0.0027 in clean water.",
        unit: "m",
        range: Range::Real {
            min: 0.0,
            max: 1.0,
            default: 0.0027,
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
        key: "foam_threshold",
        title: "Foam threshold",
        about: "Foam is made where the surface is squeezed to less than this.",
        unit: "",
        range: Range::Real {
            min: -2.0,
            max: 1.0,
            default: 0.5,
        },
    },
    Parameter {
        key: "foam_growth",
        title: "Foam growth",
        about: "How fast foam is made where the surface folds.",
        unit: "1/s",
        range: Range::Real {
            min: 0.0,
            max: 100.0,
            default: 4.0,
        },
    },
    Parameter {
        key: "foam_decay",
        title: "Foam decay",
        about: "Seconds after which a third of the foam is left.",
        unit: "s",
        range: Range::Real {
            min: 0.0,
            max: 20.0,
            default: 4.0,
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

pub(super) static PRESETS: [Preset; 6] = [
    Preset {
        title: "Sea",
        values: &[],
    },
    Preset {
        title: "Gentle",
        values: &[
            ("steepness", Value::Real(0.35)),
            ("length", Value::Real(50.0)),
        ],
    },
    Preset {
        title: "Choppy",
        values: &[
            ("waves", Value::Integer(20)),
            ("length", Value::Real(25.0)),
            ("steepness", Value::Real(0.98)),
            ("spread", Value::Real(70.0)),
        ],
    },
    Preset {
        title: "One trochoid",
        values: &[
            ("waves", Value::Integer(1)),
            ("length", Value::Real(50.0)),
            ("steepness", Value::Real(0.9)),
            ("direction", Value::Real(0.0)),
        ],
    },
    Preset {
        title: "Crossing seas",
        values: &[
            ("waves", Value::Integer(10)),
            ("length_ratio", Value::Real(4.0)),
            ("steepness", Value::Real(0.9)),
            ("direction", Value::Real(0.0)),
            ("spread", Value::Real(6.0)),
            ("crossing", Value::Real(70.0)),
        ],
    },
    Preset {
        title: "Long swell",
        values: &[
            ("patch", Value::Real(600.0)),
            ("waves", Value::Integer(5)),
            ("length", Value::Real(200.0)),
            ("length_ratio", Value::Real(2.0)),
            ("steepness", Value::Real(0.3)),
            ("spread", Value::Real(10.0)),
        ],
    },
];
