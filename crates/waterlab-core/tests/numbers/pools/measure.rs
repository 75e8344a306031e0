//! Measurements of any water.

use std::f64::consts::PI;
use waterlab_core::grid::Grid;
use waterlab_core::heights::Heights;
use waterlab_core::pool::State;
use waterlab_core::water::Water;

/// The height of every cell in metres.
pub fn heights(water: &dyn Water) -> Grid<f32> {
    State::of(water).heights
}

/// The counts of an integer model.
pub fn counts(water: &dyn Water) -> &Grid<i16> {
    match water.heights() {
        Heights::Counts { counts, .. } => counts,
        Heights::Metres(_) => panic!("not an integer model"),
    }
}

/// The largest absolute height in metres. Panics if a height is not finite.
pub fn highest(water: &dyn Water) -> f64 {
    let heights = heights(water);
    let away = |cell: &f32| {
        assert!(cell.is_finite(), "a height of {cell}");
        f64::from(cell.abs())
    };
    heights.cells().iter().map(away).fold(0.0, f64::max)
}

/// The angular frequency, in radians per step, of a plane wave with `amplitude` in metres and the wave vector `k` in radians
/// per cell. The whole pool starts as this wave with the frequency `guess`, and its phase in the middle of the pool is followed
/// for `steps` steps. The pool must be so large that the edges do not influence the middle.
pub fn angular_frequency(
    water: &mut dyn Water,
    k: [f64; 2],
    guess: f64,
    amplitude: f64,
    steps: usize,
) -> f64 {
    let (columns, rows) = (water.heights().columns(), water.heights().rows());
    let phase = |column: usize, row: usize| k[0] * column as f64 + k[1] * row as f64;
    let wave = |time: f64| {
        Grid::from_fn(columns, rows, |column, row| {
            (amplitude * (phase(column, row) - guess * time).cos()) as f32
        })
    };
    let (now, before) = (wave(0.0), wave(-1.0));
    let velocity = Grid::from_fn(columns, rows, |column, row| {
        now[(column, row)] - before[(column, row)]
    });
    water.set_state(&State {
        length: 2.0,
        heights: now,
        velocity,
    });

    // A Gaussian window suppresses other wave vectors.
    let width = columns.min(rows) as f64 / 10.0;
    let window = |column: usize, row: usize| {
        let x = (column as f64 - columns as f64 / 2.0) / width;
        let z = (row as f64 - rows as f64 / 2.0) / width;
        (-0.5 * (x * x + z * z)).exp()
    };
    let mut turned = 0.0;
    let mut last = None;
    for step in 0..=steps {
        if step > 0 {
            water.step();
        }
        let heights = heights(water);
        let (mut real, mut imaginary) = (0.0, 0.0);
        for row in 0..rows {
            for column in 0..columns {
                let weighted = window(column, row) * f64::from(heights[(column, row)]);
                let (sine, cosine) = phase(column, row).sin_cos();
                real += weighted * cosine;
                imaginary -= weighted * sine;
            }
        }
        let angle = imaginary.atan2(real);
        if let Some(last) = last.replace(angle) {
            // The phase changes by less than half a turn per step.
            turned += (last - angle + PI).rem_euclid(2.0 * PI) - PI;
        }
    }
    turned / steps as f64
}

/// The depth of a Gaussian dent relative to a disc of the same volume: the area of the disc over ∫ 2^(−4ρ²/r²) dA.
pub fn gaussian_depth() -> f64 {
    4.0 * std::f64::consts::LN_2 / (1.0 - 1.0 / 16.0)
}
