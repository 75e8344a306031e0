//! The tree that a scene is read from: TOML in which every key and value has its source position.
//!
//! A scene file and the edits from the command line end up in the same tree, so that they are validated by the same code and an error names
//! the line or the option.

use super::SceneError;
use crate::parameter::excerpt;
use crate::scene::named;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The source of a key or a value.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// In a file, at a line; the first is 1.
    File(Arc<Path>, usize),
    /// On the command line, as typed.
    Option(Arc<str>),
}

impl Origin {
    /// The error `message` for this source.
    pub(super) fn error(&self, message: impl fmt::Display) -> SceneError {
        SceneError::Content {
            origin: self.to_string(),
            message: message.to_string(),
        }
    }

    /// The file that `name` from this source refers to: relative to the scene file, or to the working directory.
    pub(super) fn resolve(&self, name: &Path) -> PathBuf {
        match self {
            Self::File(file, _) => file.parent().unwrap_or(Path::new("")).join(name),
            Self::Option(_) => name.to_path_buf(),
        }
    }
}

/// "pool.toml:12" or "--set water.damping=99".
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file, line) => write!(f, "{}:{line}", named(file)),
            Self::Option(said) => write!(f, "{said}"),
        }
    }
}

/// A value with its source.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) content: Content,
    pub(super) origin: Origin,
}

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Content {
    Text(String),
    /// The name of a file, from an option of the command line: it need not be UTF-8.
    File(PathBuf),
    Integer(i64),
    Real(f64),
    Switch(bool),
    /// A date or a time, which no key takes.
    Date(String),
    List(Vec<Node>),
    Table(Vec<Entry>),
}

/// A key of a table with its value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    /// The source of the key.
    pub(super) origin: Origin,
    pub(super) value: Node,
}

/// The value as text: `the text "high"`.
impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "the text \"{}\"", excerpt(text)),
            Self::File(file) => write!(f, "the file {}", named(file)),
            Self::Integer(number) => write!(f, "{number}"),
            Self::Real(number) => write!(f, "{number:?}"),
            Self::Switch(on) => write!(f, "{on}"),
            Self::Date(date) => write!(f, "the date {date}"),
            Self::List(values) => write!(f, "a list of {}", values.len()),
            Self::Table(_) => write!(f, "a table"),
        }
    }
}

impl Entry {
    /// The key, and its source.
    pub(super) fn place(&self) -> (String, Origin) {
        (self.key.clone(), self.origin.clone())
    }
}

