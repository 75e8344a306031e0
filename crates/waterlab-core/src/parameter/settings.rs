//! `Settings`: the values of a list of parameters, each validated when it is set.

use super::{Choice, Parameter, ParameterError, Preset, Range, SurfaceKind, Value};

/// The values of a list of parameters; each is always one that its parameter allows.
#[derive(Clone, Debug)]
pub struct Settings {
    parameters: &'static [Parameter],
    values: Vec<Value>,
}

/// Equal if the parameter list and the values are the same.
impl PartialEq for Settings {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.parameters, other.parameters) && self.values == other.values
    }
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

    /// The parameter list.
    pub fn parameters(&self) -> &'static [Parameter] {
        self.parameters
    }

    /// Returns an error if these are settings for another list than `parameters`.
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

    /// The parameters that are relevant for surfaces of these kinds, with the current choices.
    pub fn relevant(
        &self,
        kinds: &[SurfaceKind],
    ) -> impl Iterator<Item = (&'static Parameter, Value)> {
        self.iter().filter(move |(parameter, _)| {
            let chosen = |key| match self.get(key) {
                Some(Value::Choice(option)) => option,
                _ => usize::MAX,
            };
            let suits = parameter.only.is_none_or(|kind| kinds.contains(&kind));
            suits
                && parameter
                    .when
                    .is_none_or(|(key, options)| options.contains(&chosen(key)))
        })
    }

    /// Copies the values of the parameters that both have: same key, unit and kind, with a value in range here; choices by
    /// name.
    pub fn take_shared(&mut self, other: &Self) {
        for (theirs, value) in other.iter() {
            let own = self.parameters.iter().find(|own| {
                let kind = std::mem::discriminant(&own.range);
                own.key == theirs.key
                    && own.unit == theirs.unit
                    && kind == std::mem::discriminant(&theirs.range)
            });
            let Some(own) = own else {
                continue;
            };
            let value = match (value, &theirs.range) {
                (Value::Choice(option), Range::Choice { options, .. }) => {
                    own.option(options[option])
                }
                _ => Ok(value),
            };
            if let Ok(value) = value.and_then(|value| own.check(value)) {
                // The key exists and the value was checked.
                let _ = self.set(own.key, value);
            }
        }
    }

    /// Sets the parameter `key` to `value`. Returns an error and changes nothing if it is not valid.
    pub fn set(&mut self, key: &str, value: impl Into<Value>) -> Result<(), ParameterError> {
        let known = self.parameters.iter().map(|parameter| parameter.key);
        let index = self
            .index(key)
            .ok_or_else(|| ParameterError::unknown(key, known))?;
        self.values[index] = self.parameters[index].check(value.into())?;
        Ok(())
    }

    /// Sets every parameter as in the preset, except for those that it does not name and that are [`Parameter::kept`]. Returns an error and changes nothing if a key is unknown or a value out of range.
    pub fn apply(&mut self, preset: &Preset) -> Result<(), ParameterError> {
        let mut settings = Self::new(self.parameters);
        for (index, parameter) in self.parameters.iter().enumerate() {
            if parameter.kept {
                settings.values[index] = self.values[index];
            }
        }
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

    /// The whole number at `key`.
    ///
    /// # Panics
    /// Panics if there is no parameter of that key and kind, like the other typed getters; [`Settings::get`] does not.
    #[track_caller]
    pub fn integer(&self, key: &str) -> i64 {
        match self.get(key) {
            Some(Value::Integer(number)) => number,
            _ => self.none_such(key),
        }
    }

    /// The real number at `key`.
    ///
    /// # Panics
    /// As [`Settings::integer`].
    #[track_caller]
    pub fn real(&self, key: &str) -> f64 {
        match self.get(key) {
            Some(Value::Real(number)) => number,
            _ => self.none_such(key),
        }
    }

    /// The switch at `key`.
    ///
    /// # Panics
    /// As [`Settings::integer`].
    #[track_caller]
    pub fn switch(&self, key: &str) -> bool {
        match self.get(key) {
            Some(Value::Switch(on)) => on,
            _ => self.none_such(key),
        }
    }

    /// The choice at `key`.
    ///
    /// # Panics
    /// As [`Settings::integer`], also if the parameter is a choice of another type.
    #[track_caller]
    pub fn choice<C: Choice>(&self, key: &str) -> C {
        let parameter = self.index(key).map(|index| &self.parameters[index].range);
        match (parameter, self.get(key)) {
            (Some(Range::Choice { options, .. }), Some(Value::Choice(option)))
                if *options == C::NAMES =>
            {
                C::ALL[option]
            }
            _ => self.none_such(key),
        }
    }

    fn index(&self, key: &str) -> Option<usize> {
        self.parameters
            .iter()
            .position(|parameter| parameter.key == key)
    }

    /// Reading a parameter that was never declared is a programming error, never a user error.
    #[track_caller]
    fn none_such(&self, key: &str) -> ! {
        let keys: Vec<_> = self.parameters.iter().map(|p| p.key).collect();
        panic!(
            "no parameter `{key}` of that kind among {}",
            keys.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::nearest;
    use super::*;
    use crate::light::{Fit, Look};

    static PARAMETERS: [Parameter; 4] = [
        Parameter::integer("damping", "Damping", 1..=15, 5).about(""),
        Parameter::real("refraction", "Refraction", 0.0..=1.0, 0.05).about(""),
        Parameter::switch("rain", "Rain", false).about(""),
        Parameter::choice::<Fit>("fit", "Fit", 1).about(""),
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
    fn what_is_chosen_has_a_type_and_values_come_from_plain_ones() {
        let mut settings = Settings::new(&PARAMETERS);
        assert_eq!(settings.choice::<Fit>("fit"), Fit::Letterbox);
        settings.set("fit", Fit::Cover).unwrap();
        assert_eq!(settings.choice::<Fit>("fit"), Fit::Cover);
        settings.set("damping", 7).unwrap();
        settings.set("refraction", 0.25).unwrap();
        settings.set("rain", true).unwrap();
        let values: Vec<_> = settings.iter().map(|(_, value)| value).collect();
        assert_eq!(
            values,
            [7.into(), 0.25.into(), true.into(), Value::Choice(0)]
        );
    }

    #[test]
    fn a_key_that_nobody_described_is_an_error_in_every_build() {
        let settings = Settings::new(&PARAMETERS);
        let asks: [fn(&Settings); 4] = [
            |settings| {
                let _ = settings.real("dampign");
            },
            |settings| {
                let _ = settings.real("damping");
            },
            |settings| {
                let _ = settings.switch("fit");
            },
            |settings| {
                let _ = settings.choice::<Look>("fit");
            },
        ];
        for ask in asks {
            let asked = std::panic::catch_unwind(|| ask(&settings));
            assert!(asked.is_err());
        }
    }

    #[test]
    fn what_means_nothing_for_what_is_shown_is_left_out() {
        static LIST: [Parameter; 4] = [
            Parameter::choice::<Fit>("fit", "Fit", 0),
            Parameter::real("bar", "Bar", 0.0..=1.0, 0.5).when("fit", &[Fit::Letterbox as usize]),
            Parameter::real("depth", "Depth", 0.0..=1.0, 0.5).only(SurfaceKind::Bounded),
            Parameter::switch("foam", "Foam", true).only(SurfaceKind::Open),
        ];
        let mut settings = Settings::new(&LIST);
        let keys = |settings: &Settings, kinds: &[SurfaceKind]| -> Vec<_> {
            settings.relevant(kinds).map(|(p, _)| p.key).collect()
        };
        let (pool, sea) = (SurfaceKind::Bounded, SurfaceKind::Open);
        assert_eq!(keys(&settings, &[pool]), ["fit", "depth"]);
        assert_eq!(keys(&settings, &[sea]), ["fit", "foam"]);
        settings.set("fit", Fit::Letterbox).unwrap();
        assert_eq!(
            keys(&settings, &[pool, sea]),
            ["fit", "bar", "depth", "foam"]
        );
    }

    #[test]
    fn a_whole_number_serves_as_a_real_one() {
        let mut settings = Settings::new(&PARAMETERS);
        settings.set("refraction", Value::Integer(1)).unwrap();
        assert_eq!(settings.real("refraction"), 1.0);
    }
}
