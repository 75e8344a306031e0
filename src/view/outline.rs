//! Obstacles as few faces: the smoothed outline of the solid cells, and the tops that it encloses.
//!
//! Cells are solid or open, but obstacles have round posts and slanting sides. The outline comes from marching squares: between two cell
//! centres of which one is solid, it crosses in the middle at first. Each crossing is then moved several times toward the mean of its two
//! neighbours along the outline, without leaving the segment between its two centres: steps become slants, straight walls stay in place,
//! no obstacle is lost and no gap is closed. Solid cells that meet at a corner are joined, because water cannot pass between them.

use crate::grid::Grid;
use crate::heights::is_solid;
use std::collections::HashMap;

/// A place over the pool in cells; (0, 0) is its corner.
type Place = [f32; 2];

/// Number of smoothing iterations: steps about six cells long become slants.
const ROUNDS: usize = 8;

/// Minimum distance of a crossing from both cell centres, in cells.
const MIN_GAP: f32 = 0.1;

/// Overlap of adjacent tops in cells, so that no pixel falls between them.
const OVERLAP: f32 = 0.02;

/// The faces of obstacles.
#[derive(Debug, Default)]
pub(super) struct Outline {
    /// Quadrilaterals seen from above; together they cover all solid cells.
    pub(super) tops: Vec<[Place; 4]>,
    /// Upright faces from one end to the other; the open side is at (Δz, −Δx).
    pub(super) sides: Vec<[Place; 2]>,
}

/// A corner of a piece of a top.
#[derive(Clone, Copy)]
enum Corner {
    Centre(Place),
    Crossing(usize),
}

/// A crossing of the outline between two adjacent cells.
struct Crossing {
    place: Place,
    /// The axis along which it may move.
    axis: usize,
    /// The previous and the next crossing along the outline.
    neighbours: [usize; 2],
}

/// The outline under construction, square by square.
#[derive(Default)]
struct Tracing {
    crossings: Vec<Crossing>,
    /// The crossing between a cell and the next one along an axis.
    between: HashMap<(i64, i64, usize), usize>,
    /// The solid parts of the squares on the outline: 3 to 6 corners.
    pieces: Vec<([Corner; 6], usize)>,
    sides: Vec<[usize; 2]>,
}

impl Outline {
    /// The outline of the solid cells of `open` (1 open, 0 solid).
    pub(super) fn new(open: &Grid<f32>) -> Self {
        let mut tracing = Tracing::default();
        // A square lies between the centres of four cells. Squares at the pool's rim include outside cells, which are open.
        let mut whole = Grid::new(open.columns() + 1, open.rows() + 1, false);
        for row in 0..whole.rows() {
            for column in 0..whole.columns() {
                whole[(column, row)] = tracing.square(open, (column as i64, row as i64));
            }
        }
        tracing.smooth();
        let place = |corner: Corner| match corner {
            Corner::Centre(place) => place,
            Corner::Crossing(index) => tracing.crossings[index].place,
        };
        let mut tops = Vec::new();
        for &(corners, count) in &tracing.pieces {
            // A fan of quadrilaterals from the first corner; the last may be a triangle.
            for first in (1..count - 1).step_by(2) {
                let last = (first + 2).min(count - 1);
                let quad = [0, first, first + 1, last].map(|corner| place(corners[corner]));
                tops.push(quad);
            }
        }
        for [left, top, right, bottom] in rectangles(&mut whole) {
            let edge = |index: usize, by: f32| index as f32 - 0.5 + by;
            let (west, north) = (edge(left, -OVERLAP), edge(top, -OVERLAP));
            let (east, south) = (edge(right, OVERLAP), edge(bottom, OVERLAP));
            tops.push([[west, north], [east, north], [east, south], [west, south]]);
        }
        let sides = tracing.sides.iter();
        Self {
            tops,
            sides: sides
                .map(|side| side.map(|index| tracing.crossings[index].place))
                .collect(),
        }
    }
}

