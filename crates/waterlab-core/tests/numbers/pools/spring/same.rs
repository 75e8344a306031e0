//! The pond agrees with the reference, and its bits do not depend on the kernel or the number of threads.

use super::{Literal, bits, rough};
use crate::pools::endurance::pool;
use crate::pools::measure::{gaussian_depth, heights};
use waterlab_core::grid::Grid;
use waterlab_core::pool::{
    Disturbance, Fraction, METRES_PER_WEIGHT, Obstacle, Obstruction, Size, State,
};
use waterlab_core::water::Water;

fn middle() -> Fraction {
    Fraction::new(0.5, 0.5).unwrap()
}

/// The largest difference of heights and velocities.
fn difference(water: &dyn Water, literal: &Literal) -> f64 {
    let surface = State::of(water);
    let apart = |grid: &Grid<f32>, other: &[f64]| {
        let pairs = grid.cells().iter().zip(other);
        pairs
            .map(|(a, b)| (f64::from(*a) - b).abs())
            .fold(0.0, f64::max)
    };
    apart(&surface.heights, &literal.l).max(apart(&surface.velocity, &literal.w))
}

#[test]
fn the_pond_agrees_with_the_reference_for_300_steps() {
    for (columns, rows) in [
        (64, 48),
        (3, 3),
        (3, 9),
        (4, 5),
        (5, 4),
        (6, 31),
        (37, 3),
        (50, 33),
    ] {
        let mut water = pool("spring", columns, rows, &[]);
        water.set_state(&rough(columns as usize, rows as usize));
        let mut literal = Literal::of(&*water, 0.01, 0.02);
        for step in 0..300 {
            water.step();
            literal.step();
            let apart = difference(&*water, &literal);
            assert!(apart < 1e-7, "{columns} × {rows}, step {step}: {apart}");
        }
        assert!(literal.largest() > 1e-3);
    }
}

#[test]
fn walls_and_maps_agree_with_the_reference() {
    let (columns, rows) = (40, 30);
    let mut water = pool("spring", columns, rows, &[]);
    let mut obstruction = Obstruction::open(Size::new(columns, rows).unwrap());
    obstruction.add(&Obstacle::Wall {
        from: Fraction::new(0.3, 0.0).unwrap(),
        to: Fraction::new(0.5, 0.7).unwrap(),
        thickness: 2.0,
    });
    obstruction.add(&Obstacle::Disc {
        at: Fraction::new(0.9, 1.0).unwrap(),
        radius: 4.0,
    });
    water.set_obstacles(&obstruction);
    let stiff = Grid::from_fn(40, 30, |column, _| column as f32 / 39.0);
    let viscous = Grid::from_fn(40, 30, |_, row| 1.0 - row as f32 / 29.0);
    water.set_map("stiffness_map", Some(&stiff)).unwrap();
    water.set_map("viscosity_map", Some(&viscous)).unwrap();
    water.set_state(&rough(40, 30));
    let mut literal = Literal::of(&*water, 0.01, 0.02);
    for row in 0..30 {
        for column in 0..40 {
            let i = row * 40 + column;
            literal.solid[i] = obstruction.is_solid(column, row);
            literal.m[i] *= f64::from(viscous[(column, row)]);
            // The stiffness is limited to the viscosity.
            literal.k[i] = (literal.k[i] * f64::from(stiff[(column, row)])).min(literal.m[i]);
        }
    }
    for step in 0..300 {
        water.step();
        literal.step();
        let apart = difference(&*water, &literal);
        assert!(apart < 1e-7, "step {step}: {apart}");
    }
    assert!(literal.largest() > 1e-3);
    for (cell, solid) in heights(&*water).cells().iter().zip(&literal.solid) {
        assert!(!solid || *cell == 0.0);
    }
}

