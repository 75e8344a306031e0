//! What bodies displace of water that flows over ground: never more than there is (docs/models.md §17).

use super::Displacement;
use glam::DVec3;
use waterlab_core::grid::Grid;
use waterlab_core::pool::Patch;
use waterlab_core::water::Water;

/// Parts of the depth from which a body begins to draw the water along, and does so wholly.
const BLOCKED: [f32; 2] = [0.5, 0.9];

/// How fast it does, 1/s: water still rises under a body with the tide, by g·S/BLOCKING at a slope S of the surface.
const BLOCKING: f64 = 6.0;

impl Displacement {
    /// Limits what bodies displace to the water in each cell, where it flows over ground: the rest of a body lies on the ground.
    pub(crate) fn limit(&mut self, water: &dyn Water) {
        if !water.model().ground {
            return;
        }
        // What deep bodies displace is limited anew in each step.
        let deep = self.deep.areas().clone();
        deep.iter().for_each(|area| self.cover(area));
        for [west, east, north, south] in self.covered.iter() {
            for row in north..=south {
                for column in west..=east {
                    if self.now[(column, row)] > 0.0
                        && let Some(here) = water.column(column, row)
                    {
                        let now = &mut self.now[(column, row)];
                        *now = now.min(here.depth);
                    }
                }
            }
        }
    }

    /// The share of the water that a body with vertices at `places` draws along in a step: in the cells where bodies fill most of the depth,
    /// so that a current goes round what lies on the ground. `None` if there are none.
    pub(crate) fn blocked(
        &self,
        places: &[DVec3],
        water: &dyn Water,
        seconds: f64,
    ) -> Option<Patch> {
        let cells = places
            .iter()
            .map(|place| self.cells.column_row(place.x, place.z));
        let bounds = cells.fold(None, |bounds: Option<[[f64; 2]; 2]>, at| {
            let [low, high] = bounds.unwrap_or([at; 2]);
            Some([
                [low[0].min(at[0]), low[1].min(at[1])],
                [high[0].max(at[0]), high[1].max(at[1])],
            ])
        });
        let [low, high] = bounds?;
        let [west, east, north, south] = self.cells.within(low, high);
        let mut blocks = false;
        let shares = Grid::from_fn(east - west + 1, south - north + 1, |column, row| {
            let cell = (west + column, north + row);
            let displaced = self.applied[cell];
            let depth = water.column(cell.0, cell.1).map_or(0.0, |here| here.depth);
            if displaced <= BLOCKED[0] * depth || depth <= 0.0 {
                return 0.0;
            }
            blocks = true;
            let part = (displaced / depth - BLOCKED[0]) / (BLOCKED[1] - BLOCKED[0]);
            part.min(1.0) * (1.0 - libm::exp(-BLOCKING * seconds)) as f32
        });
        blocks.then_some(Patch {
            column: west as i64,
            row: north as i64,
            metres: shares,
        })
    }

    /// Reduces a patch that was handed out to what the cells of the water have, where it flows over ground: its volume stays the same. The
    /// rest is handed out later. Returns whether anything is left.
    pub(crate) fn bound(&mut self, patch: &mut Patch, water: &dyn Water) -> bool {
        if !water.model().ground {
            return true;
        }
        let (mut changes, mut is_bounded) = (false, false);
        for row in 0..patch.metres.rows() {
            for column in 0..patch.metres.columns() {
                let raised = &mut patch.metres[(column, row)];
                let cell = (column + patch.column as usize, row + patch.row as usize);
                if *raised < 0.0
                    && let Some(here) = water.column(cell.0, cell.1)
                {
                    let bounded = raised.max(-here.depth);
                    if bounded != *raised {
                        self.applied[cell] += bounded - *raised;
                        is_bounded = true;
                        *raised = bounded;
                    }
                }
                changes |= *raised != 0.0;
            }
        }
        if is_bounded {
            let [west, north] = [patch.column, patch.row].map(|cell| cell as usize);
            let [columns, rows] = [patch.metres.columns(), patch.metres.rows()];
            self.changed
                .add([west, west + columns - 1, north, north + rows - 1]);
        }
        changes
    }
}
