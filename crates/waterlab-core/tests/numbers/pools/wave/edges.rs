//! What edges and walls make of a wave: turn it over, turn it round, let it go.

use super::{SHALLOW, choose, courant, heights, omega, pool, put, wall, walls};
use std::f64::consts::PI;
use waterlab_core::pool::{Disturbance, Fraction, Wave};
use waterlab_core::water::Water;

/// Sends a straight crest 1 mm high toward higher columns, and tells the height that comes back, as a part of the crest's,
/// when it is again where it began. It meets its end `way` cells from there.
fn echo(water: &mut Wave, start: f64, way: f64) -> f64 {
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
    let steps = (2.0 * way / speed).round() as usize;
    for _ in 0..steps {
        water.step();
    }
    let heights = heights(water);
    // The returning crest is the highest or lowest there is about its place; where none is, that is next to nothing.
    let near = &heights.row(middle)[start as usize - 15..start as usize + 15];
    let height = near.iter().fold(0.0_f32, |most, &height| {
        if height.abs() > most.abs() {
            height
        } else {
            most
        }
    });
    f64::from(height) / 1e-3
}

#[test]
fn a_crest_returns_as_a_crest_from_a_free_edge_as_a_trough_from_a_fixed_one_and_not_from_an_absorbing_one()
 {
    for (edges, wanted, within) in [
        ("free", 1.0, 0.03),
        ("fixed", -1.0, 0.03),
        ("absorbing", 0.0, 0.01),
    ] {
        let mut water = pool(100, 240, SHALLOW, edges);
        let got = echo(&mut water, 50.0, 49.5);
        assert!((got - wanted).abs() < within, "{edges}: {got}");
    }
}

#[test]
fn a_crest_returns_from_walls_as_from_edges() {
    for (walls, wanted, within) in [
        ("free", 1.0, 0.03),
        ("fixed", -1.0, 0.03),
        ("absorbing", 0.0, 0.01),
    ] {
        for thickness in [1, 5] {
            let mut water = pool(160, 240, SHALLOW, "free");
            choose(&mut water, "walls", walls);
            wall(&mut water, 100..100 + thickness, |_| true);
            let got = echo(&mut water, 50.0, 49.5);
            assert!((got - wanted).abs() < within, "{walls}: {got}");
            let beyond = heights(&water);
            for row in 0..240 {
                let dry = beyond.row(row)[100..].iter().all(|&height| height == 0.0);
                assert!(dry, "{walls}: something came through");
            }
        }
    }
}

/// A packet of waves of 1 mm about `at`, `width` cells wide, on its way along `k`.
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