/// One step in single precision, one sweep after the other, in the documented order of operations.
fn plain_step(surface: &mut State, k: f32, m: f32, f: f32) {
    let before = surface.clone();
    let (columns, rows) = (surface.heights.columns(), surface.heights.rows());
    let pair = |a: &Grid<f32>, b: &Grid<f32>, sum: fn(f32, f32) -> f32| {
        Grid::from_fn(columns, rows, |c, r| sum(a[(c, r)], b[(c, r)]))
    };
    let moved = pair(&before.heights, &before.velocity, |l, w| l + w);
    let mut swept = moved.clone();
    for sweep in 0..8 {
        let old = swept.clone();
        swept = Grid::from_fn(columns, rows, |c, r| {
            let (place, count) = if sweep % 2 == 0 {
                (c, columns)
            } else {
                (r, rows)
            };
            let at = |place| {
                if sweep % 2 == 0 {
                    old[(place, r)]
                } else {
                    old[(c, place)]
                }
            };
            let here = old[(c, r)];
            let mut next = here;
            if place >= 2 {
                next += f * (at(place - 1) - here);
            }
            if place + 2 < count {
                next += f * (at(place + 1) - here);
            }
            next
        });
    }
    surface.velocity = Grid::from_fn(columns, rows, |c, r| {
        let (l, w) = (before.heights[(c, r)], before.velocity[(c, r)]);
        w + (-k * l - m * w) + (swept[(c, r)] - moved[(c, r)])
    });
    surface.heights = swept;
}

#[test]
fn the_vector_kernel_equals_plain_sweeps_bit_for_bit() {
    for (columns, rows) in [(3, 3), (4, 4), (5, 6), (19, 7), (33, 64), (70, 41)] {
        let mut water = pool("spring", columns, rows, &[]);
        let mut plain = rough(columns as usize, rows as usize);
        water.set_state(&plain);
        for step in 0..40 {
            water.step();
            plain_step(&mut plain, 0.01, 0.02, 0.025);
            assert!(
                bits(&State::of(&*water)) == bits(&plain),
                "{columns} × {rows}, {step}"
            );
        }
    }
}

#[cfg(feature = "rayon")]
#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let (columns, rows) = (512, 300);
    let run = |threads: usize| {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads);
        threads.build().unwrap().install(|| {
            let mut water = pool("spring", columns, rows, &[]);
            water.set_state(&rough(512, 300));
            let mut obstruction = Obstruction::open(Size::new(columns, rows).unwrap());
            obstruction.add(&Obstacle::Mask(std::sync::Arc::new(Grid::from_fn(
                64,
                50,
                |c, r| {
                    if (c * r) % 11 == 10 { 0.0 } else { 1.0 }
                },
            ))));
            for step in 0..12 {
                if step == 6 {
                    water.set_obstacles(&obstruction);
                }
                water.step();
            }
            bits(&State::of(&*water))
        })
    };
    let one = run(1);
    for threads in [2, 3, 7, 100] {
        assert!(run(threads) == one, "{threads} threads");
    }
}

#[test]
fn a_map_is_clamped_to_0_and_1_and_nan_is_1() {
    let run = |part: fn(f32) -> f32| {
        let mut water = pool("spring", 30, 20, &[]);
        // Each value fills several columns, and the map has the size of the pool, so that it is not resampled.
        let map = Grid::from_fn(30, 20, |column, _| {
            part([0.5, -3.0, 7.0, f32::NAN][column / 8])
        });
        water.set_map("stiffness_map", Some(&map)).unwrap();
        water.set_map("viscosity_map", Some(&map)).unwrap();
        water.set_state(&rough(30, 20));
        for _ in 0..50 {
            water.step();
        }
        bits(&State::of(&*water))
    };
    let clamped = run(|part| {
        if part.is_nan() {
            1.0
        } else {
            part.clamp(0.0, 1.0)
        }
    });
    assert!(run(|part| part) == clamped);
    assert!(run(|_| 1.0) != clamped, "maps have no effect");
}

#[test]
fn a_stone_lowers_the_surface_without_velocity() {
    let mut water = pool("spring", 30, 20, &[]);
    water.disturb(&Disturbance::stone(middle(), 4.0, 100.0));
    assert!(water.velocity().cells().iter().all(|&speed| speed == 0.0));
    let bottom = -100.0 * f64::from(METRES_PER_WEIGHT) * gaussian_depth();
    let middle = f64::from(heights(&*water)[(15, 10)]);
    assert!(
        (middle / bottom - 1.0).abs() < 1e-6,
        "{middle} for {bottom}"
    );
    assert!(!water.is_calm());
}
