//! Parameters: one description from which panel, scene file, command line and help are all filled.
//!
//! A model or a view states each of its parameters once, as a [`Parameter`]: key, title, unit, range, default. [`Settings`]
//! holds the values for such a list and checks every change against it, so that no two places can disagree about what is
//! allowed.

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

/// Why a value was not taken. The message says what is wrong and what is allowed; the caller adds where it stood.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParameterError {
    /// No parameter has that key.
    #[error("unknown key `{key}`{}", hint(nearest))]
    UnknownKey {
        /// The key as given.
        key: String,
        /// The known key most like it.
        nearest: Option<&'static str>,
    },
    /// The value is of another kind than the parameter.
    #[error("`{key}` wants {wanted}")]
    WrongKind {
        /// The parameter.
        key: &'static str,
        /// What it takes, in words.
        wanted: String,
    },
    /// A number outside the range, or not a number at all.
    #[error("`{key}` is {value}, but must be {wanted}")]
    OutOfRange {
        /// The parameter.
        key: &'static str,
        /// The value as given.
        value: String,
        /// What it takes, in words.
        wanted: String,
    },
    /// Not one of the names.
    #[error(
        "`{key}` has no option \"{value}\"{}; there are {options}",
        hint(nearest)
    )]
    UnknownOption {
        /// The parameter.
        key: &'static str,
        /// The name as given, or its beginning.
        value: String,
        /// The option most like it.
        nearest: Option<&'static str>,
        /// All options, in words.
        options: String,
    },
    /// A value that is allowed by itself, but makes the model unstable together with the others.
    #[error("`{key}` is {value}, which is unstable here: {limit}")]
    Unstable {
        /// The parameter.
        key: &'static str,
        /// The value as given.
        value: f64,
        /// The stable limit and what it hangs on, in words: "at most 0.24 with `gravity` 9.8".
        limit: String,
    },
}

impl ParameterError {
    /// None of `known` is `key`.
    pub fn unknown(key: &str, known: impl IntoIterator<Item = &'static str>) -> Self {
        Self::UnknownKey {
            key: excerpt(key),
            nearest: nearest(key, known),
        }
    }
}

fn hint(nearest: &Option<&'static str>) -> String {
    nearest
        .map(|name| format!(", did you mean `{name}`?"))
        .unwrap_or_default()
}

