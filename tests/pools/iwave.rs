//! iWave against §6 of the reference: its kernel, its scheme's own dispersion and damping, its walls and sources.

use crate::measure::{angular_frequency, heights};
use crate::plain_iwave::{
    GRAVITY, PlainIWave, double, kernel, lifted, multipliers, noise, transform,
};
use std::f64::consts::PI;
use std::sync::Arc;
use waterlab::grid::Grid;
use waterlab::parameter::{Settings, Value};
use waterlab::pool::{
    Disturbance, Fraction, IWave, METRES_PER_WEIGHT, Model, Obstacle, Obstruction, Size, Surface,
    Water,
};

const NO_BOTTOM: f64 = f64::INFINITY;

fn pool(columns: i64, rows: i64, values: &[(&str, f64)]) -> IWave {
    let mut pool = IWave::new(Size::new(columns, rows).expect("a size"));
    adopt(&mut pool, values);
    pool
}

fn adopt(pool: &mut dyn Water, values: &[(&str, f64)]) {
    let settings = settings(pool.settings(), values);
    pool.adopt(&settings).expect("stable");
}

fn settings(before: &Settings, values: &[(&str, f64)]) -> Settings {
    let mut settings = before.clone();
    for (key, value) in values {
        settings.set(key, Value::Real(*value)).expect("allowed");
    }
    settings
}

fn stone(u: f64, v: f64, radius: f64, weight: i16) -> Disturbance {
    Disturbance::stone(Fraction::clamped(u, v), radius, weight)
}

fn highest(water: &dyn Water) -> f32 {
    let cells = heights(water);
    cells
        .cells()
        .iter()
        .fold(0.0, |most, cell| most.max(cell.abs()))
}

/// A wall right across the pool, from column `first` on.
fn wall(size: Size, first: i64, thickness: i64) -> Obstruction {
    let u = (first as f64 + thickness as f64 / 2.0) / size.columns() as f64;
    let mut obstruction = Obstruction::open(size);
    obstruction.add(&Obstacle::Wall {
        from: Fraction::clamped(u, 0.0),
        to: Fraction::clamped(u, 1.0),
        thickness: thickness as f64,
    });
    obstruction
}

#[test]
fn a_single_raised_cell_pulls_by_the_check_values_of_the_reference() {
    let (time_step, damping) = (0.25, 0.3);
    let mut water = pool(33, 33, &[("time_step", time_step), ("damping", damping)]);
    let lone = |column, row| if (column, row) == (16, 16) { 1.0 } else { 0.0 };
    water.set_surface(&lifted(Grid::from_fn(33, 33, lone)));
    water.step();
    let (a, pull) = (damping * time_step, GRAVITY * time_step * time_step);
    // (1 − a)·h − gΔt²·G ⊛ h, all divided by 1 + a.
    let weight = |column: usize, row: usize| {
        let next = f64::from(heights(&water)[(column, row)]);
        (f64::from(lone(column, row)) * (1.0 - a) - next * (1.0 + a)) / pull
    };
    for (x, z, value) in [
        (0, 0, 1.0),
        (1, 0, 0.678276606),
        (1, 1, 0.444564895),
        (0, 2, 0.156420803),
        (3, 0, -0.065327391),
        (0, 4, -0.064447811),
        (3, 4, -0.031433210),
        (6, 0, -0.014956820),
        (6, 6, -0.004262207),
        (7, 0, 0.0),
    ] {
        for (x, z) in [(16 + x, 16 + z), (16 - x, 16 + z), (16 + z, 16 - x)] {
            let got = weight(x, z);
            assert!((got - value).abs() < 1e-6, "{x}, {z}: {got} for {value}");
        }
    }
    let cells = (0..33).flat_map(|row| (0..33).map(move |column| (column, row)));
    let sum: f64 = cells.map(|(column, row)| weight(column, row)).sum();
    assert!((sum - 2.097912289).abs() < 1e-5, "{sum}");
}

