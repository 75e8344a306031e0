//! What must hold for any water over any ground: symmetry, no negative depth, water accounted for.

use super::{choose, pool, run};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use waterlab_core::grid::Grid;
use waterlab_core::parameter::Value;
use waterlab_core::pool::{
    Disturbance, Earthwork, Fraction, GroundChange, Obstacle, Obstruction, Patch, Size,
};
use waterlab_core::shallow::Shallow;
use waterlab_core::water::Water;

fn place(u: f64, v: f64) -> Fraction {
    Fraction::new(u, v).unwrap()
}

/// No depth is below 0 and nothing is not a number.
fn assert_sound(water: &Shallow, about: &str) {
    let depth = water.water_depth().expect("it has ground");
    assert!(
        depth.cells().iter().all(|cell| (0.0..1e6).contains(cell)),
        "{about}"
    );
    assert!(water.heights().to_metres().is_finite(), "{about}");
    for flow in water.discharge() {
        assert!(flow.is_finite(), "{about}");
    }
}

#[test]
fn a_symmetric_dam_break_stays_symmetric_to_the_bit() {
    const SIDE: usize = 131;
    let bed =
        |x: f64, z: f64| -0.4 + 0.9 * (-((x - 6.55).powi(2) + (z - 6.55).powi(2)) / 3.0).exp();
    let level = |x: f64, z: f64| {
        let away = (x - 6.55).abs().max((z - 6.55).abs());
        if away > 4.5 { 0.5 } else { -0.3 }
    };
    let mut water = pool((SIDE, SIDE), 13.1, bed, level);
    water.set("manning", Value::Real(0.02)).unwrap();
    for second in 1..=4 {
        run(&mut water, 1.0);
        let heights = water.heights().to_metres();
        let [x, z] = water.discharge();
        for row in 0..SIDE {
            for column in 0..SIDE {
                let (last, at) = (SIDE - 1, (column, row));
                let mirrored = (last - column, row);
                assert_eq!(heights[at], heights[mirrored], "{second} s, {at:?}");
                assert_eq!(x[at], -x[mirrored], "{second} s, {at:?}");
                assert_eq!(z[at], z[mirrored], "{second} s, {at:?}");
                // Along x as along z.
                assert_eq!(heights[at], heights[(row, column)], "{second} s, {at:?}");
                assert_eq!(x[at], z[(row, column)], "{second} s, {at:?}");
            }
        }
    }
}

#[test]
fn a_dam_break_through_a_slit_and_round_a_pillar_keeps_its_water() {
    let level = |x: f64, _| if x < 4.0 { 1.0 } else { -1.0 };
    let mut water = pool((160, 96), 16.0, |x, z| 0.02 * (x + z).sin(), level);
    let mut walls = Obstruction::open(Size::new(160, 96).unwrap());
    for (from, to) in [((0.26, 0.0), (0.26, 0.44)), ((0.26, 0.56), (0.26, 1.0))] {
        walls.add(&Obstacle::Wall {
            from: place(from.0, from.1),
            to: place(to.0, to.1),
            thickness: 3.0,
        });
    }
    walls.add(&Obstacle::Disc {
        at: place(0.5, 0.48),
        radius: 6.0,
    });
    water.set_obstacles(&walls);
    let before = water.volume();
    for step in 0..600 {
        water.step();
        assert_sound(&water, &format!("step {step}"));
        let depth = water.water_depth().expect("it has ground");
        let solid = walls.cells();
        for (depth, open) in depth.cells().iter().zip(solid.cells()) {
            assert!(*open > 0.5 || *depth == 0.0, "water in a wall");
        }
    }
    assert!((water.volume() / before - 1.0).abs() < 1e-6);
    // It has come past the pillar.
    assert!(water.water_depth().unwrap()[(120, 48)] > 0.01);
}

#[test]
fn springs_drains_and_rain_are_accounted_for() {
    let mut water = pool(
        (80, 60),
        8.0,
        |x, z| 0.3 * (x * 1.3).sin() * z.cos(),
        |_, _| 0.1,
    );
    let spring = Disturbance::stroke(place(0.2, 0.3), place(0.2, 0.3), 3.0, 0.0);
    let drain = Disturbance::stroke(place(0.7, 0.6), place(0.8, 0.6), 3.0, 0.0);
    let mut expected = water.volume();
    let half_length = 4.0;
    for step in 0..900 {
        water.pour(&spring, 0.05 / 60.0);
        water.pour(&drain, -0.02 / 60.0);
        expected += 0.03 / 60.0;
        if step % 10 == 0 {
            let at = place(0.31, 0.77);
            let before = water.volume();
            water.disturb(&Disturbance::Drop {
                at,
                radius: 3.0,
                weight: 2.0,
            });
            // As much as a flat disc of its radius and depth.
            let disc = std::f64::consts::PI * (3.0_f64 * 0.1).powi(2) * 2.0 / 2048.0 * half_length;
            let added = water.volume() - before;
            assert!((added / disc - 1.0).abs() < 0.15, "{added} {disc}");
            expected += added;
        }
        water.step();
    }
    let error = (water.volume() / expected - 1.0).abs();
    assert!(error < 1e-6, "{error:e}");
    // A drain takes no more than there is.
    let before = water.volume();
    water.pour(&drain, -1e6);
    assert!(water.volume() < before);
    assert_sound(&water, "drained");
}