/// The largest height that an end returns, as a part of the amplitude, of a packet that meets it at `angle` degrees from a
/// right one: what differs from a pool so long that the packet meets no end. `near` makes the pool of so many cells, with its
/// end at the highest columns; the first `clear` cells before it are not looked at.
fn returned(near: impl Fn(i64, i64) -> Wave, angle: f64, wavelength: f64, clear: usize) -> f64 {
    let angle = angle.to_radians();
    let width = 2.0 * wavelength;
    let long = (8.0 * width) as i64;
    // So far that nothing of it lies beyond the end when it sets out.
    let way = 4.0 * width / angle.cos();
    let tall = (8.0 * width + 2.0 * way * angle.sin()) as i64;
    let k = [angle.cos(), angle.sin()].map(|part| part * 2.0 * PI / wavelength);
    // The middle of the packet meets the middle of the end.
    let at = [
        long as f64 - way * angle.cos(),
        tall as f64 / 2.0 - way * angle.sin(),
    ];
    let (mut near, mut far) = (near(long, tall), pool(2 * long, tall, SHALLOW, "absorbing"));
    packet(&mut near, at, k, width);
    packet(&mut far, at, k, width);
    let steps = (2.0 * way / courant(&near, SHALLOW).sqrt()) as usize;
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
fn an_absorbing_edge_returns_less_than_one_part_in_a_hundred_up_to_60_degrees() {
    let edge = |columns, rows| pool(columns, rows, SHALLOW, "absorbing");
    for angle in [0.0, 30.0, 60.0] {
        for wavelength in [6.0, 12.0] {
            let got = returned(edge, angle, wavelength, 0);
            assert!(got < 0.01, "{angle}°, {wavelength} cells: {got}");
        }
    }
}

#[test]
fn an_absorbing_wall_returns_what_a_matched_impedance_does_however_thin_it_is() {
    let walled = |columns: i64, rows: i64| {
        let mut water = pool(columns + 20, rows, SHALLOW, "absorbing");
        choose(&mut water, "walls", "absorbing");
        wall(&mut water, columns as usize..columns as usize + 1, |_| true);
        water
    };
    // h_t + c·∂h/∂n = 0 returns (1 − cos θ)/(1 + cos θ).
    for angle in [0.0_f64, 45.0, 60.0] {
        let cosine = angle.to_radians().cos();
        let wanted = (1.0 - cosine) / (1.0 + cosine);
        let got = returned(walled, angle, 12.0, 0);
        assert!((got - wanted).abs() < 0.03, "{angle}°: {got} for {wanted}");
    }
}

/// Cells around the pool in the open water that it is compared with, so many that nothing returns from its ends in time.
const OPEN: usize = 120;

/// What a disturbance leaves in a pool of 64 × 64 cells that `near` makes, at worst within 300 steps, beyond what the same
/// leaves in open water, in the cells that are looked at: as a part of how deep the disturbance is. `from` and `to` are cells.
fn differs_from_open_water(
    near: impl Fn() -> Wave,
    (from, to): ([usize; 2], [usize; 2]),
    radius: f64,
    looked_at: impl Fn(usize, usize) -> bool,
) -> f64 {
    let weight = -300;
    let mut near = near();
    let mut far = pool(64 + 2 * OPEN as i64, 64 + 2 * OPEN as i64, SHALLOW, "free");
    for (water, margin) in [(&mut near, 0), (&mut far, OPEN)] {
        let size = water.size();
        let place = |[column, row]: [usize; 2]| {
            let part = |at: usize, count: usize| ((at + margin) as f64 + 0.5) / count as f64;
            Fraction::clamped(part(column, size.columns()), part(row, size.rows()))
        };
        water.disturb(&Disturbance::stroke(place(from), place(to), radius, weight));
    }
    let mut worst = 0_f32;
    for step in 0..300 {
        near.step();
        far.step();
        if step % 5 == 0 {
            let (near, far) = (heights(&near), heights(&far));
            for (column, row) in (0..64).flat_map(|row| (0..64).map(move |column| (column, row))) {
                if looked_at(column, row) {
                    let open = far[(column + OPEN, row + OPEN)];
                    worst = worst.max((near[(column, row)] - open).abs());
                }
            }
        }
    }
    f64::from(worst) / (300.0 / 2048.0 * crate::pools::measure::gaussian_depth())
}

#[test]
fn wherever_a_stone_or_a_stroke_falls_absorbing_edges_leave_what_open_water_does() {
    let edge = || pool(64, 64, SHALLOW, "absorbing");
    // In the corner, on the edge, across it, along it, in the middle; the last larger than any margin at rest.
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

/// What a stone at worst leaves before absorbing walls beyond what it does in open water, in the cells that are looked at.
fn differs_before(
    is_solid: impl Fn(f64, f64) -> bool,
    (at, radius): ([usize; 2], f64),
    looked_at: impl Fn(f64, f64) -> bool,
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
        looked_at(column, row) && !is_solid(column, row)
    })
}

#[test]
fn walls_of_most_shapes_return_less_than_a_part_in_20_of_a_stone_and_diagonal_ones_a_part_in_5() {
    let round = |at: f64, radius: f64| move |c: f64, r: f64| (c - at).hypot(r - at) - radius;
    let (room, pillar) = (round(20.0, 30.0), round(58.0, 35.0));
    type Shape<'a> = &'a dyn Fn(f64, f64) -> bool;
    let shapes: [(&str, Shape); 7] = [
        ("straight", &|c, _| c >= 50.0),
        ("1:1", &|c, r| c + r >= 45.0),
        ("1:2", &|c, r| c + (r / 2.0).floor() >= 45.0),
        ("1:7", &|c, r| c + (r / 7.0).floor() >= 45.0),
        ("corner", &|c, r| c >= 45.0 || r >= 45.0),
        ("round room", &|c, r| room(c, r) >= 0.0),
        ("pillar", &|c, r| pillar(c, r) <= 0.0),
    ];
    for (name, is_solid) in shapes {
        for stone in [([10, 10], 5.0), ([20, 20], 4.0), ([14, 24], 3.0)] {
            // Not in the shadow of the pillar.
            let looked_at = |c: f64, r: f64| name != "pillar" || c + r < 56.0;
            let got = differs_before(is_solid, stone, looked_at);
            let bound = if name == "1:1" { 0.2 } else { 0.05 };
            assert!(got < bound, "{name}, {stone:?}: {got}");
        }
    }
}

#[test]
fn a_scene_in_a_mirror_gives_the_same_in_the_mirror() {
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
        water.disturb(&Disturbance::stone(at, 4.0, 300));
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
fn what_falls_before_an_absorbing_wall_is_not_felt_behind_it() {
    for column in [10, 20, 36] {
        let mut water = pool(80, 40, SHALLOW, "free");
        choose(&mut water, "walls", "absorbing");
        wall(&mut water, 40..41, |_| true);
        let at = |v| Fraction::clamped((f64::from(column) + 0.5) / 80.0, v);
        water.disturb(&Disturbance::stroke(at(0.0), at(1.0), 3.0, 300));
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
