//! `LocalWater`: level and current of the water around a body, in pools whose water flows over ground.
//!
//! What a body displaces counts as water that moves with it. The current is the flow without that, Σ(h·u − b·U) / Σ(h − b) with the depth
//! h, the height b of the body in a column and its velocity U: zero around a body that moves through water at rest.

use crate::displacement::Displacement;
use glam::{DVec2, DVec3};
use waterlab_core::water::Water;

/// How far around a body its water is looked at, in its radius, and beyond that in cells.
const REACH: f64 = 1.5;
const CELLS_AROUND: f64 = 2.0;

/// Maximum number of cells that are looked at along x and along z.
const MAX_CELLS: usize = 16;

/// Time constant at which a body takes another level for that of the water around it, seconds: longer than it bobs. The level at once would
/// have the share that the body itself has in it.
const LEVEL_TIME: f64 = 1.0;

/// Difference of the levels that it ignores, in its smallest extent: to follow gives energy to waves, which small ones must not get.
const LEVEL_BAND: f64 = 0.1;

/// The water around a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct LocalWater {
    /// Mean level, metres above the rest level; `None` where it is dry.
    pub level: Option<f64>,
    /// Along x and z, m/s.
    pub current: DVec2,
}

impl LocalWater {
    /// Looks at the water around a body of this radius, at `place` with this velocity.
    pub(crate) fn of(
        water: &dyn Water,
        displacement: &Displacement,
        (place, velocity): (DVec3, DVec3),
        radius: f64,
    ) -> Self {
        let cells = displacement.cells();
        let reach = REACH * radius + CELLS_AROUND * cells.size;
        let middle = displacement.cells().column_row(place.x, place.z);
        let range = |middle: f64, count: usize| {
            let first = (middle - reach / cells.size).ceil().max(0.0) as usize;
            let end = (middle + reach / cells.size).floor() + 1.0;
            let end = (end.max(0.0) as usize).min(count);
            (first..end).step_by(end.saturating_sub(first).div_ceil(MAX_CELLS).max(1))
        };
        let (mut level, mut wet) = (0.0, 0.0);
        let (mut flow, mut depth) = (DVec2::ZERO, 0.0);
        let velocity = DVec2::new(velocity.x, velocity.z);
        for row in range(middle[1], cells.rows) {
            for column in range(middle[0], cells.columns) {
                let Some(here) = water.column(column, row).filter(|here| here.depth > FILM) else {
                    continue;
                };
                let own = displacement.applied()[(column, row)].clamp(0.0, here.depth);
                level += f64::from(here.level);
                wet += 1.0;
                flow += DVec2::from(here.velocity.map(f64::from)) * f64::from(here.depth)
                    - velocity * f64::from(own);
                depth += f64::from(here.depth - own);
            }
        }
        Self {
            level: (wet > 0.0).then(|| level / wet),
            current: if depth > 0.0 {
                flow / depth
            } else {
                DVec2::ZERO
            },
        }
    }

    /// Follows the water as it is `now` around a body of this smallest extent, metres, after so many seconds.
    pub(crate) fn follow(&mut self, now: Self, extent: f64, seconds: f64) {
        let part = seconds / (LEVEL_TIME + seconds);
        let band = LEVEL_BAND * extent;
        self.level = match (self.level, now.level) {
            (Some(before), Some(now)) => {
                let off = now - before;
                Some(before + (off - off.clamp(-band, band)) * part)
            }
            (_, now) => now,
        };
        self.current = now.current;
    }
}

/// Depth of water that does not count, metres.
const FILM: f32 = 1e-3;
