//! Diffraction by one and by two slits.

use super::{SHALLOW, choose, courant, drive, heights, pool, wall, wave_number};
use std::f64::consts::PI;
use std::ops::Range;
use waterlab_core::grid::Grid;
use waterlab_core::pool::Wave;
use waterlab_core::water::Water;

/// The period of the source in steps.
const PERIOD: f64 = 20.0;

/// Columns of the source, and of the wall with the slits.
const SOURCE: usize = 16;
const WALL: Range<usize> = 40..42;

/// The distance in cells from the slits to the measurement.
const FAR: f64 = 170.0;

/// The time-averaged squared heights, measured on an arc around the middle of the wall.
struct Arc(Grid<f32>);

impl Arc {
    /// The waves behind a wall with slits at these rows.
    fn behind(slits: &[Range<usize>]) -> Self {
        let mut water: Wave = pool(256, 320, SHALLOW, "absorbing");
        choose(&mut water, "walls", "absorbing");
        wall(&mut water, WALL, |row| {
            !slits.iter().any(|slit| slit.contains(&row))
        });
        let mut squares = Grid::new(256, 320, 0.0);
        let (settle, measured) = (25 * PERIOD as usize, 4 * PERIOD as usize);
        for step in 0..settle + measured {
            let swing = (2.0 * PI * step as f64 / PERIOD).sin();
            drive(&mut water, SOURCE, 0.05 * swing);
            water.step();
            if step >= settle {
                let heights = heights(&water);
                for (square, height) in squares.cells_mut().iter_mut().zip(heights.cells()) {
                    *square += height * height;
                }
            }
        }
        Self(squares)
    }

    fn intensity(&self, degrees: f64) -> f64 {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let (x, z) = (
            (WALL.start + WALL.end - 1) as f64 / 2.0 + FAR * cosine,
            159.5 + FAR * sine,
        );
        let (column, row) = (x.floor() as usize, z.floor() as usize);
        let (s, t) = (x.fract(), z.fract());
        let at = |column, row| f64::from(self.0[(column, row)]);
        (at(column, row) * (1.0 - s) + at(column + 1, row) * s) * (1.0 - t)
            + (at(column, row + 1) * (1.0 - s) + at(column + 1, row + 1) * s) * t
    }

    /// The angle between `from` and `to` at which the intensity is largest, or smallest.
    fn extreme(&self, from: f64, to: f64, greatest: bool) -> f64 {
        let sign = if greatest { 1.0 } else { -1.0 };
        let angles = (0..=400).map(|i| from + (to - from) * f64::from(i) / 400.0);
        angles
            .max_by(|&a, &b| (sign * self.intensity(a)).total_cmp(&(sign * self.intensity(b))))
            .expect("angles")
    }
}

fn wavelength() -> f64 {
    let water = pool(256, 320, SHALLOW, "absorbing");
    2.0 * PI / wave_number(courant(&water, SHALLOW), 2.0 * PI / PERIOD)
}

#[test]
fn two_slits_make_interference_fringes() {
    let wavelength = wavelength();
    assert!(wavelength > 12.0, "{wavelength} cells");
    // The centres are 54 cells apart, and each slit is 6 wide.
    let distance = 54.0;
    let arc = Arc::behind(&[130..136, 184..190]);
    let angle = |order: f64| (order * wavelength / distance).asin().to_degrees();
    let middle = arc.intensity(0.0);
    for side in [-1.0, 1.0] {
        for order in [1.0, 2.0] {
            let (from, to) = (angle(order - 0.4), angle(order + 0.4));
            let got = side * arc.extreme(side * from, side * to, true);
            let expected = angle(order);
            assert!(
                (got / expected - 1.0).abs() < 0.05,
                "{got}° for {expected}°"
            );
            assert!(arc.intensity(side * got) > 0.3 * middle);
            let (from, to) = (angle(order - 0.9), angle(order - 0.1));
            let got = side * arc.extreme(side * from, side * to, false);
            let expected = angle(order - 0.5);
            assert!(
                (got / expected - 1.0).abs() < 0.05,
                "{got}° for {expected}°"
            );
            assert!(arc.intensity(side * got) < 0.05 * middle);
        }
    }
}

#[test]
fn a_narrow_slit_diffracts_and_a_wide_one_does_not() {
    // Fraunhofer's sinc² at 35° is 0.8 for half a wavelength and 0.02 for three.
    let spread = |slit| {
        let arc = Arc::behind(std::slice::from_ref(&slit));
        arc.intensity(35.0) / arc.intensity(0.0)
    };
    let (narrow, wide) = (spread(157..163), spread(140..180));
    assert!(narrow > 0.5, "{narrow}");
    assert!(wide < 0.1, "{wide}");
}
