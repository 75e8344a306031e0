//! The numbers, switches and choices of a scene's own tables; those of models, views and the rain describe themselves.

use crate::parameter::{Parameter, Range};
use crate::pool::Size;

/// The most cells that a radius can have.
const RADIUS_MAX: f64 = Size::MAX as f64;

/// More steps than anybody waits for.
const MOST_STEPS: i64 = 1_000_000_000;

const fn step(key: &'static str, title: &'static str, about: &'static str) -> Parameter {
    Parameter {
        key,
        title,
        about,
        unit: "",
        range: Range::Integer {
            min: 0,
            max: MOST_STEPS,
            default: 0,
        },
    }
}

const STEP: Parameter = step(
    "step",
    "Step",
    "It happens just before this step is computed; the first step is 0.",
);

const fn cells(
    key: &'static str,
    title: &'static str,
    about: &'static str,
    default: f64,
) -> Parameter {
    Parameter {
        key,
        title,
        about,
        unit: "cells",
        range: Range::Real {
            min: 0.0,
            max: RADIUS_MAX,
            default,
        },
    }
}

const fn radius(default: f64) -> Parameter {
    let about = "Cells nearer than this are pushed; models in metres push softly, and never fewer than 3 × 3.";
    cells("radius", "Radius", about, default)
}

const fn weight(about: &'static str, default: i64) -> Parameter {
    Parameter {
        key: "weight",
        title: "Weight",
        about,
        unit: "",
        range: Range::Integer {
            min: i16::MIN as i64,
            max: i16::MAX as i64,
            default,
        },
    }
}

const DENT: &str = "Depth of the dent; a negative weight raises a hump.";

/// What is adjustable about every water, beside its model's own parameters.
pub static WATER: [Parameter; 1] = [Parameter {
    key: "steps_per_second",
    title: "Steps per second",
    about: "How fast time passes: steps of the water in a second.",
    unit: "/s",
    range: Range::Real {
        min: 1.0,
        max: 1000.0,
        default: 60.0,
    },
}];

/// What is adjustable about comparing, beside the parameters of the other model.
pub static COMPARE: [Parameter; 1] = [Parameter {
    key: "split",
    title: "Split",
    about: "How much of the picture, from the left, shows the first water.",
    unit: "",
    range: Range::Real {
        min: 0.1,
        max: 0.9,
        default: 0.5,
    },
}];

/// The most waves that a scene can list: what they take of time and memory grows with their number times the cells.
pub const MOST_WAVES: usize = 4096;

/// The numbers of a wave of a Gerstner sea.
pub static WAVE: [Parameter; 4] = [
    Parameter {
        key: "length",
        title: "Length",
        about: "From crest to crest. Where the sea is `seamless`, the nearest that fits the patch is taken.",
        unit: "m",
        range: Range::Real {
            min: 0.01,
            max: 100_000.0,
            default: 20.0,
        },
    },
    Parameter {
        key: "amplitude",
        title: "Amplitude",
        about: "How high crests rise above the rest level. Where Σ 2π·amplitude/length of all waves is 1 or more, which would make crests loop, all are lowered by one factor until it is 0.999; a warning says so.",
        unit: "m",
        range: Range::Real {
            min: -10_000.0,
            max: 10_000.0,
            default: 0.5,
        },
    },
    Parameter {
        key: "direction",
        title: "Direction",
        about: "Where it runs to: 0 is +x, 90 is +z.",
        unit: "°",
        range: Range::Real {
            min: -360.0,
            max: 360.0,
            default: 0.0,
        },
    },
    Parameter {
        key: "phase",
        title: "Phase",
        about: "How far it is ahead in its swing; at 0 a crest starts from the corner of the patch.",
        unit: "°",
        range: Range::Real {
            min: -360.0,
            max: 360.0,
            default: 0.0,
        },
    },
];

/// The numbers of a stone.
pub static DROP: [Parameter; 3] = [STEP, radius(4.0), weight(DENT, 100)];

/// The numbers of a stroke.
pub static STROKE: [Parameter; 3] = [STEP, radius(2.0), weight(DENT, 40)];

/// The most weight that a source can have: what it adds in a step is at most twice that, and fits in 16 bits.
const SOURCE_WEIGHT: i64 = 16_000;

/// The numbers of a wave maker; its last step, which it need not have, is [`END`].
pub static SOURCE: [Parameter; 4] = [
    radius(2.0),
    Parameter {
        key: "weight",
        title: "Weight",
        about: "The most that it adds to the surface, down first and then up; waves carry it away meanwhile.",
        unit: "",
        range: Range::Integer {
            min: -SOURCE_WEIGHT,
            max: SOURCE_WEIGHT,
            default: 40,
        },
    },
    Parameter {
        key: "period",
        title: "Period",
        about: "Steps from crest to crest.",
        unit: "steps",
        range: Range::Real {
            min: 4.0,
            max: 1e6,
            default: 30.0,
        },
    },
    step("start", "Start", "The first step before which it pushes."),
];

/// The last step of a wave maker.
pub static END: [Parameter; 1] = [step("end", "End", "The last step before which it pushes.")];

/// The numbers of a straight wall.
pub static WALL: [Parameter; 1] = [cells(
    "thickness",
    "Thickness",
    "Across; less than 1 is 1, so that no water gets through.",
    2.0,
)];

/// The numbers of a round post.
pub static DISC: [Parameter; 1] = [cells(
    "radius",
    "Radius",
    "Every cell nearer than this is solid.",
    8.0,
)];

/// The numbers of the camera.
pub static CAMERA: [Parameter; 1] = [Parameter {
    key: "fov",
    title: "Field of view",
    about: "Angle from the top of the picture to its bottom.",
    unit: "°",
    range: Range::Real {
        min: 10.0,
        max: 120.0,
        default: 45.0,
    },
}];

/// What the pointer does; the options of the tool are those of [`super::super::Tool`], in its order.
pub static POKE: [Parameter; 4] = [
    radius(3.0),
    weight(DENT, 20),
    Parameter {
        key: "tool",
        title: "Tool",
        about: "What the pointer has in hand at the start: stones, walls to build, what takes walls away, or sources, which add.",
        unit: "",
        range: Range::Choice {
            options: &["poke", "walls", "erase", "source"],
            default: 0,
        },
    },
    cells(
        "wall_radius",
        "Wall radius",
        "Half the thickness of the walls that the pointer builds and takes away.",
        2.0,
    ),
];
