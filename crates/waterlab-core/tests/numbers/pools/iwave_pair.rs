//! Both kinds of iWave: long rain, hard poking, walls, and the speed of groups.

use crate::pools::measure::{gaussian_depth, heights, highest};
use crate::pools::plain_cosine::frequency;
use crate::pools::plain_iwave::{GRAVITY, kernel, lifted, multipliers, noise, transform};
use waterlab_core::grid::Grid;
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::pool::{
    Disturbance, Fraction, METRES_PER_WEIGHT, Obstacle, Obstruction, Size, State,
};
use waterlab_core::water::{Model, Water};

/// `before` with these real parameters changed.
pub fn settings(before: &Settings, values: &[(&str, f64)]) -> Settings {
    let mut settings = before.clone();
    for (key, value) in values {
        settings.set(key, Value::Real(*value)).expect("allowed");
    }
    settings
}

/// Sets these real parameters of a water.
pub fn apply_settings(pool: &mut dyn Water, values: &[(&str, f64)]) {
    let settings = settings(pool.settings(), values);
    pool.apply_settings(&settings).expect("stable");
}

/// A stone in fractions of the pool.
pub fn stone(u: f64, v: f64, radius: f64, weight: i16) -> Disturbance {
    Disturbance::stone(Fraction::clamped(u, v), radius, f32::from(weight))
}

fn pool(name: &str, columns: i64, rows: i64, values: &[(&str, f64)]) -> Box<dyn Water> {
    let model = Model::named(name).expect("a model");
    let mut pool = model.create(Size::new(columns, rows).expect("a size"));
    apply_settings(&mut *pool, values);
    pool
}

/// The number of steps until the water is exactly at rest.
fn settling(water: &mut dyn Water) -> usize {
    let moving = (0..20_000).take_while(|_| {
        water.step();
        !water.is_calm()
    });
    let steps = moving.count();
    assert_eq!(highest(water), 0.0, "calm water is not flat");
    steps
}

/// Rains for so many steps. Returns the largest mean level and the largest change of it by a drop, in metres.
fn rained(water: &mut dyn Water, steps: usize) -> (f64, f64) {
    let mut drops = noise(3, steps, 9).into_cells().into_iter();
    let mut number = || f64::from(drops.next().expect("enough")) / 2.0 + 0.5;
    let (mut furthest, mut largest) = (0.0_f64, 0.0_f64);
    for _ in 0..steps {
        let before = heights(water).mean();
        let weight = (number() * 60.0) as i16 + 32;
        water.disturb(&stone(number(), number(), 2.5, weight));
        largest = largest.max((heights(water).mean() - before).abs());
        water.step();
        furthest = furthest.max(heights(water).mean().abs());
    }
    assert!(furthest > 1e-4, "no rain");
    (furthest, largest)
}

endurance!(
    the_mean_level_of_iwave_is_bounded_under_rain,
    5_000,
    100_000
);

fn the_mean_level_of_iwave_is_bounded_under_rain(steps: usize) {
    let mut water = pool("iwave", 20, 16, &[]);
    let (furthest, largest) = rained(&mut *water, steps);
    // The mean level oscillates with the λ of the kernel for k = 0. A drop contributes at most its oscillation from a unit
    // at both time levels.
    let (a, pull) = (0.3 * 0.03, GRAVITY * 0.03 * 0.03 * 2.097912289);
    let (mut now, mut before, mut response) = (1.0_f64, 1.0, 0.0);
    for _ in 0..steps {
        response += now.abs();
        let next = (now * (2.0 - a - pull) - before) / (1.0 + a);
        before = std::mem::replace(&mut now, next);
    }
    let bound = largest * response;
    assert!(
        furthest < bound * 1.001 && bound < 1.0,
        "{furthest} m, bound {bound} m"
    );
    // From several centimetres to 10⁻⁷ m at √1.009 per step: 2900 steps.
    let settling = settling(&mut *water);
    assert!(settling < 4000, "{settling}");
}

endurance!(
    the_mean_level_of_exact_iwave_is_bounded_under_rain,
    5_000,
    100_000
);

fn the_mean_level_of_exact_iwave_is_bounded_under_rain(steps: usize) {
    let mut water = pool("iwave-exact", 16, 12, &[("damping", 0.3)]);
    let (furthest, largest) = rained(&mut *water, steps);
    // Each drop decays by e^(−αΔt) per step: a geometric series.
    let decay = f64::exp(-0.3 * 0.1);
    let bound = largest * decay / (1.0 - decay);
    assert!(
        furthest < bound * 1.001 && bound < 1.0,
        "{furthest} m, bound {bound} m"
    );
    // From about 10 cm to 10⁻⁷ m at e^(−0.03) per step: 460 steps.
    let settling = settling(&mut *water);
    assert!(settling < 700, "{settling}");
}

// Many steps are an hour of the shortest time step.
endurance!(water_poked_hard_stays_finite_and_settles, 5_000, 120_000);

fn water_poked_hard_stays_finite_and_settles(steps: usize) {
    for (name, time_step) in [("iwave", 0.03), ("iwave-exact", 0.1), ("iwave-exact", 10.0)] {
        let mut water = pool(name, 18, 18, &[("time_step", time_step)]);
        let steps = steps.min((3600.0 / time_step) as usize);
        let mut random = noise(2, steps, 2).into_cells().into_iter();
        let mut place = || f64::from(random.next().expect("enough")) / 2.0 + 0.5;
        let mut max = 0.0_f64;
        for step in 0..steps {
            let weight = if step / 7 % 2 == 0 {
                i16::MAX
            } else {
                i16::MIN
            };
            water.disturb(&stone(place(), place(), 3.0, weight));
            water.step();
            if step % 8 == 0 {
                let now = highest(&*water);
                max = max.max(now);
            }
        }
        // The deepest dent. Superposed waves are a few times as high.
        let bottom = 32_768.0 * f64::from(METRES_PER_WEIGHT) * gaussian_depth();
        assert!(
            max > bottom / 100.0 && max < 6.0 * bottom,
            "{name}, {time_step} s: {max} m"
        );
        let steps = settling(&mut *water);
        assert!(steps < 6000, "{name}, {time_step} s: {steps}");
    }
}

