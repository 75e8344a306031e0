//! The surface as views show it: under dry ground next to the water it goes on at the water's level, elsewhere it lies below the ground.
//!
//! The shoreline is then the line in which a smooth surface meets the ground, and not a staircase of cells; and slopes of the surface
//! at the shore are those of the water. Where water runs over dry ground that is lower than its level, its edge is a front: there the surface
//! goes as far below the ground as the water is deep, and is smoothed across the edge.

use crate::grid::Grid;

/// Cells by which the surface goes on under the ground.
const RINGS: u8 = 5;

/// The surface, and memory for finding it.
#[derive(Clone, Debug)]
pub(super) struct ShownSurface {
    pub(super) heights: Grid<f32>,
    /// How many cells away the water is: up to [`RINGS`], or [`FAR`].
    rings: Grid<u8>,
    /// The cells of one ring, and of the next.
    frontier: [Vec<(usize, usize)>; 2],
    /// Height above the ground, metres, at the cells next to a front; [`f32::MAX`] elsewhere.
    above_ground: Grid<f32>,
}

/// Farther from the water than [`RINGS`].
const FAR: u8 = u8::MAX;

impl ShownSurface {
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        Self {
            heights: Grid::new(columns, rows, 0.0),
            rings: Grid::new(columns, rows, 0),
            // Memory for every cell, so that a step allocates none.
            frontier: [(); 2].map(|()| Vec::with_capacity(columns * rows)),
            above_ground: Grid::new(columns, rows, f32::MAX),
        }
    }

    /// Finds the surface from the levels, metres. `depth` has the depth of each cell, `None` in walls, and
    /// `bed` its ground; sheets thinner than `film` sink into the ground as they dry, and far from the water the surface lies `sunk` below
    /// the ground.
    pub(super) fn update(
        &mut self,
        levels: &Grid<f32>,
        bed: &Grid<f32>,
        depth: impl Fn(usize, usize) -> Option<f32>,
        (film, sunk): (f32, f32),
    ) {
        let size @ (columns, rows) = (levels.columns(), levels.rows());
        let mut has_land = false;
        for row in 0..rows {
            for column in 0..columns {
                let at = (column, row);
                let depth = depth(column, row);
                let is_dry = depth.is_none_or(|depth| depth <= film);
                has_land |= is_dry;
                self.rings[at] = if is_dry { FAR } else { 0 };
                self.heights[at] = match is_dry {
                    true => bed[at] - sunk,
                    false => levels[at],
                };
            }
        }
        if !has_land {
            return;
        }
        let mut has_fronts = false;
        let [mut frontier, mut next] = std::mem::take(&mut self.frontier);
        frontier.clear();
        for row in 0..rows {
            for column in 0..columns {
                let at = (column, row);
                if self.rings[at] == FAR && neighbours(size, at).any(|place| self.rings[place] == 0)
                {
                    frontier.push(at);
                }
            }
        }
        for ring in 1..=RINGS {
            next.clear();
            for &at in &frontier {
                self.rings[at] = ring;
            }
            for &at in &frontier {
                let (mut sum, mut count) = (0.0, 0.0);
                for place in neighbours(size, at) {
                    if self.rings[place] < ring {
                        sum += self.heights[place];
                        count += 1.0;
                    } else if self.rings[place] == FAR && ring < RINGS {
                        // Listed once.
                        self.rings[place] = ring + 1;
                        next.push(place);
                    }
                }
                let is_wall = depth(at.0, at.1).is_none();
                let above = sum / count - bed[at];
                has_fronts |= ring == 1 && above > film && !is_wall;
                self.heights[at] = match is_wall {
                    true => bed[at] + above.min(0.0),
                    false => bed[at] - above.abs(),
                };
            }
            std::mem::swap(&mut frontier, &mut next);
        }
        self.frontier = [frontier, next];
        for row in 0..rows {
            for column in 0..columns {
                let at = (column, row);
                if self.rings[at] == 0 || self.rings[at] == FAR {
                    continue;
                }
                if let Some(depth) = depth(column, row) {
                    self.heights[at] = self.heights[at].min(bed[at] - (film - depth));
                }
            }
        }
        if has_fronts {
            self.smooth_fronts(
                levels,
                bed,
                |(column, row)| depth(column, row).is_none(),
                film,
            );
        }
    }

    /// Smooths the height above the ground across fronts, which would follow the corners of cells.
    fn smooth_fronts(
        &mut self,
        levels: &Grid<f32>,
        bed: &Grid<f32>,
        is_wall: impl Fn((usize, usize)) -> bool,
        film: f32,
    ) {
        let size @ (columns, rows) = (levels.columns(), levels.rows());
        for row in 0..rows {
            for column in 0..columns {
                let at = (column, row);
                let is_dry = self.rings[at] > 0;
                if is_dry && is_wall(at) {
                    self.above_ground[at] = f32::MAX;
                    continue;
                }
                // Water beside it that stands above this ground, or dry ground beside it that this water stands above.
                let mut across_front = neighbours(size, at).filter(|&place| match is_dry {
                    true => self.rings[place] == 0 && levels[place] > bed[at] + film,
                    false => {
                        let is_ground = self.rings[place] == 1 && !is_wall(place);
                        is_ground && levels[at] > bed[place] + film
                    }
                });
                self.above_ground[at] = match across_front.next() {
                    Some(_) => self.blurred(bed, &is_wall, size, at),
                    None => f32::MAX,
                };
            }
        }
        for ((height, above), bed) in self
            .heights
            .cells_mut()
            .iter_mut()
            .zip(self.above_ground.cells())
            .zip(bed.cells())
        {
            if *above != f32::MAX {
                *height = bed + above;
            }
        }
    }

    /// The height above the ground around a cell, weighted by 4 for itself, 2 for sides and 1 for corners.
    fn blurred(
        &self,
        bed: &Grid<f32>,
        is_wall: impl Fn((usize, usize)) -> bool,
        size: (usize, usize),
        at @ (column, row): (usize, usize),
    ) -> f32 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for place in neighbours(size, at) {
            let aside = place.0.abs_diff(column) + place.1.abs_diff(row);
            let weight = [4.0, 2.0, 1.0][aside];
            if self.rings[place] != FAR && !is_wall(place) {
                sum += weight * (self.heights[place] - bed[place]);
                weights += weight;
            }
        }
        sum / weights
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
        let depth = |column: usize, row: usize| Some((0.2 - bed[(column, row)]).max(0.0));
        let levels = Grid::from_fn(24, 3, |column, row| bed[(column, row)].max(0.2));
        let mut shown = ShownSurface::new(24, 3);
        for _ in 0..2 {
            shown.update(&levels, &bed, depth, (0.001, 0.5));
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
    /// Where the surface meets the ground along a row, in cells.
    fn edge(shown: &ShownSurface, row: usize) -> f32 {
        let heights = shown.heights.row(row);
        let wet = heights.iter().position(|&height| height < 0.0);
        let dry = wet.expect("a dry cell");
        let (before, after) = (heights[dry - 1], heights[dry]);
        (dry - 1) as f32 + before / (before - after)
    }

    #[test]
    fn the_edge_of_water_that_runs_over_flat_ground_is_a_line_without_teeth() {
        // One cell further to the right in every third row.
        let bed = Grid::new(40, 30, 0.0);
        let is_wet = |column: usize, row: usize| column < 8 + row / 3;
        let depth = |column: usize, row: usize| Some(if is_wet(column, row) { 0.05 } else { 0.0 });
        let levels = Grid::from_fn(40, 30, |column, row| depth(column, row).unwrap_or(0.0));
        let mut shown = ShownSurface::new(40, 30);
        shown.update(&levels, &bed, depth, (0.001, 0.5));
        for row in 3..27 {
            // Between the last wet cell and the first dry one, on average.
            let line = 8.0 - 0.5 + (row as f32 - 1.0) / 3.0;
            let edge = edge(&shown, row);
            assert!((edge - line).abs() < 0.25, "{row}: {edge}, {line}");
        }
        for column in 0..5 {
            assert_eq!(shown.heights[(column, 15)], 0.05, "far from the front");
        }
    }

    #[test]
    fn a_wall_is_no_front() {
        let bed = Grid::new(20, 5, -1.0);
        // A lake, a wall of three cells, dry ground.
        let depth = |column: usize, _: usize| match column {
            0..8 => Some(1.2),
            8..11 => None,
            _ => Some(0.0),
        };
        let levels = Grid::from_fn(20, 5, |column, _| match column {
            0..8 => 0.2,
            8..11 => 0.0,
            _ => -1.0,
        });
        let mut shown = ShownSurface::new(20, 5);
        shown.update(&levels, &bed, depth, (0.001, 0.5));
        for column in 0..8 {
            assert_eq!(shown.heights[(column, 2)], 0.2, "{column}");
        }
        for column in 8..20 {
            assert!(shown.heights[(column, 2)] <= -1.0, "{column}");
        }
    }
}
