//! The coarse ripple against an independent implementation in 64 bits, and against the recurrence's dispersion relation.

use super::endurance::{mean, poke_for_an_hour, pool, rain, settles_within};
use super::measure::{angular_frequency, heights, highest};
use super::ripple::{returning_crest, turned};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::f64::consts::PI;
use waterlab_core::grid::Grid;
use waterlab_core::heights::Heights;
use waterlab_core::parameter::Value;
use waterlab_core::pool::{
    Coarse, Disturbance, Fraction, METRES_PER_WEIGHT, Obstacle, Obstruction, Size, State,
};
use waterlab_core::water::Water;

/// docs/models.md §1a in 64 bits, with the outlet and the drain; `None` is solid.
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

    /// The nodes that water can pass between, basin by basin.
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

    /// A step; with `levels_out`, the chequerboard is taken off both surfaces.
    fn step(&mut self, levels_out: bool) {
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
        let basins = if levels_out {
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
        let all = || self.now.iter().chain(&self.before).flatten();
        if all().all(|count| (0..part).contains(count)) {
            for (now, before) in self.now.iter_mut().zip(&mut self.before) {
                if let (Some(now), Some(before)) = (now, before) {
                    let rises = *now > *before;
                    *now = (*now - 1).max(0);
                    *before = (*before - i64::from(!rises)).max(0);
                }
            }
        }
    }
}

fn counts(water: &dyn Water) -> &Grid<i16> {
    match water.heights() {
        Heights::Counts { counts, .. } => counts,
        Heights::Metres(_) => panic!("the coarse ripple counts"),
    }
}

