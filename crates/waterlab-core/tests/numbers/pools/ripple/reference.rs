//! The ripple equals the independent implementation, count by count.

use crate::pools::endurance::rainfall;
use crate::pools::measure::counts;
use crate::pools::plain_ripple::{FLOOR, PlainRipple, TRUNCATE};
use waterlab_core::parameter::Value;
use waterlab_core::pool::{Disturbance, Fraction, METRES_PER_WEIGHT, Ripple, RowKernel, Size};
use waterlab_core::water::Water;

fn pool(columns: i64, rows: i64, damping: u32, kernel: RowKernel) -> Ripple {
    let mut pool = Ripple::with_kernel(Size::new(columns, rows).unwrap(), kernel);
    pool.set("damping", Value::Integer(damping.into())).unwrap();
    pool
}

/// The fraction of a cell's centre.
fn cell(columns: i64, rows: i64, (column, row): (i64, i64)) -> Fraction {
    let fraction = |index: i64, count: i64| (index as f64 + 0.5) / count as f64;
    Fraction::new(fraction(column, columns), fraction(row, rows)).unwrap()
}

fn assert_same(pool: &Ripple, reference: &PlainRipple, context: &str) {
    let same = counts(pool)
        .cells()
        .iter()
        .zip(&reference.now)
        .all(|(&got, &want)| i64::from(got) == want);
    assert!(same, "{context}");
}

#[test]
fn the_ripple_equals_the_reference_for_400_steps() {
    for (columns, rows) in [(64, 48), (33, 21), (3, 7), (100, 5), (35, 3)] {
        for damping in [1, 4, 5, 9, 15] {
            for kernel in [RowKernel::Plain, RowKernel::Vector] {
                run(columns, rows, damping, kernel);
            }
        }
    }
}

fn run(columns: i64, rows: i64, damping: u32, kernel: RowKernel) {
    let mut pool = pool(columns, rows, damping, kernel);
    let mut reference = PlainRipple::new(columns, rows, damping, FLOOR);
    let mut rain = rainfall(20.0);
    let (right, bottom) = (columns - 1, rows - 1);
    let middle = (columns / 2, rows / 2);
    // Lines with unambiguous cells: along a row, a column, or a diagonal.
    let slant = right.min(bottom);
    let strokes = [
        ((0, 0), (right, 0)),
        ((right, bottom), (right, 0)),
        ((0, bottom), (right, bottom)),
        ((middle.0, bottom), (middle.0, 0)),
        ((slant, slant), (0, 0)),
        (middle, middle),
    ];
    let stones = [
        ((0, 0), 3.0, 100),
        ((right, 0), 4.5, -100),
        ((0, bottom), 2.0, 128),
        ((right, bottom), 30.0, 32_767),
        ((middle.0, 0), 3.5, 77),
        (middle, 4.0, 12_000),
        ((1, 1), 1.0, -32_768),
        (middle, 4.0, 0),
    ];
    let mut still = 0;
    for step in 0..400 {
        let turn = step / 25;
        if step % 25 == 0 && turn < stones.len() {
            let (at, radius, weight) = stones[turn];
            pool.disturb(&Disturbance::stone(
                cell(columns, rows, at),
                radius,
                weight as f32,
            ));
            reference.stone(at, radius, weight.into());
        }
        if step % 25 == 12 && turn < strokes.len() {
            let (from, to) = strokes[turn];
            let place = |at| cell(columns, rows, at);
            pool.disturb(&Disturbance::stroke(place(from), place(to), 2.5, 60.0));
            let length = (to.0 - from.0).abs().max((to.1 - from.1).abs());
            for along in 0..=length {
                let centre = (
                    from.0 + along * (to.0 - from.0).signum(),
                    from.1 + along * (to.1 - from.1).signum(),
                );
                reference.stone(centre, 2.5, 60);
            }
        }
        if (200..300).contains(&step) {
            for drop in rain.fall() {
                pool.disturb(&drop);
                let Disturbance::Drop { at, radius, weight } = drop else {
                    panic!("rain is drops");
                };
                let column = (at.u() * columns as f64).floor() as i64;
                let row = (at.v() * rows as f64).floor() as i64;
                reference.stone((column, row), radius, weight as i64);
            }
        }
        let context = format!("{columns} × {rows}, damping {damping}, {kernel:?}, step {step}");
        assert_same(&pool, &reference, &context);
        pool.step();
        reference.step();
        assert_same(&pool, &reference, &context);
        assert_eq!(pool.is_calm(), reference.is_calm(), "{context}");
        still += i32::from(pool.is_calm());
    }
    assert!(still < 300, "too few steps with waves");
}

#[test]
fn a_stone_settles_to_exactly_0_within_100_steps() {
    for damping in [4, 5] {
        let mut pool = pool(128, 128, damping, RowKernel::Vector);
        pool.disturb(&Disturbance::stone(cell(128, 128, (64, 64)), 4.0, 100.0));
        let steps = (0..1000).take_while(|_| {
            let moving = !pool.is_calm();
            pool.step();
            moving
        });
        let steps = steps.count();
        assert!((50..=100).contains(&steps), "damping {damping}: {steps}");
        assert!(counts(&pool).cells().iter().all(|&count| count == 0));
    }
}

#[test]
fn every_damping_settles_to_exactly_0() {
    for damping in 1..=15 {
        let mut pool = pool(64, 64, damping, RowKernel::Vector);
        for (at, weight) in [
            ((3, 3), 128),
            ((40, 20), -100),
            ((62, 62), 64),
            ((30, 33), 32),
        ] {
            pool.disturb(&Disturbance::stone(cell(64, 64, at), 3.0, weight as f32));
        }
        for _ in 0..2000 {
            pool.step();
        }
        assert!(pool.is_calm(), "damping {damping}");
    }
}

