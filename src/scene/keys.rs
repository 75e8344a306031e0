//! Every key that a scene can have, described once: the reader, the help and the suggestions for misspelt keys all use this list.

mod numbers;
mod special;

pub use numbers::{
    BODY, CAMERA, COMPARE, DISC, DROP, END, FILL, MAX_WAVES, PATH, POKE, ROPE, SKIES, SKY, SOUND,
    SOURCE, START, STROKE, TOUR, WALL, WATER, WAVE,
};

pub use special::*;

use crate::parameter::{Parameter, Range};
use crate::pool::RAIN;
use crate::view::VIEWS;
use crate::water::{MODELS, MapKind, Model};

/// One key of a scene.
#[derive(Debug, PartialEq)]
pub struct Key {
    /// The table it belongs to.
    pub table: &'static str,
    /// Its name in the table; for a key of an inline table, with the name of that table: `wall.from`.
    pub name: String,
    /// Description of valid values.
    pub takes: String,
    /// Its default, as text.
    pub default: String,
    /// What it does, in one sentence.
    pub about: &'static str,
}

/// The tables of a scene, each with its description.
pub const TABLES: [(&str, &str); 17] = [
    ("water", "[water]: the model, the grid and the time step"),
    (
        "compare",
        "[compare]: a second water that receives the same events; it also takes the keys of its model that [water] takes",
    ),
    (
        "wave",
        "[[wave]]: a wave of the model gerstner, in place of its fan; one table for each, 4096 at most",
    ),
    ("drop", "[[drop]]: a stone; one table for each"),
    (
        "stroke",
        "[[stroke]]: stones along a line; one table for each",
    ),
    (
        "source",
        "[[source]]: a wave maker, which pushes the water up and down, or a spring or drain; one table for each",
    ),
    (
        "fill",
        "[[fill]]: a rectangle of the pool that begins filled to a level; one table for each, a later one over an earlier one",
    ),
    (
        "rain",
        "[rain]: stones at random places, or rain as in nature; no rain without this table",
    ),
    (
        "start",
        "[start]: the initial state, in place of water at rest at step 0; written when a scene is saved",
    ),
    (
        "obstacle",
        "[[obstacle]]: an obstacle in the water: one of wall, disc and mask; one table for each",
    ),
    (
        "body",
        "[[body]]: something that floats, sinks or is thrown; one table for each, 64 at most",
    ),
    ("view", "[view]: the view, its settings and its pictures"),
    (
        "sky",
        "[sky]: the sun and the atmosphere; shown in the lit view",
    ),
    (
        "camera",
        "[camera]: the position and direction of the camera",
    ),
    (
        "tour",
        "[tour]: what a tour shows of the scene; it needs a [[camera.path]]",
    ),
    ("sound", "[sound]: the sound of the water"),
    ("poke", "[poke]: the brush of the pointer"),
];

/// The tables within tables, each with the table and the key whose value it is.
pub(super) const INLINE: [(&str, &str, &str); 4] = [
    (
        OBSTACLE_WALL.default.0,
        OBSTACLE_WALL.table,
        OBSTACLE_WALL.name,
    ),
    (
        OBSTACLE_DISC.default.0,
        OBSTACLE_DISC.table,
        OBSTACLE_DISC.name,
    ),
    (BODY_ROPE.default.0, BODY_ROPE.table, BODY_ROPE.name),
    (CAMERA_PATH.default.0, CAMERA_PATH.table, CAMERA_PATH.name),
];

/// Every key of every table, in the order of the help.
pub fn all() -> Vec<Key> {
    let keys = TABLES.into_iter().flat_map(|(table, _)| {
        others(table)
            .chain(numbers(table))
            // The model keys of the compared water are listed under [water].
            .chain((table == "water").then(of_models).into_iter().flatten())
    });
    keys.collect()
}

/// The keys of one table, or of an inline table ("obstacle.wall"), each once.
pub(super) fn of(table: &str) -> Vec<&'static str> {
    let others = SPECIAL.iter().filter(|key| key.table() == table);
    let others = others.map(|key| key.name());
    let numbers = described(table).map(|(_, parameter)| parameter.key);
    let models = MODELS.iter().filter(|_| has_model(table));
    let models = models.flat_map(|model| keys_of(model));
    let mut names = Vec::new();
    for name in others.chain(numbers).chain(models) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Whether a table takes the parameters and maps of a model.
