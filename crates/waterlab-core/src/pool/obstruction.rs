//! Walls (obstacles, solid boundaries) in a pool: the obstruction of each cell, and the shapes that define it.
//!
//! A cell is open (1), solid (0) or in between, as at the rim of a mask picture. Models that distinguish only wall and water treat
//! values below ½ as solid; iWave multiplies by the value itself.

use super::soft_brush::squared_distance;
use super::{Fraction, Size};
use crate::grid::Grid;
use std::sync::Arc;

/// A shape of solid cells. Lengths are in cells.
#[derive(Clone, Debug, PartialEq)]
pub enum Obstacle {
    /// A straight wall with flat ends, at least one cell thick. With zero length it is a post of that thickness, or the cell at the place.
    Wall {
        /// One end.
        from: Fraction,
        /// The other end.
        to: Fraction,
        /// Thickness, cells.
        thickness: f64,
    },
    /// A round post: every cell whose centre is nearer than `radius` to the place.
    Disc {
        /// The centre.
        at: Fraction,
        /// Radius, cells.
        radius: f64,
    },
    /// A wall with round ends, as a brush of `radius` cells paints it.
    Stroke {
        /// One end.
        from: Fraction,
        /// The other end.
        to: Fraction,
        /// Half the thickness, cells; the cell under either end is always solid.
        radius: f64,
    },
    /// A picture over the whole pool, of any number of cells: 1 (white) is open, 0 (black) is solid.
    Mask(Arc<Grid<f32>>),
}

/// The obstruction mask: how open each cell of a pool is, 1 open to 0 solid (docs/models.md §0).
#[derive(Clone, Debug, PartialEq)]
pub struct Obstruction {
    size: Size,
    cells: Grid<f32>,
}

impl Obstruction {
    /// A pool without walls.
    pub fn open(size: Size) -> Self {
        Self {
            size,
            cells: Grid::new(size.columns(), size.rows(), 1.0),
        }
    }

    /// Number of cells.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How open each cell is, from 0 (solid) to 1 (open), columns × rows.
    pub fn cells(&self) -> &Grid<f32> {
        &self.cells
    }

    /// Whether this cell is solid. Panics outside the pool.
    pub fn is_solid(&self, column: usize, row: usize) -> bool {
        crate::heights::is_solid(self.cells[(column, row)])
    }

    /// Whether there are no walls.
    pub fn is_open(&self) -> bool {
        self.cells.cells().iter().all(|&open| open >= 1.0)
    }

    /// Removes all walls.
    pub fn clear(&mut self) {
        self.cells.fill(1.0);
    }

    /// Adds an obstacle.
    pub fn add(&mut self, obstacle: &Obstacle) {
        if let Obstacle::Mask(mask) = obstacle {
            let mask = mask.resampled(self.size.columns(), self.size.rows());
            for (cell, open) in self.cells.cells_mut().iter_mut().zip(mask.cells()) {
                *cell = cell.min(open.clamp(0.0, 1.0));
            }
        } else {
            self.set(obstacle, 0.0);
        }
    }

    /// Opens the cells that an obstacle covers, whatever made them solid.
    pub fn remove(&mut self, obstacle: &Obstacle) {
        if let Obstacle::Mask(mask) = obstacle {
            let mask = mask.resampled(self.size.columns(), self.size.rows());
            for (cell, open) in self.cells.cells_mut().iter_mut().zip(mask.cells()) {
                *cell = cell.max(1.0 - open.clamp(0.0, 1.0));
            }
        } else {
            self.set(obstacle, 1.0);
        }
    }

    /// Like [`Obstruction::remove`], for an eraser: detached pieces of wall with fewer cells than half of the eraser's width squared are
    /// removed as well.
    pub fn erase(&mut self, obstacle: &Obstacle) {
        let before = self.clone();
        self.remove(obstacle);
        let Some(shape) = Shape::of(obstacle, self.size) else {
            return;
        };
        let most = (2.0 * shape.reach * shape.reach).max(3.0) as usize;
        let (columns, rows) = shape.bounds(self.size);
        let mut pieces = Grid::new(self.size.columns(), self.size.rows(), 0);
        for row in rows {
            for column in columns.clone() {
                if before.is_solid(column, row) && !self.is_solid(column, row) {
                    for neighbour in self.neighbours((column, row)) {
                        self.drop_loose(neighbour, most, &mut pieces);
                    }
                }
            }
        }
    }

