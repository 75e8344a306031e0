//! Rain: stones at random places, reproducible by seed (docs/models.md §1).

use super::{Disturbance, Fraction};
use crate::parameter::{Parameter, Settings, choices};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A kind of rain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum RainKind {
    /// Stones that fall into the water of the model.
    #[default]
    Stones,
    /// Rain as in nature, whose drops are smaller than a cell: the lit view draws it, and it does not change the water.
    Rain,
}

choices! { RainKind: Stones = "stones", Rain = "rain" }

/// The parameters of rain.
pub static RAIN: [Parameter; 8] = [
    Parameter::choice::<RainKind>("kind", "Kind", RainKind::Stones as usize)
        .about("Stones: each drop disturbs the water of the model. Rain: drops of 2 to 5 mm as in nature; the lit view shows their rings, streaks and splashes, and wet ground."),
    Parameter::real("rate", "Rate", 0.0..=150.0, 8.0)
        .about("How much rain falls: 2 is light, 8 moderate, 20 heavy, 60 a cloudburst.")
        .unit("mm/h")
        .when("kind", &[RainKind::Rain as usize]),
    Parameter::real("drops_per_second", "Drops per second", 0.0..=10_000.0, 4.0)
        .about("How many drops fall in a second on average.")
        .unit("/s")
        .when("kind", &[RainKind::Stones as usize]),
    Parameter::integer("seed", "Seed", 0..=i64::MAX, 1).about("The same seed gives the same rain.").when("kind", &[RainKind::Stones as usize]),
    Parameter::real("radius_min", "Smallest radius", 0.0..=64.0, 1.5)
        .about("Radius of the smallest drops.")
        .unit("cells")
        .when("kind", &[RainKind::Stones as usize]),
    Parameter::real("radius_max", "Largest radius", 0.0..=64.0, 3.5)
        .about("Radius of the largest drops.")
        .unit("cells")
        .when("kind", &[RainKind::Stones as usize]),
    Parameter::integer(
        "weight_min",
        "Smallest weight",
        i16::MIN as i64..=i16::MAX as i64,
        32,
    )
    .about("Weight of the lightest drops.").when("kind", &[RainKind::Stones as usize]),
    Parameter::integer(
        "weight_max",
        "Largest weight",
        i16::MIN as i64..=i16::MAX as i64,
        96,
    )
    .about("Weight of the heaviest drops.").when("kind", &[RainKind::Stones as usize]),
];

/// Maximum number of drops per step, whatever the rate, so that a cloudburst slows a pool down but never stalls it.
const MAX_IN_A_STEP: u32 = 10_000;

/// Rain over a pool. Drops come as a Poisson process: the pauses between them are exponentially distributed.
///
/// ```
/// use waterlab_core::parameter::{Settings, Value};
/// use waterlab_core::pool::{RAIN, Rain};
///
/// let mut settings = Settings::new(&RAIN);
/// settings.set("drops_per_second", Value::Real(30.0))?;
/// let mut rain = Rain::new(settings, 60.0);
/// let drops: usize = (0..600).map(|_| rain.fall().count()).sum();
/// assert!((200..400).contains(&drops), "about 300 in ten seconds");
/// # Ok::<(), waterlab_core::parameter::ParameterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rain {
    settings: Settings,
    random: Pcg64Mcg,
    /// Mean number of steps between two drops; infinite without rain.
    mean_pause: f64,
    /// Steps from the next step to the next drop.
    wait: f64,
}

impl Rain {
    /// Rain as described by `settings` (of [`RAIN`]), over a pool that makes `steps_per_second` steps.
    ///
    /// A minimum above its maximum is swapped with it.
    pub fn new(settings: Settings, steps_per_second: f64) -> Self {
        let mut rain = Self {
            random: Pcg64Mcg::seed_from_u64(settings.integer("seed").unsigned_abs()),
            mean_pause: mean_pause(&settings, steps_per_second),
            settings,
            wait: 0.0,
        };
        rain.wait = rain.pause();
        rain
    }

    /// Changes the settings and continues the same random sequence: the seed stays what it was. The time until the
    /// next drop scales with the rate.
    pub fn adjust(&mut self, settings: Settings, steps_per_second: f64) {
        let before = self.mean_pause;
        self.mean_pause = mean_pause(&settings, steps_per_second);
        let stretched = self.wait * (self.mean_pause / before);
        self.wait = if stretched.is_nan() {
            self.pause()
        } else {
            stretched
        };
        self.settings = settings;
    }

    /// The drops before the next step, in order, at most 10 000. Call it once a step; drops that the caller does not take fall with
    /// the next step.
    pub fn fall(&mut self) -> impl Iterator<Item = Disturbance> + '_ {
        self.wait -= 1.0;
        let mut left = MAX_IN_A_STEP;
        std::iter::from_fn(move || {
            if self.wait >= 0.0 {
                return None;
            }
            if left == 0 {
                self.wait = 0.0;
                return None;
            }
            left -= 1;
            self.wait += self.pause();
            Some(self.drop())
        })
    }

    /// Draws the number of steps between two drops.
    fn pause(&mut self) -> f64 {
        // In (0, 1], so that the logarithm is finite. Its maximum is 0, which must not be multiplied by an infinite mean.
        let uniform = 1.0 - self.random.random::<f64>();
        if self.mean_pause.is_finite() {
            -uniform.ln() * self.mean_pause
        } else {
            f64::INFINITY
        }
    }

    fn drop(&mut self) -> Disturbance {
        let mut uniform = || self.random.random::<f64>();
        let at = Fraction::clamped(uniform(), uniform());
        let (radius_a, radius_b) = (
            self.settings.real("radius_min"),
            self.settings.real("radius_max"),
        );
        let radius = radius_a + (radius_b - radius_a) * uniform();
        let (weight_a, weight_b) = (
            self.settings.integer("weight_min"),
            self.settings.integer("weight_max"),
        );
        // Every whole number of the range is equally likely.
        let choices = (weight_b - weight_a).abs() + 1;
        let weight = weight_a.min(weight_b) + (choices as f64 * uniform()) as i64;
        let weight = weight.clamp(i16::MIN.into(), i16::MAX.into()) as f32;
        Disturbance::Drop { at, radius, weight }
    }
}

