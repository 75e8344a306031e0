//! What is beyond the edges of a pool (docs/models.md §17): two rows of cells on every side, set before each stage.
//!
//! A wall is the mirror image of the water in front of it. At the other edges the Riemann invariant u + 2√(g·h) that leaves the pool has
//! the value of the pool, u outward, and the one that enters, u − 2√(g·h), that of still water outside, from which a swell may come in. A
//! level that is held, or the discharge of an inflow, stands in place of the second invariant.

use super::ground::{Ground, reflected};
use super::layer::{FIELDS, Layer, MARGIN};
use crate::parameter::choices;

/// The kind of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EdgeKind {
    /// A wall, which reflects.
    Wall,
    /// Water at the rest level without end, into which waves leave.
    Open,
    /// A level that follows the tide; or as open, with a swell that comes in.
    Level,
    /// Water flows in.
    Inflow,
}

choices!(EdgeKind: Wall = "wall", Open = "open", Level = "level", Inflow = "inflow");

/// What a pool has at an edge, at some time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Edge {
    /// A wall.
    Wall,
    /// Still water at rest level, with the height of a swell that comes in from it, metres.
    Outside { level: f32, swell: f32 },
    /// A level that is held, metres; waves from the pool come back from it.
    Held { level: f32 },
    /// Water that flows in: m²/s, and its depth where it is faster than waves, metres.
    Inflow { discharge: f32, depth: f32 },
}

/// Sets the cells beyond all edges of a pool of `columns × rows` cells.
pub(super) fn surround(
    layer: &mut Layer,
    ground: &Ground,
    (columns, rows): (usize, usize),
    edges: [Edge; 4],
    gravity: f32,
) {
    let [west, east, north, south] = edges;
    for row in MARGIN..MARGIN + rows {
        for (edge, outward, inside) in [(west, -1.0, MARGIN), (east, 1.0, MARGIN + columns - 1)] {
            for step in 0..MARGIN {
                let beyond = match outward < 0.0 {
                    true => inside - 1 - step,
                    false => inside + 1 + step,
                };
                let mirror = MARGIN + reflected(beyond, columns);
                let cell = outside(edge, 2, outward, gravity, ground.at(row, inside), |field| {
                    let column = if edge == Edge::Wall { mirror } else { inside };
                    layer.at(field, row, column)
                });
                for (field, value) in cell.into_iter().enumerate() {
                    *layer.at_mut(field, row, beyond) = value;
                }
            }
        }
    }
    for (edge, outward, inside) in [(north, -1.0, MARGIN), (south, 1.0, MARGIN + rows - 1)] {
        for step in 0..MARGIN {
            let beyond = match outward < 0.0 {
                true => inside - 1 - step,
                false => inside + 1 + step,
            };
            let mirror = MARGIN + reflected(beyond, rows);
            for column in MARGIN..MARGIN + columns {
                let cell = outside(
                    edge,
                    3,
                    outward,
                    gravity,
                    ground.at(inside, column),
                    |field| {
                        let row = if edge == Edge::Wall { mirror } else { inside };
                        layer.at(field, row, column)
                    },
                );
                for (field, value) in cell.into_iter().enumerate() {
                    *layer.at_mut(field, beyond, column) = value;
                }
            }
        }
    }
}

/// The cell beyond an edge. `inside` has the fields of the cell at the edge, or of the mirrored one at a wall; `across` is the field of the
/// velocity across the edge, `outward` the sign of that velocity when water leaves.
fn outside(
    edge: Edge,
    across: usize,
    outward: f32,
    gravity: f32,
    bed: f32,
    inside: impl Fn(usize) -> f32,
) -> [f32; FIELDS] {
    let mut cell = [0, 1, 2, 3].map(inside);
    if edge == Edge::Wall {
        cell[across] = -cell[across];
        return cell;
    }
    let depth = ((cell[0] - bed) + cell[1]).max(0.0);
    let speed = cell[across] * outward;
    let celerity = (gravity * depth).sqrt();
    let (depth_there, speed_there) = match edge {
        Edge::Wall => return cell,
        Edge::Outside { level, swell } => {
            let is_still = cell[0] == level && speed == 0.0 && swell == 0.0;
            // Faster than waves, the water leaves unchanged.
            if is_still || (speed >= celerity && depth > 0.0) {
                return cell;
            }
            let of_level = |level: f32| (gravity * (level - bed).max(0.0)).sqrt();
            let still = of_level(level);
            // What enters: still water has −2c, a swell that runs in −4c instead.
            let entering = -2.0 * still - 4.0 * (of_level(level + swell) - still);
            let leaving = speed + 2.0 * celerity;
            let celerity_there = (0.25 * (leaving - entering)).max(0.0);
            let depth_there = celerity_there * celerity_there / gravity;
            (depth_there, 0.5 * (leaving + entering))
        }
        Edge::Held { level } => {
            let is_still = cell[0] == level && speed == 0.0;
            if is_still || (speed >= celerity && depth > 0.0) {
                return cell;
            }
            let depth_there = (level - bed).max(0.0);
            let leaving = speed + 2.0 * celerity;
            (depth_there, leaving - 2.0 * (gravity * depth_there).sqrt())
        }
        Edge::Inflow {
            discharge,
            depth: given,
        } => {
            let critical = (discharge * discharge / gravity).cbrt();
            let is_fast = given > 0.0 && given < critical;
            let depth_there = match is_fast {
                true => given,
                false => inflow_depth(gravity, discharge, speed + 2.0 * celerity).max(critical),
            };
            match depth_there > 0.0 {
                true => (depth_there, -discharge / depth_there),
                false => (0.0, 0.0),
            }
        }
    };
    cell[0] = bed + depth_there;
    cell[1] = 0.0;
    cell[across] = if depth_there > 0.0 {
        speed_there * outward
    } else {
        0.0
    };
    // What enters does not flow along the edge.
    if speed_there < 0.0 {
        cell[5 - across] = 0.0;
    }
    cell
}

/// The depth at which an inflow of this discharge has the invariant `leaving`: 2√(g·h) − q/h is equal to it. It grows with h: by bisection.
fn inflow_depth(gravity: f32, discharge: f32, leaving: f32) -> f32 {
    let invariant = |depth: f32| 2.0 * (gravity * depth).sqrt() - discharge / depth;
    let (mut low, mut high) = (1e-6_f32, 1e-3_f32);
    while invariant(high) < leaving && high < 1e4 {
        high *= 2.0;
    }
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        match invariant(middle) < leaving {
            true => low = middle,
            false => high = middle,
        }
    }
    0.5 * (low + high)
}
