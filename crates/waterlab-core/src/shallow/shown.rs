//! The surface as views show it: under dry ground next to the water it goes on at the water's level, elsewhere it lies below the ground.
//!
//! The shoreline is then the line in which a smooth surface meets the ground, and not a staircase of cells; and slopes of the surface
//! at the shore are those of the water.

use crate::grid::Grid;

/// Cells by which the surface goes on under the ground.
const RINGS: usize = 5;

/// Sets `shown` to the levels, metres. `depth` has the depth of each cell and `bed` its ground; sheets thinner than `film` sink into the
/// ground as they dry.
pub(super) fn extend(
    levels: &Grid<f32>,
    bed: &Grid<f32>,
    depth: impl Fn(usize, usize) -> f32,
    (film, sunk): (f32, f32),
    shown: &mut Grid<f32>,
) {
    let (columns, rows) = (levels.columns(), levels.rows());
    let mut edge = Vec::new();
    // Dry cells are marked until they have a level.
    for row in 0..rows {
        for column in 0..columns {
            let (at, depth) = ((column, row), depth(column, row));
            shown[at] = match depth > film {
                true => levels[at],
                false => f32::NAN,
            };
        }
    }
    let neighbours = |column: usize, row: usize| {
        let columns = column.saturating_sub(1)..=(column + 1).min(columns - 1);
        (row.saturating_sub(1)..=(row + 1).min(rows - 1))
            .flat_map(move |row| columns.clone().map(move |column| (column, row)))
    };
    for ring in 0..RINGS {
        let mut next = Vec::new();
        let mut extend = |at: (usize, usize), shown: &Grid<f32>| {
            let (mut sum, mut count) = (0.0, 0.0);
            for place in neighbours(at.0, at.1) {
                let level = shown[place];
                if !level.is_nan() {
                    sum += level;
                    count += 1.0;
                }
            }
            if count > 0.0 {
                next.push((at, f32::min(sum / count, bed[at])));
            }
        };
        if ring == 0 {
            for row in 0..rows {
                for column in 0..columns {
                    if shown[(column, row)].is_nan() {
                        extend((column, row), shown);
                    }
                }
            }
        } else {
            let mut around: Vec<_> = std::mem::take(&mut edge)
                .into_iter()
                .flat_map(|(column, row)| neighbours(column, row))
                .filter(|&at| shown[at].is_nan())
                .collect();
            around.sort_unstable_by_key(|&(column, row)| (row, column));
            around.dedup();
            for at in around {
                extend(at, shown);
            }
        }
        edge.extend(next.iter().map(|&(at, _)| at));
        for (at, level) in next {
            shown[at] = level;
        }
    }
    for row in 0..rows {
        for column in 0..columns {
            let at = (column, row);
            let depth = depth(column, row);
            if shown[at].is_nan() {
                shown[at] = bed[at] - sunk;
            } else if depth <= film {
                shown[at] = shown[at].min(bed[at] - (film - depth));
            }
        }
    }
}
