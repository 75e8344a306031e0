//! Exact iWave between walls: the masked recurrence, any time step, and stones.

use super::{NO_BOTTOM, assert_close, pool};
use crate::pools::iwave_pair::{apply_settings, stone};
use crate::pools::measure::{heights, highest};
use crate::pools::plain_cosine::{self, combined, frequencies, modes};
use crate::pools::plain_iwave::{GRAVITY, double};
use waterlab_core::grid::Grid;
use waterlab_core::pool::{Disturbance, Fraction, Obstacle, Obstruction, Size};
use waterlab_core::water::Water;

/// The brush of docs/models.md §6 around a single solid cell.
fn brush(dx: usize, dz: usize) -> f64 {
    match (dx, dz) {
        (0, 0) => 0.0,
        (0, 1) | (1, 0) => 0.5,
        (1, 1) => 0.75,
        _ => 1.0,
    }
}

fn post(size: Size, column: usize, row: usize) -> Obstruction {
    let mut obstruction = Obstruction::open(size);
    obstruction.add(&Obstacle::Disc {
        at: Fraction::clamped(
            (column as f64 + 0.5) / size.columns() as f64,
            (row as f64 + 0.5) / size.rows() as f64,
        ),
        radius: 0.9,
    });
    obstruction
}

#[test]
fn around_a_post_a_step_is_the_masked_recurrence() {
    for (time_step, damping) in [(0.1, 0.3), (3.0, 0.02)] {
        let size = Size::new(22, 15).expect("a size");
        let mut water = pool(22, 15, &[("time_step", time_step), ("damping", damping)]);
        water.set_obstacles(&post(size, 9, 7));
        let open = Grid::from_fn(22, 15, |x, z| brush(x.abs_diff(9), z.abs_diff(7)));
        water.disturb(&stone(0.7, 0.5, 4.0, 304));
        let cosine = {
            let mut cosine = frequencies(22, 15, GRAVITY, NO_BOTTOM);
            for omega in cosine.cells_mut() {
                *omega = (*omega * time_step).cos();
            }
            cosine
        };
        let decay = (-damping * time_step).exp();
        let mut now = double(&heights(&water));
        let mut before = now.clone();
        for step in 0..60 {
            water.step();
            now = combined(&now, &open, |height, open| height * open);
            let turned = combined(&modes(&now), &cosine, |mode, cosine| {
                2.0 * decay * mode * cosine
            });
            let next = combined(
                &plain_cosine::heights(&turned),
                &before,
                |turned, before| turned - decay * decay * before,
            );
            before = std::mem::replace(&mut now, combined(&next, &open, |h, open| h * open));
            assert_close(
                &heights(&water),
                &now,
                2e-5,
                &format!("{time_step} s, {step}"),
            );
            assert_eq!(heights(&water)[(9, 7)], 0.0);
        }
        assert!(highest(&water) > 1e-3, "there are no waves");
    }
}

#[test]
fn a_stone_stops_the_flow_as_far_from_walls_as_in_open_water() {
    let size = Size::new(48, 40).expect("a size");
    let values = [("time_step", 0.01), ("damping", 0.0)];
    let mut open = pool(48, 40, &values);
    let mut walled = pool(48, 40, &values);
    walled.set_obstacles(&post(size, 46, 38));
    let mut middle = [0.0; 2];
    for (water, middle) in [&mut open, &mut walled].into_iter().zip(&mut middle) {
        water.disturb(&stone(0.25, 0.3, 5.0, 900));
        for _ in 0..60 {
            water.step();
        }
        // A stone as deep as the water is already only slows it.
        let (height, velocity) = (heights(water)[(12, 12)], water.velocity()[(12, 12)]);
        assert!(velocity.abs() > 0.001, "too slow: {velocity}");
        let weight = -(height * 2048.0).round() as i16;
        water.disturb(&stone(0.25, 0.3, 5.0, weight));
        let ratio = water.velocity()[(12, 12)] / velocity;
        assert!((0.0..0.2).contains(&ratio), "{ratio} of it remains");
        let before = heights(water)[(12, 12)];
        water.step();
        *middle = heights(water)[(12, 12)] - before;
    }
    // Open water keeps its mean level, while between walls the stopped flow moves the whole water.
    assert!((middle[0] - middle[1]).abs() < 1.5e-4, "{middle:?}");
}

#[test]
fn between_walls_any_time_step_is_stable_and_the_water_settles() {
    for time_step in [0.05, 1.0, 10.0] {
        let size = Size::new(20, 20).expect("a size");
        let mut water = pool(20, 20, &[("time_step", time_step), ("damping", 0.0)]);
        let mut walls = post(size, 5, 5);
        walls.add(&Obstacle::Stroke {
            from: Fraction::clamped(0.6, 0.1),
            to: Fraction::clamped(0.6, 0.7),
            radius: 1.2,
        });
        water.set_obstacles(&walls);
        water.disturb(&stone(0.2, 0.7, 4.0, 2000));
        let start = highest(&water);
        for _ in 0..3000 {
            water.step();
            assert!(highest(&water) < 4.0 * start, "{time_step} s");
        }
        apply_settings(&mut water, &[("damping", 1.0)]);
        let steps = (0..10_000).take_while(|_| {
            water.step();
            !water.is_calm()
        });
        assert!(steps.count() < 1000, "{time_step} s");
        assert_eq!(highest(&water), 0.0);
    }
}

endurance!(
    around_a_wall_short_time_steps_of_slow_water_are_stable,
    6_000,
    60_000
);

fn around_a_wall_short_time_steps_of_slow_water_are_stable(steps: usize) {
    for (depth, gravity, damping) in [(0.001, 9.8, 0.05), (1.0, 0.1, 0.05), (0.001, 9.8, 0.0)] {
        let size = Size::new(13, 13).unwrap();
        let mut water = pool(
            13,
            13,
            &[
                ("depth", depth),
                ("gravity", gravity),
                ("damping", damping),
                ("time_step", 0.001),
            ],
        );
        let mut walls = Obstruction::open(size);
        walls.add(&Obstacle::Wall {
            from: Fraction::clamped(0.5, 0.0),
            to: Fraction::clamped(0.5, 0.7),
            thickness: 1.0,
        });
        water.set_obstacles(&walls);
        let at = Fraction::clamped(0.3, 0.4);
        water.disturb(&Disturbance::stone(at, 4.0, 1000.0));
        let (low, _) = water.heights().range();
        for step in 0..steps {
            water.step();
            if step % 500 == 0 {
                for height in heights(&water).cells() {
                    assert!(height.abs() < -1.5 * low, "{height} m after {step} steps");
                }
            }
        }
    }
}
