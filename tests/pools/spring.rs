//! The spring pond against a literal implementation of §4, and against the matrix of its step.

use super::endurance::{poke_for_an_hour, pool, rain, settles_within};
use super::measure::{angular_frequency, heights, highest};
use std::f64::consts::PI;
use waterlab::grid::Grid;
use waterlab::parameter::{ParameterError, Value};
use waterlab::pool::{
    Disturbance, Fraction, METRES_PER_WEIGHT, Obstacle, Obstruction, Size, Surface, Water,
};

/// §4 word for word, in doubles: sweeps that give, W with every one of them.
struct Literal {
    columns: usize,
    rows: usize,
    l: Vec<f64>,
    w: Vec<f64>,
    k: Vec<f64>,
    m: Vec<f64>,
    f: f64,
    solid: Vec<bool>,
}

impl Literal {
    fn new(columns: usize, rows: usize, k: f64, m: f64) -> Self {
        let cells = columns * rows;
        Self {
            columns,
            rows,
            l: vec![0.0; cells],
            w: vec![0.0; cells],
            k: vec![k; cells],
            m: vec![m; cells],
            f: 0.025,
            solid: vec![false; cells],
        }
    }

    fn of(water: &dyn Water, k: f64, m: f64) -> Self {
        let surface = Surface::of(water);
        let (columns, rows) = (surface.heights.columns(), surface.heights.rows());
        let doubles = |grid: &Grid<f32>| grid.cells().iter().map(|&cell| f64::from(cell)).collect();
        Self {
            l: doubles(&surface.heights),
            w: doubles(&surface.velocity),
            ..Self::new(columns, rows, k, m)
        }
    }

    fn step(&mut self) {
        for i in 0..self.l.len() {
            let a = -self.k[i] * self.l[i] - self.m[i] * self.w[i];
            self.l[i] += self.w[i];
            self.w[i] += a;
        }
        self.dry();
        let (columns, rows) = (self.columns, self.rows);
        for _ in 0..4 {
            let interior = |count| 1..count - 1;
            let across = (0..rows)
                .flat_map(|row| interior(columns).map(move |column| (row * columns + column, 1)));
            self.sweep(across.collect());
            let along = interior(rows)
                .flat_map(|row| (0..columns).map(move |column| (row * columns + column, columns)));
            self.sweep(along.collect());
        }
    }

    /// Every node gives to the two that are `stride` before and behind it.
    fn sweep(&mut self, givers: Vec<(usize, usize)>) {
        let mut gained = vec![0.0; self.l.len()];
        for (i, stride) in givers {
            gained[i - stride] += self.f * (self.l[i] - self.l[i - stride]);
            gained[i + stride] += self.f * (self.l[i] - self.l[i + stride]);
        }
        for (i, gain) in gained.into_iter().enumerate() {
            self.w[i] += gain;
            self.l[i] += gain;
        }
        self.dry();
    }

    fn dry(&mut self) {
        for i in 0..self.l.len() {
            if self.solid[i] {
                (self.l[i], self.w[i]) = (0.0, 0.0);
            }
        }
    }

    fn largest(&self) -> f64 {
        self.l.iter().fold(0.0, |most, l| l.abs().max(most))
    }
}

fn middle() -> Fraction {
    Fraction::new(0.5, 0.5).unwrap()
}

/// Heights and speeds of anything between −0.1 and 0.1 m.
fn rough(columns: usize, rows: usize) -> Surface {
    let number = |column: usize, row: usize| {
        let mixed =
            (column as u32).wrapping_mul(73_856_093) ^ (row as u32).wrapping_mul(19_349_663);
        (mixed.wrapping_mul(2_654_435_761) >> 8) as f32 / (1 << 24) as f32 * 0.2 - 0.1
    };
    Surface {
        heights: Grid::from_fn(columns, rows, number),
        velocity: Grid::from_fn(columns, rows, |column, row| 0.1 * number(row + 7, column)),
    }
}

