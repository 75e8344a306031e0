//! The remaining keys of a table while they are read one by one.

use crate::parameter::{Parameter, Settings, excerpt, nearest};
use crate::pool::Fraction;
use crate::scene::SceneError;
use crate::scene::keys::{self, Number, Place, Point, Special, TABLES, Text};
use crate::scene::tree::{Content, Entry, Node, Origin};
use std::path::PathBuf;

/// Maximum distance of a point of the camera from the centre of the pool, metres.
const FAR: f64 = 1e6;

/// Keys that have moved, and where to.
const MOVED: [(&str, &str); 3] = [
    ("view.pool_length", "water.length"),
    ("view.pool_depth", "water.depth"),
    ("view.depth", "water.depth"),
];

/// A table without the keys that have been read.
#[derive(Clone)]
pub(super) struct Fields {
    table: &'static str,
    pub(super) entries: Vec<Entry>,
    /// The position of the table.
    pub(super) origin: Origin,
}

impl Fields {
    /// All of a table. In `table` the name of an inline table follows that of its parent: "obstacle.wall".
    pub(super) fn of(node: Node, table: &'static str) -> Result<Self, SceneError> {
        match node.content {
            Content::Table(entries) => Ok(Self {
                table,
                entries,
                origin: node.origin,
            }),
            _ => Err(node.wrong(
                table,
                &format!("a table of keys, as under a line [{table}]"),
            )),
        }
    }

