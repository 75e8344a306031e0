//! The coarse ripple, compared with an independent implementation in 64 bits and the dispersion relation of its recurrence.

use super::endurance::{mean, pool, rain, settles_within};
use super::iwave_pair::stone;
use super::measure::{counts, heights, highest};
use super::ripple::{check_frequencies, returning_crest};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use waterlab_core::grid::Grid;
use waterlab_core::parameter::Value;
use waterlab_core::pool::{
    Coarse, Disturbance, Fraction, METRES_PER_WEIGHT, Obstacle, Obstruction, Size, State,
};
use waterlab_core::water::Water;

/// docs/models.md §1a in 64 bits, with the outlet and wear. `None` is solid.
struct Reference {
    columns: i64,
    now: Vec<Option<i64>>,
    before: Vec<Option<i64>>,
    damping: u32,
    /// The nodes of each basin.
    basins: Vec<Vec<usize>>,
}

impl Reference {
    fn neighbours(&self, index: usize) -> Vec<i64> {
        let (column, row) = (index as i64 % self.columns, index as i64 / self.columns);
        [(-1, 0), (1, 0), (0, -1), (0, 1)]
            .into_iter()
            .map(|(x, z)| (column + x, row + z))
            .filter(|(column, row)| (0..self.columns).contains(column) && *row >= 0)
            .filter_map(|(column, row)| *self.now.get((row * self.columns + column) as usize)?)
            .collect()
    }

    /// The connected nodes of each basin.
    fn find_basins(&self) -> Vec<Vec<usize>> {
        let columns = self.columns as usize;
        let mut basins: Vec<Vec<usize>> = Vec::new();
        for index in (0..self.now.len()).filter(|&index| self.now[index].is_some()) {
            let (mut own, mut others) = (vec![index], Vec::new());
            for basin in basins {
                let joins = basin.iter().any(|&other| {
                    (other + 1 == index && index % columns != 0) || other + columns == index
                });
                if joins {
                    own.extend(basin);
                } else {
                    others.push(basin);
                }
            }
            others.push(own);
            basins = others;
        }
        basins
    }

    /// One step. With `removes_chequerboard`, the chequerboard mode is subtracted from both surfaces; with `wears`, every count moves
    /// toward 0.
    fn step(&mut self, removes_chequerboard: bool, wears: bool) {
        let part = 1 << self.damping;
        let next: Vec<_> = (0..self.now.len())
            .map(|index| {
                let previous = self.before[index]?;
                let around = self.neighbours(index);
                if around.is_empty() {
                    return Some(0);
                }
                let mean = (2 * around.iter().sum::<i64>()).div_euclid(around.len() as i64);
                let free = mean - previous;
                Some((free - free.div_euclid(part)).clamp(-32_768, 32_767))
            })
            .collect();
        self.before = std::mem::replace(&mut self.now, next);
        let basins = if removes_chequerboard {
            self.basins.clone()
        } else {
            Vec::new()
        };
        let columns = self.columns;
        let sign = move |index: usize| {
            let (column, row) = (index as i64 % columns, index as i64 / columns);
            if (column + row) % 2 == 0 { 1 } else { -1 }
        };
        for grid in [&mut self.now, &mut self.before] {
            for basin in &basins {
                let signed = |&index: &usize| sign(index) * grid[index].unwrap_or(0);
                let board = basin.iter().map(signed).sum::<i64>() / basin.len() as i64;
                for &index in basin.iter().filter(|_| board.abs() >= 64) {
                    let count = grid[index].map(|count| count - sign(index) * board);
                    grid[index] = count.map(|count| count.clamp(-32_768, 32_767));
                }
            }
            let mean = grid.iter().flatten().sum::<i64>() / grid.len() as i64;
            for count in grid.iter_mut().flatten() {
                let level = *count - (mean + mean.signum()) / 2;
                *count = level.clamp(-32_768, 32_767);
            }
        }
        if wears {
            for count in self.now.iter_mut().chain(&mut self.before).flatten() {
                *count -= count.signum();
            }
        }
    }
}