fn integers(values: &[(&'static str, i64)]) -> Vec<(&'static str, Value)> {
    let integer = |&(key, value)| (key, Value::Integer(value));
    values.iter().map(integer).collect()
}

fn coarse(columns: i64, rows: i64, values: &[(&'static str, i64)]) -> Box<dyn Water> {
    pool("coarse", columns, rows, &integers(values))
}

fn stone(u: f64, v: f64, radius: f64, weight: i16) -> Disturbance {
    Disturbance::stone(Fraction::new(u, v).unwrap(), radius, weight)
}

/// A well in the corner, walls across, and a post.
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
fn the_pool_is_the_recurrence_with_the_neighbours_that_a_node_has() {
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
                    // What the stone did is the water's own affair here; what follows from it is not.
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
                        reference.step(steps % 8 == 0);
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
fn every_pool_size_and_coarseness_makes_a_pool_that_a_stone_anywhere_moves() {
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
                assert_eq!(counts(&*water)[(column, row)], -400, "where it fell");
                settles_within(&mut *water, 2000);
            }
        }
    }
}

#[test]
fn a_stone_at_the_edge_is_not_kept_from_it() {
    let mut water = coarse(64, 48, &[("coarseness", 0)]);
    water.disturb(&stone(0.0, 0.0, 3.0, 100));
    assert_eq!(counts(&*water)[(0, 0)], -400);
    assert_eq!(counts(&*water)[(2, 2)], -400);
    assert_eq!(counts(&*water)[(3, 0)], 0);
}

#[test]
fn waves_turn_as_the_damped_recurrence_says() {
    for damping in [5, 15] {
        for wavelength in [32.0, 12.0, 6.0] {
            for direction in [[1.0, 0.0], [0.6, 0.8]] {
                let k = direction.map(|part| part * 2.0 * PI / wavelength);
                let theory = turned(k, damping);
                let values = [
                    ("coarseness", 1),
                    ("damping", damping),
                    ("fraction_bits", 4),
                ];
                let mut water = coarse(512, 512, &values);
                let steps = (2.0 * PI / theory).round().max(20.0) as usize;
                let got = angular_frequency(&mut *water, k, theory, 0.4, steps);
                assert!(
                    (got / theory - 1.0).abs() < 0.005,
                    "{damping}, {wavelength} {direction:?}: {got} for {theory}"
                );
            }
        }
    }
}

#[test]
fn a_free_edge_and_a_wall_return_a_crest_as_a_crest() {
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
    // The cells (1, 0) and (0, 1) are solid: so is their block, node (0, 0); node (0, 1) has the well's other side.
    assert_eq!(water.obstruction()[(0, 0)], 0.0);
    let mut fine = coarse(32, 24, &[("coarseness", 0)]);
    fine.set_obstacles(&walls(32, 24));
    assert_eq!(fine.obstruction()[(0, 0)], 0.0, "open, but closed in");
    fine.disturb(&stone(0.0, 0.0, 5.0, 100));
    for _ in 0..100 {
        assert_eq!(counts(&*fine)[(0, 0)], 0);
        fine.step();
    }
}

#[test]
fn basins_that_a_wall_divides_come_to_rest_each() {
    let mut obstruction = Obstruction::open(Size::new(48, 40).unwrap());
    obstruction.add(&Obstacle::Wall {
        from: Fraction::new(0.3, 0.0).unwrap(),
        to: Fraction::new(0.3, 1.0).unwrap(),
        thickness: 2.0,
    });
    for damping in 1..=15 {
        let mut water = coarse(48, 40, &[("damping", damping)]);
        water.set_obstacles(&obstruction);
        // One basin as much above the level as the other is below, by weight.
        let level = Grid::from_fn(48, 40, |column, _| if column < 14 { 0.03 } else { -0.012 });
        water.set_state(&State {
            velocity: Grid::new(48, 40, 0.0),
            heights: level,
        });
        settles_within(&mut *water, 100_000);
    }
}

#[test]
fn long_rain_with_any_settings_and_100_000_steps_with_the_default_ones_leave_the_level_bounded_and_rest_follows()
 {
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
    // Heights are sums of what every drop leaves, so they scale with the depth of a dent. The deepest is 4 times as deep as the
    // heaviest drop weighs, 96: a pool whose mean is no lower than that does not sink.
    let deepest = 4.0 * 96.0;
    let within = |(low, high): (f64, f64)| low > -deepest && high < deepest;
    let mean = bounds(1, 5, 0, 100_000);
    assert!(within(mean), "{mean:?}");
    for coarseness in 0..=4 {
        for bits in [0, 4] {
            for damping in [1, 3, 5, 8, 11, 15] {
                let mean = bounds(coarseness, damping, bits, 2000);
                // Where drops hit every node more often than it forgets its waves, these are thrown as high as counts go.
                let most = f64::from(1 << (15 - bits)) / 2.0;
                let forgets = damping <= 7 - coarseness.max(2);
                assert!(
                    within(mean) || !forgets && mean.0 > -most && mean.1 < most,
                    "{coarseness}, {damping}, {bits}: {mean:?}"
                );
            }
        }
    }
}

#[test]
fn an_hour_of_hard_poking_is_survived_and_rest_follows() {
    for damping in [5, 15] {
        let mut water = coarse(12, 10, &[("damping", damping)]);
        poke_for_an_hour(&mut *water);
        settles_within(&mut *water, 100_000);
    }
}

#[test]
fn another_coarseness_keeps_the_surface_and_its_mean() {
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
        // Half a count, of 16 to a weight.
        assert!((mean(&*water) - before.1).abs() < 0.04, "{coarseness}");
    }
    water.set("coarseness", Value::Integer(1)).unwrap();
    let after = heights(&*water);
    assert_eq!((after.columns(), after.rows()), (32, 24));
    let there = water.heights().bilinear(0.4, 0.5);
    let was = before.0[(25, 24)];
    assert!((there / was - 1.0).abs() < 0.2, "{there} for {was}");
}

#[test]
fn the_chequerboard_that_free_edges_bear_does_not_grow() {
    // Without a rule against it, (−1)ⁿ·(A + B·n) reaches the ends of the counts here within 20 steps.
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
        water.set_state(&State { heights, velocity });
        for step in 0..2000 {
            water.step();
            let high = highest(&water) / f64::from(start);
            // Eight steps pass before the rule looks: 17 times what it was.
            assert!(high <= 17.0, "{columns} × {rows}, step {step}: {high}");
        }
        assert!(highest(&water) < 0.2 * f64::from(start));
    }
}

