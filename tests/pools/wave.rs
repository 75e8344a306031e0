//! The wave equation (reference §5): its scheme's dispersion, edges and walls of every kind, damping, energy.

use std::f64::consts::PI;
use waterlab::grid::Grid;
use waterlab::parameter::Value;
use waterlab::pool::{Size, Surface, Water, Wave};

/// Metres from cell to cell in every pool here.
const SPACING: f64 = 1.0 / 128.0;

fn choice(water: &mut Wave, key: &str, name: &str) {
    let parameters = water.settings().parameters();
    let parameter = parameters.iter().find(|parameter| parameter.key == key);
    let value = parameter
        .expect("a parameter")
        .option(name)
        .expect("a name");
    water.set(key, value).expect("stable");
}

/// Water of one depth in metres, without damping.
fn pool(columns: i64, rows: i64, depth: f64, edges: &str) -> Wave {
    let mut water = Wave::new(Size::new(columns, rows).expect("a size"));
    for (key, value) in [
        ("length", columns.max(rows) as f64 * SPACING),
        ("depth", depth),
        ("damping", 0.0),
    ] {
        water.set(key, Value::Real(value)).expect("stable");
    }
    choice(&mut water, "edges", edges);
    water
}

/// C of a sub-step, by hand.
fn courant(water: &Wave, depth: f64) -> f64 {
    let sub_step = 1.0 / 60.0 / f64::from(water.sub_steps());
    9.81 * depth * (sub_step / SPACING).powi(2)
}

/// The scheme's own relation: radians a sub-step for a wave vector in radians a cell.
fn omega(courant: f64, k: [f64; 2]) -> f64 {
    let [x, z] = k.map(|k| (k / 2.0).sin().powi(2));
    2.0 * (courant * (x + z)).sqrt().asin()
}

/// A wave packet of amplitude 1 mm about `at` with the wave vector `k`, as wide as `width` cells.
fn packet(water: &mut Wave, depth: f64, at: [f64; 2], k: [f64; 2], width: f64) {
    let omega = omega(courant(water, depth), k);
    let speed = omega / (k[0] * k[0] + k[1] * k[1]);
    let (columns, rows) = (water.size().columns(), water.size().rows());
    let wave = |time: f64| {
        Grid::from_fn(columns, rows, |column, row| {
            let (x, z) = (column as f64 - at[0], row as f64 - at[1]);
            let phase = k[0] * x + k[1] * z - omega * time;
            let (x, z) = (x - speed * k[0] * time, z - speed * k[1] * time);
            (1e-3 * phase.cos() * (-(x * x + z * z) / (2.0 * width * width)).exp()) as f32
        })
    };
    let (heights, before) = (wave(0.0), wave(-1.0));
    let sub_steps = water.sub_steps() as f32;
    let velocity = Grid::from_fn(columns, rows, |column, row| {
        (heights[(column, row)] - before[(column, row)]) * sub_steps
    });
    water.set_surface(&Surface { heights, velocity });
}

/// The largest height that an absorbing edge returns, as a part of the amplitude, of a packet that meets it at `angle` radians
/// from a right one: what differs from a pool so long that the packet meets no edge.
fn returned(angle: f64, wavelength: f64) -> f64 {
    let width = wavelength.max(24.0);
    let side = (8.0 * width) as i64;
    let tall = (8.0 * width + 10.0 * width * angle.sin()) as i64;
    let k = 2.0 * PI / wavelength;
    let k = [k * angle.cos(), k * angle.sin()];
    // The middle of the packet meets the middle of the edge.
    let way = 4.0 * width;
    let at = [
        side as f64 - way * angle.cos(),
        tall as f64 / 2.0 - way * angle.sin(),
    ];
    let depth = 0.01;
    let mut near = pool(side, tall, depth, "absorbing");
    let mut far = pool(2 * side, tall, depth, "absorbing");
    packet(&mut near, depth, at, k, width);
    packet(&mut far, depth, at, k, width);
    let steps = (2.0 * way / courant(&near, depth).sqrt()) as usize;
    let mut largest = 0_f32;
    for step in 0..steps {
        near.step();
        far.step();
        if step % 8 == 0 {
            let (near, far) = (Surface::of(&near).heights, Surface::of(&far).heights);
            // Beside the layer itself.
            for row in tall as usize / 4..tall as usize * 3 / 4 {
                for column in side as usize / 2..side as usize - 12 {
                    largest = largest.max((near[(column, row)] - far[(column, row)]).abs());
                }
            }
        }
    }
    f64::from(largest) / 1e-3
}

#[test]
fn explore_absorbing() {
    for wavelength in [6.0, 12.0, 24.0, 48.0] {
        let row: Vec<String> = [0.0_f64, 20.0, 45.0, 60.0]
            .iter()
            .map(|angle| format!("{:.4}", returned(angle.to_radians(), wavelength)))
            .collect();
        println!("{wavelength}: {}", row.join(" "));
    }
}

#[test]
fn explore_growth() {
    for (c, r) in [(96, 96), (200, 60), (40, 40), (9, 9)] {
        let mut w = pool(c, r, 0.01, "absorbing");
        packet(
            &mut w,
            0.01,
            [c as f64 / 2.0, r as f64 / 2.0],
            [0.3, 0.4],
            8.0,
        );
        let mut line = String::new();
        for step in 1..=20000 {
            w.step();
            if [50, 100, 200, 400, 800, 1600, 5000, 20000].contains(&step) {
                let (low, high) = w.heights().range();
                line += &format!("{:.2e} ", low.abs().max(high.abs()) / 1e-3);
            }
        }
        println!("{c}×{r}: {line}");
    }
}

#[test]
fn explore_stone() {
    use waterlab::pool::{Disturbance, Fraction};
    for at in [2.0, 5.0, 8.0, 14.0] {
        let mut w = pool(128, 128, 0.01, "absorbing");
        w.disturb(&Disturbance::stone(
            Fraction::new(at / 128.0, 0.5).unwrap(),
            4.0,
            100,
        ));
        let mut line = String::new();
        for step in 1..=20000 {
            w.step();
            if [10, 20, 40, 80, 160, 320, 640, 1280].contains(&step) {
                let (low, high) = w.heights().range();
                line += &format!("{:.2e} ", low.abs().max(high.abs()) / 0.0488);
            }
            if w.is_calm() {
                line += &format!("calm {step}");
                break;
            }
        }
        println!("{at}×: {line}");
    }
}