#[test]
fn stones_and_wave_makers_make_no_water() {
    let mut water = pool((64, 64), 2.0, |x, _| -0.15 + 0.1 * x, |_, _| 0.0);
    let before = water.volume();
    for step in 0..1200 {
        if step % 37 == 0 {
            let weight = if step % 2 == 0 { 90.0 } else { -90.0 };
            water.disturb(&Disturbance::stone(place(0.3, 0.5), 6.0, weight));
        }
        let added = |step: f64| (step / 40.0 * std::f64::consts::TAU).sin();
        let weight = 60.0 * (added(f64::from(step + 1)) - added(f64::from(step)));
        water.disturb(&Disturbance::Swell {
            from: place(0.7, 0.2),
            to: place(0.7, 0.8),
            radius: 4.0,
            weight: weight as f32,
        });
        water.step();
    }
    assert_sound(&water, "stirred");
    // What the wave maker still owes is at most a push.
    let change = water.volume() / before - 1.0;
    assert!(change.abs() < 0.02, "{change}");
}

/// Settings, ground, walls and pokes at random.
fn random_play(seed: u64, steps: usize) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut uniform = move |low: f64, high: f64| low + (high - low) * random.random::<f64>();
    let (columns, rows) = (uniform(3.0, 90.0) as usize, uniform(3.0, 90.0) as usize);
    let length = 10_f64.powf(uniform(-0.9, 2.9));
    let relief = length * uniform(0.0, 0.3);
    let [a, b, c] = [0, 1, 2].map(|_| uniform(0.5, 20.0) / length);
    let bed =
        move |x: f64, z: f64| relief * ((a * x).sin() * (b * z).cos() + 0.5 * (c * (x + z)).sin());
    let level = uniform(-1.5, 1.5) * relief;
    let mut water = pool((columns, rows), length, bed, |_, _| level);
    water
        .set("least_depth", Value::Real(10_f64.powf(uniform(-5.5, -1.5))))
        .unwrap();
    water
        .set("manning", Value::Real(uniform(-0.2, 0.5).max(0.0)))
        .unwrap();
    water
        .set("gravity", Value::Real(10_f64.powf(uniform(-1.5, 1.8))))
        .unwrap();
    for (key, most) in [("tide_height", 0.3), ("swell_height", 0.3), ("inflow", 0.2)] {
        water
            .set(key, Value::Real(uniform(0.0, most) * relief.min(50.0)))
            .unwrap();
    }
    for key in ["west", "east", "north", "south"] {
        let kinds = ["wall", "open", "level", "inflow"];
        choose(&mut water, key, kinds[uniform(0.0, 3.99) as usize]);
    }
    if uniform(0.0, 1.0) < 0.3 {
        choose(&mut water, "order", "first");
    }
    for step in 0..steps {
        let from = place(uniform(0.0, 1.0), uniform(0.0, 1.0));
        let to = place(uniform(0.0, 1.0), uniform(0.0, 1.0));
        let radius = uniform(0.0, 20.0);
        match (uniform(0.0, 60.0)) as usize {
            0 => water.disturb(&Disturbance::stone(
                from,
                radius,
                uniform(-2000.0, 2000.0) as f32,
            )),
            1 => water.disturb(&Disturbance::stroke(
                from,
                to,
                radius,
                uniform(-300.0, 300.0) as f32,
            )),
            2 => water.disturb(&Disturbance::Swell {
                from,
                to,
                radius,
                weight: uniform(-900.0, 900.0) as f32,
            }),
            3 => {
                let line = Disturbance::stroke(from, to, radius, 0.0);
                water.pour(&line, uniform(-1.0, 1.0) * length.powi(3) * 0.01);
            }
            4 => {
                let mut walls = Obstruction::open(water.size());
                walls.add(&Obstacle::Wall {
                    from,
                    to,
                    thickness: uniform(1.0, 6.0),
                });
                water.set_obstacles(&walls);
            }
            5 => {
                let dug = uniform(-1.0, 1.0) * relief;
                let ground = water.depth().unwrap().into_owned();
                let (left, right) = (from.u().min(to.u()), from.u().max(to.u()));
                let bed = Grid::from_fn(columns, rows, |column, row| {
                    let u = (column as f64 + 0.5) / columns as f64;
                    let here = f64::from(-ground[(column, row)]);
                    (if (left..right).contains(&u) {
                        0.5 * (here + dug)
                    } else {
                        here
                    }) as f32
                });
                water.set_map("bed_map", Some(&bed)).unwrap();
            }
            6 | 7 => {
                let metres = (uniform(-1.5, 1.5) * relief) as f32;
                let change = match uniform(0.0, 2.0) < 1.0 {
                    true => GroundChange::Raise(metres),
                    false => GroundChange::Dam(metres),
                };
                water.shape_ground(&Earthwork {
                    from,
                    to,
                    radius,
                    change,
                });
            }
            _ => {}
        }
        water.step();
        if step % 20 == 0 {
            assert_sound(&water, &format!("seed {seed}, step {step}"));
        }
    }
    assert_sound(&water, &format!("seed {seed}"));
}

