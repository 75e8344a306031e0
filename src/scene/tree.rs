//! The tree that a scene is read from: TOML in which every key and value has its source position.
//!
//! A scene file and the edits from the command line end up in the same tree, so that they are validated by the same code and an error names
//! the line or the option.

use super::SceneError;
use crate::parameter::excerpt;
use crate::scene::named;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml_edit::{Document, Item, TableLike, TomlError, Value};

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
        let document = Document::parse(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            place(offset).error(describe(&error, text, "not valid TOML"))
        })?;
        Ok(of_table(document.as_table(), place(0), &place))
    }

    /// The tree of one value from the command line. A bare word counts as text.
    pub(super) fn parse_value(text: &str, origin: &Origin) -> Result<Self, SceneError> {
        let bare = || Self {
            content: Content::Text(text.to_owned()),
            origin: origin.clone(),
        };
        let text = text.trim();
        match text.parse::<Value>() {
            Ok(Value::Datetime(_)) => Ok(bare()),
            Ok(value) => Ok(of_value(&value, origin.clone(), &|_| origin.clone())),
            Err(error) if text.starts_with(['"', '\'', '[', '{']) || is_overflow(&error) => {
                Err(origin.error(describe(&error, text, "not a valid value")))
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

fn is_overflow(error: &TomlError) -> bool {
    error.message().ends_with("overflowed")
}

/// What is wrong with `text`; `otherwise` begins the message about anything but a large number.
fn describe(error: &TomlError, text: &str, otherwise: &str) -> String {
    let number = error.span().and_then(|span| text.get(span));
    match number.filter(|_| is_overflow(error)) {
        Some(number) => format!("{} is too large a number", excerpt(number)),
        None => format!("{otherwise}: {}", error.message()),
    }
}

/// A table at `origin`, with its keys in the order of their lines.
fn of_table(table: &dyn TableLike, origin: Origin, place: &dyn Fn(usize) -> Origin) -> Node {
    let at = |span: Option<Range<usize>>, outside: &Origin| {
        span.map_or_else(|| outside.clone(), |span| place(span.start))
    };
    let mut entries: Vec<_> = table.iter().collect();
    let span_of_key = |key: &str| table.key(key).and_then(|key| key.span());
    entries.sort_by_key(|(key, _)| span_of_key(key).map(|span| span.start));
    let entries = entries.into_iter().map(|(key, item)| {
        let of_key = at(span_of_key(key), &origin);
        let own = at(item.span(), &of_key);
        let value = match item {
            Item::Value(value) => of_value(value, own, place),
            Item::ArrayOfTables(tables) => {
                let tables = tables.iter();
                let nodes = tables.map(|table| of_table(table, at(table.span(), &own), place));
                let content = Content::List(nodes.collect());
                Node {
                    content,
                    origin: own,
                }
            }
            Item::Table(table) => of_table(table, own, place),
            // No document that was read has such a key.
            Item::None => of_table(&toml_edit::Table::new(), own, place),
        };
        Entry {
            key: key.to_owned(),
            origin: of_key,
            value,
        }
    });
    let content = Content::Table(entries.collect());
    Node { content, origin }
}

fn of_value(value: &Value, origin: Origin, place: &dyn Fn(usize) -> Origin) -> Node {
    let content = match value {
        Value::String(text) => Content::Text(text.value().clone()),
        Value::Integer(number) => Content::Integer(*number.value()),
        Value::Float(number) => Content::Real(*number.value()),
        Value::Boolean(on) => Content::Switch(*on.value()),
        Value::Datetime(date) => Content::Date(date.value().to_string()),
        Value::Array(values) => {
            let nodes = values.iter().map(|value| {
                let own = value.span();
                let own = own.map_or_else(|| origin.clone(), |span| place(span.start));
                of_value(value, own, place)
            });
            Content::List(nodes.collect())
        }
        Value::InlineTable(table) => return of_table(table, origin, place),
    };
    Node { content, origin }
}