#[test]
fn a_step_is_the_one_of_the_reference_with_walls_greys_and_sources() {
    let (columns, rows) = (37, 26);
    let size = Size::new(37, 26).expect("a size");
    let mut water = pool(37, 26, &[]);
    let mut plain = PlainIWave::new(columns, rows);
    // One solid cell away from everything: the brush of the reference. And a strip of grey.
    let grey = |column: usize, row: usize| match (column, row) {
        (9, 12) => 0.0,
        (20..=22, _) => 0.8,
        _ => 1.0,
    };
    let mut obstruction = Obstruction::open(size);
    obstruction.add(&Obstacle::Mask(Arc::new(Grid::from_fn(
        columns, rows, grey,
    ))));
    water.obstruct(&obstruction);
    plain.open = Grid::from_fn(columns, rows, |column, row| {
        let brush = match (column.abs_diff(9), row.abs_diff(12)) {
            (0, 0) => 0.0,
            (0, 1) | (1, 0) => 0.5,
            (1, 1) => 0.75,
            _ => 1.0,
        };
        brush * f64::from(grey(column, row).max(f32::from(u8::from((column, row) == (9, 12)))))
    });
    let shown = double(&water.obstruction());
    for (shown, wanted) in shown.cells().iter().zip(plain.open.cells()) {
        assert!((shown - wanted).abs() < 1e-6);
    }

    for step in 0..400 {
        if step % 40 == 5 {
            // The source brush of the reference, half a metre high.
            let at = (4 + step / 15, 3 + step / 20);
            let source = Grid::from_fn(columns, rows, |column, row| {
                match (column.abs_diff(at.0), row.abs_diff(at.1)) {
                    (0, 0) => 0.5,
                    (0, 1) | (1, 0) => 0.25,
                    (1, 1) => 0.125,
                    _ => 0.0,
                }
            });
            let before = heights(&water);
            water.add_source(&source);
            assert_eq!(heights(&water), before, "it waits for the step");
            assert!(!water.is_calm());
            plain.source = double(&source);
        }
        water.step();
        plain.step();
        for (got, wanted) in heights(&water).cells().iter().zip(plain.now.cells()) {
            assert!(
                (f64::from(*got) - wanted).abs() < 2e-5,
                "{step}: {got} for {wanted}"
            );
        }
        let velocity = water.velocity();
        for (index, got) in velocity.cells().iter().enumerate() {
            let wanted = plain.now.cells()[index] - plain.before.cells()[index];
            assert!((f64::from(*got) - wanted).abs() < 2e-5, "{step}");
        }
    }
    assert!(highest(&water) > 1e-3, "there was something to compare");
    assert_eq!(heights(&water)[(9, 12)], 0.0);
}

#[test]
fn plane_waves_run_as_the_kernels_transform_and_the_scheme_say() {
    for (depth, time_step) in [(0.0, 0.03), (0.0, 0.2), (1.0, 0.06)] {
        let damping = if time_step > 0.1 { 0.1 } else { 0.03 };
        let kernel = kernel(if depth > 0.0 { depth } else { NO_BOTTOM });
        let values = [
            ("time_step", time_step),
            ("damping", damping),
            ("depth", depth),
        ];
        let mut water = pool(120, 120, &values);
        for wavelength in [16.0, 9.0, 5.0] {
            for angle in [0.0, PI / 4.0] {
                let k = 2.0 * PI / wavelength;
                let k = [k * f64::cos(angle), k * f64::sin(angle)];
                let lambda = transform(&kernel, k);
                let [[real, imaginary], _] = multipliers(lambda, time_step, damping, GRAVITY);
                let wanted = imaginary.atan2(real);
                let got = angular_frequency(&mut water, k, wanted, 0.01, 16);
                assert!(
                    (got / wanted - 1.0).abs() < 0.005,
                    "{depth} m, {time_step} s, {wavelength} at {angle}: {got} for {wanted}"
                );
            }
        }
    }
}

#[test]
fn what_is_allowed_is_stable_for_every_wave_and_what_is_refused_is_not() {
    let model = Model::named("iwave").expect("a model");
    let size = Size::default();
    let all = Settings::new(model.parameters);
    let mut refused = 0;
    for depth in [0.0, 0.3, 1.0, 5.0] {
        let kernel = kernel(if depth > 0.0 { depth } else { NO_BOTTOM });
        let lambdas: Vec<f64> = (0..=60)
            .flat_map(|x| (0..=x).map(move |z| [x, z].map(|k| f64::from(k) * PI / 60.0)))
            .map(|k| transform(&kernel, k))
            .collect();
        for gravity in [1.0, 9.8] {
            for time_step in [0.01, 0.03, 0.1, 0.2, 0.25, 0.26, 0.3, 0.8] {
                for damping in [0.0, 0.01, 0.1, 0.3, 2.0] {
                    let values = [
                        ("depth", depth),
                        ("gravity", gravity),
                        ("time_step", time_step),
                        ("damping", damping),
                    ];
                    let largest = lambdas
                        .iter()
                        .flat_map(|&lambda| multipliers(lambda, time_step, damping, gravity))
                        .map(|[real, imaginary]| real.hypot(imaginary))
                        .fold(0.0, f64::max);
                    match model.check(&settings(&all, &values), size) {
                        Ok(()) => assert!(largest <= 1.0 + 1e-9, "{values:?}: {largest}"),
                        Err(error) => {
                            refused += 1;
                            let bottom_may_rise = depth > 0.0;
                            assert!(
                                bottom_may_rise || largest > 1.0,
                                "{values:?}: {error}, but {largest}"
                            );
                        }
                    }
                }
            }
        }
    }
    assert!(refused > 20);
}

