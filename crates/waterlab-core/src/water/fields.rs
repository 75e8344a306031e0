//! The fields (height, velocity, slope, Jacobian, foam, spectrum, …) and which models have them, as data.

use super::Model;

/// A field: one or two numbers for every cell of a water.
#[derive(Debug)]
#[non_exhaustive]
pub struct FieldKind {
    /// The name on the command line.
    pub name: &'static str,
    /// Error message for a model without the field; names the models that have it.
    pub lack: &'static str,
    /// Whether a model has the field.
    pub has: fn(&Model) -> bool,
}

const fn field(name: &'static str, lack: &'static str, has: fn(&Model) -> bool) -> FieldKind {
    FieldKind { name, lack, has }
}

const fn of_all(name: &'static str) -> FieldKind {
    field(name, "", |_| true)
}

/// Every field.
pub static FIELDS: [FieldKind; 14] = [
    of_all("height"),
    of_all("velocity"),
    field(
        "horizontal-velocity",
        "has no horizontal velocity; these do",
        |model| model.flows,
    ),
    of_all("slope"),
    field(
        "displacement",
        "draws nothing aside; these do",
        Model::is_displaced,
    ),
    field("jacobian", "never folds; these do", Model::is_open),
    field("folding", "never folds; these do", Model::is_open),
    field("fold-direction", "never folds; these do", Model::is_open),
    field("foam", "never foams; these do", Model::foams),
    field(
        "spectrum",
        "has no spectrum; these have",
        Model::has_spectrum,
    ),
    of_all("obstruction"),
    field("depth", "has no depth; these do", |model| model.depth),
    field("flow", "has no discharge; these do", |model| model.ground),
    of_all("caustics"),
];

impl FieldKind {
    /// The field called `name`, if there is one.
    pub fn named(name: &str) -> Option<&'static Self> {
        FIELDS.iter().find(|field| field.name == name)
    }
}

impl Model {
    /// The fields that this model has.
    pub fn fields(&self) -> impl Iterator<Item = &'static FieldKind> {
        FIELDS.iter().filter(|field| (field.has)(self))
    }
}
