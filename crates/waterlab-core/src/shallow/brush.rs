//! Disturbances of shallow water, which keep its volume (docs/models.md §17).
//!
//! A stone or a stroke presses a dent into the water and slows the flow under it; the water goes into a rim around the dent. A raindrop
//! adds its water. A swell adds or takes water, never more than there is.

use super::ground::Ground;
use super::layer::{Layer, MARGIN};
use crate::pool::soft_brush::Dent;
use crate::pool::{Disturbance, Size};

/// Radius of the rim that takes the water of a dent, over that of the dent. A narrow rim would cancel the waves of the dent.
const RIM: f64 = 5.0;

/// Memory for the cells of a brush, reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// Column, row and weight of the cells under the brush.
    inside: Vec<(usize, usize, f32)>,
    /// Those of the rim around a dent.
    rim: Vec<(usize, usize, f32)>,
    /// What each cell under the brush would give up, metres.
    wanted: Vec<f32>,
}

/// The water under a brush.
pub(super) struct Brushed<'a> {
    pub(super) water: &'a mut Layer,
    pub(super) ground: &'a Ground,
    pub(super) size: Size,
    /// Water that swells could not take where there was none, in metres of one cell: they add as much less.
    pub(super) owed: &'a mut f64,
    pub(super) scratch: &'a mut Scratch,
}

