//! Walls as few faces: the outline of the solid cells, smoothed, and the tops that it encloses.
//!
//! Cells are solid or not, but what stands in a pool has round posts and slanting sides. So the outline is drawn through a
//! blurred copy of the walls, by marching squares: between two cell centres of which one is solid, the outline passes where
//! the blurred value, going straight from one to the other, is ½. A cell keeps its side of the outline whatever the blur
//! says (it is held to [`LEAST`] from ½): no wall gets lost, no gap is closed, and along a straight wall the outline is the
//! border between cells. Solid cells that meet at a corner are joined, as water finds no way between them.

use crate::grid::Grid;
use crate::heights::is_solid;

/// A place over the pool, in cells: (0, 0) is its corner.
type Place = [f32; 2];

/// How far a cell stays from the ½ of the outline, whatever surrounds it.
const LEAST: f32 = 0.03;

/// Cells by which tops side by side reach into each other, so that no pixel falls between them.
const OVERLAP: f32 = 0.02;

/// The faces of walls.
#[derive(Debug, Default)]
pub(super) struct Outline {
    /// Quadrilaterals seen from above; together with those beside them they cover everything solid.
    pub(super) tops: Vec<[Place; 4]>,
    /// Upright faces, from one end to the other; the open is at (Δz, −Δx).
    pub(super) sides: Vec<[Place; 2]>,
}

impl Outline {
    /// The outline of the walls among `open`, 1 open and 0 solid.
    pub(super) fn new(open: &Grid<f32>) -> Self {
        let solid = Grid::from_fn(open.columns(), open.rows(), |column, row| {
            f32::from(is_solid(open[(column, row)]))
        });
        if solid.cells().iter().all(|&cell| cell == 0.0) {
            return Self::default();
        }
        let mut levels = blurred(solid.clone(), 2);
        for (level, solid) in levels.cells_mut().iter_mut().zip(solid.cells()) {
            *level = match *solid > 0.5 {
                true => level.max(0.5 + LEAST),
                false => level.min(0.5 - LEAST),
            };
        }
        let mut outline = Self::default();
        // A square lies between the centres of the cells to its upper left and lower right; those at the rim of the pool
        // have cells of its outside.
        let mut whole = Grid::new(open.columns() + 1, open.rows() + 1, false);
        for row in 0..whole.rows() {
            for column in 0..whole.columns() {
                whole[(column, row)] = outline.square(&levels, (column as i64, row as i64));
            }
        }
        for [left, top, right, bottom] in rectangles(&mut whole) {
            let edge = |index: usize, by: f32| index as f32 - 0.5 + by;
            let (west, north) = (edge(left, -OVERLAP), edge(top, -OVERLAP));
            let (east, south) = (edge(right, OVERLAP), edge(bottom, OVERLAP));
            let corners = [[west, north], [east, north], [east, south], [west, south]];
            outline.tops.push(corners);
        }
        outline
    }

    /// Adds what the outline cuts from a square; whether it is solid throughout, which adds nothing.
    fn square(&mut self, levels: &Grid<f32>, (column, row): (i64, i64)) -> bool {
        let corners = [(-1, -1), (0, -1), (0, 0), (-1, 0)].map(|(x, z)| (column + x, row + z));
        let solid = corners.map(|corner| level(levels, corner) > 0.5);
        if solid.iter().all(|&solid| solid) || !solid.contains(&true) {
            return solid[0];
        }
        let (mut places, mut count) = ([[0.0; 2]; 6], 0);
        let mut leaves = None;
        let mut enters_first = None;
        for corner in 0..4 {
            let next = (corner + 1) % 4;
            let mut push = |place| {
                places[count] = place;
                count += 1;
            };
            if solid[corner] {
                push(centre(corners[corner]));
            }
            if solid[corner] != solid[next] {
                let crossing = crossing(levels, corners[corner], corners[next]);
                push(crossing);
                if solid[corner] {
                    leaves = Some(crossing);
                } else if let Some(leaves) = leaves.take() {
                    self.sides.push([leaves, crossing]);
                } else {
                    enters_first = Some(crossing);
                }
            }
        }
        if let (Some(leaves), Some(enters)) = (leaves, enters_first) {
            self.sides.push([leaves, enters]);
        }
        // A fan of quadrilaterals from the first place, the last one perhaps a triangle.
        for first in (1..count - 1).step_by(2) {
            let last = (first + 2).min(count - 1);
            let quad = [places[0], places[first], places[first + 1], places[last]];
            self.tops.push(quad);
        }
        false
    }
}

