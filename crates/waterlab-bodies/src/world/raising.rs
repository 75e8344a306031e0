//! How the water is raised by what bodies displace (docs/models.md §16).

use super::Bodies;
use super::land::has_land;
use crate::displacement::{Cells, Displacement};
use crate::floating::{Begin, Floating, Scratch};
use crate::force::{place_vertices, volume_below};
use crate::level::Levels;
use crate::local_water::LocalWater;
use waterlab_core::grid::Grid;
use waterlab_core::heights::Heights;
use waterlab_core::pool::Patch;
use waterlab_core::water::Water;

impl Bodies {
    /// Takes what bodies displace that begin in the water as part of its surface.
    pub(super) fn put_in(&mut self, water: &mut dyn Water, displacement: &mut Displacement) {
        for begin in [Begin::Level, Begin::Included] {
            let mut begun = Displacement::none(displacement.cells());
            let levels = Levels::reference(&*water, 1.0);
            let has_land = has_land(&*water);
            for floating in &mut self.bodies {
                if floating.begin == begin {
                    displace(floating, has_land, &levels, &mut begun, &mut self.scratch);
                    floating.begin = Begin::Done;
                }
            }
            drop(levels);
            begun.settle();
            begun.limit(&*water);
            let volume = displacement.assume(&begun);
            if begin == Begin::Level && volume > 0.0 && !water.model().is_open() {
                raise_level(water, volume, displacement);
            }
        }
    }
}

/// Raises the level of a pool by a volume, m³, where there is water.
fn raise_level(water: &mut dyn Water, volume: f64, displacement: &Displacement) {
    let Cells {
        columns,
        rows,
        size,
        ..
    } = displacement.cells();
    let is_wet = |column, row| {
        water
            .column(column, row)
            .is_none_or(|here| here.depth > 0.0)
    };
    let mut metres = Grid::from_fn(columns, rows, |column, row| {
        f32::from(u8::from(is_wet(column, row)))
    });
    let count: f64 = metres.cells().iter().map(|&cell| f64::from(cell)).sum();
    let unit = f64::from(water.height_step());
    let high = (volume / (count.max(1.0) * size * size) / unit).round() * unit;
    metres
        .cells_mut()
        .iter_mut()
        .for_each(|cell| *cell *= high as f32);
    water.raise(&[Patch {
        column: 0,
        row: 0,
        metres,
    }]);
}

/// Adds what a body displaces where it is.
pub(super) fn displace(
    floating: &Floating,
    has_land: bool,
    levels: &Levels,
    displacement: &mut Displacement,
    Scratch {
        places, overhead, ..
    }: &mut Scratch,
) {
    let body = &floating.body;
    let hull = body.hull();
    place_vertices(hull, &body.state, places);
    let reference = &mut overhead.reference;
    match floating.local.filter(|_| has_land) {
        Some(LocalWater { level, .. }) => {
            let Some(level) = level else {
                return;
            };
            reference.clear();
            reference.resize(places.len(), level);
        }
        None => levels.reference_over(body.state.position, places, reference),
    }
    let volume = volume_below(hull, places, reference);
    displacement.add(hull, &body.state, places, reference, volume);
}

/// The part of a change of the displacement that the water gets before its step, the rest after it.
///
/// Bodies and water are accelerated by the same surface, so that neither gains energy from a time step. The bodies take it before the
/// step, a water with n sub-steps at their beginnings, (n − 1) / 2n of a step later on average: by then it must know as much of the
/// bodies' motion. Integer heights do not divide.
pub(super) fn early_part(water: &dyn Water) -> f32 {
    match (water.heights(), water.sub_steps()) {
        (Heights::Counts { .. }, _) => 0.0,
        (_, u32::MAX) => 0.5,
        (_, sub_steps) => (sub_steps - 1) as f32 / (2 * sub_steps) as f32,
    }
}

pub(super) fn scaled(patch: &Patch, factor: f32) -> Patch {
    let mut patch = patch.clone();
    patch
        .metres
        .cells_mut()
        .iter_mut()
        .for_each(|cell| *cell *= factor);
    patch
}
