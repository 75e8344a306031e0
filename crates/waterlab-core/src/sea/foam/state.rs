//! `FoamState`: the foam of a sea at one time, and the history needed to advance it (docs/models.md §9c).

use super::{FoamModel, History};
use crate::grid::Grid;
use crate::sea::{Fields, Patch, Waves, Workspace, cascades};
use std::sync::Arc;

/// The most recently computed foam. Memory for the history is allocated with the first evaluated instant.
pub(crate) struct FoamState {
    /// Identity of the sea.
    of: Arc<()>,
    /// Coverage, 0 to 1, at the cells of the surface.
    coverage: Grid<f32>,
    /// How many times each cascade fits into the first.
    times: Vec<usize>,
    looking: Option<Looking>,
}

/// The state for evaluating the preceding time.
struct Looking {
    history: History,
    /// The strain of each cascade at an instant.
    patches: Vec<Fields>,
    workspaces: Vec<Workspace>,
}

impl FoamState {
    pub(in crate::sea) fn new(patches: &[Patch], of: &Arc<()>) -> Self {
        let first = patches.first();
        let (columns, rows) = first.map_or((1, 1), |patch| (patch.columns, patch.rows));
        Self {
            of: Arc::clone(of),
            coverage: Grid::new(columns, rows, 0.0),
            times: cascades::times(patches),
            looking: None,
        }
    }
}

impl FoamState {
    /// Switches to a sea with these cascades: the coverage stays, if it has as many cells, until that of the new sea is computed.
    pub(in crate::sea) fn take(&mut self, patches: &[Patch], of: &Arc<()>) {
        if Arc::ptr_eq(of, &self.of) {
            return;
        }
        let before = std::mem::replace(self, Self::new(patches, of));
        let size = |grid: &Grid<f32>| (grid.columns(), grid.rows());
        if size(&before.coverage) == size(&self.coverage) {
            self.coverage = before.coverage;
        }
    }

    /// Computes the foam at `time` seconds by evaluating the strain of `waves` at the preceding instants, at most `looks` of them. If
    /// that is too few, the foam stays as it was, and the next call continues. Returns whether the foam is that of `time`.
    pub(in crate::sea) fn compute(
        &mut self,
        waves: &dyn Waves,
        by: Option<&FoamModel>,
        time: f64,
        looks: usize,
    ) -> bool {
        let Some(by) = by else {
            self.coverage.fill(0.0);
            return true;
        };
        let (columns, rows) = (self.coverage.columns(), self.coverage.rows());
        let Looking {
            history,
            patches,
            workspaces,
        } = self.looking.get_or_insert_with(|| Looking {
            history: History::new(columns, rows),
            patches: waves.patches().iter().map(Fields::new).collect(),
            workspaces: waves
                .patches()
                .iter()
                .map(|_| Workspace::default())
                .collect(),
        });
        let mut left = looks;
        while let Some(instant) = history.wants(by, time) {
            if left == 0 {
                return false;
            }
            left -= 1;
            cascades::each(patches, workspaces, |patch, fields, workspace| {
                waves.strain(patch, instant, fields, workspace);
            });
            history.take(by, patches, &self.times);
        }
        history.tell(by, time, &mut self.coverage);
        true
    }

    /// Foam coverage (whitecaps) at the cells of the surface, 0 to 1.
    pub(crate) fn coverage(&self) -> &Grid<f32> {
        &self.coverage
    }
}
