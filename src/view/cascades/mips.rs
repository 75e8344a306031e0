//! Mip levels of float layers: sizes, box filtering and upload.

use crate::gl::{Filter, Gl, GlError, Layers, Layout, Texel, Texture, Wrap};
use crate::grid::Grid;

/// Maximum texels along a side; of a larger cascade, smaller mip levels are uploaded.
const MAX_TEXELS: usize = 1024;

/// Uploads the mip levels of each layer into a repeating float texture, created again if its layout differs.
pub(in crate::view) fn put<'a, const CHANNELS: usize>(
    gl: &Gl,
    slot: &mut Option<Texture>,
    layers: Layers,
    levels: impl Iterator<Item = &'a Vec<Grid<[f32; CHANNELS]>>> + Clone,
) -> Result<(), GlError>
where
    [f32; CHANNELS]: Texel,
{
    let shown = levels.map(|levels| shown_of(levels));
    let Some((first, all)) = shown
        .clone()
        .next()
        .and_then(|all| Some((all.first()?, all)))
    else {
        return Ok(());
    };
    let layout = Layout {
        layers,
        levels: all.len(),
        filter: Filter::Trilinear,
        wrap: Wrap::Repeat,
        ..Layout::new(
            gl.capability().blended_floats(CHANNELS),
            (first.columns(), first.rows()),
        )
    };
    let texture = Texture::fitting(slot, gl, layout)?;
    for (layer, levels) in shown.enumerate() {
        for (level, grid) in levels.iter().enumerate() {
            texture.upload(level, layer, grid)?;
        }
    }
    Ok(())
}

/// The levels that fit into a texture.
fn shown_of<const CHANNELS: usize>(levels: &[Grid<[f32; CHANNELS]>]) -> &[Grid<[f32; CHANNELS]>] {
    let is_shown = |level: &Grid<_>| level.columns().max(level.rows()) <= MAX_TEXELS;
    let first = levels.iter().position(is_shown).unwrap_or(0);
    &levels[first..]
}

/// Resizes the levels for a cascade of `columns × rows`.
pub(in crate::view) fn shape<const CHANNELS: usize>(
    levels: &mut Vec<Grid<[f32; CHANNELS]>>,
    columns: usize,
    rows: usize,
) {
    let size = |grid: &Grid<_>| (grid.columns(), grid.rows());
    if levels.first().map(size) == Some((columns, rows)) {
        return;
    }
    levels.clear();
    let (mut columns, mut rows) = (columns, rows);
    loop {
        levels.push(Grid::new(columns, rows, [0.0; CHANNELS]));
        if columns.max(rows) == 1 {
            return;
        }
        (columns, rows) = ((columns / 2).max(1), (rows / 2).max(1));
    }
}

/// Computes all mip levels from the first.
pub(in crate::view) fn halve_all<const CHANNELS: usize>(levels: &mut [Grid<[f32; CHANNELS]>]) {
    for level in 1..levels.len() {
        let (finer, coarser) = levels.split_at_mut(level);
        halve(&finer[level - 1], &mut coarser[0]);
    }
}

/// Box-filters a level into the next one. Each texel covers an equal share of the cascade, also for odd sizes.
fn halve<const CHANNELS: usize>(fine: &Grid<[f32; CHANNELS]>, coarse: &mut Grid<[f32; CHANNELS]>) {
    let even = |fine: usize, coarse: usize| fine == 2 * coarse;
    let (columns, rows) = (coarse.columns(), coarse.rows());
    if even(fine.columns(), columns) && even(fine.rows(), rows) {
        for row in 0..rows {
            let (north, south) = (fine.row(2 * row), fine.row(2 * row + 1));
            let pairs = north.chunks_exact(2).zip(south.chunks_exact(2));
            for (texel, (north, south)) in coarse.row_mut(row).iter_mut().zip(pairs) {
                for (channel, value) in texel.iter_mut().enumerate() {
                    let sum = north[0][channel]
                        + north[1][channel]
                        + south[0][channel]
                        + south[1][channel];
                    *value = 0.25 * sum;
                }
            }
        }
        return;
    }
    for row in 0..rows {
        for column in 0..columns {
            let mut sum = [0.0; CHANNELS];
            for (y, down) in covered(row, rows, fine.rows()) {
                for (x, across) in covered(column, columns, fine.columns()) {
                    for (sum, value) in sum.iter_mut().zip(fine[(x, y)]) {
                        *sum += across * down * value;
                    }
                }
            }
            coarse[(column, row)] = sum;
        }
    }
}

/// The texels of a `fine` row that the texel `index` of a `coarse` row covers, with weights that sum to 1.
fn covered(index: usize, coarse: usize, fine: usize) -> impl Iterator<Item = (usize, f32)> {
    let length = fine as f32 / coarse as f32;
    let (start, end) = (index as f32 * length, (index + 1) as f32 * length);
    let last = (end.ceil() as usize).min(fine);
    (start as usize..last).map(move |texel| {
        let inside = end.min(texel as f32 + 1.0) - start.max(texel as f32);
        (texel, inside.max(0.0) / length)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_the_mean_of_the_first_whatever_its_size() {
        for (columns, rows) in [(16, 8), (12, 20), (7, 5), (1, 9), (1, 1)] {
            let mut levels = Vec::new();
            shape(&mut levels, columns, rows);
            for (index, cell) in levels[0].cells_mut().iter_mut().enumerate() {
                *cell = [index as f32, 1.0, -(index as f32 * 0.37).sin(), 0.0];
            }
            halve_all(&mut levels);
            let mean = |grid: &Grid<[f32; 4]>, channel: usize| {
                let sum: f32 = grid.cells().iter().map(|cell| cell[channel]).sum();
                sum / grid.cells().len() as f32
            };
            let last = levels.last().unwrap();
            assert_eq!((last.columns(), last.rows()), (1, 1));
            for channel in 0..3 {
                let (first, last) = (mean(&levels[0], channel), mean(last, channel));
                assert!((first - last).abs() < 1e-4 * (1.0 + first.abs()));
            }
        }
    }
}