fn integers(values: &[(&'static str, i64)]) -> Vec<(&'static str, Value)> {
    let integer = |&(key, value)| (key, Value::Integer(value));
    values.iter().map(integer).collect()
}

fn coarse(columns: i64, rows: i64, values: &[(&'static str, i64)]) -> Box<dyn Water> {
    pool("coarse", columns, rows, &integers(values))
}

/// A closed-in corner and a wall across the pool.
fn walls(columns: i64, rows: i64) -> Obstruction {
    let mut obstruction = Obstruction::open(Size::new(columns, rows).unwrap());
    let mask = Grid::from_fn(columns as usize, rows as usize, |column, row| {
        let well = (column, row) == (1, 0) || (column, row) == (0, 1);
        let across = column * 2 == columns as usize && row % 5 != 2;
        if well || across { 0.0 } else { 1.0 }
    });
    obstruction.add(&Obstacle::Mask(mask.into()));
    obstruction
}

#[test]
fn the_coarse_ripple_equals_the_reference() {
    for (columns, rows) in [(64, 48), (33, 21), (3, 7), (100, 5), (36, 3)] {
        for (damping, coarseness) in [(1, 0), (4, 1), (5, 0), (5, 2), (9, 4), (15, 0), (15, 1)] {
            for walled in [false, true] {
                let values = [("coarseness", coarseness), ("damping", damping)];
                let mut water = coarse(columns, rows, &values);
                let nodes = counts(&*water);
                let (columns_of_nodes, count) = (nodes.columns() as i64, nodes.cells().len());
                let mut steps = 0;
                if walled {
                    water.set_obstacles(&walls(columns, rows));
                }
                let mut last = vec![Some(0); count];
                for round in 0..12 {
                    let (u, v) = (f64::from(round) / 11.0, f64::from(round * 5 % 12) / 11.0);
                    let weight = [100, -80, 3000, 1, -1, 12_000][round as usize % 6];
                    water.disturb(&stone(u, v, 4.5, weight));
                    // The stone is taken from the water itself; only the steps are compared.
                    let unit = f64::from(METRES_PER_WEIGHT);
                    let speeds = water.velocity().into_owned();
                    let open = water.obstruction().into_owned();
                    let now: Vec<_> = counts(&*water)
                        .cells()
                        .iter()
                        .zip(open.cells())
                        .map(|(&count, &open)| (open > 0.0).then_some(i64::from(count)))
                        .collect();
                    let before = now.iter().zip(speeds.cells()).map(|(now, &speed)| {
                        now.map(|now| now - (f64::from(speed) / unit).round() as i64)
                    });
                    let before = before.collect();
                    let mut reference = Reference {
                        columns: columns_of_nodes,
                        now,
                        before,
                        damping: damping as u32,
                        basins: Vec::new(),
                    };
                    reference.basins = reference.find_basins();
                    for step in 0..25 {
                        steps += i32::from(!water.is_calm());
                        water.step();
                        reference.step(steps % 8 == 0, steps % 32 == 0);
                        if water.is_calm() {
                            steps = 0;
                        }
                        let same = counts(&*water).cells().iter().zip(&reference.now);
                        assert!(
                            same.clone()
                                .all(|(&got, want)| i64::from(got) == want.unwrap_or(0)),
                            "{columns} × {rows}, damping {damping}, {round}, {step}"
                        );
                    }
                    last = reference.now;
                }
                assert!(last.len() == counts(&*water).cells().len());
            }
        }
    }
}

#[test]
fn a_stone_anywhere_moves_a_pool_of_any_size_and_coarseness() {
    for (columns, rows) in [(3, 3), (5, 4), (17, 31), (64, 48), (100, 3), (8192, 3)] {
        for coarseness in 0..=4 {
            for (u, v) in [(0.0, 0.0), (1.0, 1.0), (0.5, 0.5), (0.99, 0.01)] {
                let mut water = coarse(columns, rows, &[("coarseness", coarseness)]);
                water.disturb(&stone(u, v, 0.1, 100));
                let touched = counts(&*water)
                    .cells()
                    .iter()
                    .filter(|&&c| c == -400)
                    .count();
                assert_eq!(touched, 1, "{columns} × {rows}, {coarseness}");
                let heights = water.heights();
                let node = |f: f64, nodes: usize| ((f * nodes as f64) as usize).min(nodes - 1);
                let (column, row) = (node(u, heights.columns()), node(v, heights.rows()));
                assert_eq!(counts(&*water)[(column, row)], -400, "not where it fell");
                settles_within(&mut *water, 2000);
            }
        }
    }
}

#[test]
fn a_stone_reaches_a_free_edge() {
    let mut water = coarse(64, 48, &[("coarseness", 0)]);
    water.disturb(&stone(0.0, 0.0, 3.0, 100));
    assert_eq!(counts(&*water)[(0, 0)], -400);
    assert_eq!(counts(&*water)[(2, 2)], -400);
    assert_eq!(counts(&*water)[(3, 0)], 0);
}

#[test]
fn waves_follow_the_damped_recurrence() {
    check_frequencies(|damping| {
        let values = [
            ("coarseness", 1),
            ("damping", damping),
            ("fraction_bits", 4),
        ];
        coarse(512, 512, &values)
    });
}

#[test]
fn free_edges_and_walls_reflect_a_crest_as_a_crest() {
    let values = integers(&[("coarseness", 0), ("damping", 15), ("fraction_bits", 5)]);
    let mut water = pool("coarse", 120, 161, &values);
    let crest = returning_crest(&mut *water, 0);
    assert!((crest - 0.5).abs() < 0.1, "{crest}");
    let mut water = pool("coarse", 140, 161, &values);
    let mut obstruction = Obstruction::open(water.size());
    obstruction.add(&Obstacle::Mask(
        Grid::from_fn(140, 161, |column, _| if column < 20 { 0.0 } else { 1.0 }).into(),
    ));
    water.set_obstacles(&obstruction);
    let crest = returning_crest(&mut *water, 20);
    assert!((crest - 0.5).abs() < 0.1, "{crest}");
    assert!(
        heights(&*water).row(7)[..20]
            .iter()
            .all(|&height| height == 0.0)
    );
}

#[test]
fn a_node_without_open_neighbours_stays_at_rest() {
    let mut water = coarse(32, 24, &[("coarseness", 1)]);
    water.set_obstacles(&walls(32, 24));
    // The cells (1, 0) and (0, 1) are solid, and so is their block, node (0, 0).
    assert_eq!(water.obstruction()[(0, 0)], 0.0);
    let mut fine = coarse(32, 24, &[("coarseness", 0)]);
    fine.set_obstacles(&walls(32, 24));
    assert_eq!(
        fine.obstruction()[(0, 0)],
        0.0,
        "open, but without open neighbours"
    );
    fine.disturb(&stone(0.0, 0.0, 5.0, 100));
    for _ in 0..100 {
        assert_eq!(counts(&*fine)[(0, 0)], 0);
        fine.step();
    }
}

#[test]
fn basins_divided_by_a_wall_come_to_rest() {
    let mut obstruction = Obstruction::open(Size::new(48, 40).unwrap());
    obstruction.add(&Obstacle::Wall {
        from: Fraction::new(0.3, 0.0).unwrap(),
        to: Fraction::new(0.3, 1.0).unwrap(),
        thickness: 2.0,
    });
    for damping in 1..=15 {
        let mut water = coarse(48, 40, &[("damping", damping)]);
        water.set_obstacles(&obstruction);
        // The volumes above and below the level are equal.
        let level = Grid::from_fn(48, 40, |column, _| if column < 14 { 0.03 } else { -0.012 });
        water.set_state(&State {
            length: 2.0,
            velocity: Grid::new(48, 40, 0.0),
            heights: level,
        });
        settles_within(&mut *water, 100_000);
    }
}

endurance!(
    rain_keeps_the_level_bounded_and_the_pool_comes_to_rest,
    5_000,
    100_000
);

fn rain_keeps_the_level_bounded_and_the_pool_comes_to_rest(steps: usize) {
    let bounds = |coarseness, damping, bits, steps| {
        let values = [
            ("coarseness", coarseness),
            ("damping", damping),
            ("fraction_bits", bits),
        ];
        let mut water = coarse(48, 40, &values);
        let (low, high) = rain(&mut *water, steps);
        settles_within(&mut *water, 200_000);
        (low, high)
    };
    // Heights are sums over drops and scale with the depth of a dent, which is at most 4 times the heaviest drop, 96. A mean
    // level above that does not sink.
    let deepest = 4.0 * 96.0;
    let within = |(low, high): (f64, f64)| low > -deepest && high < deepest;
    let mean = bounds(1, 5, 0, steps);
    assert!(within(mean), "{mean:?}");
    for coarseness in 0..=4 {
        for bits in [0, 4] {
            for damping in [1, 3, 5, 8, 11, 15] {
                let mean = bounds(coarseness, damping, bits, steps.min(2000));
                // If drops hit every node faster than waves decay, the waves grow up to the range of counts.
                let limit = f64::from(1 << (15 - bits)) / 2.0;
                let decays = damping <= 7 - coarseness.max(2);
                assert!(
                    within(mean) || !decays && mean.0 > -limit && mean.1 < limit,
                    "{coarseness}, {damping}, {bits}: {mean:?}"
                );
            }
        }
    }
}

#[test]
fn a_change_of_coarseness_keeps_the_surface_and_its_mean() {
    let mut water = coarse(
        64,
        48,
        &[("coarseness", 0), ("fraction_bits", 4), ("damping", 8)],
    );
    water.disturb(&stone(0.4, 0.5, 12.0, 200));
    for _ in 0..6 {
        water.step();
    }
    let before = (heights(&*water), mean(&*water));
    for coarseness in [1, 2, 0] {
        water.set("coarseness", Value::Integer(coarseness)).unwrap();
        assert!(!water.is_calm());
        // Half a count, at 16 counts per weight.
        assert!((mean(&*water) - before.1).abs() < 0.04, "{coarseness}");
    }
    water.set("coarseness", Value::Integer(1)).unwrap();
    let after = heights(&*water);
    assert_eq!((after.columns(), after.rows()), (32, 24));
    let there = water.heights().bilinear(0.4, 0.5);
    let old = before.0[(25, 24)];
    assert!((there / old - 1.0).abs() < 0.2, "{there} for {old}");
}

#[test]
fn the_chequerboard_mode_of_free_edges_does_not_grow() {
    // Without the correction, (−1)ⁿ·(A + B·n) reaches the limits of the counts within 20 steps.
    for (columns, rows, bits) in [(16, 12, 0), (9, 7, 1), (40, 3, 0)] {
        let mut water = Coarse::new(Size::new(columns, rows).unwrap());
        for (key, value) in [("coarseness", 0), ("damping", 15), ("fraction_bits", bits)] {
            water.set(key, Value::Integer(value)).unwrap();
        }
        let start = 1000.0 * METRES_PER_WEIGHT;
        let heights = Grid::from_fn(columns as usize, rows as usize, |column, row| {
            let sign = if (column + row) % 2 == 0 { 1.0 } else { -1.0 };
            sign * start
        });
        let velocity = Grid::new(columns as usize, rows as usize, 0.0);
        water.set_state(&State {
            heights,
            velocity,
            length: 2.0,
        });
        for step in 0..2000 {
            water.step();
            let high = highest(&water) / f64::from(start);
            // The correction acts every eight steps, after a growth of up to 17 times.
            assert!(high <= 17.0, "{columns} × {rows}, step {step}: {high}");
        }
        assert!(highest(&water) < 0.2 * f64::from(start));
    }
}

#[test]
fn a_wall_separates_the_chequerboard_modes_of_two_basins() {
    let (columns, rows) = (21, 10);
    let mut water = Coarse::new(Size::new(columns, rows).unwrap());
    for (key, value) in [("coarseness", 0), ("damping", 15)] {
        water.set(key, Value::Integer(value)).unwrap();
    }
    let mut obstruction = Obstruction::open(water.size());
    let mask = Grid::from_fn(21, 10, |column, _| f32::from(column != 10));
    obstruction.add(&Obstacle::Mask(mask.into()));
    water.set_obstacles(&obstruction);
    for _ in 0..300 {
        // A single node is half chequerboard.
        water.disturb(&stone(0.2, 0.55, 0.8, 3000));
        water.step();
    }
    let counts = counts(&water);
    for row in 0..10 {
        // The outlet, which acts on the mean of the whole pool, may have an effect.
        let beyond = &counts.row(row)[11..];
        let steepest = beyond
            .windows(2)
            .map(|pair| pair[0].abs_diff(pair[1]))
            .max();
        assert!(steepest < Some(60), "row {row}: {beyond:?}");
    }
}

#[test]
fn slopes_are_an_eighth_of_the_difference_and_displacements_interpolate_them() {
    let mut water = Coarse::new(Size::new(16, 12).unwrap());
    water.set("fraction_bits", Value::Integer(2)).unwrap();
    // In weights: 100 per node eastward, −40 per node southward.
    let plane = |column: usize, row: usize| 100.0 * column as f32 - 40.0 * row as f32;
    let heights = Grid::from_fn(8, 6, |column, row| plane(column, row) * METRES_PER_WEIGHT);
    water.set_state(&State {
        length: 2.0,
        heights,
        velocity: Grid::new(8, 6, 0.0),
    });
    let slopes = water.slopes();
    // (200 >> 3, −80 >> 3), and at an edge (100 >> 3, −40 >> 3).
    assert_eq!(slopes[(3, 3)], [25, -10]);
    assert_eq!(slopes[(0, 3)], [12, -10]);
    assert_eq!(slopes[(7, 5)], [12, -5]);
    // Pixel 1 is a quarter of the distance from node 0 to node 1.
    assert_eq!(water.displacement(1, 6), [12.0 * 0.75 + 25.0 * 0.25, -10.0]);
    assert_eq!(water.displacement(8, 6), [25.0, -10.0]);
    assert_eq!(water.displacement(0, 0), [12.0, -5.0]);
    assert_eq!(water.displacement(99, 99), [12.0, -5.0]);
}

#[test]
fn water_between_random_walls_comes_to_rest() {
    let mut random = Pcg64Mcg::seed_from_u64(23);
    for pool in 0..60 {
        let side = random.random_range(16..40);
        let size = Size::new(side, side).unwrap();
        let mut water = Coarse::new(size);
        let mut place = || Fraction::clamped(random.random(), random.random());
        let mut walls = Obstruction::open(size);
        for thickness in [3.0, 6.0, 1.0, 4.0] {
            let (from, to) = (place(), place());
            walls.add(&Obstacle::Wall {
                from,
                to,
                thickness,
            });
        }
        water.set_obstacles(&walls);
        for weight in [-60, 100, -60, 30] {
            water.disturb(&Disturbance::stone(place(), 5.0, weight as f32));
            for _ in 0..5 {
                water.step();
            }
        }
        let settles = (0..20_000).any(|_| {
            water.step();
            water.is_calm()
        });
        assert!(
            settles,
            "pool {pool}, {side} cells a side: {:?}",
            water.heights().range()
        );
    }
}

#[test]
fn stones_and_strokes_make_waves_as_high_as_in_the_ripple() {
    let at = |u, v| Fraction::clamped(u, v);
    for disturbance in [
        Disturbance::stone(at(0.5, 0.5), 6.0, 100.0),
        Disturbance::stroke(at(0.3, 0.4), at(0.7, 0.6), 4.0, 100.0),
    ] {
        // After 30 steps, with the settings of the demo scene.
        let high = |name| {
            let values = integers(&[("damping", 6), ("fraction_bits", 4)]);
            let mut water = pool(name, 256, 256, &values);
            water.disturb(&disturbance);
            for _ in 0..30 {
                water.step();
            }
            highest(&*water)
        };
        // A node is two cells, so its waves have travelled twice as far and are lower.
        let ratio = high("coarse") / high("ripple");
        assert!((0.5..2.0).contains(&ratio), "{ratio}");
    }
}

#[test]
fn with_fixed_edges_the_coarse_ripple_equals_the_ripple() {
    let shared = integers(&[("damping", 6), ("fraction_bits", 4)]);
    let mut own = integers(&[("coarseness", 0), ("damping", 6), ("fraction_bits", 4)]);
    own.push(("edges", Value::Choice(1)));
    let (mut ripple, mut coarse) = (
        pool("ripple", 61, 40, &shared),
        pool("coarse", 61, 40, &own),
    );
    for step in 0..200 {
        for water in [&mut ripple, &mut coarse] {
            if step % 30 == 0 {
                let part = f64::from(step) / 200.0;
                water.disturb(&stone(part, 0.9 * part, 4.0, 150));
            }
            water.step();
        }
        assert_eq!(counts(&*coarse), counts(&*ripple), "step {step}");
    }
}
