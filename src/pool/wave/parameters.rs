//! What can be adjusted about the wave equation (docs/models.md §5).

use super::Wave;
use super::scheme::Scheme;
use crate::parameter::{Parameter, Preset, Range, Value};
use crate::water::{Map, Model, settled};

/// The wave equation's entry in [`crate::water::MODELS`].
pub(crate) static MODEL: Model = Model {
    name: "wave",
    title: "Wave equation",
    about: "Shallow water in metres and seconds: waves slow down over reefs, bend round walls, and run out of open edges.",
    parameters: &PARAMETERS,
    presets: &PRESETS,
    maps: &[Map {
        key: "depth_map",
        title: "Depth map",
        about: "Multiplies the depth: white is as deep as it says, black is dry land that stands still.",
    }],
    walls: true,
    depth: true,
    sea: None,
    check: |settings, size| Scheme::new(settings, size).map(|_| ()),
    make: |settings, _, size| settled(Wave::new(size), settings),
};

/// What waves do where the water ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The surface is held at 0: a crest returns as a trough.
    Fixed,
    /// The surface slides up and down a mirror: a crest returns as a crest.
    Free,
    /// Next to nothing returns.
    Absorbing,
}

impl End {
    /// In the order of these.
    const NAMES: &'static [&'static str] = &["fixed", "free", "absorbing"];

    pub(super) fn from_choice(choice: usize) -> Self {
        match choice {
            0 => Self::Fixed,
            1 => Self::Free,
            _ => Self::Absorbing,
        }
    }
}

const FIXED: Value = Value::Choice(0);
const ABSORBING: Value = Value::Choice(2);

static PRESETS: [Preset; 5] = [
    Preset {
        title: "Basin",
        values: &[],
    },
    Preset {
        title: "Open water",
        values: &[("edges", ABSORBING), ("damping", Value::Real(0.05))],
    },
    Preset {
        title: "Drumhead",
        values: &[("edges", FIXED), ("damping", Value::Real(0.15))],
    },
    Preset {
        title: "Puddle on the Moon",
        values: &[("gravity", Value::Real(1.62))],
    },
    Preset {
        title: "Harbour",
        values: &[
            ("length", Value::Real(50.0)),
            ("depth", Value::Real(3.0)),
            ("damping", Value::Real(0.1)),
            ("edges", ABSORBING),
        ],
    },
];

pub(super) static PARAMETERS: [Parameter; 7] = [
    Parameter {
        key: "length",
        title: "Length",
        about: "Metres along the longer side of the pool.",
        unit: "m",
        range: Range::Real {
            min: 0.1,
            max: 1000.0,
            default: 2.0,
        },
    },
    Parameter {
        key: "depth",
        title: "Depth",
        about: "Still depth, where the depth map is white; waves run at √(gravity·depth).",
        unit: "m",
        range: Range::Real {
            min: 0.001,
            max: 1000.0,
            default: 0.04,
        },
    },
    Parameter {
        key: "gravity",
        title: "Gravity",
        about: "What pulls the surface level.",
        unit: "m/s²",
        range: Range::Real {
            min: 0.01,
            max: 100.0,
            default: 9.81,
        },
    },
    Parameter {
        key: "damping",
        title: "Damping",
        about: "Every wave dies away as e^(−damping·t).",
        unit: "/s",
        range: Range::Real {
            min: 0.0,
            max: 20.0,
            default: 0.4,
        },
    },
    Parameter {
        key: "edges",
        title: "Edges",
        about: "What waves do at the edge of the pool: turn over, turn round, or leave.",
        unit: "",
        range: Range::Choice {
            options: End::NAMES,
            default: 1,
        },
    },
    Parameter {
        key: "walls",
        title: "Walls",
        about: "What waves do at walls in the pool: turn over, turn round, or vanish.",
        unit: "",
        range: Range::Choice {
            options: End::NAMES,
            default: 1,
        },
    },
    Parameter {
        key: "time_step",
        title: "Time step",
        about: "Seconds of the water's own time in a step.",
        unit: "s",
        range: Range::Real {
            min: 0.0001,
            max: 1.0,
            default: 1.0 / 60.0,
        },
    },
];