    /// The four edge neighbours of a cell.
    fn neighbours(
        &self,
        (column, row): (usize, usize),
    ) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (columns, rows) = (self.size.columns(), self.size.rows());
        [(1, 0), (-1, 0), (0, 1), (0, -1)]
            .into_iter()
            .filter_map(move |(right, down)| {
                let column = column.checked_add_signed(right)?;
                let row = row.checked_add_signed(down)?;
                (column < columns && row < rows).then_some((column, row))
            })
    }

    /// Opens the piece of wall that contains a cell if it has at most this many cells. `pieces` marks cells of larger pieces that have been
    /// visited, not necessarily all of them, and is 0 elsewhere.
    fn drop_loose(&mut self, cell: (usize, usize), most: usize, pieces: &mut Grid<u32>) {
        if !self.is_solid(cell.0, cell.1) || pieces[cell] > 0 {
            return;
        }
        let this = 1 + pieces.cells().iter().copied().max().unwrap_or(0);
        let mut piece = vec![cell];
        pieces[cell] = this;
        let mut looked_at = 0;
        while let Some(&cell) = piece.get(looked_at) {
            looked_at += 1;
            for neighbour in self.neighbours(cell) {
                if !self.is_solid(neighbour.0, neighbour.1) || pieces[neighbour] == this {
                    continue;
                }
                if pieces[neighbour] > 0 || piece.len() >= most {
                    return;
                }
                pieces[neighbour] = this;
                piece.push(neighbour);
            }
        }
        for cell in piece {
            self.cells[cell] = 1.0;
            pieces[cell] = 0;
        }
    }

    /// The same walls in a pool of another size: each new cell has the mean obstruction of the cells it covers.
    pub fn resampled(&self, size: Size) -> Self {
        Self {
            size,
            cells: self.cells.resampled(size.columns(), size.rows()),
        }
    }

    fn set(&mut self, obstacle: &Obstacle, value: f32) {
        let Some(shape) = Shape::of(obstacle, self.size) else {
            return;
        };
        let (columns, rows) = shape.bounds(self.size);
        for row in rows {
            for column in columns.clone() {
                if shape.holds((column as f64 + 0.5, row as f64 + 0.5)) {
                    self.cells[(column, row)] = value;
                }
            }
        }
    }
}

/// An obstacle in cells: (0, 0) is the corner of the pool, (½, ½) the centre of its first cell.
struct Shape {
    from: (f64, f64),
    to: (f64, f64),
    reach: f64,
    round: bool,
    /// Column and row of the cell at its first end.
    cell: (f64, f64),
}

impl Shape {
    fn of(obstacle: &Obstacle, size: Size) -> Option<Self> {
        let place = |at: Fraction| (at.u() * size.columns() as f64, at.v() * size.rows() as f64);
        let cell = |at: Fraction| {
            let (column, row) = size.cell(at);
            (column as f64, row as f64)
        };
        let centre = |at: Fraction| {
            let (column, row) = cell(at);
            (column + 0.5, row + 0.5)
        };
        Some(match obstacle {
            Obstacle::Wall {
                from,
                to,
                thickness,
            } => Self {
                from: place(*from),
                to: place(*to),
                reach: thickness.max(1.0) / 2.0,
                round: false,
                cell: cell(*from),
            },
            Obstacle::Disc { at, radius } => Self {
                from: centre(*at),
                to: centre(*at),
                reach: *radius,
                round: true,
                cell: cell(*at),
            },
            Obstacle::Stroke { from, to, radius } => Self {
                from: centre(*from),
                to: centre(*to),
                reach: radius.max(0.5),
                round: true,
                cell: cell(*from),
            },
            Obstacle::Mask(_) => return None,
        })
    }