impl Tracing {
    /// Traces the outline through a square; returns whether the square is fully solid.
    fn square(&mut self, open: &Grid<f32>, (column, row): (i64, i64)) -> bool {
        let cells = [(-1, -1), (0, -1), (0, 0), (-1, 0)].map(|(x, z)| (column + x, row + z));
        let solid = cells.map(|(column, row)| {
            let inside = column >= 0 && row >= 0;
            inside
                && open
                    .get(column as usize, row as usize)
                    .is_some_and(|&open| is_solid(open))
        });
        if solid.iter().all(|&solid| solid) || !solid.contains(&true) {
            return solid[0];
        }
        let (mut corners, mut count) = ([Corner::Centre([0.0; 2]); 6], 0);
        let (mut leaves, mut enters_first) = (None, None);
        for corner in 0..4 {
            let next = (corner + 1) % 4;
            let mut push = |corner| {
                corners[count] = corner;
                count += 1;
            };
            if solid[corner] {
                push(Corner::Centre(centre(cells[corner])));
            }
            if solid[corner] == solid[next] {
                continue;
            }
            let crossing = self.crossing(cells[corner], cells[next]);
            push(Corner::Crossing(crossing));
            if solid[corner] {
                leaves = Some(crossing);
            } else if let Some(leaves) = leaves.take() {
                self.side(leaves, crossing);
            } else {
                enters_first = Some(crossing);
            }
        }
        if let (Some(leaves), Some(enters)) = (leaves, enters_first) {
            self.side(leaves, enters);
        }
        self.pieces.push((corners, count));
        false
    }

    /// The crossing between two adjacent cells, shared by both squares.
    fn crossing(&mut self, one: (i64, i64), other: (i64, i64)) -> usize {
        let first = one.min(other);
        let axis = usize::from(one.0 == other.0);
        let index = self.crossings.len();
        let found = *self
            .between
            .entry((first.0, first.1, axis))
            .or_insert(index);
        if found == index {
            let mut place = centre(first);
            place[axis] += 0.5;
            let neighbours = [index; 2];
            self.crossings.push(Crossing {
                place,
                axis,
                neighbours,
            });
        }
        found
    }

    fn side(&mut self, from: usize, to: usize) {
        self.crossings[from].neighbours[1] = to;
        self.crossings[to].neighbours[0] = from;
        self.sides.push([from, to]);
    }

    /// Smooths the crossings.
    fn smooth(&mut self) {
        let mut moved = vec![0.0; self.crossings.len()];
        for _ in 0..ROUNDS {
            for (moved, crossing) in moved.iter_mut().zip(&self.crossings) {
                let along = |index: usize| self.crossings[index].place[crossing.axis];
                let here = crossing.place[crossing.axis];
                let sum: f32 = crossing.neighbours.map(along).iter().sum();
                // Centres are at halves, so the middle between two is a whole number.
                let middle = here.round();
                let reach = 0.5 - MIN_GAP;
                *moved = (0.5 * here + 0.25 * sum).clamp(middle - reach, middle + reach);
            }
            for (moved, crossing) in moved.iter().zip(&mut self.crossings) {
                crossing.place[crossing.axis] = *moved;
            }
        }
    }
}

fn centre((column, row): (i64, i64)) -> Place {
    [column as f32 + 0.5, row as f32 + 0.5]
}

/// Merges set cells into rectangles, greedily: from each remaining cell in reading order as far as the row continues, then down while
/// whole rows of that width do. Each result is first column and row, and those after the last. Clears the cells.
fn rectangles(cells: &mut Grid<bool>) -> Vec<[usize; 4]> {
    let mut rectangles = Vec::new();
    for row in 0..cells.rows() {
        let mut left = 0;
        while left < cells.columns() {
            let run = cells.row(row)[left..].iter().take_while(|&&set| set);
            let right = left + run.count();
            if right == left {
                left += 1;
                continue;
            }
            let mut bottom = row;
            while bottom < cells.rows() && cells.row(bottom)[left..right].iter().all(|&set| set) {
                cells.row_mut(bottom)[left..right].fill(false);
                bottom += 1;
            }
            rectangles.push([left, row, right, bottom]);
            left = right;
        }
    }
    rectangles
}

