//! The parameters of shallow water (docs/models.md §17).

use super::Shallow;
use super::edges::EdgeKind;
use super::scheme::Scheme;
use crate::parameter::{Parameter, Preset, Value, choices};
use crate::pool::LENGTH;
use crate::water::{Map, MapKind, Model};

/// Key of the map of the ground.
pub const BED_MAP: &str = "bed_map";

/// The entry of shallow water in [`crate::water::MODELS`].
pub(crate) static MODEL: Model = Model {
    name: "shallow",
    title: "Shallow water",
    about: "The nonlinear equations of shallow water: it flows, breaks into bores, runs up a beach, falls dry and floods.",
    parameters: &PARAMETERS,
    presets: &PRESETS,
    maps: &[
        Map {
            key: BED_MAP,
            kind: MapKind::Quantity(["bed_low", "bed_high"]),
            title: "Bed map",
            about: "Heights of the ground: EXR in metres above the rest level; of other pictures, black is `bed_low` and white `bed_high`.",
        },
        Map {
            key: "level_file",
            kind: MapKind::Series,
            title: "Level file",
            about: "Water level at edges with a level, added to the tide: a CSV file of seconds and metres above the rest level, interpolated linearly, and constant before the first and after the last row.",
        },
    ],
    walls: true,
    depth: true,
    flows: true,
    ground: true,
    poke: 1,
    sea: None,
    check: |settings, size| Scheme::new(settings, size).map(|_| ()),
    make: |settings, _, size| Shallow::boxed(settings, size),
};

/// The order of the scheme in space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Constant in each cell: robust, and it smooths waves.
    First,
    /// With limited slopes.
    Second,
}

choices!(Order: First = "first", Second = "second");

/// The shape of the ground where no map gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bed {
    /// Level, at the depth.
    Flat,
    /// A slope that rises along x.
    Beach,
    /// A round hill in the middle.
    Island,
    /// A trench along x.
    Channel,
    /// A round hollow.
    Bowl,
    /// A ridge across x.
    Sill,
    /// A valley that falls along x.
    Valley,
}

choices!(
    Bed: Flat = "flat", Beach = "beach", Island = "island", Channel = "channel", Bowl = "bowl", Sill = "sill", Valley = "valley"
);

static PRESETS: [Preset; 4] = [
    Preset {
        title: "Basin",
        values: &[],
    },
    Preset {
        title: "Beach",
        values: &[
            ("bed", Value::Choice(Bed::Beach as usize)),
            ("length", Value::Real(60.0)),
            ("depth", Value::Real(2.0)),
            ("bed_high", Value::Real(1.0)),
            ("manning", Value::Real(0.02)),
        ],
    },
    Preset {
        title: "Island",
        values: &[
            ("bed", Value::Choice(Bed::Island as usize)),
            ("length", Value::Real(60.0)),
            ("depth", Value::Real(2.0)),
            ("bed_high", Value::Real(1.0)),
            ("edges", Value::Choice(EdgeKind::Open as usize)),
        ],
    },
    Preset {
        title: "Gravel",
        values: &[("manning", Value::Real(0.03))],
    },
];

/// What one of the edges has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// What all edges have.
    Same,
    Wall,
    Open,
    Level,
    Inflow,
}

choices!(
    Side: Same = "same", Wall = "wall", Open = "open", Level = "level", Inflow = "inflow"
);

const fn side(key: &'static str, title: &'static str, about: &'static str) -> Parameter {
    Parameter::choice::<Side>(key, title, Side::Same as usize).about(about)
}

pub(super) static PARAMETERS: [Parameter; 21] = [
    LENGTH,
    Parameter::real("depth", "Depth", 0.001..=1000.0, 0.1)
        .about("From the rest level down to the ground where it is lowest; a bed map has its own depths.")
        .unit("m")
        .kept(),
    Parameter::choice::<Bed>("bed", "Ground", Bed::Flat as usize)
        .about("Shape of the ground where no map gives it, from the depth up to `bed_high`."),
    Parameter::real("bed_low", "Lowest ground", -1000.0..=1000.0, -1.0)
        .about("Height of what is black on a bed map, above the rest level.")
        .unit("m")
        .kept(),
    Parameter::real("bed_high", "Highest ground", -1000.0..=1000.0, 0.2)
        .about("Height of the top of the shape, or of what is white on a bed map, above the rest level.")
        .unit("m")
        .kept(),
    Parameter::real("gravity", "Gravity", 0.01..=100.0, 9.81)
        .about("Gravitational acceleration.")
        .unit("m/s²"),
    Parameter::real("manning", "Manning's n", 0.0..=0.5, 0.0)
        .about("Roughness of the ground: 0.01 smooth concrete, 0.03 gravel, 0.1 bushes, 0 none.")
        .unit("s/m^⅓"),
    Parameter::real("damping", "Damping", 0.0..=20.0, 0.0)
        .about("Every current dies away as e^(−damping·t), besides the friction.")
        .unit("/s"),
    Parameter::choice::<EdgeKind>("edges", "Edges", EdgeKind::Wall as usize)
        .about("What is at the edges: a wall, open water at the rest level, a level that the tide moves or a swell comes in at, or an inflow."),
    side("west", "West edge", "The edge at the lowest x, if it differs from the others."),
    side("east", "East edge", "The edge at the highest x, if it differs from the others."),
    side("north", "North edge", "The edge at the lowest z, if it differs from the others."),
    side("south", "South edge", "The edge at the highest z, if it differs from the others."),
    Parameter::real("tide_height", "Tide", 0.0..=100.0, 0.0)
        .about("From low to high water, at edges with a level.")
        .unit("m"),
    Parameter::real("tide_period", "Tide's period", 1.0..=100_000.0, 60.0)
        .about("From one high water to the next.")
        .unit("s"),
    Parameter::real("swell_height", "Swell", 0.0..=100.0, 0.0)
        .about("From trough to crest of the waves that come in at edges with a level.")
        .unit("m"),
    Parameter::real("swell_period", "Swell's period", 0.1..=1000.0, 4.0)
        .about("From one crest to the next.")
        .unit("s"),
    Parameter::real("inflow", "Inflow", 0.0..=1000.0, 0.1)
        .about("Water that comes in through each metre of an inflow.")
        .unit("m²/s"),
    Parameter::real("inflow_depth", "Inflow's depth", 0.0..=100.0, 0.0)
        .about("Depth of an inflow that is faster than waves; 0 lets the pool decide.")
        .unit("m"),
    Parameter::real("least_depth", "Least depth", 1e-6..=0.1, 0.0005)
        .about("Water thinner than this loses its velocity.")
        .unit("m"),
    Parameter::choice::<Order>("order", "Order", Order::Second as usize)
        .about("Order of the scheme in space: second keeps waves and bores sharp."),
];