    /// The range of columns and rows that contains its cells.
    fn bounds(&self, size: Size) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let range = |a: f64, b: f64, count: usize| {
            let first = (a.min(b) - self.reach).floor().clamp(0.0, count as f64);
            let end = (a.max(b) + self.reach).ceil().clamp(0.0, count as f64);
            first as usize..end as usize
        };
        (
            range(self.from.0, self.to.0, size.columns()),
            range(self.from.1, self.to.1, size.rows()),
        )
    }

    fn holds(&self, (x, y): (f64, f64)) -> bool {
        let (dx, dy) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        let length = dx.hypot(dy);
        if !self.round && length == 0.0 && self.reach < 1.0 {
            // A post between cell centres would cover none of them.
            return (x - 0.5, y - 0.5) == self.cell;
        }
        if self.round || length == 0.0 {
            return squared_distance((x, y), self.from, self.to) < self.reach * self.reach;
        }
        let (px, py) = (x - self.from.0, y - self.from.1);
        let along = (px * dx + py * dy) / length;
        let aside = (px * dy - py * dx) / length;
        // A wall on a line between cells covers the same number of cells on either side; one whose sides fall on centres covers those of
        // one side only.
        (0.0..=length).contains(&along) && aside >= -self.reach && aside < self.reach
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(u: f64, v: f64) -> Fraction {
        Fraction::new(u, v).unwrap()
    }

    fn picture(obstruction: &Obstruction) -> String {
        let cells = obstruction.cells();
        (0..cells.rows())
            .map(|row| {
                let line = cells.row(row).iter();
                line.map(|&open| if open < 0.5 { '#' } else { '.' })
                    .chain(['\n'])
                    .collect::<String>()
            })
            .collect()
    }

    #[test]
    fn a_wall_is_as_thick_as_it_says_and_ends_where_it_says() {
        let mut obstruction = Obstruction::open(Size::new(10, 6).unwrap());
        obstruction.add(&Obstacle::Wall {
            from: at(0.0, 0.5),
            to: at(0.4, 0.5),
            thickness: 2.0,
        });
        let wanted = "..........\n..........\n####......\n####......\n..........\n..........\n";
        assert_eq!(picture(&obstruction), wanted);
    }

    #[test]
    fn a_thin_wall_has_no_gap_that_water_finds() {
        // Water goes from cell to cell through sides: count the cells of one side that can reach the other.
        for (u, v) in [(0.0, 1.0), (0.3, 0.9), (0.5, 0.5), (0.1, 0.2), (0.77, 0.0)] {
            let size = Size::new(40, 31).unwrap();
            let mut obstruction = Obstruction::open(size);
            obstruction.add(&Obstacle::Wall {
                from: at(u, 0.0),
                to: at(v, 1.0),
                thickness: 0.0,
            });
            let start: Vec<_> = (0..40).filter(|&c| obstruction.is_solid(c, 15)).collect();
            assert!(!start.is_empty());
            let mut seen = Grid::new(40, 31, false);
            let mut reached = vec![(start[0] - 1, 15)];
            while let Some((column, row)) = reached.pop() {
                if seen[(column, row)] || obstruction.is_solid(column, row) {
                    continue;
                }
                seen[(column, row)] = true;
                for (c, r) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let (c, r) = (column as i64 + c, row as i64 + r);
                    if (0..40).contains(&c) && (0..31).contains(&r) {
                        reached.push((c as usize, r as usize));
                    }
                }
            }
            let beyond = start[start.len() - 1] + 1;
            assert!(!seen[(beyond, 15)], "{u}, {v}:\n{}", picture(&obstruction));
        }
    }

    #[test]
    fn a_wall_without_length_is_a_cell_at_least_wherever_it_stands() {
        for (u, v) in [(0.5, 0.5), (0.0, 0.0), (1.0, 1.0), (0.31, 0.77), (0.5, 1.0)] {
            for thickness in [-1.0, 0.0, 1.0, 1.3, 1.41, 1.42, 2.0] {
                let mut obstruction = Obstruction::open(Size::new(10, 6).unwrap());
                obstruction.add(&Obstacle::Wall {
                    from: at(u, v),
                    to: at(u, v),
                    thickness,
                });
                assert!(!obstruction.is_open(), "{u}, {v}, {thickness}");
            }
        }
    }

    #[test]
    fn a_disc_holds_the_cells_nearer_than_its_radius_and_can_be_taken_away() {
        let mut obstruction = Obstruction::open(Size::new(9, 9).unwrap());
        let disc = Obstacle::Disc {
            at: at(0.5, 0.5),
            radius: 2.0,
        };
        obstruction.add(&disc);
        let solid = obstruction
            .cells()
            .cells()
            .iter()
            .filter(|&&o| o == 0.0)
            .count();
        assert_eq!(solid, 9, "{}", picture(&obstruction));
        assert!(obstruction.is_solid(3, 3) && !obstruction.is_solid(2, 4));
        obstruction.remove(&disc);
        assert!(obstruction.is_open());
    }

    #[test]
    fn an_eraser_leaves_no_splinters_and_takes_nothing_else() {
        let size = Size::new(40, 20).unwrap();
        let stroke = |from, to, radius| Obstacle::Stroke { from, to, radius };
        let mut obstruction = Obstruction::open(size);
        // A wall across, 5 cells thick, and a post of its own.
        obstruction.add(&stroke(at(0.0, 0.5), at(1.0, 0.5), 2.5));
        obstruction.add(&stroke(at(0.3, 0.1), at(0.3, 0.1), 1.5));
        let post = |obstruction: &Obstruction| obstruction.is_solid(12, 2);
        assert!(post(&obstruction));
        // Along the wall, so that only its upper edge stands, and across that twice.
        let mut plain = obstruction.clone();
        for (from, to) in [
            ((0.4, 0.6), (0.6, 0.6)),
            ((0.4, 0.2), (0.4, 0.8)),
            ((0.6, 0.2), (0.6, 0.8)),
        ] {
            let stroke = stroke(at(from.0, from.1), at(to.0, to.1), 2.5);
            obstruction.erase(&stroke);
            plain.remove(&stroke);
        }
        // Pieces of wall, by what is connected side by side.
        let pieces = |obstruction: &Obstruction| {
            let mut left = obstruction.clone();
            let mut looked_at = Grid::new(40, 20, 0);
            let mut sizes = Vec::new();
            for row in 0..20 {
                for column in 0..40 {
                    let before = left.cells.cells().iter().filter(|&&o| o == 0.0).count();
                    left.drop_loose((column, row), usize::MAX, &mut looked_at);
                    let after = left.cells.cells().iter().filter(|&&o| o == 0.0).count();
                    if after < before {
                        sizes.push(before - after);
                    }
                }
            }
            sizes.sort_unstable();
            sizes
        };
        let (left, plainly) = (pieces(&obstruction), pieces(&plain));
        assert!(
            plainly.len() > left.len(),
            "{plainly:?}\n{}",
            picture(&plain)
        );
        // The post, and the two ends of the wall.
        assert_eq!(left.len(), 3, "{left:?}\n{}", picture(&obstruction));
        assert!(post(&obstruction));
        assert!(obstruction.is_solid(0, 10) && obstruction.is_solid(39, 10));
    }

    #[test]
    fn a_brush_paints_the_cell_it_is_on_however_small_it_is() {
        let mut obstruction = Obstruction::open(Size::new(8, 8).unwrap());
        let dot = |u, v| Obstacle::Stroke {
            from: at(u, v),
            to: at(u, v),
            radius: 0.0,
        };
        obstruction.add(&dot(1.0, 1.0));
        assert!(obstruction.is_solid(7, 7));
        assert_eq!(
            obstruction
                .cells()
                .cells()
                .iter()
                .filter(|&&o| o == 0.0)
                .count(),
            1
        );
    }

    #[test]
    fn a_mask_of_any_size_covers_the_pool_and_keeps_its_greys() {
        let mask = Grid::from_cells(2, 1, vec![0.0, 0.75]).unwrap();
        let mut obstruction = Obstruction::open(Size::new(8, 4).unwrap());
        obstruction.add(&Obstacle::Mask(Arc::new(mask)));
        assert!(obstruction.is_solid(0, 0) && obstruction.is_solid(1, 3));
        assert!(!obstruction.is_solid(7, 0));
        assert_eq!(obstruction.cells()[(7, 2)], 0.75);
    }
}
