//! Energy is conserved without absorption and never grows.

use super::{choose, courant, heights, highest, pool, wall};
use waterlab_core::grid::Grid;
use waterlab_core::parameter::Value;
use waterlab_core::pool::{Disturbance, Fraction, Wave};
use waterlab_core::water::Water;

const DEPTH: f64 = 0.04;

/// The energy that the scheme conserves, with the surface h and the surface h⁻ of the sub-step before:
/// Σ (h − h⁻)²/C + Σ over neighbours p·(h − h')·(h⁻ − h⁻'), with the C of the full depth, and p the harmonic mean of both
/// relative depths, 0 toward dry land. Cells beyond free edges and walls are no neighbours; fixed walls are neighbours at 0
/// with the depth of the water before them. In the printed form C is that of the cell, p is 1, and dry land is a neighbour
/// at 0.
fn energy(water: &Wave, fixed_walls: bool) -> f64 {
    let sub_steps = f64::from(water.sub_steps());
    let (now, velocity, open) = (heights(water), water.velocity(), water.obstruction());
    let depth = water.depth().expect("a depth");
    let cell = |column: usize, row: usize| {
        let h = f64::from(now[(column, row)]);
        (h, h - f64::from(velocity[(column, row)]) / sub_steps)
    };
    let printed = water.settings().get("form") == Some(Value::Choice(1));
    let part = |column: usize, row: usize| f64::from(depth[(column, row)]) / DEPTH;
    let mut energy = 0.0;
    for row in 0..now.rows() {
        for column in 0..now.columns() {
            let (h, before) = cell(column, row);
            let own = if printed { part(column, row) } else { 1.0 };
            let c = courant(water, DEPTH * own);
            if h != before {
                energy += (h - before).powi(2) / c;
            }
            for (column2, row2) in [(column + 1, row), (column, row + 1)] {
                if column2 == now.columns() || row2 == now.rows() {
                    continue;
                }
                let solid = [open[(column, row)] == 0.0, open[(column2, row2)] == 0.0];
                if solid.contains(&true) && !fixed_walls {
                    continue;
                }
                let (one, other) = (part(column, row), part(column2, row2));
                let face = match solid {
                    _ if printed => 1.0,
                    [true, _] => other,
                    [_, true] => one,
                    _ if one * other == 0.0 => 0.0,
                    _ => 2.0 * one * other / (one + other),
                };
                let (h2, before2) = cell(column2, row2);
                energy += face * (h - h2) * (before - before2);
            }
        }
    }
    energy
}

/// Water with a wall, a depth map with a dry corner, and a stone.
fn disturbed(edges: &str, walls: &str, form: &str) -> Wave {
    let mut water = pool(48, 40, DEPTH, edges);
    choose(&mut water, "walls", walls);
    choose(&mut water, "form", form);
    let map = Grid::from_fn(48, 40, |column, row| {
        ((column + row) as f32 / 40.0 - 0.1).clamp(0.0, 1.0)
    });
    water.set_map("depth_map", Some(&map)).expect("a map");
    wall(&mut water, 30..33, |row| {
        row >= 8 && !(18..22).contains(&row)
    });
    // Far from the wall, since the energy near a stone fluctuates.
    let at = Fraction::new(0.28, 0.5).expect("inside");
    water.disturb(&Disturbance::stone(at, 6.0, 100.0));
    water
}

#[test]
fn without_damping_reflecting_edges_and_walls_conserve_energy() {
    for edges in ["free", "fixed"] {
        for (walls, form) in [
            ("free", "conservative"),
            ("fixed", "conservative"),
            ("free", "printed"),
            ("fixed", "printed"),
        ] {
            let mut water = disturbed(edges, walls, form);
            let before = energy(&water, walls == "fixed");
            for step in 1..=3000 {
                water.step();
                if step % 100 == 0 {
                    let ratio = energy(&water, walls == "fixed") / before;
                    assert!(
                        (ratio - 1.0).abs() < 2e-4,
                        "{edges} edges, {walls} walls, {form}, step {step}: {ratio}"
                    );
                }
            }
        }
    }
}

#[test]
fn absorbing_edges_and_walls_remove_all_energy_and_return_none() {
    for (edges, walls) in [
        ("absorbing", "free"),
        ("absorbing", "fixed"),
        ("free", "absorbing"),
        ("fixed", "absorbing"),
        ("absorbing", "absorbing"),
    ] {
        let mut water = disturbed(edges, walls, "conservative");
        let first = energy(&water, walls == "fixed");
        let high = highest(&water);
        let mut lowest = first;
        for step in 1..=6000 {
            water.step();
            if step % 10 == 0 {
                let now = energy(&water, walls == "fixed");
                assert!(
                    now < lowest + 0.01 * first,
                    "{edges} edges, {walls} walls, step {step}: {}",
                    now / first
                );
                lowest = lowest.min(now);
            }
        }
        assert!(
            lowest < 1e-3 * first,
            "{edges}, {walls}: {}",
            lowest / first
        );
        assert!(highest(&water) < 0.1 * high);
    }
}

#[test]
fn a_change_of_the_time_step_keeps_heights_and_velocities() {
    let mut water = disturbed("free", "free", "conservative");
    for _ in 0..100 {
        water.step();
    }
    let speed = |water: &Wave| {
        let seconds = water.time_step().expect("seconds") as f32;
        let velocity = water.velocity();
        Grid::from_fn(48, 40, |column, row| velocity[(column, row)] / seconds)
    };
    let (height, fast) = (heights(&water), speed(&water));
    for time_step in [1.0 / 240.0, 1.0 / 30.0, 0.1] {
        super::set(&mut water, "time_step", time_step);
        assert_eq!(heights(&water), height);
        for (now, before) in speed(&water).cells().iter().zip(fast.cells()) {
            assert!((now - before).abs() <= 1e-5 * before.abs(), "{time_step}");
        }
    }
}
