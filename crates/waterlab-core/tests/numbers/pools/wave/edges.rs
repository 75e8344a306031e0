//! Reflection, inversion and absorption of waves by edges and walls.

use super::{SHALLOW, SPACING, choose, courant, heights, omega, pool, put, wall, walls};
use std::f64::consts::PI;
use waterlab_core::pool::{Disturbance, Fraction, Size, Wave};
use waterlab_core::water::Water;

/// Sends a straight crest of 1 mm toward higher columns, which is reflected after `distance` cells. Returns the height of the
/// echo relative to the crest when it is back at the start.
fn echo(water: &mut Wave, start: f64, distance: f64) -> f64 {
    let courant = courant(water, SHALLOW);
    let speed = courant.sqrt();
    put(water, |column, _, time| {
        let x = column - start - speed * time;
        if x.abs() < 40.0 {
            1e-3 * (-x * x / (2.0 * 6.0 * 6.0)).exp()
        } else {
            0.0
        }
    });
    let middle = water.size().rows() / 2;
    let steps = (2.0 * distance / speed).round() as usize;
    for _ in 0..steps {
        water.step();
    }
    let heights = heights(water);
    // The echo is the extremum near the start.
    let near = &heights.row(middle)[start as usize - 15..start as usize + 15];
    let height = near.iter().fold(0.0_f32, |max, &height| {
        if height.abs() > max.abs() {
            height
        } else {
            max
        }
    });
    f64::from(height) / 1e-3
}

#[test]
fn edges_reflect_invert_or_absorb_a_crest() {
    for (edges, expected, within) in [
        ("free", 1.0, 0.03),
        ("fixed", -1.0, 0.03),
        ("absorbing", 0.0, 0.01),
    ] {
        let mut water = pool(100, 240, SHALLOW, edges);
        let got = echo(&mut water, 50.0, 49.5);
        assert!((got - expected).abs() < within, "{edges}: {got}");
    }
}

#[test]
fn walls_reflect_invert_or_absorb_a_crest() {
    for (walls, expected, within) in [
        ("free", 1.0, 0.03),
        ("fixed", -1.0, 0.03),
        ("absorbing", 0.0, 0.01),
    ] {
        for thickness in [1, 5] {
            let mut water = pool(160, 240, SHALLOW, "free");
            choose(&mut water, "walls", walls);
            wall(&mut water, 100..100 + thickness, |_| true);
            let got = echo(&mut water, 50.0, 49.5);
            assert!((got - expected).abs() < within, "{walls}: {got}");
            let beyond = heights(&water);
            for row in 0..240 {
                let dry = beyond.row(row)[100..].iter().all(|&height| height == 0.0);
                assert!(dry, "{walls}: the wave passed");
            }
        }
    }
}

/// Sets the state to a wave packet of 1 mm at `at`, `width` cells wide, that travels along `k`.
fn packet(water: &mut Wave, at: [f64; 2], k: [f64; 2], width: f64) {
    let omega = omega(courant(water, SHALLOW), k);
    let speed = omega / (k[0] * k[0] + k[1] * k[1]);
    put(water, |column, row, time| {
        let (x, z) = (column - at[0], row - at[1]);
        let phase = k[0] * x + k[1] * z - omega * time;
        let (x, z) = (x - speed * k[0] * time, z - speed * k[1] * time);
        1e-3 * phase.cos() * (-(x * x + z * z) / (2.0 * width * width)).exp()
    });
}

/// The largest reflected height, relative to the amplitude, of a packet with an angle of incidence of `angle` degrees: the
/// difference from a pool that is so long that nothing is reflected. `near` makes a pool of the given size with the reflecting
/// end at the highest columns. The last `clear` cells are ignored.
fn reflected(near: impl Fn(i64, i64) -> Wave, angle: f64, wavelength: f64, clear: usize) -> f64 {
    let angle = angle.to_radians();
    let width = 2.0 * wavelength;
    let long = (8.0 * width) as i64;
    // So far that the packet starts completely inside.
    let distance = 4.0 * width / angle.cos();
    let tall = (8.0 * width + 2.0 * distance * angle.sin()) as i64;
    let k = [angle.cos(), angle.sin()].map(|part| part * 2.0 * PI / wavelength);
    // The packet hits the middle of the end.
    let at = [
        long as f64 - distance * angle.cos(),
        tall as f64 / 2.0 - distance * angle.sin(),
    ];
    let (mut near, mut far) = (near(long, tall), pool(2 * long, tall, SHALLOW, "absorbing"));
    packet(&mut near, at, k, width);
    packet(&mut far, at, k, width);
    let steps = (2.0 * distance / courant(&near, SHALLOW).sqrt()) as usize;
    let mut largest = 0_f32;
    for step in 0..steps {
        near.step();
        far.step();
        if step % 5 == 0 {
            let (near, far) = (heights(&near), heights(&far));
            for row in tall as usize / 4..tall as usize * 3 / 4 {
                for column in long as usize / 2..long as usize - clear {
                    largest = largest.max((near[(column, row)] - far[(column, row)]).abs());
                }
            }
        }
    }
    f64::from(largest) / 1e-3
}

