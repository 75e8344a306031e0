//! A spectral sea as a direct sum over all modes in double precision (docs/models.md §8 and §9).

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::f64::consts::TAU;
use waterlab_core::grid::Grid;
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::sea::{
    Dispersion, Fields, FoamParameters, OceanState, Patch, Period, Relation, Sea, SeaKind,
    SpectralSea,
};
use waterlab_transform::num_complex::{Complex32, Complex64};

/// Water with depth and surface tension.
pub const WATER: Dispersion = Dispersion {
    relation: Relation::Both,
    gravity: 9.81,
    depth: 7.0,
    tension_length: 0.3,
};

/// ω of [`WATER`] in rad/s.
pub fn omega(relation: Relation, k: f64) -> f64 {
    let (deep, depth, tension) = (9.81 * k, (k * 7.0).tanh(), 1.0 + (k * 0.3).powi(2));
    match relation {
        Relation::Deep => deep,
        Relation::Depth => deep * depth,
        Relation::Small => deep * tension,
        Relation::Both => deep * tension * depth,
    }
    .sqrt()
}

/// The wave index n of mode `index` of `count`: 0, 1, … , −2, −1, with a negative Nyquist index.
pub fn number(index: usize, count: usize) -> i64 {
    let (index, count) = (index as i64, count as i64);
    if 2 * index < count {
        index
    } else {
        index - count
    }
}

/// Random amplitudes of about 1 m, smaller for shorter waves.
pub fn noise(columns: usize, rows: usize, seed: u64) -> Grid<Complex32> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    Grid::from_fn(columns, rows, |column, row| {
        let (n, m) = (number(column, columns) as f32, number(row, rows) as f32);
        let size = 1.0 / (1.0 + n * n + m * m);
        let mut part = || random.random_range(-1.0..1.0) * size;
        Complex32::new(part(), part())
    })
}

/// A sea of these amplitudes on [`WATER`].
pub fn sea(patch: Patch, amplitudes: &Grid<Complex32>, relation: Relation) -> Sea {
    sea_of_period(patch, amplitudes, relation, None)
}

/// A sea of these amplitudes that repeats after a period.
pub fn sea_of_period(
    patch: Patch,
    amplitudes: &Grid<Complex32>,
    relation: Relation,
    period: Option<Period>,
) -> Sea {
    let dispersion = Dispersion { relation, ..WATER };
    let waves = SpectralSea::from_amplitudes(patch, amplitudes, &dispersion, period);
    Sea::new(Box::new(waves), 1.0, FoamParameters::NONE, period)
}

/// A sea of a kind with some parameters changed.
pub fn sea_with(kind: &SeaKind, columns: usize, rows: usize, values: &[(&str, Value)]) -> Sea {
    let mut settings = Settings::new(kind.parameters);
    for (key, value) in values {
        settings.set(key, *value).expect(key);
    }
    kind.create(&settings, columns, rows).expect("a sea")
}

/// The state of a sea at a time with its foam.
pub fn with_foam(sea: &Sea, time: f64) -> OceanState {
    let mut state = sea.new_state();
    sea.compute_with_foam(time, &mut state);
    state
}

/// The state of a sea at a time.
pub fn at(sea: &Sea, time: f64) -> OceanState {
    let mut state = sea.new_state();
    sea.compute(time, &mut state);
    state
}

/// h̃(k, t) of all modes.
pub fn modes(
    patch: &Patch,
    amplitudes: &Grid<Complex32>,
    relation: Relation,
    time: f64,
) -> Grid<Complex64> {
    let (columns, rows) = (patch.columns, patch.rows);
    let double = |mode: Complex32| Complex64::new(f64::from(mode.re), f64::from(mode.im));
    Grid::from_fn(columns, rows, |column, row| {
        let (kx, kz) = wave(patch, column, row);
        if column == 0 && row == 0 {
            return Complex64::default();
        }
        let own = double(amplitudes[(column, row)]);
        let mirrored = double(amplitudes[((columns - column) % columns, (rows - row) % rows)]);
        let turn = Complex64::from_polar(1.0, omega(relation, kx.hypot(kz)) * time);
        own * turn + mirrored.conj() * turn.conj()
    })
}

/// The wave vector of a mode.
pub fn wave(patch: &Patch, column: usize, row: usize) -> (f64, f64) {
    (
        TAU * number(column, patch.columns) as f64 / patch.length_x,
        TAU * number(row, patch.rows) as f64 / patch.length_z,
    )
}

/// The factors of h̃ for the eight fields, in the order of [`eight`].
pub fn factors(patch: &Patch, column: usize, row: usize) -> [Complex64; 8] {
    let (kx, kz) = wave(patch, column, row);
    let k = kx.hypot(kz).max(1e-300);
    // Odd coefficients of the Nyquist mode vanish.
    let dx = if 2 * column == patch.columns { 0.0 } else { kx };
    let dz = if 2 * row == patch.rows { 0.0 } else { kz };
    let (real, turned) = (|f| Complex64::new(f, 0.0), |f| Complex64::new(0.0, f));
    [
        real(1.0),
        turned(dx),
        turned(dz),
        turned(-dx / k),
        turned(-dz / k),
        real(dx * dx / k),
        real(dz * dz / k),
        real(dx * dz / k),
    ]
}

/// The eight fields of a cascade.
pub fn eight(fields: &Fields) -> [&Grid<f32>; 8] {
    let Fields {
        height,
        slope: [slope_x, slope_z],
        displacement: [x, z],
        strain: [xx, zz, xz],
    } = fields;
    [height, slope_x, slope_z, x, z, xx, zz, xz]
}

/// Σ over all modes of mode·factor·e^(ik·x) at every point.
pub fn sum(patch: &Patch, modes: &Grid<Complex64>, field: usize) -> Grid<f64> {
    let (columns, rows) = (patch.columns, patch.rows);
    Grid::from_fn(columns, rows, |i, j| {
        let mut sum = Complex64::default();
        for row in 0..rows {
            for column in 0..columns {
                let turns = (column * i) as f64 / columns as f64 + (row * j) as f64 / rows as f64;
                let wave = Complex64::from_polar(1.0, TAU * turns);
                sum += modes[(column, row)] * factors(patch, column, row)[field] * wave;
            }
        }
        sum.re
    })
}

/// The modes of a field by a discrete Fourier transform, first along x, then along z.
pub fn dft(field: &Grid<f32>) -> Grid<Complex64> {
    let (columns, rows) = (field.columns(), field.rows());
    let turn = |index: usize, count: usize| {
        Complex64::from_polar(
            1.0 / count as f64,
            -TAU * (index % count) as f64 / count as f64,
        )
    };
    let along_x = Grid::from_fn(columns, rows, |column, j| {
        let cells = field.row(j).iter().enumerate();
        cells
            .map(|(i, &cell)| turn(column * i, columns) * f64::from(cell))
            .sum::<Complex64>()
    });
    Grid::from_fn(columns, rows, |column, row| {
        (0..rows)
            .map(|j| turn(row * j, rows) * along_x[(column, j)])
            .sum()
    })
}
