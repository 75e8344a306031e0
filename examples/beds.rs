//! Makes the bed maps of the bundled scenes of water that flows: `cargo run --example beds`, from the root of the repository.
//!
//! Each is a 16-bit PNG, in which black is the scene's `bed_low` and white its `bed_high`.

use image::{ImageBuffer, Luma};
use std::f64::consts::{PI, TAU};

/// Height at (u, v), 0 to 1.
type Height = fn(f64, f64) -> f64;

/// Smooth pseudo-random hills, −1 to 1, of about this many along the longer side.
fn hills(u: f64, v: f64, count: f64) -> f64 {
    let wave = |a: f64, b: f64, c: f64| (TAU * count * (a * u + b * v) + c).sin();
    (wave(0.83, 0.41, 0.3)
        + wave(-0.37, 0.92, 1.9)
        + wave(0.55, -0.79, 4.1)
        + wave(0.97, 0.11, 5.0))
        / 4.0
}

/// 0 below `from`, 1 above `to`, smooth between them.
fn smooth(value: f64, from: f64, to: f64) -> f64 {
    let part = ((value - from) / (to - from)).clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

/// A bed that winds down a valley, with gravel banks and rocks in it. The middle of the stream at u, as a fraction of the width.
fn stream(u: f64) -> f64 {
    0.5 + 0.17 * (TAU * 1.05 * u + 0.4).sin() + 0.04 * (TAU * 2.6 * u).sin()
}

fn river(u: f64, v: f64) -> f64 {
    let aspect = 0.6;
    let away = (v - stream(u)).abs() * aspect;
    // The channel falls along x; its banks rise to meadows and to slopes.
    let fall = 0.30 * (1.0 - u);
    let channel = 0.22 * smooth(away, 0.035, 0.075);
    let meadow = 0.06 * smooth(away, 0.10, 0.22) + 0.36 * smooth(away, 0.2, 0.42);
    let pebbles = 0.012 * hills(u, v * aspect, 14.0) + 0.006 * hills(v, u, 31.0);
    let rocks: f64 = [
        (0.27, 0.10),
        (0.31, -0.02),
        (0.45, 0.035),
        (0.58, -0.05),
        (0.62, 0.02),
        (0.78, 0.0),
    ]
    .iter()
    .enumerate()
    .map(|(index, (at, off))| {
        let index = index as f64;
        let (x, z) = (u - at, (v - stream(*at) - off) * aspect);
        // Domes with an uneven outline.
        let turn = z.atan2(x);
        let uneven = 0.14 * (2.0 * turn + index).sin() + 0.09 * (3.0 * turn + 2.7 * index).sin();
        let size = (0.0135 + 0.0014 * (index * 7.0 % 5.0)) * (1.0 + uneven);
        let inside = 1.0 - (x.hypot(z) / size).powi(2);
        (0.26 + 0.025 * (index * 3.0 % 4.0)) * inside.max(0.0).powf(0.6)
    })
    .sum();
    fall + channel
        + meadow
        + pebbles
        + rocks
        + 0.05 * hills(u, v * aspect, 3.0) * smooth(away, 0.12, 0.3)
}

/// A bay with flats that a tide floods, and a channel dug through them to a basin.
fn estuary(u: f64, v: f64) -> f64 {
    let aspect = 0.7;
    let creek = 0.5 + 0.10 * (TAU * 0.9 * u + 1.0).sin();
    let away = (v - creek).abs() * aspect;
    let shore = 0.12 + 0.62 * smooth(u + 0.05 * hills(u, v, 2.0), 0.12, 0.62);
    let flats = shore
        + 0.25 * smooth((v - 0.5).abs(), 0.30, 0.5) * smooth(u, 0.1, 0.5)
        + 0.02 * hills(u, v * aspect, 6.0);
    let ditch = 0.44
        * (1.0 - smooth(away, 0.018, 0.05))
        * smooth(u, 0.1, 0.3)
        * (1.0 - smooth(u, 0.80, 0.86));
    let basin = 0.42 * (1.0 - smooth((u - 0.82).hypot((v - 0.53) * aspect), 0.07, 0.12));
    let land = 0.30 * smooth(u, 0.72, 1.0);
    (flats + land - ditch.max(basin)).max(0.05)
}

/// An island with a steep side, a lagoon and a spit.
fn island(u: f64, v: f64) -> f64 {
    let aspect = 0.75;
    let (x, z) = (u - 0.58, (v - 0.5) * aspect);
    let turn = z.atan2(x);
    let radius = x.hypot(z)
        * (1.0
            + 0.18 * (2.0 * turn + 0.7).sin()
            + 0.10 * (3.0 * turn + 2.0).sin()
            + 0.05 * (7.0 * turn).sin());
    let cone = (1.0 - radius / 0.34).max(0.0);
    let peak = 0.62 * cone.powf(1.25);
    let lagoon = 0.10 * (1.0 - smooth((x + 0.05).hypot(z - 0.12), 0.03, 0.07));
    0.10 + peak + 0.25 * smooth(0.12 - radius, 0.0, 0.12) - lagoon
        + 0.015 * hills(u, v * aspect, 7.0) * (PI * u).sin()
}

fn main() {
    let maps: [(&str, u32, u32, Height); 3] = [
        ("river", 240, 144, river),
        ("estuary", 100, 70, estuary),
        ("island", 120, 90, island),
    ];
    for (name, columns, rows, height) in maps {
        let picture = ImageBuffer::from_fn(columns, rows, |column, row| {
            let u = (f64::from(column) + 0.5) / f64::from(columns);
            let v = (f64::from(row) + 0.5) / f64::from(rows);
            Luma([(65535.0 * height(u, v).clamp(0.0, 1.0)).round() as u16])
        });
        let path = format!("textures/beds/{name}.png");
        match picture.save(&path) {
            Ok(()) => println!("{path}"),
            Err(error) => eprintln!("{path}: {error}"),
        }
    }
}
