//! Bands of rows, computed side by side where there are threads and the grid is large enough to pay for them.
//!
//! Only with the feature `rayon`: a browser has no threads. Where the system gives none, one thread does it all. The bands are
//! independent, so the bits are the same either way.

/// Compiles a function once for each instruction set that pays, and picks the widest that there is at run time. This is the one list
/// of them.
macro_rules! for_each_target {
    ($($function:tt)*) => {
        #[multiversion::multiversion(targets(
            "x86_64+avx512f+avx512bw+avx512vl",
            "x86_64+avx2",
            "aarch64+neon"
        ))]
        $($function)*
    };
}
pub(crate) use for_each_target;

/// The fewest cells that are worth a second thread: a step of fewer takes less time than waking one.
const WORTH_A_THREAD: usize = 1 << 17;

/// Whether there are threads to share work with: those of the pool that this runs in, or those of the program.
#[cfg(feature = "rayon")]
fn are_there() -> bool {
    use std::error::Error;
    use std::sync::LazyLock;
    // rayon panics, for good, where the program's pool can't be made; so it is not left to make it.
    static MADE: LazyLock<bool> = LazyLock::new(|| {
        let made = rayon::ThreadPoolBuilder::new().build_global();
        // An error with no cause says that there is one already.
        let failure = made.as_ref().err().and_then(Error::source);
        if let Some(error) = failure {
            log::warn!("no threads can be made ({error}): one does all the work");
        }
        failure.is_none()
    });
    rayon::current_thread_index().is_some() || *MADE
}

/// Does both, side by side where there are threads.
#[cfg(feature = "session")]
pub(crate) fn both<A: Send, B: Send>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "rayon")]
    if are_there() {
        return rayon::join(one, other);
    }
    (one(), other())
}

/// Calls `work` on bands that together are all of `cells`, each with the number of its first row; rows are `columns` long.
pub(crate) fn in_bands<T: Send>(
    cells: &mut [T],
    columns: usize,
    work: impl Fn(usize, &mut [T]) + Sync,
) {
    in_bands_from(WORTH_A_THREAD, cells, columns, work);
}

/// As [`in_bands`], for work of which `fewest` cells are worth a second thread.
pub(crate) fn in_bands_from<T: Send>(
    fewest: usize,
    cells: &mut [T],
    columns: usize,
    work: impl Fn(usize, &mut [T]) + Sync,
) {
    #[cfg(feature = "rayon")]
    if cells.len() >= fewest && are_there() {
        use rayon::prelude::*;
        let rows = cells.len() / columns;
        let band = rows.div_ceil(rayon::current_num_threads()).max(1);
        cells
            .par_chunks_mut(band * columns)
            .enumerate()
            .for_each(|(index, cells)| work(index * band, cells));
        return;
    }
    let _ = (fewest, columns);
    work(0, cells);
}

/// As [`in_bands_from`], with memory of its own for each band: there are at most as many bands as `memories`, of which there
/// must be one. The last row may be shorter.
pub(crate) fn in_bands_with<T: Send, M: Send>(
    fewest: usize,
    cells: &mut [T],
    columns: usize,
    memories: &mut [M],
    work: impl Fn(usize, &mut [T], &mut M) + Sync,
) {
    #[cfg(feature = "rayon")]
    if cells.len() >= fewest && memories.len() > 1 && are_there() {
        use rayon::prelude::*;
        let rows = cells.len().div_ceil(columns);
        let band = rows.div_ceil(memories.len()).max(1);
        cells
            .par_chunks_mut(band * columns)
            .zip(memories)
            .enumerate()
            .for_each(|(index, (cells, memory))| work(index * band, cells, memory));
        return;
    }
    let _ = (fewest, columns);
    if let Some(memory) = memories.first_mut() {
        work(0, cells, memory);
    }
}

/// How many bands work at once.
pub(crate) fn threads() -> usize {
    #[cfg(feature = "rayon")]
    if are_there() {
        return rayon::current_num_threads();
    }
    1
}

/// Rows of a band, where a grid is to be cut into bands for [`zip_bands`]: all of them where no second thread pays.
pub(crate) fn band_rows(columns: usize, rows: usize) -> usize {
    #[cfg(feature = "rayon")]
    if columns * rows >= WORTH_A_THREAD && are_there() {
        return rows.div_ceil(rayon::current_num_threads()).max(1);
    }
    let _ = columns;
    rows
}

/// Calls `work` on bands of three grids at once, each with its number and the bands. The bands of each have as many cells as
/// are named with it, the last one may have fewer; all three have as many bands.
pub(crate) fn in_bands_of_three<T: Send>(
    (first, first_band): (&mut [T], usize),
    (second, second_band): (&mut [T], usize),
    (third, third_band): (&mut [T], usize),
    work: impl Fn(usize, &mut [T], &mut [T], &mut [T]) + Sync,
) {
    #[cfg(feature = "rayon")]
    if first.len() > first_band && are_there() {
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

/// Calls `work` on bands of `band` rows of two grids at once, each given with the length of its rows, and with one of
/// `beside` for every band; the number is that of the band's first row.
pub(crate) fn zip_bands<T: Send, U: Send, S: Send>(
    band: usize,
    (left, left_columns): (&mut [T], usize),
    (right, right_columns): (&mut [U], usize),
    beside: &mut [S],
    work: impl Fn(usize, &mut [T], &mut [U], &mut S) + Sync,
) {
    #[cfg(feature = "rayon")]
    if beside.len() > 1 && are_there() {
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