#[test]
fn behind_a_closed_wall_the_water_stays_calm() {
    // The kernel spans six cells, and acts through a wall of two cells with its soft rims, but not of six. The exact operator
    // acts through any wall and moves the far side as a whole.
    for (name, thickness, max) in [
        ("iwave", 2, 0.006),
        ("iwave", 4, 2e-5),
        ("iwave", 6, 0.0),
        ("iwave-exact", 2, 0.01),
        ("iwave-exact", 8, 0.01),
    ] {
        let size = Size::new(72, 40).expect("a size");
        let mut water = pool(name, 72, 40, &[("damping", 0.3)]);
        let u = (36.0 + thickness as f64 / 2.0) / 72.0;
        let mut wall = Obstruction::open(size);
        wall.add(&Obstacle::Wall {
            from: Fraction::clamped(u, 0.0),
            to: Fraction::clamped(u, 1.0),
            thickness: thickness as f64,
        });
        water.set_obstacles(&wall);
        let (mut before, mut behind) = (0.0_f64, 0.0_f64);
        for step in 0..600 {
            if step < 300 && step % 20 == 0 {
                water.disturb(&stone(0.2, 0.5, 4.0, 200));
            }
            water.step();
            let now = heights(&*water);
            for row in 0..40 {
                let (west, east) = now.row(row).split_at(36);
                let (wall, east) = east.split_at(thickness);
                assert!(wall.iter().all(|&cell| cell == 0.0), "solid cells move");
                let highest = |cells: &[f32], max: f64| {
                    cells
                        .iter()
                        .fold(max, |max, cell| max.max(f64::from(cell.abs())))
                };
                before = highest(west, before);
                behind = highest(east, behind);
            }
        }
        assert!(
            behind <= max * before,
            "{name}, {thickness}: {behind} of {before}"
        );
    }
}

/// The centroid of the energy along x, in cells.
fn centroid(water: &dyn Water) -> f64 {
    let (mut sum, mut weight) = (0.0, 0.0);
    let heights = heights(water);
    for row in 0..heights.rows() {
        for (column, height) in heights.row(row).iter().enumerate() {
            let energy = f64::from(*height).powi(2);
            sum += energy * column as f64;
            weight += energy;
        }
    }
    sum / weight
}

/// The distance in cells that a wave group of `k` rad per cell travels in `steps` steps. `turn` is the phase per step for k.
/// Checks that the speed is the group velocity, the derivative of `turn`, within 7 %.
fn run(water: &mut dyn Water, k: f64, turn: impl Fn(f64) -> f64, steps: usize) -> f64 {
    let group = (turn(k + 0.001) - turn(k - 0.001)) / 0.002;
    let wave = |time: f64| {
        Grid::from_fn(400, 4, |column, _| {
            let x = column as f64 - 120.0;
            let envelope = (-0.5 * ((x - group * time) / 22.0).powi(2)).exp();
            (0.1 * envelope * (k * x - turn(k) * time).cos()) as f32
        })
    };
    let (heights, before) = (wave(0.0), wave(-1.0));
    let velocity = Grid::from_fn(400, 4, |x, z| heights[(x, z)] - before[(x, z)]);
    water.set_state(&State {
        heights,
        velocity,
        length: 2.0,
    });
    let start = centroid(water);
    for _ in 0..steps {
        water.step();
    }
    let distance = centroid(water) - start;
    assert!(
        (distance / (steps as f64 * group) - 1.0).abs() < 0.07,
        "{k}: {distance}"
    );
    distance
}

#[test]
fn groups_of_long_waves_outrun_groups_of_short_ones() {
    let kernel = kernel(f64::INFINITY);
    let turn = |k: f64| {
        let lambda = transform(&kernel, [k, 0.0]);
        let [[real, imaginary], _] = multipliers(lambda, 0.03, 0.02, GRAVITY);
        imaginary.atan2(real)
    };
    let mut water = pool("iwave", 400, 4, &[("damping", 0.02)]);
    let [long, short] = [0.4, 0.6].map(|k| run(&mut *water, k, turn, 300));
    assert!(long > 1.5 * short, "{long}, {short}");

    let turn = |k: f64| frequency([k, 0.0], GRAVITY, f64::INFINITY) * 0.1;
    let mut water = pool("iwave-exact", 400, 4, &[("damping", 0.0)]);
    let [long, short] = [0.2, 0.8].map(|k| run(&mut *water, k, turn, 400));
    // In deep water the speed is proportional to k^−½.
    assert!((long / short / 2.0 - 1.0).abs() < 0.08, "{long}, {short}");
}

#[test]
fn setting_a_state_keeps_its_mean() {
    for name in ["iwave", "iwave-exact"] {
        let mut water = pool(name, 33, 21, &[]);
        let heights = Grid::from_fn(50, 64, |column, row| (column * row % 7) as f32 * 0.01);
        let mean = heights.mean();
        water.set_state(&lifted(heights));
        let now = State::of(&*water).heights;
        assert!((now.mean() - mean).abs() < 1e-6, "{name}");
    }
}
