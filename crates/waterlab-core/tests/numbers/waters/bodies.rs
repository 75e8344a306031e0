//! What a body needs of the water that it floats in: samples of the surface, and pressure on it.

use std::f64::consts::{PI, TAU};
use waterlab_core::glam::{DVec2, Vec3};
use waterlab_core::grid::Grid;
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::pool::{Obstacle, Obstruction, Patch, Size, State};
use waterlab_core::sea::GerstnerWave;
use waterlab_core::water::{MODELS, Model, Sampler, Water, pools};

const CELLS: i64 = 64;
const PER_SECOND: f64 = 60.0;

fn water(name: &str, settings: &[(&str, Value)]) -> Box<dyn Water> {
    let size = Size::new(CELLS, CELLS).unwrap();
    let mut water = Model::named(name).unwrap().create(size);
    for &(key, value) in settings {
        water.set(key, value).unwrap();
    }
    water
}

/// A smooth bump, 25 cells across, around a cell.
fn bump(metres: f32, centre: [i64; 2]) -> Patch {
    let height = |column: usize, row: usize| {
        let distance = (column as f64 - 12.0).hypot(row as f64 - 12.0);
        metres * (0.5 + 0.5 * (PI * (distance / 12.0).min(1.0)).cos()) as f32
    };
    Patch {
        column: centre[0] - 12,
        row: centre[1] - 12,
        metres: Grid::from_fn(25, 25, height),
    }
}

/// Settings in which waves decay within a few hundred steps.
fn damped(model: &Model) -> Vec<(&'static str, Value)> {
    match model.name {
        "ripple" | "coarse" => vec![("fraction_bits", Value::Integer(4))],
        "spring" => vec![],
        _ => vec![("damping", Value::Real(1.0))],
    }
}

fn total(water: &dyn Water) -> f64 {
    let heights = water.heights().to_metres();
    heights.cells().iter().map(|&cell| f64::from(cell)).sum()
}

#[test]
fn a_constant_pressure_lowers_the_surface_by_its_head() {
    for model in pools() {
        let mut water = water(model.name, &damped(model));
        let patch = bump(0.02, [30, 36]);
        for _ in 0..3000 {
            water.press(&patch);
            water.step();
        }
        let sampler = Sampler::new(&*water, PER_SECOND);
        let cell = 2.0 / CELLS as f64;
        for (column, row) in [(30, 36), (34, 36), (30, 30), (25, 39), (8, 8)] {
            let place = [column, row].map(|cells| (f64::from(cells) + 0.5) * cell - 1.0);
            let height = sampler.at(place[0], place[1]).unwrap().height;
            let distance = f64::from(column - 30).hypot(f64::from(row - 36)) / 12.0;
            let head = 0.02 * (0.5 + 0.5 * (PI * distance.min(1.0)).cos());
            let off = f64::from(height) + head;
            assert!(off.abs() < 1e-3, "{}: {column}, {row}: {off}", model.name);
        }
    }
}

#[test]
fn pressure_moves_water_and_makes_none() {
    for name in ["wave", "iwave-exact"] {
        let mut water = water(name, &[("damping", Value::Real(0.0))]);
        // One that extends beyond the pool.
        let patch = bump(0.02, [5, 60]);
        for step in 0..200 {
            if step < 100 {
                water.press(&patch);
            }
            water.step();
        }
        let (low, high) = water.heights().range();
        assert!(high - low > 1e-3, "{name}: {low} to {high}");
        assert!(total(&*water).abs() < 2e-5, "{name}: {}", total(&*water));
    }
}

#[test]
fn what_a_patch_raises_is_its_volume_and_does_not_move() {
    for model in pools() {
        let mut water = water(model.name, &damped(model));
        let patch = bump(0.02, [30, 36]);
        water.raise(std::slice::from_ref(&patch));
        let volume: f64 = patch
            .metres
            .cells()
            .iter()
            .map(|&cell| f64::from(cell))
            .sum();
        let cells = f64::from(CELLS as i32).powi(2);
        let nodes = water.heights().columns() as f64 * water.heights().rows() as f64;
        let ratio = total(&*water) / nodes / (volume / cells);
        assert!((ratio - 1.0).abs() < 2e-3, "{}: {ratio}", model.name);
        let velocity = water.velocity();
        assert!(
            velocity.cells().iter().all(|&cell| cell == 0.0),
            "{}",
            model.name
        );
        assert!(!water.is_calm());
    }
}

fn water_with_walls(model: &Model, walls: &Obstruction) -> Box<dyn Water> {
    let mut water = water(model.name, &damped(model));
    water.set_obstacles(walls);
    water
}

