//! The cells of hidden water behind walls that absorb, and which of them lie beside each other.
//!
//! Behind each stretch of wall the grid goes on as if there were no wall: first a cell behind every side, joined as the sides
//! are, then cells beside those, wherever they lie, until all are made that lie no further from the wall than [`DEEP`]. Cells
//! reached on two ways round four that meet in a corner are one. What lies behind the two faces of a thin wall, or where walls
//! are nearer to each other than that, is as many cells in one place: none of them is seen.
//!
//! Where a wall ends at an edge of the pool, at dry land or at a sharp corner, cells mirror, straight on from there. Where a round
//! one was cut they go on beside it, but not before the line of its face.

use super::contour::{Direction, Place, Side, Stretch, turn};
use std::collections::VecDeque;

/// How far from the wall the last cells lie, in cells.
pub(super) const DEEP: f64 = 36.0;

/// The most cells; sides and cells beyond it mirror.
const MOST_CELLS: usize = 1 << 20;

/// How often directions are made the mean of those beside them.
const SMOOTHED: usize = 24;

/// Radians by which the direction turns from one cell to the next where the wall counts as bent: as it does in the inside of a
/// pillar, and behind a corner.
const BENT: f64 = 0.05;

/// How often what is straight fades toward what is bent: over about 10 cells.
const FADED: usize = 100;

/// What lies beside a hidden cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    /// Nothing that was made yet.
    Unknown,
    /// A mirror.
    Mirror,
    /// Water at rest, beyond the last cells.
    Rest,
    /// The water before this side.
    Water(u32),
    /// This hidden cell.
    Cell(u32),
}

/// A cell of hidden water.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) place: Place,
    /// The nearest side.
    pub(super) origin: u32,
    /// In the order of [`Direction::ALL`].
    pub(super) beside: [Beside; 4],
}

/// The hidden cells behind all walls.
#[derive(Clone, Debug, Default)]
pub(super) struct Cover {
    pub(super) sides: Vec<Side>,
    /// The cell behind each side, but for sides that mirror.
    pub(super) behind: Vec<Option<u32>>,
    pub(super) cells: Vec<Cell>,
}

impl Cover {
    pub(super) fn new(stretches: &[Stretch]) -> Self {
        let mut cover = Self::default();
        for stretch in stretches {
            cover.line(stretch);
        }
        let mut young: VecDeque<u32> = (0..cover.cells.len() as u32).collect();
        while let Some(from) = young.pop_front() {
            for way in Direction::ALL {
                young.extend(cover.grow(from, way));
            }
        }
        for _ in 0..2 {
            for cell in 0..cover.cells.len() {
                cover.find_nearer(cell);
            }
            for cell in (0..cover.cells.len()).rev() {
                cover.find_nearer(cell);
            }
        }
        cover
    }

    /// The way from the nearest side to a cell, in cells.
    fn way(&self, cell: &Cell) -> (f64, f64) {
        let from = self.sides[cell.origin as usize].place;
        (
            f64::from(cell.place.0 - from.0),
            f64::from(cell.place.1 - from.1),
        )
    }

