//! One row of the recurrence, in as few instructions as possible; all variants give the same bits (docs/models.md §1).
//!
//! A row whose inputs all lie in −8192..=8191 needs only 16-bit arithmetic, twice as many cells in a register: four of them
//! sum to at least −32 768, half of that minus a fourth value lies within ±24 576, and damping only reduces it. Any other row is
//! computed in 32 bits and saturated. The extents of the rows, found in the same pass, decide which is used, and let
//! calm rows be skipped.
//!
//! [`for_each_target`] compiles the loops once per instruction set and selects one at run time; there is no intrinsic here.

use super::surface::{Extent, Surface};
use crate::threads::for_each_target;
use crate::threads::{band_rows, zip_bands};
use multiversion::target::match_target;

/// How a row of the recurrence is computed. All variants give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKernel {
    /// The plain loop in 32 bits, compiled for the baseline of the architecture.
    Plain,
    /// The widest vectors of this machine, in 16 bits where they suffice.
    Vector,
}

impl RowKernel {
    /// The instruction set that this variant uses on this machine: "plain", or "AVX-512", "AVX2", "NEON", "baseline".
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Vector => vector_name(),
        }
    }
}

/// Replaces every interior cell of `previous` by the cell's next count, in parallel bands of rows where that pays. Passes each row that is
/// then not calm to `after_row`, together with the band's element of `bands`, which is resized to one element per band.
pub(super) fn sweep<T: Clone + Default + Send>(
    kernel: RowKernel,
    damping: u32,
    current: &Surface,
    previous: &mut Surface,
    bands: &mut Vec<T>,
    after_row: impl Fn(&[i16], &mut T) + Sync,
) {
    let (columns, rows) = (current.counts.columns(), current.counts.rows());
    let band = band_rows(columns, rows);
    bands.clear();
    bands.resize(rows.div_ceil(band), T::default());
    zip_bands(
        band,
        (previous.counts.cells_mut(), columns),
        (&mut previous.extents, 1),
        bands,
        |first, counts, extents, own| {
            let band = counts.chunks_exact_mut(columns).zip(extents);
            for (row, (counts, extent)) in (first..).zip(band) {
                // The ends of a row do not change, and a sweep leaves them out of the extent.
                let was_calm = extent.is_calm();
                if row > 0 && row + 1 < rows {
                    sweep_row(kernel, damping, current, row, counts, extent);
                }
                if !(was_calm && extent.is_calm()) {
                    after_row(counts, own);
                }
            }
        },
    );
}

/// Replaces the interior cells of one row.
fn sweep_row(
    kernel: RowKernel,
    damping: u32,
    current: &Surface,
    row: usize,
    previous: &mut [i16],
    extent: &mut Extent,
) {
    let inputs = current.extents[row - 1]
        .with(current.extents[row])
        .with(current.extents[row + 1])
        .with(*extent);
    if inputs.is_calm() {
        return;
    }
    let here = current.counts.row(row);
    let interior = here.len() - 2;
    let around = Around {
        west: &here[..interior],
        east: &here[2..],
        north: &current.counts.row(row - 1)[1..=interior],
        south: &current.counts.row(row + 1)[1..=interior],
    };
    let cells = &mut previous[1..=interior];
    *extent = match kernel {
        RowKernel::Plain => plain(around, cells, damping),
        RowKernel::Vector if inputs.is_narrow() => narrow(around, cells, damping),
        RowKernel::Vector => wide(around, cells, damping),
    };
}

/// The neighbours of the interior cells of a row; four slices as long as the interior.
#[derive(Clone, Copy)]
struct Around<'a> {
    west: &'a [i16],
    east: &'a [i16],
    north: &'a [i16],
    south: &'a [i16],
}

/// The recurrence for one cell: any counts, saturated.
#[inline(always)]
fn next(west: i16, east: i16, north: i16, south: i16, previous: i16, damping: u32) -> i16 {
    let sum = i32::from(west) + i32::from(east) + i32::from(north) + i32::from(south);
    damped((sum >> 1) - i32::from(previous), damping)
}

/// A count after the damping of a step, saturated.
#[inline(always)]
pub(in crate::pool) fn damped(next: i32, damping: u32) -> i16 {
    let next = next - next.wrapping_shr(damping);
    next.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// The recurrence for one cell whose inputs are narrow: nothing overflows.
#[inline(always)]
fn next_narrow(west: i16, east: i16, north: i16, south: i16, previous: i16, damping: u32) -> i16 {
    let sum = west
        .wrapping_add(east)
        .wrapping_add(north)
        .wrapping_add(south);
    let next = (sum >> 1).wrapping_sub(previous);
    next.wrapping_sub(next.wrapping_shr(damping))
}

/// The scalar loop. It determines only whether the row is calm.
fn plain(around: Around, cells: &mut [i16], damping: u32) -> Extent {
    let count = cells.len();
    let (west, east) = (&around.west[..count], &around.east[..count]);
    let (north, south) = (&around.north[..count], &around.south[..count]);
    let mut any = 0;
    for i in 0..count {
        cells[i] = next(west[i], east[i], north[i], south[i], cells[i], damping);
        any |= cells[i];
    }
    if any == 0 { Extent::CALM } else { Extent::ANY }
}

for_each_target! {
    fn narrow(around: Around, cells: &mut [i16], damping: u32) -> Extent {
        in_lanes(around, cells, |w, e, n, s, p| {
            next_narrow(w, e, n, s, p, damping)
        })
    }
}

for_each_target! {
    fn wide(around: Around, cells: &mut [i16], damping: u32) -> Extent {
        in_lanes(around, cells, |w, e, n, s, p| next(w, e, n, s, p, damping))
    }
}

for_each_target! {
    fn vector_name() -> &'static str {
        match_target! {
            "x86_64+avx512f+avx512bw+avx512vl" => "AVX-512",
            "x86_64+avx2" => "AVX2",
            "aarch64+neon" => "NEON",
            _ => "baseline",
        }
    }
}