fn has_model(table: &str) -> bool {
    ["water", "compare"].contains(&table)
}

/// The keys of a model: parameters, then maps.
pub(super) fn keys_of(model: &Model) -> impl Iterator<Item = &'static str> {
    let parameters = model.parameters.iter().map(|parameter| parameter.key);
    parameters.chain(model.map_keys())
}

/// The keys that are not plain numbers; each inline table is followed by its keys.
fn others(table: &'static str) -> impl Iterator<Item = Key> {
    let keys = SPECIAL.iter().filter(move |key| key.table() == table);
    keys.flat_map(move |key| {
        let own = Key {
            table,
            name: key.name().to_owned(),
            takes: key.takes(),
            default: key.default(),
            about: key.about(),
        };
        std::iter::once(own).chain(in_braces(table, key.name()))
    })
}

/// The keys of the inline table that is the value of `key`, if it is one.
fn in_braces(table: &'static str, key: &'static str) -> Vec<Key> {
    let inline = INLINE
        .iter()
        .find(|(_, of, name)| (*of, *name) == (table, key));
    let Some((inline, ..)) = inline else {
        return Vec::new();
    };
    let keys = others(inline).chain(numbers(inline));
    keys.map(|inner| Key {
        table,
        name: format!("{key}.{}", inner.name),
        ..inner
    })
    .collect()
}

fn numbers(table: &'static str) -> impl Iterator<Item = Key> {
    described(table).map(move |(owner, parameter)| number(table, owner, parameter))
}

/// The keys of models: the parameters of each, then its maps; shared ones only once.
fn of_models() -> impl Iterator<Item = Key> {
    let mut keys: Vec<(Key, Vec<&str>)> = Vec::new();
    for model in MODELS {
        let parameters = model.parameters.iter();
        let maps = model.maps.iter().map(|map| Key {
            table: "water",
            name: map.key.to_owned(),
            takes: match map.kind {
                MapKind::Series => "the name of a CSV file".to_owned(),
                MapKind::Factor | MapKind::Quantity(_) => File("").takes(),
            },
            default: match map.kind {
                MapKind::Series => "none",
                MapKind::Factor | MapKind::Quantity(_) => "the same everywhere",
            }
            .to_owned(),
            about: map.about,
        });
        for key in parameters.map(|p| number("water", "", p)).chain(maps) {
            match keys.iter_mut().find(|(known, _)| *known == key) {
                Some((_, owners)) => owners.push(model.name),
                None => keys.push((key, vec![model.name])),
            }
        }
    }
    keys.into_iter().map(|(key, owners)| Key {
        takes: format!("{}; {}", key.takes, owners.join(", ")),
        ..key
    })
}

/// A parameter as a key; `owner` is its view, if any.
fn number(table: &'static str, owner: &str, parameter: &Parameter) -> Key {
    Key {
        table,
        name: parameter.key.to_owned(),
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
    }
}

/// The parameters of a table, except those of models, each with its view, if any.
fn described(table: &str) -> impl Iterator<Item = (&'static str, &'static Parameter)> + use<'_> {
    let shared: &'static [Parameter] = match table {
        "water" => &WATER,
        "compare" => &COMPARE,
        "wave" => &WAVE,
        "drop" => &DROP,
        "stroke" => &STROKE,
        "source" => &SOURCE,
        "fill" => &FILL,
        "start" => &START,
        "body" => &BODY,
        "body.rope" => &ROPE,
        "obstacle.wall" => &WALL,
        "obstacle.disc" => &DISC,
        "rain" => &RAIN,
        "sky" => &SKY,
        "camera" => &CAMERA,
        "camera.path" => &PATH,
        "sound" => &SOUND,
        "tour" => &TOUR,
        "poke" => &POKE,
        _ => &[],
    };
    let views = VIEWS.iter().filter(move |_| table == "view");
    let views = views.flat_map(|view| view.parameters.iter().map(|p| (view.name, p)));
    let shared = shared.iter().map(|parameter| ("", parameter));
    shared.chain(views)
}
