//! Software version of `caustics/penumbra.frag`: blurs caustics by the angular size of the sun's disc and disperses their colours, on a
//! level floor and the walls around it, in water without particles (docs/models.md §14). All texels of a row have the same sample
//! pattern, so the samples reduce to a few weights for each row.

use super::plan::Plan;
use super::receivers::Receivers;
use crate::grid::Grid;
use crate::threads::{for_each_target, in_bands_from};
use crate::view::lit::penumbra::{SAMPLES, Samples};

/// Texels that are blurred together.
const CHUNK: usize = 8;

/// Minimum number of texels for a second thread.
const WORTH_A_THREAD: usize = 1 << 16;

/// The weights with which the texels of a row read one row of the irradiance.
#[derive(Clone, Copy, Default)]
struct Tap {
    /// Row of the irradiance.
    row: usize,
    /// Column offset, added to `step` times the texel's column.
    column: isize,
    /// For red, green and blue.
    weights: [f32; 3],
}

/// All taps of a texel; each bilinear sample adds four.
struct Taps {
    all: [Tap; 4 * SAMPLES],
    count: usize,
}

impl Taps {
    /// Adds a tap, or adds its weights to a tap at the same place.
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

/// Blurs the irradiance map into the map that shaders read.
pub(super) fn blur(light: &Grid<f32>, map: &mut Grid<[f32; 4]>, plan: &Plan) {
    let (columns, wide) = (map.columns(), light.columns());
    let step = wide / columns;
    for wall in Receivers::each() {
        let samples = &plan.samples(wall);
        let [(first, rows), (map_first, map_rows)] =
            [plan.landed, plan.seen].map(|of| of.rows(wall));
        let light = &light.cells()[first * wide..][..rows * wide];
        let map = &mut map.cells_mut()[map_first * columns..][..map_rows * columns];
        // For most directions of the sun some walls receive no light.
        if light.iter().all(|light| *light == 0.0) {
            map.fill([0.0, 0.0, 0.0, 1.0]);
            continue;
        }
        in_bands_from(WORTH_A_THREAD, map, columns, |first, band| {
            for (row, texels) in (first..).zip(band.chunks_mut(columns)) {
                let up = (row as f32 + 0.5) / map_rows as f32;
                // The penumbra grows with the path length under water.
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

/// The taps of a row at height `up` (0 to 1) of a receiver of this many rows, each `wide` texels; `grown` is the width of the penumbra
/// there (0 to 1).
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
        // Bilinear, as a texture is sampled.
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
    /// Blurs a row of texels; the rows of the irradiance have `wide` texels.
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
                    // Clamp to edge.
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