    /// Where ξ, the way from the wall, rises at each cell, and how straight the wall is as seen from there: from 1 down to 0
    /// where the direction turns from one cell to the next.
    pub(super) fn directions(&self) -> Vec<([f64; 2], f64)> {
        let way = |cell: &Cell| {
            let (x, z) = self.way(cell);
            let length = x.hypot(z).max(f64::MIN_POSITIVE);
            [x / length, z / length]
        };
        // From one cell to the next they jump, as the nearest side does.
        let mut directions: Vec<[f64; 2]> = self.cells.iter().map(way).collect();
        for _ in 0..SMOOTHED {
            directions = self.means(&directions);
        }
        for [x, z] in &mut directions {
            let length = x.hypot(*z).max(f64::MIN_POSITIVE);
            (*x, *z) = (*x / length, *z / length);
        }
        let straight = |(index, cell): (usize, &Cell)| {
            let here = directions[index];
            let turn = |(beside, way): (&Beside, Direction)| match beside {
                Beside::Cell(other) => {
                    let there = directions[*other as usize];
                    (there[0] - here[0]).hypot(there[1] - here[1])
                }
                Beside::Mirror | Beside::Unknown => {
                    let (x, z) = way.from((0, 0));
                    (here[0] * f64::from(x) + here[1] * f64::from(z)).abs()
                }
                Beside::Rest | Beside::Water(_) => 0.0,
            };
            let besides = cell.beside.iter().zip(Direction::ALL);
            let turn = besides.map(turn).fold(0.0, f64::max);
            let outside = self.sides[cell.origin as usize].outside;
            let straight = if turn < BENT { 1.0 } else { 0.0 };
            [straight * (1.0 - 4.0 * outside).max(0.0)]
        };
        let mut straightness: Vec<_> = self.cells.iter().enumerate().map(straight).collect();
        for _ in 0..FADED {
            let means = self.means(&straightness);
            let less = |([here], [mean]): ([f64; 1], [f64; 1])| [here.min(mean)];
            straightness = straightness.into_iter().zip(means).map(less).collect();
        }
        directions
            .into_iter()
            .zip(straightness.into_iter().map(|[part]| part))
            .collect()
    }

    /// Of each cell and those beside it.
    fn means<const N: usize>(&self, of: &[[f64; N]]) -> Vec<[f64; N]> {
        let mean = |(index, cell): (usize, &Cell)| {
            let mut sum = of[index];
            for beside in cell.beside {
                let other = match beside {
                    Beside::Cell(other) => other as usize,
                    _ => index,
                };
                for (sum, part) in sum.iter_mut().zip(of[other]) {
                    *sum += part;
                }
            }
            sum.map(|sum| sum / 5.0)
        };
        self.cells.iter().enumerate().map(mean).collect()
    }

    /// Makes the cells right behind the sides of a stretch, and joins them.
    fn line(&mut self, stretch: &Stretch) {
        let first = self.sides.len();
        for (at, side) in stretch.sides.iter().enumerate() {
            let index = self.sides.len();
            self.sides.push(*side);
            let before = at.checked_sub(1).map(|_| index - 1);
            let cell = before
                .filter(|&before| turn(self.sides[before], *side) > 0.0)
                .and_then(|before| self.behind[before])
                .filter(|&cell| self.at(cell, side.inward.opposite()) == Beside::Unknown)
                .or_else(|| self.make(side.inward.from(side.place), index as u32));
            self.behind.push(cell);
            if let Some(cell) = cell {
                self.set(cell, side.inward.opposite(), Beside::Water(index as u32));
            }
            if let Some(before) = before {
                self.join(before, index);
            }
        }
        let last = self.sides.len() - 1;
        if stretch.closed {
            self.join(last, first);
            return;
        }
        let [begins, ends] = stretch.mirrors;
        let along = |end: usize| self.sides[end].inward.right();
        for (end, along, mirrors) in [
            (first, along(first).opposite(), begins),
            (last, along(last), ends),
        ] {
            if let (Some(cell), true) = (self.behind[end], mirrors) {
                self.set_if_unknown(cell, along, Beside::Mirror);
            }
        }
    }

    /// Joins the cells behind two sides, of which the second comes after the first.
    fn join(&mut self, side: usize, next: usize) {
        let (Some(cell), Some(next_cell)) = (self.behind[side], self.behind[next]) else {
            return;
        };
        let (side, next) = (self.sides[side], self.sides[next]);
        let along = side.inward.right();
        if next.inward == side.inward {
            self.link(cell, along, next_cell);
        } else if next.inward == along {
            // A corner of the water: the cell behind it lies beside both.
            let corner = along.from(side.inward.from(side.place));
            if let Some(corner) = self.make(corner, self.cells[cell as usize].origin) {
                self.link(cell, along, corner);
                self.link(next_cell, side.inward, corner);
            }
        }
    }