#[test]
fn a_wall_across_the_pool_keeps_the_chequerboard_of_one_side_from_the_other() {
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
        // A single node, which is half chequerboard.
        water.disturb(&stone(0.2, 0.55, 0.8, 3000));
        water.step();
    }
    let counts = counts(&water);
    for row in 0..10 {
        // The outlet, which knows one level of the whole pool, may leave its mark.
        let beyond = &counts.row(row)[11..];
        let steepest = beyond
            .windows(2)
            .map(|pair| pair[0].abs_diff(pair[1]))
            .max();
        assert!(steepest < Some(60), "row {row}: {beyond:?}");
    }
}

#[test]
fn slopes_are_an_eighth_of_the_difference_and_displacements_lie_between_them() {
    let mut water = Coarse::new(Size::new(16, 12).unwrap());
    water.set("fraction_bits", Value::Integer(2)).unwrap();
    // In weights: 100 a node eastward, −40 a node southward.
    let plane = |column: usize, row: usize| 100.0 * column as f32 - 40.0 * row as f32;
    let heights = Grid::from_fn(8, 6, |column, row| plane(column, row) * METRES_PER_WEIGHT);
    water.set_state(&State {
        heights,
        velocity: Grid::new(8, 6, 0.0),
    });
    let slopes = water.slopes();
    // (200 >> 3, −80 >> 3); at an edge one side is missing, (100 >> 3, −40 >> 3).
    assert_eq!(slopes[(3, 3)], [25, -10]);
    assert_eq!(slopes[(0, 3)], [12, -10]);
    assert_eq!(slopes[(7, 5)], [12, -5]);
    // Pixel 1 is a quarter of the way from node 0 to node 1.
    assert_eq!(water.displacement(1, 6), [12.0 * 0.75 + 25.0 * 0.25, -10.0]);
    assert_eq!(water.displacement(8, 6), [25.0, -10.0]);
    assert_eq!(water.displacement(0, 0), [12.0, -5.0]);
    assert_eq!(water.displacement(99, 99), [12.0, -5.0]);
}

#[test]
fn between_any_walls_the_water_comes_to_rest_in_the_end() {
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
            water.disturb(&Disturbance::stone(place(), 5.0, weight));
            for _ in 0..5 {
                water.step();
            }
        }
        let rests = (0..20_000).any(|_| {
            water.step();
            water.is_calm()
        });
        assert!(
            rests,
            "pool {pool}, {side} cells a side: {:?}",
            water.heights().range()
        );
    }
}

#[test]
fn a_stone_or_a_stroke_makes_waves_as_high_as_the_ripples() {
    let at = |u, v| Fraction::clamped(u, v);
    for disturbance in [
        Disturbance::stone(at(0.5, 0.5), 6.0, 100),
        Disturbance::stroke(at(0.3, 0.4), at(0.7, 0.6), 4.0, 100),
    ] {
        // After 30 steps, with the settings of the demo's ripple.
        let high = |name| {
            let values = integers(&[("damping", 6), ("fraction_bits", 4)]);
            let mut water = pool(name, 256, 256, &values);
            water.disturb(&disturbance);
            for _ in 0..30 {
                water.step();
            }
            highest(&*water)
        };
        // A node is two cells: its waves have run twice as far, and are that much lower.
        let ratio = high("coarse") / high("ripple");
        assert!((0.5..2.0).contains(&ratio), "{ratio}");
    }
}

#[test]
fn with_a_fixed_rim_every_cell_is_the_ripple() {
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