/// Mean number of steps between two drops; infinite without rain.
fn mean_pause(settings: &Settings, steps_per_second: f64) -> f64 {
    let pause = steps_per_second / settings.real("drops_per_second");
    if pause > 0.0 { pause } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameter::Value;

    fn rain(steps_per_second: f64, values: &[(&str, Value)]) -> Rain {
        let mut settings = Settings::new(&RAIN);
        for &(key, value) in values {
            settings.set(key, value).unwrap();
        }
        Rain::new(settings, steps_per_second)
    }

    fn drops(rain: &mut Rain, steps: usize) -> Vec<Vec<Disturbance>> {
        (0..steps).map(|_| rain.fall().collect()).collect()
    }

    #[test]
    fn the_same_seed_gives_the_same_rain_and_another_seed_another() {
        let with = |seed| drops(&mut rain(60.0, &[("seed", Value::Integer(seed))]), 1000);
        assert_eq!(with(7), with(7));
        assert_ne!(with(7), with(8));
    }

    #[test]
    fn the_rate_is_kept_on_average_whatever_the_steps_per_second() {
        for steps_per_second in [10.0, 60.0, 1000.0] {
            let mut rain = rain(steps_per_second, &[("drops_per_second", Value::Real(20.0))]);
            let seconds = 200.0;
            let all = drops(&mut rain, (seconds * steps_per_second) as usize);
            let count = all.iter().map(Vec::len).sum::<usize>() as f64;
            // 4000 expected; the standard deviation of a Poisson count is its square root, 63.
            assert!((count - 4000.0).abs() < 4.0 * 63.0, "{count}");
        }
    }

    #[test]
    fn no_rate_brings_no_drop_ever() {
        let mut dry = rain(60.0, &[("drops_per_second", Value::Real(0.0))]);
        assert!(drops(&mut dry, 10_000).iter().all(Vec::is_empty));
    }

    #[test]
    fn a_clock_that_makes_no_sense_brings_no_drop_and_no_endless_one() {
        for steps_per_second in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let mut rain = rain(steps_per_second, &[]);
            assert!(drops(&mut rain, 100).iter().all(Vec::is_empty));
        }
        let mut flood = rain(1e-300, &[]);
        let counts: Vec<_> = drops(&mut flood, 3).iter().map(Vec::len).collect();
        assert_eq!(counts, [10_000; 3]);
    }

    #[test]
    fn drops_stay_within_their_ranges_even_when_these_are_swapped() {
        let values = [
            ("drops_per_second", Value::Real(10_000.0)),
            ("radius_min", Value::Real(5.0)),
            ("radius_max", Value::Real(2.0)),
            ("weight_min", Value::Integer(12)),
            ("weight_max", Value::Integer(-3)),
        ];
        let mut seen = std::collections::BTreeMap::new();
        for drop in rain(1.0, &values).fall() {
            let Disturbance::Drop { at, radius, weight } = drop else {
                panic!("rain is stones");
            };
            assert!((0.0..1.0).contains(&at.u()) && (0.0..1.0).contains(&at.v()));
            assert!((2.0..=5.0).contains(&radius));
            *seen.entry(weight as i64).or_insert(0) += 1;
        }
        assert!(seen.keys().copied().eq(-3..=12));
        // About 10 000 drops on 16 weights, 625 each with a deviation of 24.
        assert!(
            seen.values().all(|&count| (500..750).contains(&count)),
            "{seen:?}"
        );
    }

    #[test]
    fn adjusted_rain_goes_on_where_it_was() {
        let mut adjusted = rain(60.0, &[("weight_max", Value::Integer(50))]);
        let mut same = adjusted.clone();
        assert_eq!(drops(&mut adjusted, 500), drops(&mut same, 500));
        adjusted.adjust(same.settings.clone(), 60.0);
        assert_eq!(
            drops(&mut adjusted, 500),
            drops(&mut same, 500),
            "nothing changed"
        );
        let mut heavier = same.settings.clone();
        heavier.set("weight_max", Value::Integer(60)).unwrap();
        adjusted.adjust(heavier, 60.0);
        let place = |drop: &Disturbance| drop.as_stroke().0;
        let places = |rain: &mut Rain| {
            drops(rain, 500)
                .concat()
                .iter()
                .map(place)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            places(&mut adjusted),
            places(&mut same),
            "only the weights did"
        );

        let mut dry = same.settings.clone();
        dry.set("drops_per_second", Value::Real(0.0)).unwrap();
        adjusted.adjust(dry, 60.0);
        assert!(drops(&mut adjusted, 1000).iter().all(Vec::is_empty));
        adjusted.adjust(same.settings.clone(), 60.0);
        assert!(
            drops(&mut adjusted, 1000).concat().len() > 20,
            "it rains again"
        );
    }

    #[test]
    fn drops_not_taken_fall_with_the_next_step() {
        let values = [("drops_per_second", Value::Real(500.0))];
        let all = drops(&mut rain(60.0, &values), 2).concat();
        let mut allows_stale_foam = rain(60.0, &values);
        let first: Vec<_> = allows_stale_foam.fall().take(1).collect();
        let later: Vec<_> = allows_stale_foam.fall().collect();
        assert_eq!([first, later].concat(), all);
    }
}