#[test]
fn an_unstable_setting_is_refused_with_the_limit_and_changes_nothing() {
    let mut water = pool(16, 16, &[]);
    let error = water
        .set("time_step", Value::Real(0.3))
        .expect_err("unstable");
    assert!(error.to_string().contains("at most 0.2548"), "{error}");
    assert_eq!(water.time_step(), Some(0.03));
    let error = water
        .set("damping", Value::Real(0.0))
        .expect_err("unstable");
    assert!(error.to_string().contains("at least 0.0128"), "{error}");
    assert_eq!(water.settings().real("damping"), 0.3);
}

#[test]
fn the_listing_with_a_plus_grows_and_this_decays() {
    let mut plain = PlainIWave::new(20, 20);
    let mut water = pool(20, 20, &[]);
    plain.sign = 1.0;
    let start = noise(20, 20, 1);
    plain.now = double(&start);
    plain.before = double(&start);
    water.set_surface(&lifted(start));
    for _ in 0..1000 {
        plain.step();
        water.step();
    }
    let grown = plain
        .now
        .cells()
        .iter()
        .fold(0.0, |most: f64, cell| most.max(cell.abs()));
    assert!(grown > 1e4, "{grown}");
    // √(1 + 0.009)^−1000 = 0.011 of amplitudes that began with about √2 of the heights.
    let (fell, most) = (highest(&water), 0.03);
    assert!(fell < most && fell > 1e-4, "{fell}");
}

/// The scheme's energy from three steps on end, whatever the operator A is: u⁺ᵀKu + (u⁺ − u)ᵀP(u⁺ − u), with what A makes
/// of u told by the step itself. `open` is what a cell is multiplied by, in all.
fn energy(levels: [&Grid<f64>; 3], open: &Grid<f64>, a: f64) -> f64 {
    let mut sum = 0.0;
    for (index, &open) in open.cells().iter().enumerate() {
        if open == 0.0 {
            continue;
        }
        let [before, now, next] = levels.map(|level| level.cells()[index]);
        let mass = (1.0 + a) / (open * open);
        let pulled = (mass + 1.0) * now - before - mass * next;
        sum += next * pulled + (next - now).powi(2) * (mass + 1.0) / 2.0;
    }
    sum
}

#[test]
fn the_schemes_energy_never_grows_over_any_bottom_and_between_any_walls() {
    let (columns, rows) = (30, 22);
    let size = Size::new(30, 22).expect("a size");
    let mut walls = Obstruction::open(size);
    walls.add(&Obstacle::Disc {
        at: Fraction::clamped(0.3, 0.5),
        radius: 4.0,
    });
    let reef = Grid::from_fn(columns, rows, |column, row| {
        if (column / 5 + row / 4) % 2 == 0 {
            0.02
        } else {
            1.0
        }
    });
    for (obstruction, map, values) in [
        (
            Obstruction::open(size),
            None,
            [("damping", 0.02), ("depth", 0.0)],
        ),
        (walls.clone(), None, [("damping", 0.02), ("depth", 0.0)]),
        (
            Obstruction::open(size),
            Some(&reef),
            [("damping", 0.05), ("depth", 8.0)],
        ),
        (walls, Some(&reef), [("damping", 0.3), ("depth", 8.0)]),
    ] {
        let mut water = pool(30, 22, &values);
        water.obstruct(&obstruction);
        water.set_map("depth_map", map).expect("a map");
        water.set_surface(&Surface {
            heights: noise(columns, rows, 3),
            velocity: noise(columns, rows, 4),
        });
        let open = double(&water.obstruction());
        // The step first multiplies the heights by the obstruction: what it then works on is u.
        let masked = |water: &IWave| {
            let mut heights = double(&heights(water));
            for (height, open) in heights.cells_mut().iter_mut().zip(open.cells()) {
                *height *= open;
            }
            heights
        };
        water.step();
        let mut before = masked(&water);
        water.step();
        let mut now = masked(&water);
        let a = values[0].1 * 0.03;
        let mut last = f64::INFINITY;
        let mut first = None;
        for step in 0..1500 {
            water.step();
            let next = masked(&water);
            let energy = energy([&before, &now, &next], &open, a);
            let first = *first.get_or_insert(energy);
            // Rounding: a part in 10⁷ of each of the terms, which cancel to about a hundredth of their size.
            let slack = 1e-5 * first;
            assert!(energy > -slack, "{values:?}, step {step}: {energy}");
            assert!(
                energy <= last + slack,
                "{values:?}, step {step}: {energy} after {last}"
            );
            last = energy;
            before = std::mem::replace(&mut now, next);
        }
    }
}