#[test]
fn pressure_stops_at_walls_and_ends_with_its_step() {
    for model in pools() {
        let mut walls = Obstruction::open(Size::new(CELLS, CELLS).unwrap());
        let at = waterlab_core::pool::Fraction::clamped(0.5, 0.5);
        walls.add(&Obstacle::Disc { at, radius: 6.0 });
        let mut water = water_with_walls(model, &walls);
        let patch = bump(0.05, [32, 32]);
        water.press(&patch);
        water.step();
        let heights = water.heights();
        let middle = heights.columns() as i64 / 2;
        assert_eq!(heights.metres(middle, middle), 0.0, "{}", model.name);
        let mut steps = 0;
        while !water.is_calm() && steps < 30_000 {
            water.step();
            steps += 1;
        }
        assert!(water.is_calm(), "{}: the pressure goes on", model.name);
        water.press(&patch);
        water.reset();
        water.raise(&[bump(0.02, [10, 10])]);
        let mut other = water_with_walls(model, &walls);
        other.raise(&[bump(0.02, [10, 10])]);
        water.step();
        other.step();
        let heights = [&water, &other].map(|water| water.heights().to_metres());
        assert_eq!(heights[0], heights[1], "{}: after a reset", model.name);
    }
}

/// A box that moves up and down only: a double of what floats.
struct Float {
    density: f64,
    height: f64,
    /// Cells along a side.
    cells: usize,
    /// Height of its underside, and its velocity.
    bottom: f64,
    velocity: f64,
}

impl Float {
    fn step(&mut self, water: &mut dyn Water) {
        let corner = (CELLS - self.cells as i64) / 2;
        let cells = self.cells;
        let sampler = Sampler::new(&*water, PER_SECOND);
        // The water around the box, which it does not press down.
        let ring = (0..16).map(|index| TAU * f64::from(index) / 16.0);
        let around = ring.map(|angle| sampler.at(0.35 * angle.cos(), 0.35 * angle.sin()).unwrap());
        let level = around.map(|sample| f64::from(sample.height)).sum::<f64>() / 16.0;
        let draught = (level - self.bottom).clamp(0.0, self.height);
        let mass = self.density / 1000.0 * self.height;
        let step = 1.0 / PER_SECOND;
        // Per area and density of water; the drag is that of a body that comes to rest soon.
        let force = 9.81 * (draught - mass) - 2.0 * self.velocity;
        self.velocity += force / (2.0 * mass) * step;
        self.bottom += self.velocity * step;
        water.press(&Patch {
            column: corner,
            row: corner,
            metres: Grid::new(cells, cells, draught as f32),
        });
    }
}

#[test]
fn a_float_sinks_in_as_archimedes_says() {
    for density in [200.0, 500.0, 800.0] {
        let mut water = water(
            "wave",
            &[("depth", Value::Real(0.5)), ("damping", Value::Real(0.5))],
        );
        let mut float = Float {
            density,
            height: 0.2,
            cells: 11,
            bottom: -0.05,
            velocity: 0.0,
        };
        for _ in 0..3000 {
            float.step(&mut *water);
            water.step();
        }
        let far = Sampler::new(&*water, PER_SECOND).at(-0.9, -0.9).unwrap();
        let draught = f64::from(far.height) - float.bottom;
        let expected = 0.2 * density / 1000.0;
        assert!(
            (draught / expected - 1.0).abs() < 0.01,
            "{density}: {draught}"
        );
        assert!(float.velocity.abs() < 1e-4, "{}", float.velocity);
    }
}

