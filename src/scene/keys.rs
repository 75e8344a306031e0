//! Every key that a scene can have, described once: the reader, the help and the nearest-name hints all ask here.

use crate::parameter::{Parameter, Range};
use crate::pool::{MODELS, RAIN, Size};
use crate::view::VIEWS;

/// One key of a scene.
#[derive(Debug)]
pub struct Key {
    /// The table it stands in; empty for a table's own name.
    pub table: &'static str,
    /// Its name there.
    pub name: &'static str,
    /// What it takes, in words.
    pub takes: String,
    /// Its value where the scene says nothing.
    pub default: String,
    /// One sentence: what it does.
    pub about: &'static str,
}

/// The tables of a scene, each with what it is for.
pub const TABLES: [(&str, &str); 8] = [
    ("water", "[water]: which water, how much of it, how fast"),
    ("drop", "[[drop]]: a stone; one table for each"),
    (
        "stroke",
        "[[stroke]]: stones along a line; one table for each",
    ),
    (
        "rain",
        "[rain]: drops at random places; no rain without this table",
    ),
    (
        "obstacle",
        "[[obstacle]]: walls; no model of this version has any",
    ),
    ("view", "[view]: what is seen, and the pictures it needs"),
    ("camera", "[camera]: from where it is seen"),
    ("poke", "[poke]: what the pointer does to the water"),
];

/// The most cells that a radius can have.
const RADIUS_MAX: f64 = Size::MAX as f64;

const STEP: Parameter = Parameter {
    key: "step",
    title: "Step",
    about: "It happens just before this step is computed; the first step is 0.",
    unit: "",
    range: Range::Integer {
        min: 0,
        max: 1_000_000_000,
        default: 0,
    },
};

const fn radius(default: f64) -> Parameter {
    Parameter {
        key: "radius",
        title: "Radius",
        about: "Every cell nearer than this is pushed.",
        unit: "cells",
        range: Range::Real {
            min: 0.0,
            max: RADIUS_MAX,
            default,
        },
    }
}

const fn weight(default: i64) -> Parameter {
    Parameter {
        key: "weight",
        title: "Weight",
        about: "Depth of the dent; a negative weight raises a hump.",
        unit: "",
        range: Range::Integer {
            min: i16::MIN as i64,
            max: i16::MAX as i64,
            default,
        },
    }
}

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

/// The numbers of a stone.
pub static DROP: [Parameter; 3] = [STEP, radius(4.0), weight(100)];

/// The numbers of a stroke.
pub static STROKE: [Parameter; 3] = [STEP, radius(2.0), weight(40)];

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

/// What the pointer does.
pub static POKE: [Parameter; 2] = [radius(3.0), weight(20)];

/// The keys that are no plain number, switch or choice: table, name, what it takes, default, what it does.
const OTHERS: [[&str; 5]; 11] = [
    [
        "water",
        "model",
        "",
        "ripple",
        "Which model computes the water.",
    ],
    [
        "water",
        "size",
        "two whole numbers from 3 to 8192",
        "[256, 256]",
        "Cells along x, along z.",
    ],
    [
        "drop",
        "at",
        PLACE,
        "[0.5, 0.5]",
        "Where it falls, in fractions of the pool.",
    ],
    [
        "stroke",
        "from",
        PLACE,
        "[0.25, 0.5]",
        "Where it begins, in fractions of the pool.",
    ],
    ["stroke", "to", PLACE, "[0.75, 0.5]", "Where it ends."],
    ["view", "kind", "", "mesh", "Which view to begin with."],
    [
        "view",
        "picture",
        FILE,
        "built in",
        "The picture under the water of the picture view.",
    ],
    [
        "view",
        "floor",
        FILE,
        "built in",
        "The floor and walls of the pool.",
    ],
    ["view", "sky", FILE, "built in", "What the water mirrors."],
    [
        "camera",
        "eye",
        POINT,
        "[0, 1.2, 1.6]",
        "Where the eye is: x, y up, z toward the viewer.",
    ],
    [
        "camera",
        "target",
        POINT,
        "[0, 0, 0]",
        "What it looks at; the pool is 2 m wide around [0, 0, 0].",
    ],
];

const PLACE: &str = "two numbers from 0 to 1";
const FILE: &str = "the name of a picture file";
const POINT: &str = "three numbers";

/// Every key of every table that this version can obey, in the order in which help tells them.
pub fn all() -> Vec<Key> {
    TABLES
        .iter()
        .filter(|(table, _)| *table != "obstacle")
        .flat_map(|&(table, _)| others(table).chain(numbers(table)))
        .collect()
}

/// The names of the keys of one table.
pub(super) fn of(table: &str) -> Vec<&'static str> {
    let others = OTHERS
        .iter()
        .filter(|[of, ..]| *of == table)
        .map(|[_, name, ..]| *name);
    others
        .chain(parameters(table).map(|(_, parameter)| parameter.key))
        .collect()
}

fn others(table: &'static str) -> impl Iterator<Item = Key> {
    OTHERS.iter().filter(move |[of, ..]| *of == table).map(
        move |&[_, name, takes, default, about]| Key {
            table,
            name,
            takes: match (table, name) {
                ("water", "model") => one_of(MODELS.iter().map(|model| model.name)),
                ("view", "kind") => one_of(VIEWS.iter().map(|view| view.name)),
                _ => takes.to_owned(),
            },
            default: default.to_owned(),
            about,
        },
    )
}

fn one_of<'a>(names: impl Iterator<Item = &'a str>) -> String {
    format!("one of {}", names.collect::<Vec<_>>().join(", "))
}

fn numbers(table: &'static str) -> impl Iterator<Item = Key> {
    parameters(table).map(move |(owner, parameter)| Key {
        table,
        name: parameter.key,
        takes: match owner {
            "" => parameter.range.to_string(),
            owner => format!("{}; {owner}", parameter.range),
        },
        default: match parameter.range {
            Range::Integer { default, .. } => default.to_string(),
            Range::Real { default, .. } => default.to_string(),
            Range::Switch { default } => default.to_string(),
            Range::Choice { options, default } => options[default].to_owned(),
        },
        about: parameter.about,
    })
}

/// The described parameters of a table, each with the model or view it belongs to, if any.
fn parameters(table: &str) -> impl Iterator<Item = (&'static str, &'static Parameter)> {
    let shared: &'static [Parameter] = match table {
        "water" => &WATER,
        "drop" => &DROP,
        "stroke" => &STROKE,
        "rain" => &RAIN,
        "camera" => &CAMERA,
        "poke" => &POKE,
        _ => &[],
    };
    let models = (table == "water").then(|| {
        MODELS
            .iter()
            .flat_map(|model| model.parameters.iter().map(|p| (model.name, p)))
    });
    let views = (table == "view").then(|| {
        VIEWS
            .iter()
            .flat_map(|view| view.parameters.iter().map(|p| (view.name, p)))
    });
    shared
        .iter()
        .map(|parameter| ("", parameter))
        .chain(models.into_iter().flatten())
        .chain(views.into_iter().flatten())
}