/// The one of `names` that is most like `given`, if any is alike enough to be worth naming.
pub fn nearest<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    names
        .into_iter()
        .map(|name| (strsim::jaro_winkler(given, name), name))
        .filter(|(likeness, _)| *likeness > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

/// The beginning of `text`, as much as a message of one line has room for.
pub(crate) fn excerpt(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    let more = if start.len() < text.len() { "…" } else { "" };
    start + more
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
                .ok_or_else(|| outside(&number)),
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

/// The values of a list of parameters, each always one that its parameter allows.
#[derive(Clone, Debug)]
pub struct Settings {
    parameters: &'static [Parameter],
    values: Vec<Value>,
}

impl Settings {
    /// Every parameter at its default.
    pub fn new(parameters: &'static [Parameter]) -> Self {
        let values = parameters
            .iter()
            .map(|parameter| parameter.range.default_value())
            .collect();
        Self { parameters, values }
    }

    /// The description.
    pub fn parameters(&self) -> &'static [Parameter] {
        self.parameters
    }

    /// Each parameter with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Parameter, Value)> + '_ {
        self.parameters.iter().zip(self.values.iter().copied())
    }

    /// Gives the parameter `key` the value `value`, or says why not and changes nothing.
    pub fn set(&mut self, key: &str, value: Value) -> Result<(), ParameterError> {
        let known = self.parameters.iter().map(|parameter| parameter.key);
        let index = self
            .index(key)
            .ok_or_else(|| ParameterError::unknown(key, known))?;
        self.values[index] = self.parameters[index].check(value)?;
        Ok(())
    }

    /// Every parameter as the preset has it. A preset that names an unknown key or a value out of range is refused whole.
    pub fn apply(&mut self, preset: &Preset) -> Result<(), ParameterError> {
        let mut settings = Self::new(self.parameters);
        for (key, value) in preset.values {
            settings.set(key, *value)?;
        }
        *self = settings;
        Ok(())
    }

    /// The value of `key`, if there is such a parameter.
    pub fn get(&self, key: &str) -> Option<Value> {
        self.index(key).map(|index| self.values[index])
    }

    /// The whole number at `key`; 0 where there is none.
    pub fn integer(&self, key: &str) -> i64 {
        match self.get(key) {
            Some(Value::Integer(number)) => number,
            _ => self.none_such(key, 0),
        }
    }

    /// The real number at `key`; 0 where there is none.
    pub fn real(&self, key: &str) -> f64 {
        match self.get(key) {
            Some(Value::Real(number)) => number,
            _ => self.none_such(key, 0.0),
        }
    }

    /// The switch at `key`; off where there is none.
    pub fn switch(&self, key: &str) -> bool {
        match self.get(key) {
            Some(Value::Switch(on)) => on,
            _ => self.none_such(key, false),
        }
    }

    /// The index of the option chosen at `key`; 0 where there is none.
    pub fn choice(&self, key: &str) -> usize {
        match self.get(key) {
            Some(Value::Choice(index)) => index,
            _ => self.none_such(key, 0),
        }
    }

    fn index(&self, key: &str) -> Option<usize> {
        self.parameters
            .iter()
            .position(|parameter| parameter.key == key)
    }

    /// Asking for a parameter that was never described is our own mistake: loud while developing, harmless afterwards.
    fn none_such<T>(&self, key: &str, fallback: T) -> T {
        debug_assert!(false, "no parameter `{key}` of that kind");
        fallback
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static PARAMETERS: [Parameter; 4] = [
        Parameter {
            key: "damping",
            title: "Damping",
            about: "",
            unit: "",
            range: Range::Integer {
                min: 1,
                max: 15,
                default: 5,
            },
        },
        Parameter {
            key: "refraction",
            title: "Refraction",
            about: "",
            unit: "",
            range: Range::Real {
                min: 0.0,
                max: 1.0,
                default: 0.05,
            },
        },
        Parameter {
            key: "rain",
            title: "Rain",
            about: "",
            unit: "",
            range: Range::Switch { default: false },
        },
        Parameter {
            key: "fit",
            title: "Fit",
            about: "",
            unit: "",
            range: Range::Choice {
                options: &["cover", "letterbox"],
                default: 1,
            },
        },
    ];

    #[test]
    fn settings_start_at_the_defaults_and_keep_what_is_set() {
        let mut settings = Settings::new(&PARAMETERS);
        assert_eq!(settings.integer("damping"), 5);
        settings.set("damping", Value::Integer(9)).unwrap();
        assert_eq!(settings.integer("damping"), 9);
        assert_eq!(settings.real("refraction"), 0.05);
    }

    #[test]
    fn a_refused_value_changes_nothing_and_says_what_is_allowed() {
        let mut settings = Settings::new(&PARAMETERS);
        let error = settings.set("damping", Value::Integer(16)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`damping` is 16, but must be a whole number from 1 to 15"
        );
        assert!(settings.set("refraction", Value::Real(f64::NAN)).is_err());
        assert!(settings.set("fit", Value::Choice(2)).is_err());
        assert!(settings.set("rain", Value::Integer(1)).is_err());
        assert_eq!(settings.integer("damping"), 5);
        assert_eq!(settings.real("refraction"), 0.05);
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest_known_one() {
        let mut settings = Settings::new(&PARAMETERS);
        let error = settings.set("dampign", Value::Integer(3)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown key `dampign`, did you mean `damping`?"
        );
        let error = PARAMETERS[3].option("leterbox").unwrap_err();
        assert!(
            error.to_string().contains("did you mean `letterbox`?"),
            "{error}"
        );
        assert_eq!(nearest("zzz", ["damping"]), None);
    }

    #[test]
    fn a_whole_number_serves_as_a_real_one() {
        let mut settings = Settings::new(&PARAMETERS);
        settings.set("refraction", Value::Integer(1)).unwrap();
        assert_eq!(settings.real("refraction"), 1.0);
    }
}
