//! Sets the water, follows what it does, and decides when it is at rest.

use super::ShallowSolver;
use super::cover::{self, Cover};
use super::layer::MARGIN;
use crate::grid::Grid;
use crate::pool::Motion;
use crate::threads;

/// Levels that differ by less are one, metres.
const LEVEL: f32 = 1e-6;

impl ShallowSolver {
    /// Updates the levels that others read; in walls they are 0.
    pub(super) fn show(&mut self) {
        self.shown.forget();
        let water = self.sweep.water();
        let columns = self.levels.columns();
        for row in 0..self.levels.rows() {
            let levels = &water.row(row + MARGIN)[0][MARGIN..MARGIN + columns];
            let shown = self.levels.row_mut(row);
            shown.copy_from_slice(levels);
            if self.ground.has_walls() {
                for (column, level) in shown.iter_mut().enumerate() {
                    if self.ground.is_solid(row + MARGIN, column + MARGIN) {
                        *level = 0.0;
                    }
                }
            }
        }
    }

    /// Sets the level of each cell, or its bed where that is higher, and the velocity along x and z.
    pub(super) fn fill(&mut self, cell: impl Fn(usize, usize) -> [f32; 3]) -> Motion {
        let (columns, rows) = self.size();
        let water = self.sweep.water_mut();
        let mut is_at_rest = true;
        for row in 0..rows {
            for column in 0..columns {
                let [level, x, z] = cell(column, row);
                let place = (row + MARGIN, column + MARGIN);
                let bed = self.ground.at(place.0, place.1);
                let is_wet = level > bed && !self.ground.is_solid(place.0, place.1);
                let velocity = if is_wet { [x, z] } else { [0.0, 0.0] };
                is_at_rest &= velocity == [0.0, 0.0];
                let level = if is_wet { level } else { bed };
                let fields = [level, 0.0, velocity[0], velocity[1]];
                for (field, value) in fields.into_iter().enumerate() {
                    *water.at_mut(field, place.0, place.1) = value;
                }
            }
        }
        is_at_rest &= self.is_level();
        self.show();
        self.rise.fill(0.0);
        Motion::at_rest(is_at_rest && !self.scheme.is_driven())
    }

    /// Without foam, and with ground that is wet where there is water.
    pub(super) fn reset_cover(&mut self) {
        let film = self.film();
        let mut cover = std::mem::replace(&mut self.cover, Cover::new(1, 1));
        cover.reset(|column, row| self.depth_at(column, row) > film);
        self.cover = cover;
    }

    /// Updates the levels, and what they rose in a step.
    pub(super) fn show_rise(&mut self) {
        self.shown.forget();
        let (columns, rows) = self.size();
        let (water, ground) = (self.sweep.water(), &self.ground);
        let band = threads::band_rows(columns, rows);
        // A list of nothing takes no memory.
        let bands = &mut vec![(); rows.div_ceil(band)];
        let grids = (
            (self.levels.cells_mut(), columns),
            (self.rise.cells_mut(), columns),
        );
        threads::zip_bands(band, grids.0, grids.1, bands, |first, levels, rises, ()| {
            let rows = levels.chunks_exact_mut(columns);
            for (index, (levels, rises)) in rows.zip(rises.chunks_exact_mut(columns)).enumerate() {
                let row = first + index + MARGIN;
                let now = &water.row(row)[0][MARGIN..MARGIN + columns];
                for ((level, rise), now) in levels.iter_mut().zip(&mut *rises).zip(now) {
                    *rise = now - *level;
                    *level = *now;
                }
                if ground.has_walls() {
                    for (column, level) in levels.iter_mut().enumerate() {
                        if ground.is_solid(row, column + MARGIN) {
                            *level = 0.0;
                            rises[column] = 0.0;
                        }
                    }
                }
            }
        });
    }

    /// Depth from which water is seen as water, metres.
    pub(super) fn film(&self) -> f32 {
        0.001 + 0.01 * self.scheme.model.spacing as f32
    }

    /// Moves the foam and dries the ground by a step.
    pub(super) fn follow_cover(&mut self) {
        let (model, film) = (&self.scheme.model, self.film());
        self.cover.follow(&cover::Step {
            water: self.sweep.water(),
            ground: &self.ground,
            rise: &self.rise,
            seconds: self.time_step as f32,
            spacing: model.spacing as f32,
            gravity: model.stage.gravity,
            film,
        });
    }

    /// Whether water stands level with water next to it, and below dry ground next to it. A film does not count.
    pub(super) fn is_level(&self) -> bool {
        let (columns, rows) = self.size();
        let least_depth = self.scheme.model.stage.least_depth;
        let level = |column: usize, row: usize| {
            let is_solid = self.ground.is_solid(row + MARGIN, column + MARGIN);
            let level = self.sweep.water().at(0, row + MARGIN, column + MARGIN);
            (!is_solid).then_some((level, self.depth_at(column, row) > least_depth))
        };
        let agree = |one, other| match (one, other) {
            (Some((one, true)), Some((other, true))) => f32::abs(one - other) <= LEVEL,
            (Some((wet, true)), Some((dry, false))) | (Some((dry, false)), Some((wet, true))) => {
                wet <= dry + LEVEL
            }
            _ => true,
        };
        (0..rows).all(|row| {
            (0..columns).all(|column| {
                let here = level(column, row);
                let east = (column + 1 < columns)
                    .then(|| level(column + 1, row))
                    .flatten();
                let south = (row + 1 < rows).then(|| level(column, row + 1)).flatten();
                agree(here, east) && agree(here, south)
            })
        })
    }

    /// Keeps levels and velocities where the ground or the walls changed after there was this `depth` of water: what was dry stays so.
    pub(super) fn refill(&mut self, depth: &Grid<f32>) -> Motion {
        let velocities = self.velocities();
        let levels = self.levels.clone();
        self.fill(|column, row| {
            let at = (column, row);
            let level = match depth[at] > 0.0 {
                true => levels[at],
                false => f32::NEG_INFINITY,
            };
            [level, velocities[0][at], velocities[1][at]]
        })
    }

    /// Depth of each cell, metres.
    pub(super) fn depths(&self) -> Grid<f32> {
        let (columns, rows) = self.size();
        Grid::from_fn(columns, rows, |column, row| self.depth_at(column, row))
    }

    /// Whether all water stands at the rest level, and no ground below that is dry.
    pub(super) fn is_full(&self) -> bool {
        let (columns, rows) = self.size();
        let is_full = |column: usize, row: usize| {
            let is_solid = self.ground.is_solid(row + MARGIN, column + MARGIN);
            let level = self.sweep.water().at(0, row + MARGIN, column + MARGIN);
            is_solid || (level - self.bed[(column, row)].max(0.0)).abs() <= LEVEL
        };
        (0..rows).all(|row| (0..columns).all(|column| is_full(column, row)))
    }
}