/// The largest sum of what one unit of the mean level, put there at both levels, leaves at all later times.
fn mean_response(lambda: f64, time_step: f64, damping: f64) -> f64 {
    let a = damping * time_step;
    let (mut now, mut before, mut sum) = (1.0_f64, 1.0, 0.0);
    for _ in 0..100_000 {
        sum += now.abs();
        let next =
            (now * (2.0 - a - GRAVITY * time_step * time_step * lambda) - before) / (1.0 + a);
        before = std::mem::replace(&mut now, next);
    }
    sum
}

#[test]
fn over_100_000_steps_of_rain_the_mean_stays_within_what_the_drops_can_do_and_comes_to_rest() {
    let mut water = pool(20, 16, &[]);
    let mut drops = noise(3, 100_000, 9).into_cells().into_iter();
    let mut place = || f64::from(drops.next().expect("enough")) / 2.0 + 0.5;
    let (mut furthest, mut largest) = (0.0_f64, 0.0_f64);
    for _ in 0..100_000 {
        let before = heights(&water).mean();
        let weight = (place() * 60.0) as i16 + 32;
        water.disturb(&stone(place(), place(), 2.5, weight));
        largest = largest.max((heights(&water).mean() - before).abs());
        water.step();
        furthest = furthest.max(heights(&water).mean().abs());
    }
    // The mean level swings by itself, at the kernel's λ for k = 0: it is at most what every drop of the past has left of it.
    let bound = largest * mean_response(2.097912289, 0.03, 0.3);
    assert!(furthest < bound * 1.001, "{furthest} m, bound {bound} m");
    assert!(
        furthest > 1e-4 && bound < 1.0,
        "{furthest} m, bound {bound} m"
    );
    let steps = (0..10_000).take_while(|_| {
        water.step();
        !water.is_calm()
    });
    assert!(steps.count() < 5000, "at rest");
    assert_eq!(highest(&water), 0.0);
}

#[test]
fn an_hour_of_hard_poking_stays_finite_and_settles() {
    // 0.03 s a step: 120 000 steps.
    let mut water = pool(18, 18, &[]);
    let mut hands = noise(2, 120_000, 2).into_cells().into_iter();
    let mut place = || f64::from(hands.next().expect("enough")) / 2.0 + 0.5;
    let mut most = 0.0_f32;
    for step in 0..120_000 {
        let weight = if step / 7 % 2 == 0 {
            i16::MAX
        } else {
            i16::MIN
        };
        water.disturb(&stone(place(), place(), 3.0, weight));
        water.step();
        if step % 16 == 0 {
            most = most.max(highest(&water));
        }
    }
    let bottom = 32_768.0 * METRES_PER_WEIGHT;
    assert!(
        most.is_finite() && most > bottom / 10.0 && most < 10.0 * bottom,
        "{most}"
    );
    let steps = (0..20_000).take_while(|_| {
        water.step();
        !water.is_calm()
    });
    assert!(steps.count() < 6000);
}

#[test]
fn behind_a_closed_wall_the_water_stays_calm() {
    let size = Size::new(72, 40).expect("a size");
    // The kernel reaches six cells: it is felt through a wall of two and its soft rims, but not through one of six.
    for (thickness, most) in [(2, 0.006), (4, 2e-5), (6, 0.0)] {
        let mut water = pool(72, 40, &[]);
        water.obstruct(&wall(size, 36, thickness));
        let (mut before, mut behind) = (0.0_f32, 0.0_f32);
        for step in 0..600 {
            if step < 300 && step % 20 == 0 {
                water.disturb(&stone(0.2, 0.5, 4.0, 200));
            }
            water.step();
            let now = heights(&water);
            for row in 0..40 {
                for column in 36..36 + thickness as usize {
                    assert_eq!(now[(column, row)], 0.0, "a solid cell");
                }
                let (west, east) = now.row(row).split_at(36);
                before = west.iter().fold(before, |most, cell| most.max(cell.abs()));
                let east = &east[thickness as usize..];
                behind = east.iter().fold(behind, |most, cell| most.max(cell.abs()));
            }
        }
        assert!(behind <= most * before, "{thickness}: {behind} of {before}");
    }
}

