//! The parameters of the wave equation (docs/models.md §5).

use super::Wave;
use super::scheme::Scheme;
use crate::parameter::{Parameter, Preset, Value, choices};
use crate::pool::LENGTH;
use crate::water::{Map, MapKind, Model};

/// The wave equation's entry in [`crate::water::MODELS`].
pub(crate) static MODEL: Model = Model {
    name: "wave",
    title: "Wave equation",
    about: "Shallow water in metres and seconds: waves slow down over reefs, diffract around walls, and leave through open edges.",
    parameters: &PARAMETERS,
    presets: &PRESETS,
    maps: &[Map {
        key: "depth_map",
        kind: MapKind::Factor,
        title: "Depth map",
        about: "Multiplies the depth: white is the full depth, black is dry land.",
    }],
    walls: true,
    depth: true,
    flows: false,
    ground: false,
    poke: 1,
    sea: None,
    check: |settings, size| Scheme::new(settings, size).map(|_| ()),
    make: |settings, _, size| Wave::boxed(settings, size),
};

/// The boundary condition at edges or walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The surface is held at 0: a crest returns as a trough.
    Fixed,
    /// The boundary is a mirror: a crest returns as a crest.
    Free,
    /// Almost nothing is reflected.
    Absorbing,
}

choices!(End: Fixed = "fixed", Free = "free", Absorbing = "absorbing");

/// The form of the equation over an uneven floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// h_tt = ∇·(g·p·∇h): conserves volume.
    Conservative,
    /// h_tt = g·p·∇²h, as equation (8) of the source is printed.
    Printed,
}

choices!(Form: Conservative = "conservative", Printed = "printed");

const FIXED: Value = Value::Choice(End::Fixed as usize);
const ABSORBING: Value = Value::Choice(End::Absorbing as usize);

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

pub(super) static PARAMETERS: [Parameter; 8] = [
    LENGTH,
    Parameter::real("depth", "Depth", 0.001..=1000.0, 0.04)
        .about("Still depth, where the depth map is white; waves run at √(gravity·depth).")
        .unit("m")
        .kept(),
    Parameter::real("gravity", "Gravity", 0.01..=100.0, 9.81)
        .about("Gravitational acceleration.")
        .unit("m/s²"),
    Parameter::real("damping", "Damping", 0.0..=20.0, 0.4)
        .about("Every wave dies away as e^(−damping·t).")
        .unit("/s"),
    Parameter::choice::<End>("edges", "Edges", End::Free as usize)
        .about("Boundary condition at the edge of the pool: fixed inverts a wave, free reflects it, absorbing lets it leave."),
    Parameter::choice::<End>("walls", "Walls", End::Free as usize)
        .about("Boundary condition at walls in the pool: fixed inverts a wave, free reflects it, absorbing absorbs it at normal incidence."),
    Parameter::choice::<Form>("form", "Form", Form::Conservative as usize)
        .about("Over an uneven floor: ∇·(g·p·∇h), which keeps the volume, or g·p·∇²h as the source prints it."),
    Parameter::real("time_step", "Time step", 0.0001..=1.0, 1.0 / 60.0)
        .about("Simulated time of a step.")
        .unit("s"),
];