impl Node {
    /// The value at `key`, if this is a table that has it.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        let Content::Table(entries) = &self.content else {
            return None;
        };
        let entry = entries.iter().find(|entry| entry.key == key)?;
        Some(&entry.value)
    }

    /// The tree of a whole scene file. `name` appears in errors.
    pub(super) fn parse_file(text: &str, name: &Path) -> Result<Self, SceneError> {
        let file: Arc<Path> = name.into();
        let starts = line_starts(text);
        let place = |offset: usize| {
            let line = starts.partition_point(|&start| start <= offset);
            Origin::File(file.clone(), line)
        };
        let table = DeTable::parse(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            place(offset).error(format_args!("not valid TOML: {}", error.message()))
        })?;
        let span = table.span();
        convert(
            Spanned::new(span, DeValue::Table(table.into_inner())),
            &place,
        )
    }

    /// The tree of one value from the command line. A bare word counts as text.
    pub(super) fn parse_value(text: &str, origin: &Origin) -> Result<Self, SceneError> {
        let bare = || Self {
            content: Content::Text(text.to_owned()),
            origin: origin.clone(),
        };
        match DeValue::parse(text.trim()) {
            Ok(value) if matches!(value.get_ref(), DeValue::Datetime(_)) => Ok(bare()),
            Ok(value) => convert(value, &|_| origin.clone()),
            Err(error) if text.trim_start().starts_with(['"', '\'', '[', '{']) => {
                Err(origin.error(format_args!("not a valid value: {}", error.message())))
            }
            Err(_) => Ok(bare()),
        }
    }

    /// Removes those of a table's keys that are from a file.
    pub(super) fn forget_of_files(&mut self, table: &str, keys: &[&str]) {
        let Content::Table(tables) = &mut self.content else {
            return;
        };
        let tables = tables.iter_mut().filter(|entry| entry.key == table);
        for entry in tables {
            if let Content::Table(entries) = &mut entry.value.content {
                entries.retain(|entry| {
                    !keys.contains(&entry.key.as_str()) || !matches!(entry.origin, Origin::File(..))
                });
            }
        }
    }

    /// Sets the value at `path`, and creates missing tables.
    ///
    /// A number in the path is an index into a list of tables; the index after the last one adds a table.
    pub(super) fn put(&mut self, path: &[String], value: Self) -> Result<(), SceneError> {
        let Some((key, rest)) = path.split_first() else {
            *self = value;
            return Ok(());
        };
        let origin = value.origin.clone();
        let missing = |list: bool| Self {
            content: if list {
                Content::List(Vec::new())
            } else {
                Content::Table(Vec::new())
            },
            origin: origin.clone(),
        };
        let list_next = rest.first().is_some_and(|key| key.parse::<usize>().is_ok());
        match &mut self.content {
            Content::Table(entries) => {
                let index = entries.iter().position(|entry| entry.key == *key);
                let index = index.unwrap_or_else(|| {
                    entries.push(Entry {
                        key: key.clone(),
                        origin: origin.clone(),
                        value: missing(list_next),
                    });
                    entries.len() - 1
                });
                let entry = &mut entries[index];
                if rest.is_empty() {
                    entry.origin = origin;
                }
                entry.value.put(rest, value)
            }
            Content::List(values) => {
                let count = values.len();
                let Some(index) = key.parse().ok().filter(|&index: &usize| index <= count) else {
                    return Err(origin.error(format_args!(
                        "`{}` is none of this list, which has {count}; the next is {count}",
                        excerpt(key)
                    )));
                };
                if index == count {
                    values.push(missing(list_next));
                }
                values[index].put(rest, value)
            }
            other => Err(origin.error(format_args!(
                "`{}` would be inside {other}, which has no keys",
                excerpt(key)
            ))),
        }
    }
}

fn line_starts(text: &str) -> Vec<usize> {
    let breaks = text.match_indices('\n').map(|(offset, _)| offset + 1);
    std::iter::once(0).chain(breaks).collect()
}

fn convert(
    value: Spanned<DeValue<'_>>,
    place: &dyn Fn(usize) -> Origin,
) -> Result<Node, SceneError> {
    let origin = place(value.span().start);
    let too_large =
        |number: &str| origin.error(format_args!("{} is too large a number", excerpt(number)));
    let content = match value.into_inner() {
        DeValue::String(text) => Content::Text(text.into_owned()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map(Content::Integer)
            .map_err(|_| too_large(number.as_str()))?,
        DeValue::Float(number) => match number.as_str().parse::<f64>() {
            Ok(real) if real.is_finite() || !number.as_str().contains(['e', 'E', '.']) => {
                Content::Real(real)
            }
            _ => return Err(too_large(number.as_str())),
        },
        DeValue::Boolean(on) => Content::Switch(on),
        DeValue::Datetime(date) => Content::Date(date.to_string()),
        DeValue::Array(values) => Content::List(
            values
                .into_iter()
                .map(|value| convert(value, place))
                .collect::<Result<_, _>>()?,
        ),
        DeValue::Table(table) => {
            let mut entries: Vec<_> = table.into_iter().collect();
            // The map is sorted by name; errors should come in the order of the lines.
            entries.sort_by_key(|(key, _)| key.span().start);
            let entries = entries.into_iter().map(|(key, value)| {
                Ok(Entry {
                    origin: place(key.span().start),
                    key: key.into_inner().into_owned(),
                    value: convert(value, place)?,
                })
            });
            Content::Table(entries.collect::<Result<_, SceneError>>()?)
        }
    };
    Ok(Node { content, origin })
}
