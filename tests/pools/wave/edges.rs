//! What edges and walls make of a wave: turn it over, turn it round, let it go.

use super::{SHALLOW, choose, courant, heights, omega, pool, put, wall, walls};
use std::f64::consts::PI;
use waterlab::pool::{Disturbance, Fraction, Wave};
use waterlab::water::Water;

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
fn an_absorbing_wall_returns_as_little_however_thin_it_is() {
    let walled = |columns: i64, rows: i64| {
        let mut water = pool(columns + 20, rows, SHALLOW, "absorbing");
        choose(&mut water, "walls", "absorbing");
        wall(&mut water, columns as usize..columns as usize + 1, |_| true);
        water
    };
    for angle in [0.0, 45.0, 60.0] {
        for wavelength in [6.0, 12.0] {
            let got = returned(walled, angle, wavelength, 0);
            assert!(got < 0.01, "{angle}°, {wavelength} cells: {got}");
        }
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
    f64::from(worst) / (300.0 / 2048.0 * crate::measure::gaussian_depth())
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

#[test]
fn beside_an_absorbing_wall_a_stone_leaves_what_it_does_in_open_water() {
    let walled = || {
        let mut water = pool(64, 64, SHALLOW, "absorbing");
        choose(&mut water, "walls", "absorbing");
        wall(&mut water, 50..52, |_| true);
        water
    };
    for (from, to, radius) in [
        ([49, 30], [49, 30], 7.0),
        ([47, 2], [47, 2], 3.0),
        ([20, 32], [20, 32], 5.0),
        ([47, 10], [47, 54], 3.0),
    ] {
        let got = differs_from_open_water(walled, (from, to), radius, |column, _| column < 50);
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
fn walls_aslant_return_as_little_however_thin_they_are() {
    for thickness in [1.0, 100.0] {
        // Cells along the wall for each by which it is shifted.
        for slope in [1.0, 2.0, 3.0, 7.0] {
            let beyond = |column: f64, row: f64| column + (row / slope).floor() - 45.0;
            // Before the wall, beside it, and on it.
            let mut stones = vec![([10, 10], 5.0), ([14, 24], 5.0), ([2, 38], 3.0)];
            let at_the_wall = |row: usize| 44 - row / slope as usize;
            stones.push(([at_the_wall(20) - 2, 20], 4.0));
            stones.push(([at_the_wall(23), 23], 4.0));
            for stone in stones {
                let got = differs_before(
                    |column, row| (0.0..thickness).contains(&beyond(column, row)),
                    stone,
                    |column, row| beyond(column, row) < 0.0,
                );
                assert!(got < 0.02, "{thickness} thick, 1:{slope}, {stone:?}: {got}");
            }
        }
    }
}

#[test]
fn round_rooms_and_corners_that_absorb_return_as_little() {
    let round = |at: f64, radius: f64| move |c: f64, r: f64| (c - at).hypot(r - at) - radius;
    let (large, small) = (round(20.0, 30.0), round(20.0, 18.0));
    for stone in [([10, 10], 5.0), ([20, 20], 4.0), ([14, 24], 3.0)] {
        for (room, is_solid) in [
            (
                "corner",
                &(|c, r| c >= 45.0 || r >= 45.0) as &dyn Fn(f64, f64) -> bool,
            ),
            ("turned corner", &|c, r| c + r >= 60.0 || c + 12.0 <= r),
            ("60 across", &|c, r| large(c, r) >= 0.0),
            ("36 across", &|c, r| small(c, r) >= 0.0),
        ] {
            let got = differs_before(is_solid, stone, |_, _| true);
            assert!(got < 0.02, "{room}, {stone:?}: {got}");
        }
    }
}

#[test]
fn a_thick_pillar_returns_less_than_one_part_in_25() {
    let is_solid = |c: f64, r: f64| (c - 58.0).hypot(r - 58.0) <= 35.0;
    for stone in [([10, 10], 5.0), ([20, 20], 4.0), ([14, 24], 3.0)] {
        // Not in its shadow, where open water has what passes a pillar.
        let got = differs_before(is_solid, stone, |column, row| column + row < 56.0);
        assert!(got < 0.04, "{stone:?}: {got}");
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