impl Brushed<'_> {
    /// Applies a disturbance. Returns whether it changed anything.
    pub(super) fn apply(&mut self, disturbance: &Disturbance, half_length: f32) -> bool {
        let dent = Dent::new(disturbance, self.size, half_length);
        match disturbance {
            Disturbance::Swell { .. } => self.swell(&dent),
            Disturbance::Drop { .. } => self.add(&dent, dent.bottom().abs()),
            Disturbance::Stone { .. } | Disturbance::Stroke { .. } => self.press(&dent),
        }
    }

    /// Depth of a cell, metres; 0 in walls.
    fn depth(&self, column: usize, row: usize) -> f32 {
        let (column, row) = (column + MARGIN, row + MARGIN);
        match self.ground.is_solid(row, column) {
            true => 0.0,
            false => {
                let [level, residual] = [0, 1].map(|field| self.water.at(field, row, column));
                ((level - self.ground.at(row, column)) + residual).max(0.0)
            }
        }
    }

    /// Changes the depth of a cell by this many metres, as far as it has them. Nothing enters walls. The momentum stays; what is added rests.
    pub(super) fn change(&mut self, column: usize, row: usize, metres: f32) -> bool {
        let before = self.depth(column, row);
        if !self.displace(column, row, metres) {
            return false;
        }
        let after = before + metres;
        let factor = if after > 0.0 {
            (before / after).min(1.0)
        } else {
            0.0
        };
        for field in [2, 3] {
            *self.water.at_mut(field, row + MARGIN, column + MARGIN) *= factor;
        }
        true
    }

    /// As [`Brushed::change`], but what is added has the velocity of the cell: what a body displaces moves with the water around it, and
    /// would slow it down everywhere on its way.
    pub(super) fn displace(&mut self, column: usize, row: usize, metres: f32) -> bool {
        let before = self.depth(column, row);
        let (column, row) = (column + MARGIN, row + MARGIN);
        if self.ground.is_solid(row, column) || metres == 0.0 {
            return false;
        }
        let bed = self.ground.at(row, column);
        let [level, residual] = match before + metres > 0.0 {
            true => {
                let level = self.water.at(0, row, column);
                let added = metres + self.water.at(1, row, column);
                [level + added, added - ((level + added) - level)]
            }
            false => [bed, 0.0],
        };
        *self.water.at_mut(0, row, column) = level;
        *self.water.at_mut(1, row, column) = residual;
        if before + metres <= 0.0 {
            *self.water.at_mut(2, row, column) = 0.0;
            *self.water.at_mut(3, row, column) = 0.0;
        }
        true
    }

    /// The cells under a brush that are no wall, with their weights, in memory to be given back.
    fn open_cells(&mut self, dent: &Dent) -> Vec<(usize, usize, f32)> {
        let mut cells = std::mem::take(&mut self.scratch.inside);
        cells.clear();
        let (columns, rows) = (self.size.columns(), self.size.rows());
        dent.for_each(columns, rows, |column, row, weight| {
            if !self.ground.is_solid(row + MARGIN, column + MARGIN) {
                cells.push((column, row, weight));
            }
        });
        cells
    }

    /// Distributes this much water over a brush, in metres of one cell. Below 0 it takes as much, as far as there is water.
    pub(super) fn pour(&mut self, dent: &Dent, metres: f32) -> bool {
        let mut cells = self.open_cells(dent);
        if metres < 0.0 {
            // A drain takes from where there is water.
            for (column, row, share) in &mut cells {
                *share *= self.depth(*column, *row);
            }
        }
        let total: f32 = cells.iter().map(|(.., share)| share).sum();
        let pours = total > 0.0 && metres != 0.0;
        if pours {
            for &(column, row, share) in &cells {
                self.change(column, row, metres * share / total);
            }
        }
        self.scratch.inside = cells;
        pours
    }

    /// Adds or takes water, so that what a wave maker adds and takes is the same in the end.
    fn swell(&mut self, dent: &Dent) -> bool {
        let cells = self.open_cells(dent);
        let total: f64 = cells.iter().map(|&(.., weight)| f64::from(weight)).sum();
        let mut metres = dent.bottom();
        if metres > 0.0 && *self.owed > 0.0 {
            let repaid = self.owed.min(f64::from(metres) * total);
            *self.owed -= repaid;
            metres -= (repaid / total) as f32;
        }
        let mut changed = false;
        for &(column, row, weight) in &cells {
            let wanted = weight * metres;
            let missing = -wanted - self.depth(column, row);
            *self.owed += f64::from(missing.max(0.0));
            changed |= self.change(column, row, wanted);
        }
        self.scratch.inside = cells;
        changed
    }

    fn add(&mut self, dent: &Dent, metres: f32) -> bool {
        let mut changed = false;
        dent.for_each(
            self.size.columns(),
            self.size.rows(),
            |column, row, weight| {
                changed |= self.change(column, row, weight * metres);
            },
        );
        changed
    }

    /// Presses a dent, or pulls up a hump if its bottom is above the surface.
    fn press(&mut self, dent: &Dent) -> bool {
        let mut scratch = std::mem::take(self.scratch);
        let changed = self.press_cells(dent, &mut scratch);
        *self.scratch = scratch;
        changed
    }

    fn press_cells(
        &mut self,
        dent: &Dent,
        Scratch {
            inside,
            rim,
            wanted,
        }: &mut Scratch,
    ) -> bool {
        let (columns, rows) = (self.size.columns(), self.size.rows());
        inside.clear();
        rim.clear();
        wanted.clear();
        dent.for_each(columns, rows, |column, row, weight| {
            if self.depth(column, row) > 0.0 {
                inside.push((column, row, weight));
            }
        });
        // The wider brush without the dent.
        dent.wider(RIM)
            .for_each(columns, rows, |column, row, weight| {
                if dent.weight((column as f64, row as f64)) == 0.0 && self.depth(column, row) > 0.0
                {
                    rim.push((column, row, weight));
                }
            });
        if rim.is_empty() {
            // A brush as wide as the pool: its own outer part.
            rim.extend(
                inside
                    .iter()
                    .map(|&(column, row, weight)| (column, row, 1.0 - weight)),
            );
        }
        let total: f32 = rim.iter().map(|(.., weight)| weight).sum();
        if total <= 0.0 {
            return false;
        }
        let level =
            |water: &Layer, column: usize, row: usize| water.at(0, row + MARGIN, column + MARGIN);
        let mean = rim
            .iter()
            .map(|&(column, row, weight)| weight / total * level(self.water, column, row))
            .sum::<f32>();
        let target = mean + dent.bottom();
        let sign = dent.bottom().signum();
        // What each cell would give up, and what the others can take or give.
        wanted.extend(inside.iter().map(|&(column, row, weight)| {
            let missing = (sign * (target - level(self.water, column, row))).max(0.0);
            let change = weight * missing;
            match sign < 0.0 {
                true => change.min(0.9 * self.depth(column, row)),
                false => change,
            }
        }));
        let volume: f32 = wanted.iter().sum();
        let available = match sign < 0.0 {
            true => volume,
            false => rim
                .iter()
                .map(|&(column, row, weight)| total * 0.5 * self.depth(column, row) / weight)
                .fold(volume, f32::min),
        };
        if volume <= 0.0 || available <= 0.0 {
            return false;
        }
        let part = available / volume;
        for (&(column, row, _), wanted) in inside.iter().zip(wanted) {
            self.change(column, row, sign * part * *wanted);
        }
        for &(column, row, weight) in &*rim {
            self.change(column, row, -sign * available * weight / total);
        }
        for &mut (column, row, weight) in inside {
            for field in [2, 3] {
                *self.water.at_mut(field, row + MARGIN, column + MARGIN) *= 1.0 - weight;
            }
        }
        true
    }
}