#[test]
fn an_absorbing_edge_reflects_less_than_1_percent_up_to_60_degrees() {
    let edge = |columns, rows| pool(columns, rows, SHALLOW, "absorbing");
    for angle in [0.0, 30.0, 60.0] {
        for wavelength in [6.0, 12.0] {
            let got = reflected(edge, angle, wavelength, 0);
            assert!(got < 0.01, "{angle}°, {wavelength} cells: {got}");
        }
    }
}

#[test]
fn an_absorbing_wall_reflects_like_a_matched_impedance() {
    let walled = |columns: i64, rows: i64| {
        let mut water = pool(columns + 20, rows, SHALLOW, "absorbing");
        choose(&mut water, "walls", "absorbing");
        wall(&mut water, columns as usize..columns as usize + 1, |_| true);
        water
    };
    // h_t + c·∂h/∂n = 0 reflects (1 − cos θ)/(1 + cos θ).
    for angle in [0.0_f64, 45.0, 60.0] {
        let cosine = angle.to_radians().cos();
        let expected = (1.0 - cosine) / (1.0 + cosine);
        let got = reflected(walled, angle, 12.0, 0);
        assert!(
            (got - expected).abs() < 0.03,
            "{angle}°: {got} for {expected}"
        );
    }
}

/// Cells around the pool in the open water for comparison, so many that no reflection returns in time.
const OPEN: usize = 120;

/// The largest difference between a pool of 64 × 64 cells, made by `near`, and open water within 300 steps after the same
/// stroke, in the compared cells, relative to the depth of the stroke. `from` and `to` are cells.
fn differs_from_open_water(
    near: impl Fn() -> Wave,
    (from, to): ([usize; 2], [usize; 2]),
    radius: f64,
    compared: impl Fn(usize, usize) -> bool,
) -> f64 {
    // As deep in either pool: a weight is measured by the pool's length.
    let weight = |size: Size| -300.0 * 64.0 / size.columns().max(size.rows()) as f32;
    let mut near = near();
    let mut far = pool(64 + 2 * OPEN as i64, 64 + 2 * OPEN as i64, SHALLOW, "free");
    for (water, margin) in [(&mut near, 0), (&mut far, OPEN)] {
        let size = water.size();
        let place = |[column, row]: [usize; 2]| {
            let part = |at: usize, count: usize| ((at + margin) as f64 + 0.5) / count as f64;
            Fraction::clamped(part(column, size.columns()), part(row, size.rows()))
        };
        water.disturb(&Disturbance::stroke(
            place(from),
            place(to),
            radius,
            weight(size),
        ));
    }
    let mut worst = 0_f32;
    for step in 0..300 {
        near.step();
        far.step();
        if step % 5 == 0 {
            let (near, far) = (heights(&near), heights(&far));
            for (column, row) in (0..64).flat_map(|row| (0..64).map(move |column| (column, row))) {
                if compared(column, row) {
                    let open = far[(column + OPEN, row + OPEN)];
                    worst = worst.max((near[(column, row)] - open).abs());
                }
            }
        }
    }
    let half_length = 0.5 * 64.0 * SPACING;
    f64::from(worst) / (300.0 / 2048.0 * half_length * crate::pools::measure::gaussian_depth())
}

#[test]
fn absorbing_edges_act_like_open_water_for_any_stone_or_stroke() {
    let edge = || pool(64, 64, SHALLOW, "absorbing");
    // In the corner, on the edge, across it, in the middle, along it; the last is larger than the margin.
    for (from, to, radius) in [
        ([63, 1], [63, 1], 7.0),
        ([0, 0], [0, 0], 2.0),
        ([32, 0], [32, 0], 12.0),
        ([30, 33], [30, 33], 4.0),
        ([3, 6], [3, 58], 3.0),
        ([0, 20], [40, 63], 2.5),
        ([2, 2], [2, 2], 40.0),
    ] {
        let got = differs_from_open_water(edge, (from, to), radius, |_, _| true);
        assert!(got < 0.02, "{from:?} to {to:?}, radius {radius}: {got}");
    }
}