/// Cells computed at a time: one register of the widest kind, whole registers of every other.
const LANES: usize = 32;

/// Bytes of [`LANES`] cells, which is also a cache line.
const ALIGNMENT: usize = 2 * LANES;

type Lanes = [i16; LANES];

/// Applies `cell` to all of `cells`, a register at a time, and returns the extent of the result.
///
/// No row is a whole number of registers, and the remainder must not be computed cell by cell: the first and the last
/// register are computed from the old counts beforehand and stored at the end, over what the aligned registers between
/// them have stored; where they overlap the counts are equal.
#[inline(always)]
fn in_lanes(
    around: Around,
    cells: &mut [i16],
    cell: impl Fn(i16, i16, i16, i16, i16) -> i16 + Copy,
) -> Extent {
    let (Some(&first), Some(&last)) = (cells.first_chunk(), cells.last_chunk()) else {
        return one_by_one(around, cells, cell);
    };
    let (mut first, mut last): (Lanes, Lanes) = (first, last);
    let (mut low, mut high): (Lanes, Lanes) = ([0; LANES], [0; LANES]);
    let mut register =
        |west: &Lanes, east: &Lanes, north: &Lanes, south: &Lanes, cells: &mut Lanes| {
            for i in 0..LANES {
                let next = cell(west[i], east[i], north[i], south[i], cells[i]);
                cells[i] = next;
                low[i] = low[i].min(next);
                high[i] = high[i].max(next);
            }
        };
    let Around {
        west,
        east,
        north,
        south,
    } = around;
    if let (Some(west), Some(east), Some(north), Some(south)) = (
        west.first_chunk(),
        east.first_chunk(),
        north.first_chunk(),
        south.first_chunk(),
    ) {
        register(west, east, north, south, &mut first);
    }
    if let (Some(west), Some(east), Some(north), Some(south)) = (
        west.last_chunk(),
        east.last_chunk(),
        north.last_chunk(),
        south.last_chunk(),
    ) {
        register(west, east, north, south, &mut last);
    }
    let start = cells.as_ptr().align_offset(ALIGNMENT).min(LANES);
    let middle = start..cells.len() - (cells.len() - start) % LANES;
    let west = west[middle.clone()].as_chunks().0;
    let east = east[middle.clone()].as_chunks().0;
    let north = north[middle.clone()].as_chunks().0;
    let south = south[middle.clone()].as_chunks().0;
    let aligned = cells[middle].as_chunks_mut().0;
    for ((((west, east), north), south), cells) in
        west.iter().zip(east).zip(north).zip(south).zip(aligned)
    {
        register(west, east, north, south, cells);
    }
    if let Some(cells) = cells.first_chunk_mut() {
        *cells = first;
    }
    if let Some(cells) = cells.last_chunk_mut() {
        *cells = last;
    }
    Extent {
        low: low.into_iter().fold(0, i16::min),
        high: high.into_iter().fold(0, i16::max),
    }
}

/// Like [`in_lanes`], for a row shorter than a register.
fn one_by_one(
    around: Around,
    cells: &mut [i16],
    cell: impl Fn(i16, i16, i16, i16, i16) -> i16,
) -> Extent {
    let neighbours = around
        .west
        .iter()
        .zip(around.east)
        .zip(around.north)
        .zip(around.south);
    for ((((west, east), north), south), here) in neighbours.zip(&mut *cells) {
        *here = cell(*west, *east, *north, *south, *here);
    }
    Extent::of(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_bits_suffice_up_to_the_ends_of_the_narrow_range() {
        let ends = [-8192, -8191, -1, 0, 1, 8190, 8191];
        for damping in 1..=15 {
            for &a in &ends {
                for &b in &ends {
                    for &c in &ends {
                        assert_eq!(
                            next_narrow(a, a, b, b, c, damping),
                            next(a, a, b, b, c, damping),
                            "{a}, {b}, {c}, {damping}"
                        );
                    }
                }
            }
        }
        assert_ne!(
            next_narrow(8192, 8192, 8192, 8192, 0, 5),
            next(8192, 8192, 8192, 8192, 0, 5),
            "one more is too much"
        );
    }

    #[test]
    fn every_machine_names_its_instructions() {
        assert_eq!(RowKernel::Plain.name(), "plain");
        assert!(["AVX-512", "AVX2", "NEON", "baseline"].contains(&RowKernel::Vector.name()));
    }
}