    /// The name of the table.
    pub(super) fn table(&self) -> &'static str {
        self.table
    }

    /// The position of `key`, if present.
    pub(super) fn origin_of(&self, key: &str) -> Option<&Origin> {
        let entry = self.entries.iter().find(|entry| entry.key == key)?;
        Some(&entry.origin)
    }

    /// Whether `key` is present and has not been read.
    pub(super) fn has(&self, key: &str) -> bool {
        self.origin_of(key).is_some()
    }

    pub(super) fn take(&mut self, key: &str) -> Option<Node> {
        let index = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(index).value)
    }

    /// The tables of a list of tables; empty if there is no such key.
    pub(super) fn take_list(&mut self, key: &'static str) -> Result<Vec<Self>, SceneError> {
        self.take_list_of(key, key)
    }

    /// As [`Fields::take_list`], where the tables stand under lines \[\[table\]\].
    pub(super) fn take_list_of(
        &mut self,
        key: &str,
        table: &'static str,
    ) -> Result<Vec<Self>, SceneError> {
        let Some(node) = self.take(key) else {
            return Ok(Vec::new());
        };
        match node.content {
            Content::List(nodes) => nodes
                .into_iter()
                .map(|node| match node.content {
                    Content::Table(_) => Self::of(node, table),
                    _ => Err(node.wrong(
                        key,
                        &format!("tables of keys, each under a line [[{table}]] with two brackets"),
                    )),
                })
                .collect(),
            _ => Err(node.wrong(
                key,
                &format!("a list of tables, each under a line [[{table}]] with two brackets"),
            )),
        }
    }

    /// The values of all `parameters`, with defaults for absent ones.
    pub(super) fn settings(
        &mut self,
        parameters: &'static [Parameter],
    ) -> Result<Settings, SceneError> {
        self.settings_over(Settings::new(parameters))
    }

    /// The values of all parameters of `settings`, with theirs for absent ones.
    pub(super) fn settings_over(&mut self, mut settings: Settings) -> Result<Settings, SceneError> {
        for parameter in settings.parameters() {
            if let Some(node) = self.take(parameter.key) {
                settings
                    .set(parameter.key, node.value(parameter)?)
                    .map_err(|error| node.origin.error(error))?;
            }
        }
        Ok(settings)
    }

    /// Marks all `parameters` as read.
    pub(super) fn leave_out(&mut self, parameters: &[Parameter]) {
        let described = |key: &str| parameters.iter().any(|parameter| parameter.key == key);
        self.entries.retain(|entry| !described(&entry.key));
    }

    pub(super) fn place(&mut self, key: &Special<Place>) -> Result<Fraction, SceneError> {
        let Place(u, v) = key.default;
        self.place_or(key, Fraction::clamped(u, v))
    }

    /// As [`Fields::place`], with a default that depends on other keys.
    pub(super) fn place_or(
        &mut self,
        key: &Special<Place>,
        default: Fraction,
    ) -> Result<Fraction, SceneError> {
        let node = self.take(key.name);
        node.map_or(Ok(default), |node| node.place(key.name))
    }

    pub(super) fn point(&mut self, key: &Special<Point>) -> Result<Option<[f32; 3]>, SceneError> {
        let node = self.take(key.name);
        node.map(|node| point_of(&node, key.name)).transpose()
    }

    /// An optional number.
    pub(super) fn number(&mut self, key: &Special<Number>) -> Result<Option<f64>, SceneError> {
        let Some(node) = self.take(key.name) else {
            return Ok(None);
        };
        let Number(min, max) = key.default;
        let key = key.name;
        match node.real(key, "a number")? {
            number if (min..=max).contains(&number) => Ok(Some(number)),
            number => Err(node.origin.error(format_args!(
                "`{key}` is {number}, but must be a number from {min} to {max}"
            ))),
        }
    }

    /// A line of text; empty if absent.
    pub(super) fn text(&mut self, key: &Special<Text>) -> Result<String, SceneError> {
        let Some(node) = self.take(key.name) else {
            return Ok(String::new());
        };
        let text = node.text(key.name, "a line of text")?;
        let count = text.chars().count();
        if count > Text::MAX || text.chars().any(char::is_control) {
            return Err(node.origin.error(format_args!(
                "`{}` has {count} characters, but must be one line of {} at most",
                key.name,
                Text::MAX
            )));
        }
        Ok(text)
    }

    /// The name of a file, and its position.
    pub(super) fn file(&mut self, key: &str) -> Result<Option<(PathBuf, Origin)>, SceneError> {
        let Some(node) = self.take(key) else {
            return Ok(None);
        };
        let wanted = "the name of a picture file";
        let name = match &node.content {
            Content::File(file) => file.clone(),
            Content::Text(text) => PathBuf::from(text),
            _ => return Err(node.wrong(key, wanted)),
        };
        if name.as_os_str().is_empty() {
            return Err(node.origin.error(format_args!(
                "`{key}` is empty: name a picture file, or leave the key out"
            )));
        }
        Ok(Some((node.origin.resolve(&name), node.origin)))
    }

    /// Rejects the remaining keys, which are unknown.
    pub(super) fn finish(self) -> Result<(), SceneError> {
        let Some(entry) = self.entries.first() else {
            return Ok(());
        };
        let known = match self.table {
            "" => TABLES.iter().map(|(name, _)| *name).collect(),
            table => keys::of(table),
        };
        let path = |key: &str| match self.table {
            "" => key.to_owned(),
            table => format!("{table}.{key}"),
        };
        // A key of an inline table could be in many tables; an inline table is in one.
        let elsewhere = || {
            let braces = keys::INLINE.iter().filter(|(_, of, _)| *of == self.table);
            let tables = TABLES.iter().filter(|_| !self.table.contains('.'));
            let mut names = braces
                .map(|(inline, ..)| *inline)
                .chain(tables.map(|(table, _)| *table));
            names.find(|table| keys::of(table).contains(&&*entry.key))
        };
        let moved = MOVED.iter().find(|(old, _)| *old == path(&entry.key));
        let advice = if let Some((_, now)) = moved {
            format!(": it is `{now}` now")
        } else if let Some(table) = elsewhere() {
            format!(", did you mean `{table}.{}`?", entry.key)
        } else if let Some(near) = nearest(&entry.key, known.iter().copied()) {
            format!(", did you mean `{}`?", path(near))
        } else {
            format!("; there are {}", known.join(", "))
        };
        Err(entry.origin.error(format_args!(
            "unknown key `{}`{advice}",
            excerpt(&path(&entry.key))
        )))
    }
}

/// The point that is the value of a key.
pub(super) fn point_of(node: &Node, key: &str) -> Result<[f32; 3], SceneError> {
    let wanted = "three numbers: x, y (up) and z, as in [0, 1.2, 1.6]";
    let [x, y, z] = node.list(key, wanted)?;
    let coordinate = |node: &Node| match node.real(key, wanted)? {
        number if number.abs() <= FAR => Ok(number as f32),
        number => Err(node.origin.error(format_args!(
            "`{key}` has {number}, but must hold numbers from -{FAR} to {FAR}"
        ))),
    };
    Ok([coordinate(x)?, coordinate(y)?, coordinate(z)?])
}

/// The error for a name that is not one of `names`.
pub(super) fn unknown_name<'a>(
    what: &str,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> String {
    let hint = nearest(name, names.clone())
        .map(|name| format!(", did you mean `{name}`?"))
        .unwrap_or_default();
    let names: Vec<_> = names.collect();
    format!(
        "there is no {what} `{}`{hint} (there are: {})",
        excerpt(name),
        names.join(", ")
    )
}
