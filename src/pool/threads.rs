//! Bands of rows, computed side by side where there are threads and the grid is large enough to pay for them.
//!
//! Only with the feature `rayon`: a browser has no threads. The bands are independent, so the bits are the same either way.

/// The fewest cells that are worth a second thread: a step of fewer takes less time than waking one.
#[cfg(feature = "rayon")]
const WORTH_A_THREAD: usize = 1 << 17;

/// Calls `work` on bands that together are all of `cells`, each with the number of its first row; rows are `columns` long.
pub(super) fn in_bands<T: Send>(
    cells: &mut [T],
    columns: usize,
    work: impl Fn(usize, &mut [T]) + Sync,
) {
    #[cfg(feature = "rayon")]
    if cells.len() >= WORTH_A_THREAD {
        use rayon::prelude::*;
        let rows = cells.len() / columns;
        let band = rows.div_ceil(rayon::current_num_threads()).max(1);
        cells
            .par_chunks_mut(band * columns)
            .enumerate()
            .for_each(|(index, cells)| work(index * band, cells));
        return;
    }
    let _ = columns;
    work(0, cells);
}

/// How many rows one thread takes of a grid of `columns × rows`.
pub(super) fn rows_in_a_band(columns: usize, rows: usize) -> usize {
    #[cfg(feature = "rayon")]
    if columns * rows >= WORTH_A_THREAD {
        return rows.div_ceil(rayon::current_num_threads()).max(1);
    }
    let _ = columns;
    rows
}

/// Calls `work` on bands of three grids at once, each with its number and the bands. The bands of each have as many cells as
/// are named with it, the last one may have fewer; all three have as many bands.
pub(super) fn in_bands_of_three<T: Send>(
    (first, first_band): (&mut [T], usize),
    (second, second_band): (&mut [T], usize),
    (third, third_band): (&mut [T], usize),
    work: impl Fn(usize, &mut [T], &mut [T], &mut [T]) + Sync,
) {
    #[cfg(feature = "rayon")]
    if first.len() > first_band {
        use rayon::prelude::*;
        first
            .par_chunks_mut(first_band)
            .zip(second.par_chunks_mut(second_band))
            .zip(third.par_chunks_mut(third_band))
            .enumerate()
            .for_each(|(index, ((first, second), third))| work(index, first, second, third));
        return;
    }
    let bands = first
        .chunks_mut(first_band)
        .zip(second.chunks_mut(second_band))
        .zip(third.chunks_mut(third_band));
    for (index, ((first, second), third)) in bands.enumerate() {
        work(index, first, second, third);
    }
}
