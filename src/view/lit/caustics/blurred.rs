//! Light blurred by the processor as wide as the sun's disc is, and its colours spread: what `caustics/penumbra.frag` draws of light that lands on
//! a level floor and the walls around it through water without particles (docs/models.md §14). Along a row the samples of all texels
//! lie alike, so that they come down to a few weights for each.

use super::plan::Plan;
use super::receivers::Receivers;
use crate::grid::Grid;
use crate::threads::{for_each_target, in_bands_from};
use crate::view::lit::penumbra::{SAMPLES, Samples};

/// Texels that are blurred together.
const CHUNK: usize = 8;

/// The fewest texels that are worth a second thread.
const WORTH_A_THREAD: usize = 1 << 16;

/// What each texel of a row takes of one row of the light.
#[derive(Clone, Copy, Default)]
struct Tap {
    /// The row.
    row: usize,
    /// The column, after `step` times that of the texel.
    column: isize,
    /// For red, green and blue.
    weights: [f32; 3],
}

/// All that a texel takes: each sample lies between four texels.
struct Taps {
    all: [Tap; 4 * SAMPLES],
    count: usize,
}

impl Taps {
    /// Adds a tap, to one of the same place if there is one.
    fn add(&mut self, tap: Tap) {
        let known = &mut self.all[..self.count];
        let place = (tap.row, tap.column);
        match known
            .iter_mut()
            .find(|known| (known.row, known.column) == place)
        {
            Some(known) => {
                for (sum, weight) in known.weights.iter_mut().zip(tap.weights) {
                    *sum += weight;
                }
            }
            None => {
                self.all[self.count] = tap;
                self.count += 1;
            }
        }
    }

    fn all(&self) -> &[Tap] {
        &self.all[..self.count]
    }
}

/// Blurs light as it has landed into a map that is read.
pub(super) fn blur(light: &Grid<f32>, map: &mut Grid<[f32; 4]>, plan: &Plan) {
    let (columns, wide) = (map.columns(), light.columns());
    let step = wide / columns;
    for wall in Receivers::each() {
        let samples = &plan.samples(wall);
        let [(first, rows), (map_first, map_rows)] =
            [plan.landed, plan.seen].map(|of| of.rows(wall));
        let light = &light.cells()[first * wide..][..rows * wide];
        let map = &mut map.cells_mut()[map_first * columns..][..map_rows * columns];
        // Of most suns some walls have nothing.
        if light.iter().all(|light| *light == 0.0) {
            map.fill([0.0, 0.0, 0.0, 1.0]);
            continue;
        }
        in_bands_from(WORTH_A_THREAD, map, columns, |first, band| {
            for (row, texels) in (first..).zip(band.chunks_mut(columns)) {
                let up = (row as f32 + 0.5) / map_rows as f32;
                // The penumbra grows with the way under water.
                let grown = match wall {
                    Some(_) => 1.0 - up,
                    None => 1.0,
                };
                let taps = taps(samples, grown, (up, rows), (wide, step));
                match step {
                    1 => blur_row::<1>(light, wide, taps.all(), texels),
                    _ => blur_row::<2>(light, wide, taps.all(), texels),
                }
            }
        });
    }
}

/// The taps of a row that lies `up` a receiver of so many rows of the light (0 to 1), each `wide`; `grown` is how wide the penumbra is there
/// (0 to 1).
fn taps(
    samples: &Samples,
    grown: f32,
    (up, rows): (f32, usize),
    (wide, step): (usize, usize),
) -> Taps {
    let mut taps = Taps {
        all: [Tap::default(); 4 * SAMPLES],
        count: 0,
    };
    for (place, weights) in samples.placed() {
        let across = grown * place.x * wide as f32 + 0.5 * (step - 1) as f32;
        let along = (up + grown * place.y) * rows as f32 - 0.5;
        let part = |of: f32, next: isize| match next {
            0 => 1.0 - (of - of.floor()),
            _ => of - of.floor(),
        };
        // As a texture is read, blended between four texels.
        for (aside, above) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let row = (along.floor() as isize + above).clamp(0, rows as isize - 1);
            let weight = part(across, aside) * part(along, above);
            taps.add(Tap {
                row: row as usize,
                column: across.floor() as isize + aside,
                weights: weights.map(|of| weight * of),
            });
        }
    }
    taps
}

for_each_target! {
    /// Blurs a row of texels; the light's rows are `wide`.
    fn blur_row<const STEP: usize>(light: &[f32], wide: usize, taps: &[Tap], texels: &mut [[f32; 4]]) {
        for (index, chunk) in texels.chunks_mut(CHUNK).enumerate() {
            let first = index * CHUNK * STEP;
            let mut sums = [[0.0_f32; CHUNK]; 3];
            for tap in taps {
                let row = &light[tap.row * wide..][..wide];
                let mut here = [0.0; CHUNK];
                let start = first as isize + tap.column;
                match usize::try_from(start).ok().and_then(|start| row.get(start..start + CHUNK * STEP)) {
                    Some(row) => {
                        for (here, light) in here.iter_mut().zip(row.chunks_exact(STEP)) {
                            *here = light[0];
                        }
                    }
                    // Beyond the edge that goes on.
                    None => {
                        for (index, here) in here.iter_mut().enumerate() {
                            let column = start + (index * STEP) as isize;
                            *here = row[column.clamp(0, wide as isize - 1) as usize];
                        }
                    }
                }
                for (sums, weight) in sums.iter_mut().zip(tap.weights) {
                    for (sum, light) in sums.iter_mut().zip(here) {
                        *sum += weight * light;
                    }
                }
            }
            let [red, green, blue] = sums;
            for (index, texel) in chunk.iter_mut().enumerate() {
                *texel = [red[index], green[index], blue[index], 1.0];
            }
        }
    }
}
