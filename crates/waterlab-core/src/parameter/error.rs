//! Why a parameter value was rejected, in one line for the user, with the closest known name.

/// Why a value was rejected. The message says what is wrong and what is allowed; the caller adds the location.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// No parameter has that key.
    #[error("unknown key `{key}`{}", hint(nearest))]
    UnknownKey {
        /// The key as given.
        key: String,
        /// The closest known key.
        nearest: Option<&'static str>,
    },
    /// The value is of another kind than the parameter.
    #[error("`{key}` expects {wanted}")]
    WrongKind {
        /// The parameter.
        key: &'static str,
        /// What it accepts, in words.
        wanted: String,
    },
    /// A number outside the range, or not a number at all.
    #[error("`{key}` is {value}, but must be {wanted}")]
    OutOfRange {
        /// The parameter.
        key: &'static str,
        /// The value as given.
        value: String,
        /// What it accepts, in words.
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
        /// The closest option.
        nearest: Option<&'static str>,
        /// All options, in words.
        options: String,
    },
    /// Settings for another list of parameters.
    #[error("settings for {given} are none for {wanted}")]
    OtherParameters {
        /// The keys that the settings have.
        given: String,
        /// The keys that are expected.
        wanted: String,
    },
    /// A value that is allowed by itself, but makes the model unstable together with the others.
    #[error("`{key}` is {value}, which is unstable here: {limit}")]
    Unstable {
        /// The parameter.
        key: &'static str,
        /// The value as given.
        value: f64,
        /// The stable limit and what it depends on, in words: "at most 0.24 with `gravity` 9.8".
        limit: String,
    },
}

impl ParameterError {
    /// The error for a `key` that is not in `known`.
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

/// The one of `names` closest to `given`, if any is close enough to suggest.
pub fn nearest<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    names
        .into_iter()
        .map(|name| (strsim::jaro_winkler(given, name), name))
        .filter(|(likeness, _)| *likeness > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

/// The beginning of `text`, short enough for a message of one line.
pub fn excerpt(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    let more = if start.len() < text.len() { "…" } else { "" };
    start + more
}

/// `value` rounded down to three digits.
pub(crate) fn rounded_down(value: f64) -> f64 {
    let digits = (2.0 - value.log10().floor()).clamp(-300.0, 300.0);
    let unit = 10_f64.powf(digits.abs());
    if digits < 0.0 {
        (value / unit).floor() * unit
    } else {
        (value * unit).floor() / unit
    }
}
