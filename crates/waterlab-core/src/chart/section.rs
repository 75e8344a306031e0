//! The current surface: a cross section, and its wave content.
//!
//! A pool's waves are those that its walls reflect, cosines along x and z; their variances are summed over directions:
//!
//! ```text
//! h(x, z) = Σ a(p, q)·cos(π p x/L)·cos(π q z/W)        k = π·√((p/L)² + (q/W)²)        ∫ S(k) dk = ⟨h²⟩ − ⟨h⟩²
//! ```

use super::{Axis, Chart, Colour, Corner, Mark, Panel, Stroke};
use crate::grid::Grid;
use crate::heights::Heights;
use std::f64::consts::{PI, TAU};
use waterlab_transform::cosine;
use waterlab_transform::num_complex::Complex32;

/// A height range below this is shown as level, metres.
const LEVEL: f64 = 1e-4;

/// Number of bands of wave numbers, in geometric progression.
const BANDS: usize = 40;

/// Decades of the spectrum shown below its maximum.
const DECADES: f64 = 6.0;

/// The variance of heights by wave number.
#[derive(Clone, Debug, PartialEq)]
pub struct WaveContent {
    /// Middles of the bands in which there are any waves, rad/m, and their density, m²/(rad/m).
    pub density: Vec<[f64; 2]>,
    /// The mean wave number, by variance, rad/m; 0 of level water.
    pub mean: f64,
    /// The variance in all, m².
    pub variance: f64,
}

impl WaveContent {
    /// The wave content of these heights, over a pool of this length along x and z, metres.
    pub fn of(heights: &Heights, length: [f64; 2]) -> Self {
        let (columns, rows) = (heights.columns(), heights.rows());
        let cells = (columns * rows) as f64;
        let metres = Grid::from_fn(columns, rows, |column, row| {
            f64::from(heights.metres(column as i64, row as i64))
        });
        // Without the mean, which would take digits from the waves in single precision.
        let mean = metres.cells().iter().sum::<f64>() / cells;
        let modes = modes(Grid::from_fn(columns, rows, |column, row| {
            (metres[(column, row)] - mean) as f32
        }));
        let number = |column: usize, row: usize| wave_number(column, row, length);
        let lowest = PI / length[0].max(length[1]);
        let highest = number(columns, rows);
        let band = |k: f64| ((k / lowest).ln() / (highest / lowest).ln() * BANDS as f64) as usize;
        let edge = |band: usize| lowest * (highest / lowest).powf(band as f64 / BANDS as f64);
        let mut variance = [0.0; BANDS];
        let (mut sum, mut weighed) = (0.0, 0.0);
        for (cell, mode) in modes.iter().enumerate().skip(1) {
            let (column, row) = (cell % columns, cell / columns);
            let twice = |index: usize| if index == 0 { 1.0 } else { 2.0 };
            let part = twice(column) * twice(row) * (f64::from(*mode) / cells).powi(2);
            let k = number(column, row);
            variance[band(k * (1.0 + 1e-12)).min(BANDS - 1)] += part;
            sum += part;
            weighed += part * k;
        }
        let density = variance.iter().enumerate().filter(|(_, part)| **part > 0.0);
        Self {
            density: density
                .map(|(band, part)| {
                    let [from, to] = [edge(band), edge(band + 1)];
                    [(from * to).sqrt(), part / (to - from)]
                })
                .collect(),
            mean: if sum > 0.0 { weighed / sum } else { 0.0 },
            variance: sum,
        }
    }
}

/// The cosine coefficients of a field, not normalised: columns × rows, those along x in a row.
pub(super) fn modes(field: Grid<f32>) -> Vec<f32> {
    let (columns, rows) = (field.columns(), field.rows());
    let [along_rows, along_columns] = cosine([columns, rows]);
    let mut modes = field.into_cells();
    let scratch = along_rows.scratch_len().max(along_columns.scratch_len());
    let mut scratch = vec![Complex32::default(); scratch];
    for row in modes.chunks_exact_mut(columns) {
        along_rows.forward(row, &mut scratch);
    }
    let mut line = vec![0.0; rows];
    for column in 0..columns {
        for (row, cell) in line.iter_mut().enumerate() {
            *cell = modes[row * columns + column];
        }
        along_columns.forward(&mut line, &mut scratch);
        for (row, cell) in line.iter().enumerate() {
            modes[row * columns + column] = *cell;
        }
    }
    modes
}

/// The wave number of a cosine with this many half waves along each side of a pool of this length, rad/m.
pub(super) fn wave_number(along_x: usize, along_z: usize, length: [f64; 2]) -> f64 {
    PI * (along_x as f64 / length[0]).hypot(along_z as f64 / length[1])
}