/// The blurred walls at a cell; beyond the rim of the pool it is open, by as much as the wall at the rim is solid.
fn level(levels: &Grid<f32>, (column, row): (i64, i64)) -> f32 {
    let level = levels.clamped(column, row);
    let inside =
        (0..levels.columns() as i64).contains(&column) && (0..levels.rows() as i64).contains(&row);
    if inside {
        level
    } else {
        level.min(1.0 - level)
    }
}

fn centre((column, row): (i64, i64)) -> Place {
    [column as f32 + 0.5, row as f32 + 0.5]
}

/// Where the outline passes between two cells beside each other; the same to the bit from either side.
fn crossing(levels: &Grid<f32>, one: (i64, i64), other: (i64, i64)) -> Place {
    let (first, second) = (one.min(other), one.max(other));
    let (from, to) = (level(levels, first), level(levels, second));
    let way = (from - 0.5) / (from - to);
    let ([x, z], [next_x, next_z]) = (centre(first), centre(second));
    [x + way * (next_x - x), z + way * (next_z - z)]
}

/// Gathers the cells that are set into rectangles, greedily: from each cell not taken yet, in reading order, as far as the
/// row goes on, then down as long as whole lines of that width do. First column and row, and those after the last. Unsets
/// the cells.
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

/// Two running means over 2·`reach` + 1 cells along each axis; beyond the edge the edge goes on.
pub(super) fn blurred(mut grid: Grid<f32>, reach: usize) -> Grid<f32> {
    // Along the rows, laid down as columns: twice that is along both axes.
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

    /// A pool drawn in letters: # is solid.
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

    /// Twice the area to the right of a way, seen with z downward.
    fn doubled_area(places: &[Place]) -> f32 {
        let next = places.iter().cycle().skip(1);
        let products = places
            .iter()
            .zip(next)
            .map(|(a, b)| a[0] * b[1] - b[0] * a[1]);
        products.sum()
    }

    /// Whether a place is within one of the tops.
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
        let mut lines = vec!["..............................."; 4];
        lines.extend(["..####........................#"; 0]);
        lines.extend(["############################..."; 3]);
        lines.extend(["..............................."; 4]);
        let outline = Outline::new(&pool(&lines));
        let middle = |side: &&[Place; 2]| (6.0..20.0).contains(&side[0][0]);
        let sides: Vec<_> = outline.sides.iter().filter(middle).collect();
        assert!(sides.len() > 20);
        for [from, to] in sides {
            assert!((from[1] - to[1]).abs() < 1e-4, "level {from:?} {to:?}");
            let north = (from[1] - 4.0).abs() < 1e-4 && to[0] > from[0];
            let south = (from[1] - 7.0).abs() < 1e-4 && to[0] < from[0];
            assert!(north || south, "{from:?} {to:?}");
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
        // Every end of a side is the beginning of another.
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
    fn a_disc_is_round_to_a_quarter_of_a_cell() {
        let radius = 12.0_f32;
        let open = Grid::from_fn(40, 40, |column, row| {
            let (x, z) = (column as f32 - 19.5, row as f32 - 19.5);
            f32::from(x.hypot(z) >= radius)
        });
        let outline = Outline::new(&open);
        for [from, _] in &outline.sides {
            let found = (from[0] - 20.0).hypot(from[1] - 20.0);
            assert!((found - radius).abs() < 0.45, "{found}");
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
