//! The values that a list of parameters has, each checked when it is set.

use super::{Parameter, ParameterError, Preset, Value};

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

    /// Says so if these are values for another list than `parameters`.
    pub fn check_of(&self, parameters: &'static [Parameter]) -> Result<(), ParameterError> {
        if std::ptr::eq(self.parameters, parameters) {
            return Ok(());
        }
        let keys = |list: &[Parameter]| {
            let keys: Vec<_> = list.iter().map(|parameter| parameter.key).collect();
            keys.join(", ")
        };
        Err(ParameterError::OtherParameters {
            given: keys(self.parameters),
            wanted: keys(parameters),
        })
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
    use super::super::{Range, nearest};
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
