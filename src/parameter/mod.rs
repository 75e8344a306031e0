//! Parameters: one description from which panel, scene file, command line and help are all filled.
//!
//! A model or a view states each of its parameters once, as a [`Parameter`]: key, title, unit, range, default. [`Settings`]
//! holds the values for such a list and checks every change against it, so that no two places can disagree about what is
//! allowed.

mod error;
mod settings;

pub(crate) use error::excerpt;
#[cfg(feature = "play")]
pub(crate) use error::named;
#[cfg(feature = "app")]
pub(crate) use error::shortened;
pub use error::{ParameterError, nearest};
pub use settings::Settings;

use std::fmt;

/// One adjustable quantity of a model or a view.
#[derive(Debug)]
pub struct Parameter {
    /// The name in scene files and on the command line: `snake_case`.
    pub key: &'static str,
    /// The name in the panel.
    pub title: &'static str,
    /// One sentence: what it does.
    pub about: &'static str,
    /// The unit shown behind a number; empty where it has none.
    pub unit: &'static str,
    /// What values it takes, and which one it starts with.
    pub range: Range,
}

/// The values a [`Parameter`] can take; both ends are allowed.
#[derive(Debug)]
pub enum Range {
    /// A whole number.
    Integer {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
        /// Value at the start.
        default: i64,
    },
    /// A real number.
    Real {
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
        /// Value at the start.
        default: f64,
    },
    /// On or off.
    Switch {
        /// Value at the start.
        default: bool,
    },
    /// One of a few names.
    Choice {
        /// The names.
        options: &'static [&'static str],
        /// Which of them at the start.
        default: usize,
    },
}

/// A named set of values for some of the parameters of a list; those not named take their defaults.
#[derive(Debug)]
pub struct Preset {
    /// The name in the panel.
    pub title: &'static str,
    /// Keys and values, each allowed.
    pub values: &'static [(&'static str, Value)],
}

/// A fact that follows from the values: what it is, and how much with its unit, in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The name in the panel.
    pub title: &'static str,
    /// The value, for a person.
    pub value: String,
}

/// The value of one parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// For [`Range::Integer`].
    Integer(i64),
    /// For [`Range::Real`].
    Real(f64),
    /// For [`Range::Switch`].
    Switch(bool),
    /// For [`Range::Choice`]: which of the options.
    Choice(usize),
}

impl Range {
    /// The value at the start.
    pub fn default_value(&self) -> Value {
        match *self {
            Self::Integer { default, .. } => Value::Integer(default),
            Self::Real { default, .. } => Value::Real(default),
            Self::Switch { default } => Value::Switch(default),
            Self::Choice { default, .. } => Value::Choice(default),
        }
    }
}

/// What is allowed, in words: "a whole number from 1 to 15".
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer { min, max, .. } => write!(f, "a whole number from {min} to {max}"),
            Self::Real { min, max, .. } => write!(f, "a number from {min} to {max}"),
            Self::Switch { .. } => write!(f, "true or false"),
            Self::Choice { options, .. } => write!(f, "one of {}", options.join(", ")),
        }
    }
}

/// A number in words; one of very many digits by its first ones and an exponent.
fn plain(number: f64) -> String {
    if number == 0.0 || (1e-5..1e16).contains(&number.abs()) {
        number.to_string()
    } else {
        format!("{number:e}")
    }
}

impl Parameter {
    /// `value` if this parameter can take it: of its kind, in its range, finite. A whole number is taken for a real one.
    pub fn check(&self, value: Value) -> Result<Value, ParameterError> {
        let outside = |value: &dyn fmt::Display| ParameterError::OutOfRange {
            key: self.key,
            value: value.to_string(),
            wanted: self.range.to_string(),
        };
        match (&self.range, value) {
            (Range::Integer { min, max, .. }, Value::Integer(number)) => (min..=max)
                .contains(&&number)
                .then_some(value)
                .ok_or_else(|| outside(&number)),
            (Range::Real { .. }, Value::Integer(number)) => self.check(Value::Real(number as f64)),
            (Range::Real { min, max, .. }, Value::Real(number)) => (min..=max)
                .contains(&&number)
                .then_some(value)
                .ok_or_else(|| outside(&plain(number))),
            (Range::Switch { .. }, Value::Switch(_)) => Ok(value),
            (Range::Choice { options, .. }, Value::Choice(index)) if index < options.len() => {
                Ok(value)
            }
            _ => Err(self.wrong_kind()),
        }
    }

    /// The value that one of the [`Range::Choice`] names stands for.
    pub fn option(&self, name: &str) -> Result<Value, ParameterError> {
        let Range::Choice { options, .. } = &self.range else {
            return Err(self.wrong_kind());
        };
        options
            .iter()
            .position(|option| *option == name)
            .map(Value::Choice)
            .ok_or_else(|| ParameterError::UnknownOption {
                key: self.key,
                value: excerpt(name),
                nearest: nearest(name, options.iter().copied()),
                options: options.join(", "),
            })
    }

    fn wrong_kind(&self) -> ParameterError {
        ParameterError::WrongKind {
            key: self.key,
            wanted: self.range.to_string(),
        }
    }
}
