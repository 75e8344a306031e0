//! The energy of water and bodies together.

use super::together::throw;
use super::{Scene, cuboid, pool};
use waterlab_core::glam::{DMat3, DVec3};
use waterlab_core::parameter::Value;
use waterlab_core::water::pools;

const WEIGHT: f64 = 1000.0 * 9.81;

/// The integral of d² over the part of a triangle where d, linear over it, is positive; times 1 over its area.
fn mean_square_above_zero(d: [f64; 3]) -> f64 {
    let whole = |[a, b, c]: [f64; 3]| (a * a + b * b + c * c + a * b + b * c + c * a) / 6.0;
    // The part of the triangle at one of its corners.
    let corner = |a: f64, b: f64, c: f64| a * a / ((a - b) * (a - c)) * a * a / 6.0;
    let [low, middle, high] = {
        let mut sorted = d;
        sorted.sort_by(f64::total_cmp);
        sorted
    };
    match () {
        () if high <= 0.0 => 0.0,
        () if low >= 0.0 => whole(d),
        () if middle <= 0.0 => corner(high, low, middle),
        () => whole(d) - corner(low, middle, high),
    }
}

/// Energy of the waves' height and of the bodies, J, relative to level water of the same volume: ½ρg∫h² and, for each body, its
/// kinetic energy, its height, and the water that it holds down, ρg∫(−y)dV below the level.
pub(super) fn energies(scene: &Scene) -> [f64; 2] {
    let level = scene.level();
    let heights = scene.water.heights().to_metres();
    let cell = scene.water.length() / heights.columns() as f64;
    let squares = heights
        .cells()
        .iter()
        .map(|&height| (f64::from(height) - level).powi(2));
    let waves = 0.5 * WEIGHT * cell * cell * squares.sum::<f64>();
    let bodies = scene.bodies.iter().map(|floating| {
        let body = floating.body();
        let (hull, state) = (body.hull(), body.state);
        let turned = DMat3::from_quat(state.rotation);
        let spin = turned.transpose() * state.spin;
        let motion = 0.5 * body.mass() * state.velocity.length_squared()
            + 0.5 * body.density() * spin.dot(hull.inertia() * spin);
        let places: Vec<DVec3> = hull
            .vertices()
            .iter()
            .map(|&at| state.position + turned * at)
            .collect();
        let held: f64 = hull
            .triangles()
            .iter()
            .map(|corners| {
                let [a, b, c] = corners.map(|corner| places[corner as usize]);
                let down = -0.5 * (b - a).cross(c - a).y;
                0.5 * down * mean_square_above_zero([a, b, c].map(|at| level - at.y))
            })
            .sum();
        motion + body.mass() * 9.81 * (state.position.y - level) + WEIGHT * held
    });
    [waves, bodies.sum()]
}

// Many steps are an hour at 60 steps per second, in undamped `wave` and `iwave-exact` the first twenty minutes of it.
endurance!(
    water_and_bodies_never_gain_energy_by_themselves,
    2_400,
    216_000
);

fn water_and_bodies_never_gain_energy_by_themselves(steps: usize) {
    for model in pools() {
        // As little damping as the model can do with.
        let settings: &[(&str, Value)] = match model.name {
            "ripple" | "coarse" => &[
                ("damping", Value::Integer(15)),
                ("fraction_bits", Value::Integer(4)),
            ],
            // Without stiffness and viscosity its mean level drifts, bodies or not.
            "spring" => &[],
            "wave" => &[("damping", Value::Real(0.0)), ("depth", Value::Real(1.0))],
            "iwave" => &[("damping", Value::Real(0.013))],
            _ => &[("damping", Value::Real(0.0))],
        };
        let mut scene = Scene::new(pool(model.name, 64, settings));
        throw(&mut scene, 10, 5);
        let [_, thrown] = energies(&scene);
        // Undamped `wave` gains a little after more than twenty minutes (docs/models.md §16).
        let steps = match model.name {
            "wave" | "iwave-exact" => steps.min(72_000),
            _ => steps,
        };
        let windows = (steps / 1_800).max(6);
        let sums = mean_energies(&mut scene, windows, steps / windows / 8);
        // What it was thrown with is far more.
        assert!(sums[0] < 0.3 * thrown, "{}: {thrown}, {sums:?}", model.name);
        assert_no_gain(model.name, &sums);
    }
}

#[test]
fn a_box_that_is_moved_by_waves_gives_them_no_energy() {
    // In shallow water the waves are higher, and push it about by less than a cell.
    let mut scene = Scene::new(pool(
        "wave",
        64,
        &[("damping", Value::Real(0.0)), ("depth", Value::Real(0.25))],
    ));
    let id = scene.add(cuboid(0.2, 0.14, 0.26), 400.0, [0.3, 0.3, 0.2]);
    let mut state = scene.body(id).state;
    (state.velocity, state.spin) = (DVec3::new(1.0, -3.0, 0.5), DVec3::new(5.0, 1.0, -4.0));
    scene.bodies.set_state(id, state);
    assert_no_gain("a box", &mean_energies(&mut scene, 6, 225));
}

/// Energy in each of `windows`, J: the mean of `samples` that are 8 steps apart.
fn mean_energies(scene: &mut Scene, windows: usize, samples: usize) -> Vec<f64> {
    let mut mean_energy = || {
        let mut mean = [0.0; 2];
        for _ in 0..samples {
            scene.run(8);
            let now = energies(scene);
            mean = [0, 1].map(|part| mean[part] + now[part] / samples as f64);
        }
        // On average, waves move with as much energy as they are high.
        2.0 * mean[0] + mean[1]
    };
    (0..windows).map(|_| mean_energy()).collect()
}

/// Checks that no energy is more than a thousandth above an earlier one.
fn assert_no_gain(name: &str, energies: &[f64]) {
    let mut least = energies[0];
    for &energy in energies {
        assert!(energy < least + 1e-3 * energies[0], "{name}: {energies:?}");
        least = least.min(energy);
    }
}
