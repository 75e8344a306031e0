//! Fast evaluation of the fields of a patch of Gerstner waves: the complex phase of a wave at cell (i, j) is a factor of its column times
//! a factor of its row,
//!
//! ```text
//! e^(i(k·x0 − ωt + φ)) = e^(i·kx·x) · e^(i(kz·z − ωt + φ))
//! ```
//!
//! so that sines are computed once for each column and each row, in double precision, when the waves are created, and a cell costs
//! two products for each wave and field. Each field is a sum over the waves of a·cos + b·sin, with its own a and b.

use super::Running;
use crate::sea::{Fields, Patch};
use crate::threads::for_each_target;
use crate::threads::in_bands_from;
use std::f64::consts::TAU;
use std::ops::Range;

/// Minimum number of products of waves and cells for a second thread.
const WORTH_A_THREAD: usize = 1 << 18;

/// Rows to which the waves are added in turn: few enough to stay in the cache.
const BLOCK: usize = 8;

/// The factors of columns and rows.
pub(super) struct Tables {
    columns: usize,
    /// For each wave the cosines of its columns, then the sines.
    along_x: Vec<f32>,
    /// For each row, cosine and sine of each wave.
    along_z: Vec<[f64; 2]>,
    /// The contribution of each wave to each field; fields in the order of [`Fields::grids_mut`].
    shares: Vec<[Share; 8]>,
}

/// The factors of a wave's cosine and sine in a field.
#[derive(Clone, Copy)]
struct Share {
    cos: f64,
    sin: f64,
}

impl Tables {
    pub(super) fn new(waves: &[Running], patch: &Patch) -> Self {
        let spacing = patch.spacing();
        let circle = |k: f64, index: usize| {
            // Whole turns are removed first: on a seamless patch no digit of the phase is lost.
            (TAU * (k * spacing / TAU * index as f64).fract()).sin_cos()
        };
        let mut along_x = Vec::with_capacity(2 * waves.len() * patch.columns);
        for wave in waves {
            along_x.extend((0..patch.columns).map(|column| circle(wave.k[0], column).1 as f32));
            along_x.extend((0..patch.columns).map(|column| circle(wave.k[0], column).0 as f32));
        }
        let along_z = (0..patch.rows).flat_map(|row| {
            waves.iter().map(move |wave| {
                let (sin, cos) = circle(wave.k[1], row);
                [cos, sin]
            })
        });
        Self {
            columns: patch.columns,
            along_x,
            along_z: along_z.collect(),
            shares: waves.iter().map(shares).collect(),
        }
    }

    /// Writes the fields in the range `these` of [`Fields::grids`] at `time`.
    pub(super) fn fill(
        &self,
        waves: &[Running],
        time: f64,
        these: Range<usize>,
        fields: &mut Fields,
    ) {
        let columns = self.columns;
        let fewest = WORTH_A_THREAD / waves.len().max(1);
        for (field, grid) in fields.some_mut(these) {
            in_bands_from(fewest, grid.cells_mut(), columns, |first, band| {
                band.fill(0.0);
                for (block, cells) in band.chunks_mut(BLOCK * columns).enumerate() {
                    self.add_waves(waves, field, time, first + block * BLOCK, cells);
                }
            });
        }
    }

    /// Adds all waves to some rows of a field, starting with row `first`.
    fn add_waves(
        &self,
        waves: &[Running],
        field: usize,
        time: f64,
        first: usize,
        rows: &mut [f32],
    ) {
        let tables = self.along_x.chunks_exact(2 * self.columns);
        for (index, (wave, table)) in waves.iter().zip(tables).enumerate() {
            let (cosines, sines) = table.split_at(self.columns);
            let (sin, cos) = (TAU * wave.turns(time)).sin_cos();
            let (cos, sin) = (wave.amplitude * cos, wave.amplitude * sin);
            let share = self.shares[index][field];
            let along_z = self.along_z.iter().skip(first * waves.len() + index);
            let along_z = along_z.step_by(waves.len());
            for (cells, row) in rows.chunks_exact_mut(self.columns).zip(along_z) {
                let cos_row = row[0] * cos - row[1] * sin;
                let sin_row = row[0] * sin + row[1] * cos;
                let a = share.cos * cos_row + share.sin * sin_row;
                let b = share.sin * cos_row - share.cos * sin_row;
                add(cells, cosines, sines, (a as f32, b as f32));
            }
        }
    }
}

/// The factors for height, two slopes, two displacements D and their derivatives; the surface lies at x − D.
fn shares(wave: &Running) -> [Share; 8] {
    let ([kx, kz], [ahead_x, ahead_z]) = (wave.k, wave.ahead());
    let cos = |cos| Share { cos, sin: 0.0 };
    let sin = |sin| Share { cos: 0.0, sin };
    [
        cos(1.0),
        sin(-kx),
        sin(-kz),
        sin(ahead_x),
        sin(ahead_z),
        cos(ahead_x * kx),
        cos(ahead_z * kz),
        cos(ahead_x * kz),
    ]
}

for_each_target! {
    /// cells += a·cosines + b·sines.
    fn add(cells: &mut [f32], cosines: &[f32], sines: &[f32], (a, b): (f32, f32)) {
        for ((cell, cos), sin) in cells.iter_mut().zip(cosines).zip(sines) {
            *cell += a * cos + b * sin;
        }
    }
}