#[test]
fn a_sample_of_a_pool_is_the_wave_that_runs_there() {
    // h = a·cos(kx + lz) and its velocity b·sin(kx + lz) a step.
    let (k, l) = (TAU / 2.0, TAU);
    let [a, b] = [0.01_f64, 0.002];
    let cell = 2.0 / CELLS as f64;
    let phase = |x: f64, z: f64| k * x + l * z;
    let grid = |of: &dyn Fn(f64) -> f64| {
        Grid::from_fn(CELLS as usize, CELLS as usize, |column, row| {
            let place = [column, row].map(|index| (index as f64 + 0.5) * cell - 1.0);
            of(phase(place[0], place[1])) as f32
        })
    };
    for name in ["spring", "wave", "iwave", "iwave-exact"] {
        let mut water = water(name, &[]);
        water.set_state(&State {
            heights: grid(&|phase| a * phase.cos()),
            velocity: grid(&|phase| b * phase.sin()),
            length: 2.0,
        });
        let sampler = Sampler::new(&*water, PER_SECOND);
        for (x, z) in [(0.0, 0.0), (0.31, -0.47), (-0.6, 0.123), (0.5, 0.5)] {
            let sample = sampler.at(x, z).unwrap();
            let phase = phase(x, z);
            let slope = |along: f64| -a * along * phase.sin();
            let normal = Vec3::new(-slope(k) as f32, 1.0, -slope(l) as f32).normalize();
            let place = (name, x, z);
            assert!(
                (f64::from(sample.height) - a * phase.cos()).abs() < 8e-5,
                "{place:?}"
            );
            assert!(
                sample.normal.distance(normal) < 8e-4,
                "{place:?}: {sample:?}"
            );
            let vertical = f64::from(sample.velocity.y) - PER_SECOND * b * phase.sin();
            assert!(vertical.abs() < 1.5e-3, "{place:?}: {vertical}");
            assert_eq!(
                sample.velocity.x != 0.0,
                name.starts_with("iwave"),
                "{place:?}"
            );
        }
        assert!(sampler.at(1.001, 0.0).is_none() && sampler.at(0.0, f64::NAN).is_none());
    }
}

#[test]
fn a_sample_of_a_sea_is_the_gerstner_wave_that_runs_there() {
    // x = x0 − A·sin θ, y = A·cos θ with θ = kx0 − ωt + φ, in deep water.
    let (length, amplitude, start) = (20.0, 0.8, 0.7);
    let wave = GerstnerWave {
        length,
        amplitude,
        direction: 0.0,
        phase: start,
    };
    let model = Model::named("gerstner").unwrap();
    let mut settings = Settings::new(model.parameters);
    settings.set("patch", Value::Real(40.0)).unwrap();
    let size = Size::new(128, 128).unwrap();
    let mut sea = model.create_of(&settings, &[wave], size).unwrap();
    let seconds = 3.1;
    sea.open_water_mut().unwrap().set_time(seconds);
    let k = TAU / length;
    let omega = (sea.settings().real("gravity") * k).sqrt();
    let sampler = Sampler::new(&*sea, PER_SECOND);
    // The phase of a place, by the first wave whose time gives it: places count from the middle of the patch.
    for rest in [-7.3, -1.0, 0.0, 2.2, 5.9, 11.4] {
        let theta = k * (rest + 0.5 * 40.0 - 0.5 * 40.0 / 128.0) - omega * seconds + start;
        let x = rest - amplitude * theta.sin();
        let sample = sampler.at(x, 3.3).unwrap();
        let height = amplitude * theta.cos();
        assert!(
            (f64::from(sample.height) - height).abs() < 4e-3,
            "{rest}: {sample:?} {height}"
        );
        // ∂x/∂x0 = 1 − kA·cos θ, ∂y/∂x0 = −kA·sin θ.
        let tangent = DVec2::new(1.0 - k * height, -k * amplitude * theta.sin()).normalize();
        let normal = Vec3::new(-tangent.y as f32, tangent.x as f32, 0.0);
        assert!(
            sample.normal.distance(normal) < 6e-3,
            "{rest}: {sample:?} {normal}"
        );
        let velocity = amplitude * omega * DVec2::new(theta.cos(), theta.sin());
        let off = DVec2::new(sample.velocity.x.into(), sample.velocity.y.into()) - velocity;
        assert!(off.length() < 6e-3, "{rest}: {sample:?} {velocity}");
    }
}

#[test]
fn pressure_on_a_sea_dents_it_where_its_ripples_are() {
    for model in MODELS.into_iter().filter(|model| model.is_open()) {
        let size = Size::new(CELLS, CELLS).unwrap();
        let sea = |presses: bool| {
            let mut sea = model.create(size);
            let window = waterlab_core::surface::Window {
                centre: [10.0, -4.0],
                length: [8.0, 8.0],
            };
            sea.open_water_mut()
                .unwrap()
                .set_ripple_window(Some(window));
            for _ in 0..20 {
                if presses {
                    sea.press(&bump(0.3, [32, 32]));
                }
                sea.step();
            }
            sea
        };
        let [calm, pressed] = [sea(false), sea(true)];
        let height = |sea: &dyn Water, x| {
            let sampler = Sampler::new(sea, PER_SECOND);
            sampler.at_fraction((x, 0.5)).unwrap().height
        };
        let dent = |x| height(&*pressed, x) - height(&*calm, x);
        assert!(dent(0.5) < -0.05, "{}: {}", model.name, dent(0.5));
        assert!(dent(1.5).abs() < 1e-6, "{}: {}", model.name, dent(1.5));
    }
}