    fn make(&mut self, place: Place, origin: u32) -> Option<u32> {
        (self.cells.len() < MOST_CELLS).then(|| {
            self.cells.push(Cell {
                place,
                origin,
                beside: [Beside::Unknown; 4],
            });
            self.cells.len() as u32 - 1
        })
    }

    /// Finds what lies beside a cell that way, or makes it; gives what was made.
    fn grow(&mut self, from: u32, way: Direction) -> Option<u32> {
        if self.at(from, way) != Beside::Unknown {
            return None;
        }
        let across = [way.right(), way.right().opposite()];
        // Beside the cells beside this one: the other two sides of the squares that they make.
        let beyond = across.map(|across| match self.at(from, across) {
            Beside::Cell(beside) => self.at(beside, way),
            _ => Beside::Unknown,
        });
        for (beyond, across) in beyond.into_iter().zip(across) {
            if let Beside::Cell(beyond) = beyond
                && let Beside::Cell(found) = self.at(beyond, across.opposite())
            {
                self.link(from, way, found);
                self.set_if_unknown(from, way, Beside::Mirror);
                return None;
            }
        }
        let ends = |beyond: &Beside| matches!(beyond, Beside::Mirror | Beside::Water(_));
        if beyond.iter().any(ends) {
            self.set(from, way, Beside::Mirror);
            return None;
        }
        let cell = self.cells[from as usize];
        let place = way.from(cell.place);
        let mut made = Cell { place, ..cell };
        for beyond in beyond {
            if let Beside::Cell(beyond) = beyond {
                self.take_nearer(&mut made, self.cells[beyond as usize].origin);
            }
        }
        if self.distance(&made) > DEEP {
            self.set(from, way, Beside::Rest);
            return None;
        }
        let Some(made) = self.make(place, made.origin) else {
            self.set(from, way, Beside::Mirror);
            return None;
        };
        self.link(from, way, made);
        for (beyond, across) in beyond.into_iter().zip(across) {
            if let Beside::Cell(beyond) = beyond {
                self.link(made, across, beyond);
            }
        }
        Some(made)
    }

    /// Cells from the nearest side, as far as is known.
    pub(super) fn distance(&self, cell: &Cell) -> f64 {
        let (x, z) = self.way(cell);
        x.hypot(z)
    }

    fn find_nearer(&mut self, index: usize) {
        let mut cell = self.cells[index];
        for beside in cell.beside {
            if let Beside::Cell(beside) = beside {
                self.take_nearer(&mut cell, self.cells[beside as usize].origin);
            }
        }
        self.cells[index] = cell;
    }

    fn take_nearer(&self, cell: &mut Cell, origin: u32) {
        let other = Cell { origin, ..*cell };
        if self.distance(&other) < self.distance(cell) {
            *cell = other;
        }
    }

    fn at(&self, cell: u32, way: Direction) -> Beside {
        self.cells[cell as usize].beside[way as usize]
    }

    fn set(&mut self, cell: u32, way: Direction, beside: Beside) {
        self.cells[cell as usize].beside[way as usize] = beside;
    }

    fn set_if_unknown(&mut self, cell: u32, way: Direction, beside: Beside) {
        if self.at(cell, way) == Beside::Unknown {
            self.set(cell, way, beside);
        }
    }

    /// Lays two cells beside each other, if neither has another there.
    fn link(&mut self, cell: u32, way: Direction, other: u32) {
        let back = way.opposite();
        let is_free = |beside| matches!(beside, Beside::Unknown | Beside::Rest);
        if is_free(self.at(cell, way)) && is_free(self.at(other, back)) {
            self.set(cell, way, Beside::Cell(other));
            self.set(other, back, Beside::Cell(cell));
        }
    }
}
