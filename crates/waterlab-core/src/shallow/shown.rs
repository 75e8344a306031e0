//! The surface as views show it: under dry ground next to the water it goes on at the water's level, elsewhere it lies below the ground.
//!
//! The shoreline is then the line in which a smooth surface meets the ground, and not a staircase of cells; and slopes of the surface
//! at the shore are those of the water.

use crate::grid::Grid;

/// Cells by which the surface goes on under the ground.
const RINGS: u8 = 5;

/// The surface, and memory for finding it.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) heights: Grid<f32>,
    /// How many cells away the water is: up to [`RINGS`], or [`FAR`].
    rings: Grid<u8>,
}

/// Farther from the water than [`RINGS`].
const FAR: u8 = u8::MAX;

impl Shown {
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        Self {
            heights: Grid::new(columns, rows, 0.0),
            rings: Grid::new(columns, rows, 0),
        }
    }

    /// Finds the surface from the levels, metres. `depth` has the depth of each cell and `bed` its ground; sheets thinner than `film` sink
    /// into the ground as they dry, and far from the water the surface lies `sunk` below the ground.
    pub(super) fn extend(
        &mut self,
        levels: &Grid<f32>,
        bed: &Grid<f32>,
        depth: impl Fn(usize, usize) -> f32,
        (film, sunk): (f32, f32),
    ) {
        let (columns, rows) = (levels.columns(), levels.rows());
        let mut has_land = false;
        for row in 0..rows {
            for column in 0..columns {
                let at = (column, row);
                let is_dry = depth(column, row) <= film;
                has_land |= is_dry;
                self.rings[at] = if is_dry { FAR } else { 0 };
                self.heights[at] = levels[at];
            }
        }
        if !has_land {
            return;
        }
        for ring in 1..=RINGS {
            for row in 0..rows {
                for column in 0..columns {
                    if self.rings[(column, row)] != FAR {
                        continue;
                    }
                    let (mut sum, mut count) = (0.0, 0.0);
                    for place in neighbours((columns, rows), (column, row)) {
                        if self.rings[place] < ring {
                            sum += self.heights[place];
                            count += 1.0;
                        }
                    }
                    if count > 0.0 {
                        let at = (column, row);
                        self.heights[at] = f32::min(sum / count, bed[at]);
                        self.rings[at] = ring;
                    }
                }
            }
        }
        for row in 0..rows {
            for column in 0..columns {
                let (at, depth) = ((column, row), depth(column, row));
                if self.rings[at] == FAR {
                    self.heights[at] = bed[at] - sunk;
                } else if depth <= film {
                    self.heights[at] = self.heights[at].min(bed[at] - (film - depth));
                }
            }
        }
    }
}

/// The cell and those around it.
fn neighbours(
    (columns, rows): (usize, usize),
    (column, row): (usize, usize),
) -> impl Iterator<Item = (usize, usize)> {
    let columns = column.saturating_sub(1)..=(column + 1).min(columns - 1);
    (row.saturating_sub(1)..=(row + 1).min(rows - 1))
        .flat_map(move |row| columns.clone().map(move |column| (column, row)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_surface_goes_on_level_under_a_beach_and_lies_below_dry_land() {
        let bed = Grid::from_fn(24, 3, |column, _| 0.1 * column as f32 - 1.05);
        let depth = |column: usize, row: usize| (0.2 - bed[(column, row)]).max(0.0);
        let levels = Grid::from_fn(24, 3, |column, row| bed[(column, row)].max(0.2));
        let mut shown = Shown::new(24, 3);
        for _ in 0..2 {
            shown.extend(&levels, &bed, depth, (0.001, 0.5));
            // Wet up to column 12.
            let last = 12 + usize::from(RINGS);
            for column in 0..=last {
                assert!((shown.heights[(column, 1)] - 0.2).abs() < 1e-6, "{column}");
            }
            for column in last + 1..24 {
                assert_eq!(shown.heights[(column, 1)], bed[(column, 1)] - 0.5);
            }
        }
    }
}