/// A cross section of the surface along x and along z: metres from a place, metres above the rest level.
pub fn cross_section(title: &str, along: &[Vec<[f64; 2]>; 2]) -> Chart {
    let points = || along.iter().flatten();
    let ends = |axis: usize| {
        points()
            .map(|point| point[axis])
            .fold((0.0_f64, 0.0_f64), |(low, high), x| {
                (low.min(x), high.max(x))
            })
    };
    let ((first, last), (low, high)) = (ends(0), ends(1));
    let (unit, of_metre) = match (high - low).max(LEVEL) {
        wide if wide < 0.02 => ("mm", 1e3),
        wide if wide < 2.0 => ("cm", 1e2),
        _ => ("m", 1.0),
    };
    let room = 0.08 * (high - low).max(LEVEL) * of_metre;
    let mut panel = Panel::new(
        "",
        Axis::linear("from the place", "m", first, last.max(first + 1e-3)),
        Axis::linear(
            "height",
            unit,
            of_metre * low - room,
            of_metre * high + room,
        ),
        Corner::UpperRight,
    );
    let looks = [
        ("along x", (Colour::Blue, Stroke::Solid)),
        ("along z", (Colour::Orange, Stroke::Dashed)),
    ];
    for ((name, look), line) in looks.into_iter().zip(along) {
        panel.add(name, look, line.iter().map(|[x, y]| [*x, of_metre * y]));
    }
    panel.marks.push(Mark {
        x: 0.0,
        name: "the place".to_owned(),
    });
    Chart {
        title: title.to_owned(),
        panels: vec![panel],
        columns: 1,
        note: String::new(),
    }
}

/// The chart of the waves in a pool.
pub fn waves(title: &str, content: &WaveContent) -> Chart {
    let highest = content
        .density
        .iter()
        .map(|point| point[1])
        .fold(0.0, f64::max);
    let highest = if highest > 0.0 { highest } else { 1.0 };
    let (first, last) = match (content.density.first(), content.density.last()) {
        (Some([first, _]), Some([last, _])) if first < last => (*first, *last),
        _ => (1.0, 100.0),
    };
    let mut panel = Panel::new(
        "",
        Axis::logarithmic("wave number", "rad/m", first, last),
        Axis::logarithmic(
            "density",
            "m³",
            highest * 10_f64.powf(-DECADES),
            2.0 * highest,
        ),
        None,
    );
    panel.add(
        "now",
        (Colour::Blue, Stroke::Solid),
        content.density.iter().copied(),
    );
    if content.mean > 0.0 {
        panel.marks.push(Mark {
            x: content.mean,
            name: format!("mean: {:.2} m long", TAU / content.mean),
        });
    }
    Chart {
        title: title.to_owned(),
        panels: vec![panel],
        columns: 1,
        note: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_standing_waves_are_found_with_their_variance() {
        let length = [2.0, 1.0];
        let wave = |high: f64, [p, q]: [f64; 2], [x, z]: [f64; 2]| {
            high * (PI * p * x / length[0]).cos() * (PI * q * z / length[1]).cos()
        };
        let (columns, rows) = (96, 48);
        let heights = Grid::from_fn(columns, rows, |column, row| {
            let at = [
                (column as f64 + 0.5) / columns as f64 * length[0],
                (row as f64 + 0.5) / rows as f64 * length[1],
            ];
            (0.3 + wave(0.02, [6.0, 0.0], at) + wave(0.01, [20.0, 15.0], at)) as f32
        });
        let content = WaveContent::of(&Heights::Metres(&heights), length);
        // The variance of a cosine along one axis is a half, along both axes a quarter. The mean level does not count.
        let variances = [0.02_f64.powi(2) / 2.0, 0.01_f64.powi(2) / 4.0];
        let numbers = [PI * 3.0, PI * 10.0_f64.hypot(15.0)];
        let sum: f64 = variances.iter().sum();
        assert!((content.variance / sum - 1.0).abs() < 1e-5);
        let mean = (variances[0] * numbers[0] + variances[1] * numbers[1]) / sum;
        assert!((content.mean / mean - 1.0).abs() < 1e-4, "{}", content.mean);
        // Logarithmic bands, each a fortieth of the range.
        let (min, max) = (PI / 2.0, PI * (48.0_f64).hypot(48.0));
        let wide = (max / min).powf(1.0 / 80.0);
        for (number, variance) in numbers.into_iter().zip(variances) {
            let near = |point: &&[f64; 2]| (number / wide..=number * wide).contains(&point[0]);
            let [k, density] = content.density.iter().find(near).expect("a band");
            let found = density * k * (wide - 1.0 / wide);
            assert!((found / variance - 1.0).abs() < 1e-4, "{number}: {found}");
        }
    }

    #[test]
    fn level_water_has_charts() {
        let level = Grid::new(8, 8, 0.0_f32);
        let content = WaveContent::of(&Heights::Metres(&level), [2.0; 2]);
        assert_eq!((content.variance, content.mean), (0.0, 0.0));
        for chart in [
            waves("level", &content),
            cross_section("level", &[vec![[-1.0, 0.0], [1.0, 0.0]], Vec::new()]),
        ] {
            let panel = &chart.panels[0];
            assert!(panel.x.low < panel.x.high && panel.y.low < panel.y.high);
        }
    }

    #[test]
    fn a_section_has_a_fitting_unit() {
        for (high, unit) in [(0.004, "mm"), (0.3, "cm"), (4.0, "m")] {
            let line = vec![[-1.0, -high], [0.0, 0.0], [1.0, high]];
            let chart = cross_section("water", &[line.clone(), line]);
            let panel = &chart.panels[0];
            assert_eq!(panel.y.unit, unit);
            let shown = panel.curves[0].points[2][1];
            let of_metre = [("mm", 1e3), ("cm", 1e2), ("m", 1.0)];
            let factor = of_metre
                .iter()
                .find(|(name, _)| *name == unit)
                .expect("known")
                .1;
            assert!((shown - factor * high).abs() < 1e-9);
            assert!(panel.y.low < -shown && panel.y.high > shown);
        }
    }
}
