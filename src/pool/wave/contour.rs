//! Where water meets walls that absorb: the sides between a cell with water and a solid one, in order along the walls.
//!
//! Whoever walks along a wall with the water on one hand comes from a side to one next side: around a corner of the wall, of
//! the water, or straight on. Cells that touch at a corner alone are not beside each other, neither for water nor for a walker.
//! A walk ends where the wall meets an edge of the pool or dry land, or where it began.
//!
//! Walks are cut at the corners of a wall that turns back on itself within a few cells, at the end of a pier or around a small
//! pillar: there the water hidden behind one face and that behind the other would meet, and waves would pass through the wall.

use super::bed::Bed;
use std::collections::HashMap;
use std::f64::consts::FRAC_PI_2;

/// The most sides that absorb; those beyond it mirror.
const MOST_SIDES: usize = 1 << 17;

/// Radians by which a wall may turn away from the water before it is cut.
const MOST_TURN: f64 = 1.75;

/// Sides over which a turn counts as one: about 30 cells, on a circle of more than 30 cells across the wall is thick enough.
const TURN_REACH: usize = 64;

/// Radians a side by which the direction turns at a corner that is none of the steps of a wall aslant or round.
const SHARP: f64 = 0.12;

/// Sides on either hand of which a direction is the mean, so that a wall aslant has one.
const SMOOTHED: usize = 4;

/// One of the four directions of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Direction {
    West,
    East,
    North,
    South,
}

impl Direction {
    pub(super) const ALL: [Self; 4] = [Self::West, Self::East, Self::North, Self::South];

    pub(super) fn opposite(self) -> Self {
        self.right().right()
    }

    /// A quarter of a turn clockwise, as seen from above.
    pub(super) fn right(self) -> Self {
        match self {
            Self::West => Self::North,
            Self::North => Self::East,
            Self::East => Self::South,
            Self::South => Self::West,
        }
    }

    /// The cell beside one.
    pub(super) fn from(self, (column, row): Place) -> Place {
        match self {
            Self::West => (column - 1, row),
            Self::East => (column + 1, row),
            Self::North => (column, row - 1),
            Self::South => (column, row + 1),
        }
    }
}

/// A column and a row, with the margin; they may lie outside of it.
pub(super) type Place = (i32, i32);

/// A side between a cell with water and a solid one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// The cell with water, counted row-major.
    pub(super) cell: usize,
    /// The same cell.
    pub(super) place: Place,
    /// Where the wall is from there.
    pub(super) inward: Direction,
    /// Its depth as a part of the deepest.
    pub(super) depth: f32,
    /// How far out of the pool it lies, from 0 at the edge to 1 at the end of the hidden water around it.
    pub(super) outside: f64,
}

/// Sides one after the other along a wall.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    pub(super) sides: Vec<Side>,
    /// Whether the first comes after the last.
    pub(super) closed: bool,
    /// Whether the water behind its first side mirrors where it begins, and that behind its last where it ends: at an edge, at
    /// dry land, and at a sharp corner.
    pub(super) mirrors: [bool; 2],
}

/// All sides of the walls of a bed, along each wall.
pub(super) fn stretches(bed: &Bed) -> Vec<Stretch> {
    let sides = sides(bed);
    let find = |place, inward: Direction| sides.get(&(place, inward)).map(|&(_, side)| side);
    let next = |side: Side| {
        let along = side.inward.right();
        let ahead = along.from(side.place);
        // A corner of the water, straight on, a corner of the wall.
        find(side.place, along).or_else(|| {
            let water = |place| water_at(bed, place).is_some();
            if !water(ahead) {
                return None;
            }
            let beyond = side.inward.from(ahead);
            find(ahead, side.inward).or_else(|| find(beyond, along.opposite()))
        })
    };
    let mut in_order: Vec<_> = sides.values().copied().collect();
    in_order.sort_unstable_by_key(|&(order, _)| order);
    let numbers = |side: Side| sides[&(side.place, side.inward)].0;
    let mut has_previous = vec![false; in_order.len()];
    for &(_, side) in &in_order {
        if let Some(next) = next(side) {
            has_previous[numbers(next)] = true;
        }
    }
    let mut walked = vec![false; in_order.len()];
    let mut stretches = Vec::new();
    // Walks that have a beginning first; what is left after them goes round.
    for closed in [false, true] {
        for &(order, first) in &in_order {
            if walked[order] || (!closed && has_previous[order]) {
                continue;
            }
            let mut sides = Vec::new();
            let mut at = Some(first);
            while let Some(side) = at.filter(|&side| !walked[numbers(side)]) {
                walked[numbers(side)] = true;
                sides.push(side);
                at = next(side);
            }
            cut(sides, closed, &mut stretches);
        }
    }
    stretches
}