/// Two box filters of 2·`reach` + 1 cells along each axis, clamped at the edge.
pub(super) fn blurred(mut grid: Grid<f32>, reach: usize) -> Grid<f32> {
    // Each pass filters the rows and transposes; two passes cover both axes.
    for _ in 0..4 {
        let (columns, rows) = (grid.columns(), grid.rows());
        let mut turned = Grid::new(rows, columns, 0.0);
        let r = reach as i64;
        let share = 1.0 / (2 * reach + 1) as f32;
        for row in 0..rows {
            let line = grid.row(row);
            let at = |column: i64| line[column.clamp(0, columns as i64 - 1) as usize];
            let mut sum: f32 = (-r..=r).map(at).sum();
            for column in 0..columns {
                turned[(row, column)] = sum * share;
                let middle = column as i64;
                sum += at(middle + r + 1) - at(middle - r);
            }
        }
        grid = turned;
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pool as text: # is solid.
    fn pool(lines: &[&str]) -> Grid<f32> {
        Grid::from_fn(lines[0].len(), lines.len(), |column, row| {
            f32::from(lines[row].as_bytes()[column] != b'#')
        })
    }

    fn chance(columns: usize, rows: usize) -> Grid<f32> {
        let mut state = 7_u32;
        Grid::from_fn(columns, rows, |_, _| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            [0.0, 0.2, 0.7, 1.0][(state >> 20) as usize % 4]
        })
    }

    /// Twice the area to the right of a closed path, seen with z downward.
    fn doubled_area(places: &[Place]) -> f32 {
        let next = places.iter().cycle().skip(1);
        let products = places
            .iter()
            .zip(next)
            .map(|(a, b)| a[0] * b[1] - b[0] * a[1]);
        products.sum()
    }

    /// Whether a place is covered by one of the tops.
    fn is_covered(outline: &Outline, place: Place) -> bool {
        outline.tops.iter().any(|top| {
            (0..4).all(|corner| {
                let (a, b) = (top[corner], top[(corner + 1) % 4]);
                let cross = (b[0] - a[0]) * (place[1] - a[1]) - (b[1] - a[1]) * (place[0] - a[0]);
                cross >= -1e-4
            })
        })
    }

    #[test]
    fn open_water_has_no_faces() {
        let outline = Outline::new(&pool(&["....", "...."]));
        assert!(outline.tops.is_empty() && outline.sides.is_empty());
    }

    #[test]
    fn the_middle_of_a_long_wall_stands_on_the_border_between_cells() {
        let water = "......................................";
        let wall = "###############################.......";
        for thickness in [1, 3] {
            let mut lines = vec![water; 4];
            lines.extend(vec![wall; thickness]);
            lines.extend([water; 4]);
            let outline = Outline::new(&pool(&lines));
            let middle = |side: &&[Place; 2]| (12.0..18.0).contains(&side[0][0]);
            let sides: Vec<_> = outline.sides.iter().filter(middle).collect();
            assert!(sides.len() >= 10);
            for [from, to] in sides {
                assert_eq!(from[1], to[1]);
                let north = from[1] == 4.0 && to[0] > from[0];
                let south = from[1] == 4.0 + thickness as f32 && to[0] < from[0];
                assert!(north || south, "{from:?} {to:?}");
            }
        }
    }

    #[test]
    fn every_solid_centre_is_under_a_top_and_no_open_one_is() {
        for (columns, rows) in [(1, 1), (1, 40), (33, 1), (31, 23)] {
            let open = chance(columns, rows);
            let outline = Outline::new(&open);
            for row in 0..rows {
                for column in 0..columns {
                    let place = [column as f32 + 0.5, row as f32 + 0.5];
                    let solid = open[(column, row)] < 0.5;
                    assert_eq!(is_covered(&outline, place), solid, "{place:?}");
                }
            }
        }
    }

    #[test]
    fn the_sides_close_around_all_that_is_solid() {
        let open = chance(24, 17);
        let outline = Outline::new(&open);
        // Each end of a side is the start of another.
        for [_, end] in &outline.sides {
            let begins = outline.sides.iter().filter(|[from, _]| from == end).count();
            assert_eq!(begins, 1, "{end:?}");
        }
        // Green's theorem: the area that the sides go around is that of the tops without their overlap.
        let around: f32 = outline
            .sides
            .iter()
            .map(|[a, b]| a[0] * b[1] - b[0] * a[1])
            .sum();
        let covered: f32 = outline.tops.iter().map(|top| doubled_area(top)).sum();
        assert!(around > 0.0 && (covered / around - 1.0).abs() < 0.05);
    }

    #[test]
    fn a_disc_is_round_to_half_a_cell() {
        let radius = 12.0_f32;
        let open = Grid::from_fn(40, 40, |column, row| {
            let (x, z) = (column as f32 - 19.5, row as f32 - 19.5);
            f32::from(x.hypot(z) >= radius)
        });
        let outline = Outline::new(&open);
        for [from, _] in &outline.sides {
            let found = (from[0] - 20.0).hypot(from[1] - 20.0);
            assert!((found - radius).abs() < 0.5, "{found}");
        }
    }

    #[test]
    fn a_blur_keeps_what_is_even_and_spreads_a_spot_over_its_reach() {
        let even = blurred(Grid::new(9, 5, 200.0), 3);
        assert!(even.cells().iter().all(|&cell| (cell - 200.0).abs() < 1e-3));
        let mut spot = Grid::new(21, 17, 0.0);
        spot[(10, 8)] = 81.0;
        let blurred = blurred(spot, 1);
        // Two means over three cells: 1 2 3 2 1 ninths along each axis.
        for (column, row, expected) in [(10, 8, 9.0), (11, 8, 6.0), (12, 8, 3.0), (12, 10, 1.0)] {
            assert!((blurred[(column, row)] - expected).abs() < 1e-3);
        }
        assert!(blurred[(13, 8)].abs() < 1e-3 && blurred[(10, 11)].abs() < 1e-3);
    }
}
