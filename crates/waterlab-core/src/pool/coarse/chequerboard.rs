//! Removes the coarse ripple's chequerboard: the shortest possible wave, alternating in sign from node to node.
//!
//! At C = ½ the recurrence has a double root for it: with c its amplitude, c⁺ = −2c − c⁻, whose solutions are (−1)ⁿ·(A + B·n).
//! Between fixed edges no wave is quite that short. Free edges admit it, and it grows with every step up to the range of the counts,
//! unless the damping shift is faster. One rule is added to the recurrence (docs/models.md §1a): in every eighth step, each of
//! the two grids loses its chequerboard, the mean of all nodes with the sign (−1)^(column + row), where that is at least 64
//! counts; the rest is left to the damping shift and to the rules in `rest`. Where walls divide the water, each basin has a
//! chequerboard of its own.

use super::super::recurrence::Surface;
use crate::grid::Grid;
use crate::threads::for_each_target;

/// Minimum amplitude of a chequerboard that is removed, counts.
const MIN_AMPLITUDE: i64 = 64;

/// The basins into which walls divide the water.
#[derive(Clone, Debug)]
pub(super) struct Chequerboard {
    /// The basin of each node, if there is more than one. Solid nodes are in basin 0.
    labels: Option<Grid<u32>>,
    /// The number of nodes of each basin, from basin 0 on.
    nodes: Vec<i64>,
}

impl Chequerboard {
    /// Finds the basins; nodes that are not 0 are open.
    pub(super) fn new(open: &Grid<f32>) -> Self {
        let (labels, nodes) = basins(open);
        Self {
            labels: (nodes.len() > 2).then_some(labels),
            nodes,
        }
    }

    /// Removes the chequerboard of a surface after a step; `open` is 1 where water can move.
    pub(super) fn level_out(&self, surface: &mut Surface, open: &Grid<f32>) {
        match &self.labels {
            None => {
                let mean = worth_taking(signed_sum(surface), self.nodes.iter().sum());
                if mean != 0 {
                    take(surface, open, |_, _| mean);
                }
            }
            Some(labels) => {
                let means = means(surface, labels, &self.nodes);
                if means.iter().any(|&mean| mean != 0) {
                    take(surface, open, |column, row| {
                        means[labels[(column, row)] as usize]
                    });
                }
            }
        }
    }
}

/// The sign of the chequerboard at a node.
fn sign(column: usize, row: usize) -> i16 {
    if (column + row).is_multiple_of(2) {
        1
    } else {
        -1
    }
}

/// The sum of all counts with the sign of the chequerboard.
fn signed_sum(surface: &Surface) -> i64 {
    let rows = surface.extents.iter().enumerate();
    let moving = rows.filter(|(_, extent)| !extent.is_calm());
    moving
        .map(|(row, _)| i64::from(sign(0, row)) * i64::from(alternating(surface.counts.row(row))))
        .sum()
}

for_each_target! {
    /// The sum of the counts in the even columns of a row, less that of the odd ones.
    fn alternating(row: &[i16]) -> i32 {
        let (pairs, rest) = row.as_chunks::<2>();
        let mut sum = rest.first().map_or(0, |&count| i32::from(count));
        for [even, odd] in pairs {
            sum += i32::from(*even) - i32::from(*odd);
        }
        sum
    }
}

/// The signed mean in each basin with this number of nodes.
fn means(surface: &Surface, labels: &Grid<u32>, nodes: &[i64]) -> Vec<i16> {
    let counts = &surface.counts;
    let mut sums = vec![0_i64; nodes.len()];
    for row in 0..counts.rows() {
        if surface.extents[row].is_calm() {
            continue;
        }
        let cells = counts.row(row).iter().zip(labels.row(row));
        for (column, (&count, &label)) in cells.enumerate() {
            sums[label as usize] += i64::from(sign(column, row)) * i64::from(count);
        }
    }
    let mean = |(sum, &nodes): (i64, &i64)| worth_taking(sum, nodes);
    sums.into_iter().zip(nodes).map(mean).collect()
}

/// The mean of `nodes` counts, rounded toward 0; 0 if it is below the minimum. The mean of 16-bit counts fits in 16 bits.
fn worth_taking(sum: i64, nodes: i64) -> i16 {
    let mean = sum / nodes.max(1);
    if mean.abs() < MIN_AMPLITUDE {
        0
    } else {
        mean as i16
    }
}

/// Subtracts chequerboards from all open nodes; `mean` is the amplitude at a node.
fn take(surface: &mut Surface, open: &Grid<f32>, mean: impl Fn(usize, usize) -> i16) {
    for row in 0..surface.counts.rows() {
        let open = open.row(row);
        surface.change(row, |counts| {
            for (column, (count, &open)) in counts.iter_mut().zip(open).enumerate() {
                if open > 0.0 {
                    let residual = i32::from(*count)
                        - i32::from(sign(column, row)) * i32::from(mean(column, row));
                    *count = residual.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                }
            }
        });
    }
}

/// Numbers the basins from 1 on, with 0 for solid nodes, and counts their nodes.
fn basins(open: &Grid<f32>) -> (Grid<u32>, Vec<i64>) {
    let (columns, rows) = (open.columns(), open.rows());
    let mut labels = Grid::new(columns, rows, 0);
    let mut nodes = vec![0];
    let mut shore = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let is_new = |labels: &Grid<u32>, at| open[at] > 0.0 && labels[at] == 0;
            if !is_new(&labels, (column, row)) {
                continue;
            }
            let basin = nodes.len();
            nodes.push(0);
            labels[(column, row)] = basin as u32;
            shore.push((column, row));
            while let Some((column, row)) = shore.pop() {
                nodes[basin] += 1;
                let beside = [
                    (column.wrapping_sub(1), row),
                    (column + 1, row),
                    (column, row.wrapping_sub(1)),
                    (column, row + 1),
                ];
                for at in beside {
                    if at.0 < columns && at.1 < rows && is_new(&labels, at) {
                        labels[at] = basin as u32;
                        shore.push(at);
                    }
                }
            }
        }
    }
    (labels, nodes)
}

#[cfg(test)]
mod tests {
    use super::super::super::recurrence::Waves;
    use super::*;

    #[test]
    fn the_chequerboard_goes_and_all_else_stays() {
        for (columns, rows) in [(6, 5), (7, 4), (3, 3)] {
            let mut waves = Waves::new(columns, rows, 0);
            // A slope has next to no chequerboard of its own.
            let slope = |column: usize| 3 * column as i16;
            for row in 0..rows {
                waves.current.change(row, |counts| {
                    for (column, count) in counts.iter_mut().enumerate() {
                        *count = slope(column) + 500 * sign(column, row);
                    }
                });
            }
            let open = Grid::new(columns, rows, 1.0);
            let chequerboard = Chequerboard::new(&open);
            chequerboard.level_out(&mut waves.current, &open);
            for row in 0..rows {
                for column in 0..columns {
                    let residual = waves.current.counts[(column, row)] - slope(column);
                    assert!(
                        residual.abs() <= 60,
                        "{columns} × {rows}: {residual} of 500"
                    );
                }
            }
            assert!(waves.previous.is_calm());
        }
    }
}