/// The largest difference of heights and of speeds.
fn difference(water: &dyn Water, literal: &Literal) -> f64 {
    let surface = Surface::of(water);
    let apart = |grid: &Grid<f32>, other: &[f64]| {
        let pairs = grid.cells().iter().zip(other);
        pairs
            .map(|(a, b)| (f64::from(*a) - b).abs())
            .fold(0.0, f64::max)
    };
    apart(&surface.heights, &literal.l).max(apart(&surface.velocity, &literal.w))
}

#[test]
fn the_pond_is_the_reference_to_a_millionth_of_its_waves_for_hundreds_of_steps() {
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
        water.set_surface(&rough(columns as usize, rows as usize));
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
fn walls_and_maps_are_those_of_the_reference() {
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
    water.obstruct(&obstruction);
    let stiff = Grid::from_fn(40, 30, |column, _| column as f32 / 39.0);
    let viscous = Grid::from_fn(40, 30, |_, row| 1.0 - row as f32 / 29.0);
    water.set_map("stiffness_map", Some(&stiff)).unwrap();
    water.set_map("viscosity_map", Some(&viscous)).unwrap();
    water.set_surface(&rough(40, 30));
    let mut literal = Literal::of(&*water, 0.01, 0.02);
    for row in 0..30 {
        for column in 0..40 {
            let i = row * 40 + column;
            literal.solid[i] = obstruction.is_solid(column, row);
            literal.m[i] *= f64::from(viscous[(column, row)]);
            // No node is stiffer than it is viscous.
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

/// One step in single precision, sweep after sweep over the whole grid, in the order of operations that the pond promises.
fn plain_step(surface: &mut Surface, k: f32, m: f32, f: f32) {
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

fn bits(surface: &Surface) -> Vec<u32> {
    let cells = surface
        .heights
        .cells()
        .iter()
        .chain(surface.velocity.cells());
    cells.map(|cell| cell.to_bits()).collect()
}

#[test]
fn fused_vectors_have_the_bits_of_plain_sweeps() {
    for (columns, rows) in [(3, 3), (4, 4), (5, 6), (19, 7), (33, 64), (70, 41)] {
        let mut water = pool("spring", columns, rows, &[]);
        let mut plain = rough(columns as usize, rows as usize);
        water.set_surface(&plain);
        for step in 0..40 {
            water.step();
            plain_step(&mut plain, 0.01, 0.02, 0.025);
            assert!(
                bits(&Surface::of(&*water)) == bits(&plain),
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
            water.set_surface(&rough(512, 300));
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
                    water.obstruct(&obstruction);
                }
                water.step();
            }
            bits(&Surface::of(&*water))
        })
    };
    let one = run(1);
    for threads in [2, 3, 7, 100] {
        assert!(run(threads) == one, "{threads} threads");
    }
}

/// Determinant and trace of a step for a wave vector, with the default springs.
fn matrix([x, z]: [f64; 2], k: f64, m: f64, f: f64) -> (f64, f64) {
    let factor = |k: f64| 1.0 - 4.0 * f * (k / 2.0).sin().powi(2);
    let s = (factor(x) * factor(z)).powi(4);
    (s * (1.0 + k - m), 2.0 * s - m)
}

#[test]
fn waves_turn_as_the_matrix_of_a_step_says() {
    for wavelength in [40.0, 20.0, 12.0] {
        for direction in [[1.0, 0.0], [0.6, 0.8]] {
            let k = direction.map(|part| part * 2.0 * PI / wavelength);
            let (determinant, trace) = matrix(k, 0.01, 0.02, 0.025);
            let theory = (trace / (2.0 * determinant.sqrt())).acos();
            let mut water = pool("spring", 320, 320, &[]);
            // Whole half turns, in which what runs the other way cancels.
            let steps = (3.0 * PI / theory).round() as usize;
            let got = angular_frequency(&mut *water, k, theory, 0.1, steps);
            assert!(
                (got / theory - 1.0).abs() < 1e-3,
                "{wavelength} {direction:?}: {got} for {theory}"
            );
        }
    }
}

/// The cosine modes of the interior nodes, of which the border takes and which it gives nothing.
fn modes(heights: &Grid<f32>) -> Grid<f64> {
    let (columns, rows) = (heights.columns() - 2, heights.rows() - 2);
    let cosine = |mode: usize, i: usize, count: usize| {
        (PI * mode as f64 * (i as f64 + 0.5) / count as f64).cos()
    };
    Grid::from_fn(columns, rows, |p, q| {
        let mut sum = 0.0;
        for j in 0..rows {
            for i in 0..columns {
                let height = f64::from(heights[(i + 1, j + 1)]);
                sum += height * cosine(p, i, columns) * cosine(q, j, rows);
            }
        }
        sum
    })
}

#[test]
fn no_mode_gains_energy_without_input() {
    // Of x(n+1) = t·x(n) − d·x(n−1), the form E = x(n+1)² − t·x(n+1)·x(n) + d·x(n)² shrinks by d a step; it is positive where
    // t² < 4d, as it is for every wave with these springs.
    let (columns, rows) = (18, 14);
    let mut water = pool("spring", columns, rows, &[]);
    water.set_surface(&rough(18, 14));
    let (mut before, mut energies) = (modes(&heights(&*water)), None);
    for step in 0..150 {
        water.step();
        let now = modes(&heights(&*water));
        let energy = Grid::from_fn(16, 12, |p, q| {
            let k = [PI * p as f64 / 16.0, PI * q as f64 / 12.0];
            let (determinant, trace) = matrix(k, 0.01, 0.02, 0.025);
            assert!(trace * trace < 4.0 * determinant);
            let (x, y) = (before[(p, q)], now[(p, q)]);
            (y * y - trace * x * y + determinant * x * x, determinant)
        });
        if let Some(last) = energies.replace(energy.clone()) {
            let last: Grid<(f64, f64)> = last;
            for ((energy, determinant), (last, _)) in energy.cells().iter().zip(last.cells()) {
                assert!(*energy >= 0.0 && *determinant < 1.0);
                // A double's worth of error would be 1e-16: this is a single's, of waves of 0.1 m on 192 nodes.
                let error = (energy - determinant * last).abs();
                assert!(
                    error < 1e-3 * last + 1e-9,
                    "step {step}: {energy} after {last}"
                );
            }
        }
        before = now;
    }
}

#[test]
fn without_springs_a_push_lowers_the_level_for_ever_and_with_them_it_comes_back() {
    let (columns, rows) = (160, 284);
    for (k, m) in [(0.0, 0.0), (0.01, 0.02)] {
        let values = [("stiffness", Value::Real(k)), ("viscosity", Value::Real(m))];
        let mut water = pool("spring", columns, rows, &values);
        let velocity = Grid::from_fn(160, 284, |column, row| {
            let inside = (78..83).contains(&column) && (140..145).contains(&row);
            if inside { -5.0 } else { 0.0 }
        });
        let heights = Grid::new(160, 284, 0.0);
        water.set_surface(&Surface { heights, velocity });
        for _ in 0..2000 {
            water.step();
        }
        let mean = super::measure::heights(&*water).mean();
        if k == 0.0 {
            assert!((mean + 5.6).abs() < 0.05, "{mean}");
        } else {
            assert!(mean.abs() < 1e-4, "{mean}");
        }
    }
}

#[test]
fn settings_that_grow_are_refused_and_those_at_the_limit_do_not() {
    let mut water = pool("spring", 24, 20, &[]);
    let error = water.set("stiffness", Value::Real(0.03)).unwrap_err();
    assert!(
        matches!(
            error,
            ParameterError::Unstable {
                key: "stiffness",
                ..
            }
        ),
        "{error:?}"
    );
    assert!(error.to_string().contains("at most 0.02"), "{error}");
    assert_eq!(water.settings().real("stiffness"), 0.01);
    assert!(water.set("viscosity", Value::Real(0.005)).is_err());

    // The reference itself grows just past the limit, and does not at it.
    for (k, grows) in [(0.021, true), (0.02, false)] {
        let mut literal = Literal::new(9, 8, k, 0.02);
        literal.l.fill(1.0);
        for _ in 0..20_000 {
            literal.step();
        }
        assert_eq!(literal.largest() > 2.0, grows, "{k}: {}", literal.largest());
    }
    for spread in [0.0, 0.1] {
        for m in [0.02, 0.5, 1.0] {
            let values = ["stiffness", "viscosity"].map(|key| (key, Value::Real(m)));
            let mut water = pool("spring", 24, 20, &values);
            water.set("spread", Value::Real(spread)).unwrap();
            water.set_surface(&rough(24, 20));
            for _ in 0..5000 {
                water.step();
            }
            let high = highest(&*water);
            assert!(high < 0.5, "{spread}, {m}: {high}");
        }
    }
}

#[test]
fn a_map_counts_from_0_to_1_and_what_is_no_number_as_1() {
    let run = |part: fn(f32) -> f32| {
        let mut water = pool("spring", 30, 20, &[]);
        // Of each kind the same number on both sides of a column, so that a map of as many cells is taken as it is.
        let map = Grid::from_fn(30, 20, |column, _| {
            part([0.5, -3.0, 7.0, f32::NAN][column / 8])
        });
        water.set_map("stiffness_map", Some(&map)).unwrap();
        water.set_map("viscosity_map", Some(&map)).unwrap();
        water.set_surface(&rough(30, 20));
        for _ in 0..50 {
            water.step();
        }
        bits(&Surface::of(&*water))
    };
    let clamped = run(|part| {
        if part.is_nan() {
            1.0
        } else {
            part.clamp(0.0, 1.0)
        }
    });
    assert!(run(|part| part) == clamped);
    assert!(run(|_| 1.0) != clamped, "maps are heard");
}

#[test]
fn water_that_is_no_number_is_not_at_rest() {
    for name in ["spring", "wave", "iwave", "iwave-exact"] {
        for at in [(0, 0), (17, 9), (19, 3)] {
            let mut water = pool(name, 20, 12, &[]);
            let mut heights = Grid::new(20, 12, 0.0);
            heights[at] = f32::NAN;
            water.set_surface(&Surface {
                heights,
                velocity: Grid::new(20, 12, 0.0),
            });
            for _ in 0..70 {
                water.step();
                assert!(!water.is_calm(), "{name}");
            }
        }
    }
}

#[test]
fn a_dent_takes_heights_away_and_gives_no_speed() {
    let mut water = pool("spring", 30, 20, &[]);
    water.disturb(&Disturbance::stone(middle(), 4.0, 100));
    assert!(water.velocity().cells().iter().all(|&speed| speed == 0.0));
    assert_eq!(heights(&*water)[(15, 10)], -100.0 * METRES_PER_WEIGHT);
    assert!(!water.is_calm());
}

#[test]
fn a_hundred_thousand_steps_of_rain_leave_the_level_between_the_drops_and_rest_follows() {
    for (k, m) in [(0.01, 0.02), (0.0001, 0.01), (0.02, 0.02)] {
        let values = [("viscosity", Value::Real(m)), ("stiffness", Value::Real(k))];
        let mut water = pool("spring", 48, 40, &values);
        let (low, high) = rain(&mut *water, 100_000);
        // A dent takes the surface no lower than the heaviest drop, 96; the springs throw the level no higher than that.
        assert!(low > -96.0 && high < 96.0, "{k}, {m}: {low} to {high}");
        if k < m {
            settles_within(&mut *water, 20_000);
        }
    }
}

#[test]
fn an_hour_of_hard_poking_leaves_it_finite_and_it_comes_to_rest() {
    let mut water = pool("spring", 12, 10, &[]);
    poke_for_an_hour(&mut *water);
    settles_within(&mut *water, 20_000);
}
