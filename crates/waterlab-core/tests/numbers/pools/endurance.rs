//! Endurance: long rain, hard poking, and settling.

use crate::pools::measure::highest;
use waterlab_core::grid::Grid;
use waterlab_core::heights::Heights;
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::pool::{Disturbance, Fraction, METRES_PER_WEIGHT, RAIN, Rain, Size, State};
use waterlab_core::water::{Water, pools};

/// A pool of the model `name` with these settings.
pub fn pool(name: &str, columns: i64, rows: i64, values: &[(&str, Value)]) -> Box<dyn Water> {
    let model = pools().find(|model| model.name == name).unwrap();
    let mut water = model.create(Size::new(columns, rows).unwrap());
    let mut settings = water.settings().clone();
    for &(key, value) in values {
        settings.set(key, value).unwrap();
    }
    water.apply_settings(&settings).unwrap();
    water
}

/// The mean height, in weights.
pub fn mean(water: &dyn Water) -> f64 {
    let metres = match water.heights() {
        Heights::Counts { counts, unit } => {
            let sum: i64 = counts.cells().iter().map(|&count| i64::from(count)).sum();
            sum as f64 / counts.cells().len() as f64 * f64::from(unit)
        }
        Heights::Metres(heights) => heights.mean(),
    };
    metres / f64::from(METRES_PER_WEIGHT)
}

/// Rain at 60 steps per second.
pub fn rainfall(drops_per_second: f64) -> Rain {
    let mut settings = Settings::new(&RAIN);
    let rate = Value::Real(drops_per_second);
    settings.set("drops_per_second", rate).expect("a rate");
    Rain::new(settings, 60.0)
}

/// Heavy rain, on average one drop per step. Returns the lowest and the highest mean level in weights.
pub fn rain(water: &mut dyn Water, steps: usize) -> (f64, f64) {
    let mut rain = rainfall(60.0);
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for _ in 0..steps {
        for drop in rain.fall() {
            water.disturb(&drop);
        }
        water.step();
        let mean = mean(water);
        assert!(mean.is_finite());
        (low, high) = (low.min(mean), high.max(mean));
    }
    (low, high)
}

/// Pokes a water with the heaviest strokes, up and down.
fn poke(water: &mut dyn Water, steps: usize) {
    // A linear congruential generator of full period.
    let mut state = 12_345_u32;
    let mut uniform = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1 << 24)
    };
    for step in 0..steps {
        if step % 7 == 0 {
            let mut place = || Fraction::clamped(uniform(), uniform());
            let (from, to) = (place(), place());
            let weight = if uniform() < 0.5 { i16::MIN } else { i16::MAX };
            water.disturb(&Disturbance::stroke(
                from,
                to,
                8.0 * uniform(),
                f32::from(weight),
            ));
        }
        water.step();
    }
    highest(water);
}

/// The number of steps until a water is exactly at rest. Panics if it exceeds `limit`.
pub fn settles_within(water: &mut dyn Water, limit: usize) -> usize {
    for step in 0..limit {
        if water.is_calm() {
            assert_eq!(highest(water), 0.0);
            return step;
        }
        water.step();
    }
    panic!(
        "not at rest after {limit} steps: {:?}",
        water.heights().range()
    );
}

#[test]
fn nan_heights_are_not_at_rest() {
    for name in ["spring", "wave", "iwave", "iwave-exact"] {
        for at in [(0, 0), (17, 9), (19, 3)] {
            let mut water = pool(name, 20, 12, &[]);
            let mut heights = Grid::new(20, 12, 0.0);
            heights[at] = f32::NAN;
            water.set_state(&State {
                length: 2.0,
                heights,
                velocity: Grid::new(20, 12, 0.0),
            });
            for _ in 0..70 {
                water.step();
                assert!(!water.is_calm(), "{name}");
            }
        }
    }
}

// Many steps are an hour at 60 steps per second.
endurance!(water_poked_hard_stays_finite_and_settles, 10_000, 216_000);

fn water_poked_hard_stays_finite_and_settles(steps: usize) {
    let damping = |shift| vec![("damping", Value::Integer(shift))];
    for (name, values, limit) in [
        ("ripple", damping(5), 100_000),
        ("ripple", damping(15), 100_000),
        ("coarse", damping(5), 100_000),
        ("coarse", damping(15), 100_000),
        ("spring", vec![], 20_000),
    ] {
        let mut water = pool(name, 12, 10, &values);
        poke(&mut *water, steps);
        settles_within(&mut *water, limit);
    }
}

endurance!(
    the_level_of_the_spring_pond_is_bounded_under_rain,
    5_000,
    100_000
);

fn the_level_of_the_spring_pond_is_bounded_under_rain(steps: usize) {
    for (k, m) in [(0.01, 0.02), (0.0001, 0.01), (0.02, 0.02)] {
        let values = [("viscosity", Value::Real(m)), ("stiffness", Value::Real(k))];
        let mut water = pool("spring", 48, 40, &values);
        let (low, high) = rain(&mut *water, steps);
        // A dent is at most as deep as the heaviest drop, 96, and the springs rebound no higher.
        assert!(low > -96.0 && high < 96.0, "{k}, {m}: {low} to {high}");
        if k < m {
            settles_within(&mut *water, 20_000);
        }
    }
}
