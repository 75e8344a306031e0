//! The parameters of the spring pond, and its stability condition (docs/models.md §4).

use super::Spring;
use crate::parameter::{Parameter, ParameterError, Preset, Settings, Value};
use crate::pool::{DEPTH, LENGTH, Size};
use crate::water::{Map, MapKind, Model};

/// The spring pond's entry in [`crate::water::MODELS`].
pub(crate) static MODEL: Model = Model {
    name: "spring",
    title: "Spring pond",
    about: "A spring under every node, and eight sweeps that share heights with the neighbours.",
    parameters: &PARAMETERS,
    presets: &PRESETS,
    maps: &MAPS,
    walls: true,
    depth: false,
    flows: false,
    ground: false,
    poke: 1,
    sea: None,
    check,
    make: |settings, _, size| Spring::boxed(settings, size),
};

pub(super) static PRESETS: [Preset; 5] = [
    Preset {
        title: "Pond",
        values: &[],
    },
    Preset {
        title: "Long rings",
        values: &[
            ("stiffness", Value::Real(0.001)),
            ("viscosity", Value::Real(0.004)),
            ("spread", Value::Real(0.05)),
        ],
    },
    Preset {
        title: "Jelly",
        values: &[
            ("stiffness", Value::Real(0.06)),
            ("viscosity", Value::Real(0.08)),
            ("spread", Value::Real(0.02)),
        ],
    },
    Preset {
        title: "Syrup",
        values: &[
            ("stiffness", Value::Real(0.01)),
            ("viscosity", Value::Real(0.25)),
            ("spread", Value::Real(0.08)),
        ],
    },
    Preset {
        title: "No springs: the level stays where it is put",
        values: &[
            ("stiffness", Value::Real(0.0)),
            ("viscosity", Value::Real(0.0)),
        ],
    },
];

pub(super) static PARAMETERS: [Parameter; 6] = [
    LENGTH,
    DEPTH,
    Parameter::real("stiffness", "Stiffness", 0.0..=1.0, 0.01).about("How hard the spring of a node pulls it to its rest length; at most the viscosity.").unit("1/step²"),
    Parameter::real("viscosity", "Viscosity", 0.0..=1.0, 0.02).about("The fraction of its speed that a node loses in a step.").unit("1/step"),
    Parameter::real("spread", "Spread", 0.0..=0.1, 0.025).about("What a node gives its neighbours in each of the eight sweeps: waves run 2·√spread cells a step."),
    Parameter::real("rest_length", "Rest length", -0.2..=0.2, 0.0).about("The level to which the spring of a node pulls it; with a map of rest lengths, that where the map is white.").unit("m"),
];

static MAPS: [Map; 3] = [
    Map {
        key: "stiffness_map",
        kind: MapKind::Factor,
        title: "Stiffness map",
        about: "Multiplies the stiffness, node by node; no node is stiffer than it is viscous.",
    },
    Map {
        key: "viscosity_map",
        kind: MapKind::Factor,
        title: "Viscosity map",
        about: "Multiplies the viscosity, node by node.",
    },
    Map {
        key: "rest_length_map",
        kind: MapKind::Factor,
        title: "Rest length map",
        about: "Multiplies the rest length, node by node: a relief that the pond settles to.",
    },
];

/// No node's stiffness may exceed its viscosity.
fn check(settings: &Settings, _: Size) -> Result<(), ParameterError> {
    let (stiffness, viscosity) = (settings.real("stiffness"), settings.real("viscosity"));
    if stiffness <= viscosity {
        return Ok(());
    }
    Err(ParameterError::Unstable {
        key: "stiffness",
        value: stiffness,
        limit: format!("at most {viscosity}, the `viscosity`"),
    })
}