/// The largest difference between open water and a pool with absorbing walls after a stone, in the compared cells.
fn differs_before(
    is_solid: impl Fn(f64, f64) -> bool,
    (at, radius): ([usize; 2], f64),
    compared: impl Fn(f64, f64) -> bool,
) -> f64 {
    let near = || {
        let mut water = pool(64, 64, SHALLOW, "absorbing");
        choose(&mut water, "walls", "absorbing");
        walls(&mut water, |column, row| {
            is_solid(column as f64, row as f64)
        });
        water
    };
    differs_from_open_water(near, (at, at), radius, |column, row| {
        let (column, row) = (column as f64, row as f64);
        compared(column, row) && !is_solid(column, row)
    })
}

#[test]
fn absorbing_walls_reflect_less_than_5_percent_and_diagonal_ones_20() {
    let round = |at: f64, radius: f64| move |c: f64, r: f64| (c - at).hypot(r - at) - radius;
    let (basin, pillar) = (round(20.0, 30.0), round(58.0, 35.0));
    type Shape<'a> = &'a dyn Fn(f64, f64) -> bool;
    let shapes: [(&str, Shape); 7] = [
        ("straight", &|c, _| c >= 50.0),
        ("1:1", &|c, r| c + r >= 45.0),
        ("1:2", &|c, r| c + (r / 2.0).floor() >= 45.0),
        ("1:7", &|c, r| c + (r / 7.0).floor() >= 45.0),
        ("corner", &|c, r| c >= 45.0 || r >= 45.0),
        ("round basin", &|c, r| basin(c, r) >= 0.0),
        ("pillar", &|c, r| pillar(c, r) <= 0.0),
    ];
    for (name, is_solid) in shapes {
        for stone in [([10, 10], 5.0), ([20, 20], 4.0), ([14, 24], 3.0)] {
            // Not in the shadow of the pillar.
            let compared = |c: f64, r: f64| name != "pillar" || c + r < 56.0;
            let got = differs_before(is_solid, stone, compared);
            let bound = if name == "1:1" { 0.2 } else { 0.05 };
            assert!(got < bound, "{name}, {stone:?}: {got}");
        }
    }
}

#[test]
fn a_mirrored_scene_gives_mirrored_waves() {
    let run = |mirror: [bool; 2]| {
        let mut water = pool(80, 60, SHALLOW, "free");
        choose(&mut water, "walls", "absorbing");
        let place = |column: usize, row: usize| {
            let turned =
                |at: usize, count: usize, mirror: bool| if mirror { count - 1 - at } else { at };
            (turned(column, 80, mirror[0]), turned(row, 60, mirror[1]))
        };
        walls(&mut water, |column, row| {
            let (column, row) = place(column, row);
            let slits =
                (30..33).contains(&column) && !(15..20).contains(&row) && !(40..46).contains(&row);
            slits || (column as f64 - 60.0).hypot(row as f64 - 20.0) < 7.0 || column + row > 125
        });
        let (column, row) = place(12, 21);
        let at = Fraction::clamped((column as f64 + 0.5) / 80.0, (row as f64 + 0.5) / 60.0);
        water.disturb(&Disturbance::stone(at, 4.0, 300.0));
        (0..300)
            .map(|_| {
                water.step();
                let heights = heights(&water);
                waterlab_core::grid::Grid::from_fn(80, 60, |column, row| {
                    heights[place(column, row)]
                })
            })
            .collect::<Vec<_>>()
    };
    let straight = run([false, false]);
    for mirror in [[true, false], [false, true], [true, true]] {
        let mirrored = run(mirror);
        for (step, (one, other)) in straight.iter().zip(&mirrored).enumerate() {
            let top = one.cells().iter().fold(0.0_f32, |top, h| top.max(h.abs()));
            let pairs = one.cells().iter().zip(other.cells());
            let worst = pairs.fold(0.0_f32, |worst, (a, b)| worst.max((a - b).abs()));
            assert!(
                worst < 0.01 * top,
                "{mirror:?}, step {step}: {worst} of {top}"
            );
        }
    }
}

#[test]
fn absorbing_walls_transmit_nothing() {
    for column in [10, 20, 36] {
        let mut water = pool(80, 40, SHALLOW, "free");
        choose(&mut water, "walls", "absorbing");
        wall(&mut water, 40..41, |_| true);
        let at = |v| Fraction::clamped((f64::from(column) + 0.5) / 80.0, v);
        water.disturb(&Disturbance::stroke(at(0.0), at(1.0), 3.0, 300.0));
        for _ in 0..200 {
            water.step();
        }
        let heights = heights(&water);
        for row in 0..40 {
            let dry = heights.row(row)[40..].iter().all(|&height| height == 0.0);
            assert!(dry, "column {column}");
        }
    }
}
