//! The ground changes: by settings and maps, under which the water keeps its level, or under a brush, with which the water on it moves
//! (docs/models.md §17).

use super::layer::MARGIN;
use super::{ShallowSolver, shapes};
use crate::pool::{Earthwork, Motion, Setup, Solver};
use crate::surface::new_depth_revision;

impl ShallowSolver {
    /// Takes the bed of the settings and maps. Water at the rest level everywhere stays there; other water keeps its level, and what is dry
    /// stays dry.
    pub(super) fn follow_bed(&mut self, setup: &Setup) -> Motion {
        let is_full = self.is_full();
        let depth = self.depths();
        if !self.arrange(setup) {
            // An edge may have been opened.
            return match self.scheme.is_driven() || !is_full {
                true => Motion::Moving,
                false => Motion::Unchanged,
            };
        }
        match is_full {
            true => self.reset(),
            false => self.refill(&depth),
        }
    }

    /// Takes the bed of the settings and maps; the water keeps its level. Returns whether it is another one.
    pub(super) fn arrange(&mut self, setup: &Setup) -> bool {
        let high = setup.settings.real("bed_high") as f32;
        let low = -(setup.settings.real("depth") as f32);
        let bed = match setup.maps.first() {
            Some(Some(map)) => map.clone(),
            _ => shapes::shape(setup.settings.choice("bed"), setup.size, low, high),
        };
        let is_changed = bed != self.bed;
        if is_changed {
            self.bed = bed;
            self.take_bed();
        }
        is_changed
    }

    /// Raises or lowers the ground under a brush, by at most half of the pool's length above and below the rest level. Each cell keeps its
    /// depth of water and its velocity.
    pub(super) fn shape(&mut self, work: &Earthwork, setup: &Setup) -> Motion {
        let limit = setup.half_length();
        let foot = self.bed.cells().iter().copied().fold(limit, f32::min);
        let (bed, water) = (&mut self.bed, self.sweep.water_mut());
        let mut is_changed = false;
        work.for_each(setup.size, |column, row, t| {
            let before = bed[(column, row)];
            let after = work.change.of(before, t, foot);
            let after = after.clamp(before.min(-limit), before.max(limit));
            if after == before || after.is_nan() {
                return;
            }
            is_changed = true;
            bed[(column, row)] = after;
            let (row, column) = (row + MARGIN, column + MARGIN);
            let [level, residual] = [0, 1].map(|field| water.at(field, row, column));
            let depth = ((level - before) + residual).max(0.0);
            let level = after + depth;
            *water.at_mut(0, row, column) = level;
            *water.at_mut(1, row, column) = depth - (level - after);
        });
        if !is_changed {
            return Motion::Unchanged;
        }
        self.take_bed();
        self.show();
        Motion::Moving
    }

    /// Follows a change of the bed.
    fn take_bed(&mut self) {
        // A level floor is none of ground.
        let first = self.bed[(0, 0)];
        let is_level = first < 0.0 && self.bed.cells().iter().all(|&bed| bed == first);
        self.bed_revision = if is_level { 0 } else { new_depth_revision() };
        self.ground.set_bed(&self.bed);
    }
}