/// The depth of a cell with water.
fn water_at(bed: &Bed, (column, row): Place) -> Option<f32> {
    let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
    let depth = *bed.depth()?.get(column, row)?;
    (depth > 0.0).then_some(depth)
}

/// Every side with its number, by its place and its direction.
fn sides(bed: &Bed) -> HashMap<(Place, Direction), (usize, Side)> {
    let mut sides = HashMap::new();
    let Some(open) = bed.open() else {
        return sides;
    };
    let (columns, rows) = (open.columns(), open.rows());
    for cell in 0..columns * rows {
        let (column, row) = (cell % columns, cell / columns);
        let place = (column as i32, row as i32);
        let Some(depth) = water_at(bed, place) else {
            continue;
        };
        for inward in Direction::ALL {
            let (x, z) = inward.from(place);
            let beside = (usize::try_from(x), usize::try_from(z));
            let (Ok(beside_column), Ok(beside_row)) = beside else {
                continue;
            };
            if open.get(beside_column, beside_row) == Some(&0.0) && sides.len() < MOST_SIDES {
                let outside = bed.outside(column, columns).max(bed.outside(row, rows));
                let side = Side {
                    cell,
                    place,
                    inward,
                    depth,
                    outside,
                };
                sides.insert((place, inward), (sides.len(), side));
            }
        }
    }
    sides
}

/// Takes a walk apart where the wall turns back.
fn cut(mut sides: Vec<Side>, closed: bool, stretches: &mut Vec<Stretch>) {
    let mut seam = true;
    if closed {
        let twice: Vec<_> = sides.iter().chain(&sides).copied().collect();
        let Some(&(first, is_sharp)) = cuts(&twice).first() else {
            // Not at a corner of the wall, where two sides have one cell behind them.
            let begins = |at: &usize| turn(twice[at + sides.len() - 1], twice[*at]) <= 0.0;
            let first = (0..sides.len()).find(begins).unwrap_or(0);
            sides.rotate_left(first);
            stretches.push(Stretch {
                sides,
                closed: true,
                mirrors: [false; 2],
            });
            return;
        };
        let count = sides.len();
        sides.rotate_left((first + 1) % count);
        seam = is_sharp;
    }
    let (mut from, mut begins) = (0, seam);
    for (last, ends) in cuts(&sides).into_iter().chain([(sides.len() - 1, seam)]) {
        stretches.push(Stretch {
            sides: sides[from..=last].to_vec(),
            closed: false,
            mirrors: [begins, ends],
        });
        (from, begins) = (last + 1, ends);
    }
}

/// After which sides of a walk the wall is cut, never the last: at corners of the wall; and whether each is a sharp one.
fn cuts(sides: &[Side]) -> Vec<(usize, bool)> {
    let mut turned = 0.0;
    let turns: Vec<f64> = (0..sides.len())
        .map(|at| {
            if at > 0 {
                turned += turn(sides[at - 1], sides[at]);
            }
            turned
        })
        .collect();
    let smoothed: Vec<f64> = (0..turns.len())
        .map(|at| {
            let near = &turns[at.saturating_sub(SMOOTHED)..turns.len().min(at + SMOOTHED + 1)];
            near.iter().sum::<f64>() / near.len() as f64
        })
        .collect();
    let mut cuts = Vec::new();
    let mut from = 0;
    for at in 1..sides.len() {
        let window = from.max(at.saturating_sub(TURN_REACH))..at;
        let least = smoothed[window.clone()]
            .iter()
            .copied()
            .fold(smoothed[at], f64::min);
        if smoothed[at] - least <= MOST_TURN {
            continue;
        }
        let corners = window.filter(|&at| turn(sides[at], sides[at + 1]) > 0.0);
        let sharp = |at: &usize| smoothed[at + 1] - smoothed[*at] > SHARP;
        let (here, others): (Vec<_>, Vec<_>) = corners.partition(sharp);
        let count = cuts.len();
        if here.is_empty() {
            let halfway = |at: &usize| smoothed[*at] - least >= 0.5 * MOST_TURN;
            let middle = others.iter().copied().find(halfway);
            cuts.extend(middle.or(others.last().copied()).map(|at| (at, false)));
        } else {
            cuts.extend(here.into_iter().map(|at| (at, true)));
        }
        from = cuts[count..].last().map_or(from, |&(last, _)| last + 1);
    }
    cuts
}

/// By how much a wall turns away from the water between a side and the next, radians.
pub(super) fn turn(side: Side, next: Side) -> f64 {
    if next.inward == side.inward {
        0.0
    } else if next.inward == side.inward.right() {
        -FRAC_PI_2
    } else {
        FRAC_PI_2
    }
}
