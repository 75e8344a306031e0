//! Parallel loops over bands of rows, used where threads are available and the grid is large enough.
//!
//! Threads need the feature `rayon`; a browser has none. If the system cannot start threads, one thread does all the work. The bands
//! are independent, so the results are bitwise equal in both cases.

/// Compiles a function once for each supported instruction set and selects the widest one available at run time. This macro is the
/// only list of instruction sets.
#[macro_export]
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
pub use for_each_target;

/// The minimum number of cells for a second thread: a smaller step takes less time than waking a thread.
const WORTH_A_THREAD: usize = 1 << 17;

/// Whether there are threads to share work with: those of the current thread pool, or of the global one.
#[cfg(feature = "rayon")]
fn are_there() -> bool {
    use std::error::Error;
    use std::sync::LazyLock;
    // rayon panics if it cannot create its global pool, so the pool is created here first.
    static MADE: LazyLock<bool> = LazyLock::new(|| {
        let made = rayon::ThreadPoolBuilder::new().build_global();
        // An error without a source means that the pool exists already.
        let failure = made.as_ref().err().and_then(Error::source);
        if let Some(error) = failure {
            log::warn!("no threads can be made ({error}): one does all the work");
        }
        failure.is_none()
    });
    rayon::current_thread_index().is_some() || *MADE
}

/// Runs both closures, in parallel where there are threads.
pub fn both<A: Send, B: Send>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "rayon")]
    if are_there() {
        return rayon::join(one, other);
    }
    (one(), other())
}

/// Calls `work` on bands that together cover all of `cells`, with the index of each band's first row; rows are `columns` long.
pub fn in_bands<T: Send>(cells: &mut [T], columns: usize, work: impl Fn(usize, &mut [T]) + Sync) {
    in_bands_from(WORTH_A_THREAD, cells, columns, work);
}

/// Like [`in_bands`], with `fewest` as the minimum number of cells for a second thread.
pub fn in_bands_from<T: Send>(
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

/// Like [`in_bands_from`], with separate scratch memory for each band. There are at most as many bands as `memories`, which must not be
/// empty. The last row may be shorter.
pub fn in_bands_with<T: Send, M: Send>(
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

/// The number of bands that are processed in parallel.
pub fn threads() -> usize {
    #[cfg(feature = "rayon")]
    if are_there() {
        return rayon::current_num_threads();
    }
    1
}

/// Rows per band for [`zip_bands`]; all rows where a second thread does not pay.
pub fn band_rows(columns: usize, rows: usize) -> usize {
    #[cfg(feature = "rayon")]
    if columns * rows >= WORTH_A_THREAD && are_there() {
        return rows.div_ceil(rayon::current_num_threads()).max(1);
    }
    let _ = columns;
    rows
}

/// Calls `work` on bands of three grids at once, with the index of the band. Each grid is given with its number of cells per band, of
/// which the last band may have fewer; all three must have the same number of bands.
pub fn in_bands_of_three<T: Send>(
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

/// Calls `work` on bands of `band` rows of two grids at once, each given with the length of its rows, and with one element of
/// `per_band` per band; the index is that of the band's first row.
pub fn zip_bands<T: Send, U: Send, S: Send>(
    band: usize,
    (left, left_columns): (&mut [T], usize),
    (right, right_columns): (&mut [U], usize),
    per_band: &mut [S],
    work: impl Fn(usize, &mut [T], &mut [U], &mut S) + Sync,
) {
    #[cfg(feature = "rayon")]
    if per_band.len() > 1 && are_there() {
        use rayon::prelude::*;
        left.par_chunks_mut(band * left_columns)
            .zip(right.par_chunks_mut(band * right_columns))
            .zip(per_band)
            .enumerate()
            .for_each(|(index, ((left, right), per_band))| {
                work(index * band, left, right, per_band);
            });
        return;
    }
    let bands = left
        .chunks_mut(band * left_columns)
        .zip(right.chunks_mut(band * right_columns))
        .zip(per_band);
    for (index, ((left, right), per_band)) in bands.enumerate() {
        work(index * band, left, right, per_band);
    }
}

/// Calls `work` on consecutive bands of `band` elements of `cells`, each with its index and its element of `per_band`, of which there are
/// as many as bands; in parallel if there are at least `fewest` elements.
pub fn each_band<T: Send, S: Send>(
    fewest: usize,
    band: usize,
    cells: &mut [T],
    per_band: &mut [S],
    work: impl Fn(usize, &mut [T], &mut S) + Sync,
) {
    #[cfg(feature = "rayon")]
    if cells.len() >= fewest && per_band.len() > 1 && are_there() {
        use rayon::prelude::*;
        cells
            .par_chunks_mut(band)
            .zip(per_band)
            .enumerate()
            .for_each(|(index, (cells, per_band))| work(index, cells, per_band));
        return;
    }
    let _ = fewest;
    let bands = cells.chunks_mut(band).zip(per_band);
    for (index, (cells, per_band)) in bands.enumerate() {
        work(index, cells, per_band);
    }
}