/// The pitfall of §1: with truncation toward zero in the damping, the pool never comes to rest.
#[test]
fn rounding_toward_zero_leaves_the_level_low_for_ever() {
    for (damping, remains) in [(4, -13.5), (5, -26.7)] {
        let mut trap = PlainRipple::new(128, 128, damping, TRUNCATE);
        let mut pool = pool(128, 128, damping, RowKernel::Vector);
        trap.stone((64, 64), 4.0, 100);
        pool.disturb(&Disturbance::stone(cell(128, 128, (64, 64)), 4.0, 100.0));
        let mut means = Vec::new();
        for step in 0..3000 {
            trap.step();
            pool.step();
            if step >= 2998 {
                means.push(trap.mean());
            }
        }
        let mean = (means[0] + means[1]) / 2.0;
        println!("damping {damping}: {means:?}");
        assert!((mean - remains).abs() < 1.0, "damping {damping}: {mean}");
        assert!(!trap.is_calm());
        assert!(pool.is_calm());
    }
}

#[test]
fn counts_saturate_and_never_wrap() {
    let mut pool = pool(5, 5, 15, RowKernel::Vector);
    let everywhere = cell(5, 5, (2, 2));
    pool.disturb(&Disturbance::stone(everywhere, 10.0, -32_768.0));
    assert_eq!(counts(&pool)[(2, 2)], 32_767, "−(−32 768) does not fit");
    pool.step();
    // ½·4·32 767 − 0, less its 2^−15 part.
    assert_eq!(counts(&pool)[(2, 2)], 32_767);
    assert_eq!(counts(&pool)[(1, 1)], 32_767, "½·2·32 767, without damping");
    pool.disturb(&Disturbance::stone(everywhere, 10.0, 32_767.0));
    pool.step();
    assert_eq!(
        counts(&pool)[(2, 2)],
        -32_768,
        "½·4·(−32 767) − 32 767 is far below"
    );
}

#[test]
fn plain_and_vector_kernels_agree_at_every_width() {
    let mut state = 1_u64;
    let mut random = move |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % below
    };
    let amplitudes = [3, 100, 8190, 8191, 8192, 8193, 32_767];
    for columns in 3..=200 {
        let rows = 6;
        let damping = 1 + (columns % 15) as u32;
        let mut plain = pool(columns, rows, damping, RowKernel::Plain);
        let mut vector = pool(columns, rows, damping, RowKernel::Vector);
        for round in 0..4 {
            let amplitude = amplitudes[random(amplitudes.len() as u64) as usize];
            for row in 1..rows - 1 {
                for column in 1..columns - 1 {
                    let ends = [-amplitude, amplitude, amplitude - 1, 0];
                    let weight = match random(8) {
                        0..4 => ends[random(4) as usize],
                        _ => random(2 * amplitude as u64 + 1) as i64 - amplitude,
                    };
                    let at = cell(columns, rows, (column, row));
                    let drop = Disturbance::stone(at, 1.0, f32::from(weight as i16));
                    plain.disturb(&drop);
                    vector.disturb(&drop);
                }
            }
            for step in 0..5 {
                plain.step();
                vector.step();
                assert_eq!(
                    counts(&plain),
                    counts(&vector),
                    "{columns} columns, round {round}, amplitude {amplitude}, step {step}"
                );
                assert_eq!(plain.is_calm(), vector.is_calm());
            }
        }
    }
}

#[test]
fn no_wave_leaks_around_the_edges() {
    let mut pool = pool(64, 9, 15, RowKernel::Vector);
    pool.disturb(&Disturbance::stroke(
        cell(64, 9, (1, 0)),
        cell(64, 9, (1, 8)),
        1.0,
        -1000.0,
    ));
    for step in 0..20 {
        let far: i32 = (1..8)
            .map(|row| i32::from(counts(&pool)[(62, row)]).abs())
            .sum();
        assert_eq!(far, 0, "step {step}: nothing crosses 60 cells in 20 steps");
        pool.step();
    }
    let mut walls = Vec::new();
    for _ in 0..200 {
        pool.step();
        let grid = counts(&pool);
        walls.extend((0..64).flat_map(|column| [grid[(column, 0)], grid[(column, 8)]]));
        walls.extend((0..9).flat_map(|row| [grid[(0, row)], grid[(63, row)]]));
    }
    assert!(walls.iter().all(|&count| count == 0));
}

#[test]
fn a_stone_near_the_edge_is_clipped_and_heights_are_in_metres() {
    let mut pool = pool(20, 20, 5, RowKernel::Vector);
    pool.disturb(&Disturbance::stone(cell(20, 20, (19, 10)), 3.0, 100.0));
    let grid = counts(&pool);
    assert_eq!(grid[(19, 10)], 0, "the edge moves");
    assert_eq!(
        (grid[(18, 10)], grid[(17, 10)], grid[(16, 10)]),
        (-100, -100, 0)
    );
    assert_eq!(grid[(0, 11)], 0, "it wraps around");
    assert_eq!(pool.heights().metres(18, 10), -100.0 * METRES_PER_WEIGHT);
}

#[test]
fn a_calm_pool_keeps_its_revision_and_a_disturbed_one_does_not() {
    let mut pool = pool(32, 32, 5, RowKernel::Vector);
    let at_rest = pool.revision();
    pool.step();
    assert_eq!(pool.revision(), at_rest);
    pool.disturb(&Disturbance::stone(cell(32, 32, (10, 10)), 2.0, 50.0));
    assert!(!pool.is_calm() && pool.revision() > at_rest);
    pool.reset();
    assert!(pool.is_calm() && counts(&pool).cells().iter().all(|&count| count == 0));
}
