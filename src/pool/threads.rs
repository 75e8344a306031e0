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

/// Rows of a band, where a grid is to be cut into bands for [`zip_bands`]: all of them where no second thread pays.
pub(super) fn band_rows(columns: usize, rows: usize) -> usize {
    #[cfg(feature = "rayon")]
    if columns * rows >= WORTH_A_THREAD {
        return rows.div_ceil(rayon::current_num_threads()).max(1);
    }
    let _ = columns;
    rows
}

/// Calls `work` on bands of `band` rows of two grids at once, each given with the length of its rows, and with one of
/// `beside` for every band; the number is that of the band's first row.
pub(super) fn zip_bands<T: Send, U: Send, S: Send>(
    band: usize,
    (left, left_columns): (&mut [T], usize),
    (right, right_columns): (&mut [U], usize),
    beside: &mut [S],
    work: impl Fn(usize, &mut [T], &mut [U], &mut S) + Sync,
) {
    #[cfg(feature = "rayon")]
    if beside.len() > 1 {
        use rayon::prelude::*;
        left.par_chunks_mut(band * left_columns)
            .zip(right.par_chunks_mut(band * right_columns))
            .zip(beside)
            .enumerate()
            .for_each(|(index, ((left, right), beside))| {
                work(index * band, left, right, beside);
            });
        return;
    }
    let bands = left
        .chunks_mut(band * left_columns)
        .zip(right.chunks_mut(band * right_columns))
        .zip(beside);
    for (index, ((left, right), beside)) in bands.enumerate() {
        work(index * band, left, right, beside);
    }
}