#[test]
fn nothing_negative_comes_of_random_play() {
    for seed in 0..6 {
        random_play(seed, 400);
    }
}

/// An hour of it.
#[test]
#[ignore = "many steps: run by `make test-long`"]
fn nothing_negative_comes_of_random_play_over_many_steps() {
    for seed in 100..124 {
        random_play(seed, 9000);
    }
}

#[test]
fn a_body_lowers_the_water_by_the_pressure_it_exerts_and_leaves_none_behind() {
    let mut water = pool((64, 64), 2.0, |_, _| -0.3, |_, _| 0.0);
    water.set("damping", Value::Real(2.0)).unwrap();
    let patch = waterlab_core::pool::Patch {
        column: 24,
        row: 24,
        metres: Grid::from_fn(16, 16, |column, row| {
            let away = (column as f32 - 7.5).hypot(row as f32 - 7.5);
            0.02 * (1.0 - away / 8.0).max(0.0)
        }),
    };
    let before = water.volume();
    for _ in 0..1200 {
        water.press(&patch);
        water.step();
    }
    // w + p is level.
    let heights = water.heights().to_metres();
    let levels = [(31, 31), (28, 33), (8, 50)].map(|(column, row)| {
        let inside = (24..40).contains(&column) && (24..40).contains(&row);
        let pressure = if inside {
            patch.metres[(column - 24, row - 24)]
        } else {
            0.0
        };
        heights[(column, row)] + pressure
    });
    for level in levels {
        assert!((level - levels[2]).abs() < 2e-4, "{levels:?}");
    }
    assert!((water.volume() / before - 1.0).abs() < 1e-6);
}

#[cfg(feature = "rayon")]
#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let run_on = |threads: usize| {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads);
        threads.build().expect("threads").install(|| {
            let bed = |x: f64, z: f64| 0.4 * (0.7 * x).sin() * (0.9 * z).cos();
            let mut water = pool(
                (330, 270),
                33.0,
                bed,
                |x, _| if x < 9.0 { 0.9 } else { -0.1 },
            );
            choose(&mut water, "south", "open");
            run(&mut water, 0.5);
            (water.heights().to_metres(), water.hidden_state())
        })
    };
    let one = run_on(1);
    for threads in [2, 3, 7] {
        assert!(run_on(threads) == one, "{threads} threads");
    }
}

#[test]
fn the_column_over_a_cell_is_that_of_the_whole_water_and_is_drawn_along() {
    let mut water = pool((40, 30), 4.0, |x, _| 0.2 * x - 0.4, |_, _| 0.0);
    water.disturb(&Disturbance::stone(Fraction::clamped(0.3, 0.4), 5.0, 40.0));
    run(&mut water, 0.2);
    let (heights, depth) = (water.heights().to_metres(), water.water_depth().unwrap());
    let flow = water.flow().unwrap().velocity;
    for (column, row) in [(3, 4), (12, 12), (19, 3), (30, 20)] {
        let here = water.column(column, row).unwrap();
        assert_eq!(here.level, heights[(column, row)]);
        assert_eq!(here.depth, depth[(column, row)]);
        assert_eq!(here.velocity, [0, 1].map(|axis| flow[axis][(column, row)]));
    }
    assert_eq!(water.column(40, 0), None);
    // By half, where there is water.
    let patch = Patch {
        column: 12,
        row: -1,
        metres: Grid::new(20, 40, 0.5),
    };
    let before = water.column(12, 12).unwrap();
    let volume = water.volume();
    water.entrain(&patch, [0.6, -0.2]);
    let after = water.column(12, 12).unwrap();
    for (axis, target) in [0.6, -0.2].into_iter().enumerate() {
        let expected = 0.5 * (before.velocity[axis] + target);
        assert!((after.velocity[axis] - expected).abs() < 1e-6);
    }
    assert_eq!(water.column(30, 20).unwrap().velocity, [0.0; 2], "dry land");
    assert_eq!(water.volume(), volume);
    // Water at rest stays at rest.
    let mut water = pool((40, 30), 4.0, |_, _| -0.4, |_, _| 0.0);
    let revision = water.revision();
    water.entrain(&patch, [0.0; 2]);
    assert!(water.is_calm() && water.revision() == revision);
}