/// How far along x the middle of the waves' energy lies, in cells.
fn middle(water: &dyn Water) -> f64 {
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

#[test]
fn a_group_of_long_waves_outruns_a_group_of_short_ones() {
    let kernel = kernel(NO_BOTTOM);
    let mut ran = Vec::new();
    for k in [0.4, 0.62] {
        let mut water = pool(300, 8, &[("damping", 0.02)]);
        let turn = |k: f64| {
            let [[real, imaginary], _] =
                multipliers(transform(&kernel, [k, 0.0]), 0.03, 0.02, GRAVITY);
            imaginary.atan2(real)
        };
        let group = (turn(k + 0.001) - turn(k - 0.001)) / 0.002;
        let wave = |time: f64| {
            Grid::from_fn(300, 8, |column, _| {
                let x = column as f64 - 100.0;
                let envelope = (-0.5 * ((x - group * time) / 18.0).powi(2)).exp();
                (0.1 * envelope * (k * x - turn(k) * time).cos()) as f32
            })
        };
        let (heights, before) = (wave(0.0), wave(-1.0));
        let velocity = Grid::from_fn(300, 8, |x, z| heights[(x, z)] - before[(x, z)]);
        water.set_surface(&Surface { heights, velocity });
        let start = middle(&water);
        for _ in 0..300 {
            water.step();
        }
        let distance = middle(&water) - start;
        assert!(
            (distance / (300.0 * group) - 1.0).abs() < 0.1,
            "{k}: {distance}"
        );
        ran.push(distance);
    }
    assert!(ran[0] > 1.5 * ran[1], "{ran:?}");
}

#[test]
fn a_shallow_half_holds_waves_back_and_the_map_is_shown_as_depth() {
    let mut water = pool(60, 60, &[("depth", 8.0)]);
    assert_eq!(water.depth().expect("a depth")[(0, 0)], 8.0);
    let map = Grid::from_fn(60, 2, |column, _| if column < 30 { 0.05 } else { 1.0 });
    assert!(water.set_map("depth", Some(&map)).is_err());
    water.set_map("depth_map", Some(&map)).expect("a map");
    let depth = water.depth().expect("a depth").into_owned();
    assert!((depth[(0, 9)] - 0.4).abs() < 1e-6 && depth[(59, 9)] == 8.0);
    water.disturb(&stone(0.5, 0.5, 3.0, 400));
    for _ in 0..120 {
        water.step();
    }
    let now = heights(&water);
    let energy = |columns: std::ops::Range<usize>| -> f32 {
        columns
            .map(|column| (0..60).map(|row| now[(column, row)].powi(2)).sum::<f32>())
            .sum()
    };
    let (deep, shallow) = (energy(42..60), energy(0..18));
    assert!(deep > 4.0 * shallow, "{deep}, {shallow}");
    water.set_map("depth_map", None).expect("no map");
    assert_eq!(water.depth().expect("a depth")[(0, 0)], 8.0);
    assert!(pool(8, 8, &[]).depth().is_none(), "bottomless");
}

#[test]
fn another_time_step_keeps_the_speed_in_metres_a_second() {
    let mut water = pool(20, 20, &[]);
    water.set_surface(&Surface {
        heights: noise(20, 20, 5),
        velocity: noise(20, 20, 6),
    });
    let before = water.velocity().into_owned();
    adopt(&mut water, &[("time_step", 0.06)]);
    for (after, before) in water.velocity().cells().iter().zip(before.cells()) {
        assert!((after - 2.0 * before).abs() < 1e-5);
    }
}

#[test]
fn a_surface_keeps_its_mean_when_it_is_taken_over() {
    let mut water = pool(33, 21, &[]);
    let heights = Grid::from_fn(50, 64, |column, row| (column * row % 7) as f32 * 0.01);
    let mean = heights.mean();
    water.set_surface(&lifted(heights));
    let now = Surface::of(&water).heights;
    assert!((now.mean() - mean).abs() < 1e-6);
}

#[test]
fn waves_too_small_for_a_float_come_to_rest_at_the_edge_of_what_they_reached() {
    let mut water = pool(220, 9, &[]);
    water.disturb(&stone(0.0, 0.5, 2.0, 1));
    for _ in 0..400 {
        water.step();
        let tiny = |cell: &&f32| **cell != 0.0 && cell.abs() < f32::MIN_POSITIVE;
        assert_eq!(heights(&water).cells().iter().filter(tiny).count(), 0);
    }
}
