//! Parameters: one description from which the panel, scene files, the command line and the help are generated.
//!
//! A model or a view declares each of its parameters once, as a [`Parameter`]: key, title, unit, range, default, and when it is
//! relevant. [`Settings`] holds the values for such a list and validates every change against it. `docs/architecture.md` explains
//! how to add a key.

mod choice;
mod error;
mod settings;

#[doc(hidden)]
pub use choice::first;
pub use choice::{Choice, title_of};

pub use crate::choices;
pub(crate) use error::rounded_down;
pub use error::{ParameterError, excerpt, nearest};
pub use settings::Settings;

use std::fmt;
use std::ops::RangeInclusive;

/// One adjustable quantity of a model or a view.
#[derive(Debug)]
#[non_exhaustive]
pub struct Parameter {
    /// The name in scene files and on the command line: `snake_case`.
    pub key: &'static str,
    /// The name in the panel.
    pub title: &'static str,
    /// One sentence: what it does.
    pub about: &'static str,
    /// The unit displayed after a number; empty if there is none.
    pub unit: &'static str,
    /// The word displayed in place of 0; empty to display the number.
    pub zero: &'static str,
    /// The allowed values and the default.
    pub range: Range,
    /// For a view parameter, the only kind of surface that it applies to; `None` for both.
    pub only: Option<SurfaceKind>,
    /// Key and options of a choice: the parameter is relevant only if one of these options is selected.
    pub when: Option<(&'static str, &'static [usize])>,
    /// Whether presets that do not name it leave it as it is.
    pub kept: bool,
}

/// The two kinds of [`Surface`](crate::surface::Surface).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SurfaceKind {
    /// The surface of a pool.
    Bounded,
    /// The surface of a sea.
    Open,
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
        /// Default value.
        default: i64,
    },
    /// A real number.
    Real {
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
        /// Default value.
        default: f64,
    },
    /// On or off.
    Switch {
        /// Default value.
        default: bool,
    },
    /// One of a few names.
    Choice {
        /// The names.
        options: &'static [&'static str],
        /// Index of the default.
        default: usize,
    },
}

/// A named set of values for some of the parameters of a list; those not named take their defaults, or stay if they are
/// [`Parameter::kept`].
#[derive(Debug)]
pub struct Preset {
    /// The name in the panel.
    pub title: &'static str,
    /// Keys and values, each allowed.
    pub values: &'static [(&'static str, Value)],
}

impl Preset {
    /// The name in scene files: the title in lower case, with hyphens between words.
    pub fn name(&self) -> String {
        self.title.to_lowercase().replace(' ', "-")
    }
}

/// A derived quantity: its title and its value with unit, as text.
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
    /// For [`Range::Choice`]: the index of the option.
    Choice(usize),
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Integer(number.into())
    }
}

impl From<bool> for Value {
    fn from(on: bool) -> Self {
        Self::Switch(on)
    }
}

impl<C: Choice> From<C> for Value {
    fn from(chosen: C) -> Self {
        let option = C::ALL.iter().position(|value| *value == chosen);
        Self::Choice(option.unwrap_or(0))
    }
}

impl Range {
    /// The default value.
    pub fn default_value(&self) -> Value {
        match *self {
            Self::Integer { default, .. } => Value::Integer(default),
            Self::Real { default, .. } => Value::Real(default),
            Self::Switch { default } => Value::Switch(default),
            Self::Choice { default, .. } => Value::Choice(default),
        }
    }
}

/// The allowed values in words: "a whole number from 1 to 15".
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

/// A number as text; one of very many digits in exponent notation.
fn plain(number: f64) -> String {
    if number == 0.0 || (1e-5..1e16).contains(&number.abs()) {
        number.to_string()
    } else {
        format!("{number:e}")
    }
}

impl Parameter {
    /// A real-number parameter.
    pub const fn real(
        key: &'static str,
        title: &'static str,
        range: RangeInclusive<f64>,
        default: f64,
    ) -> Self {
        let (min, max) = (*range.start(), *range.end());
        Self::with(key, title, Range::Real { min, max, default })
    }

    /// An integer parameter.
    pub const fn integer(
        key: &'static str,
        title: &'static str,
        range: RangeInclusive<i64>,
        default: i64,
    ) -> Self {
        let (min, max) = (*range.start(), *range.end());
        Self::with(key, title, Range::Integer { min, max, default })
    }

    /// A switch parameter: on or off.
    pub const fn switch(key: &'static str, title: &'static str, default: bool) -> Self {
        Self::with(key, title, Range::Switch { default })
    }

    /// A choice parameter of the values of an enum; `default` is one of them `as usize`.
    pub const fn choice<C: Choice>(key: &'static str, title: &'static str, default: usize) -> Self {
        let options = C::NAMES;
        assert!(default < options.len());
        Self::with(key, title, Range::Choice { options, default })
    }

    const fn with(key: &'static str, title: &'static str, range: Range) -> Self {
        Self {
            key,
            title,
            about: "",
            unit: "",
            zero: "",
            range,
            only: None,
            when: None,
            kept: false,
        }
    }

    /// Sets the description, one sentence.
    pub const fn about(self, about: &'static str) -> Self {
        Self { about, ..self }
    }

    /// Sets the unit.
    pub const fn unit(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }

    /// Sets the word displayed in place of 0.
    pub const fn zero(self, zero: &'static str) -> Self {
        Self { zero, ..self }
    }

    /// Makes presets that do not name it leave it as it is.
    pub const fn kept(self) -> Self {
        Self { kept: true, ..self }
    }

    /// Sets the allowed values.
    pub const fn range(self, range: Range) -> Self {
        Self { range, ..self }
    }

    /// Restricts the parameter to one kind of surface.
    pub const fn only(self, kind: SurfaceKind) -> Self {
        Self {
            only: Some(kind),
            ..self
        }
    }

    /// Makes the parameter relevant only if one of these `options` is selected at `key`.
    pub const fn when(self, key: &'static str, options: &'static [usize]) -> Self {
        Self {
            when: Some((key, options)),
            ..self
        }
    }

    /// Validates `value` for this parameter: of its kind, in its range, finite. A whole number is accepted as a real one. The error says
    /// what is allowed.
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

    /// The value for the option called `name` of a [`Range::Choice`], or an error that lists the options.
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
