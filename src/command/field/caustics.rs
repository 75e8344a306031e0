//! The sunlight on the floor of a pool or on a plane below a sea, as numbers: with the pool and the sky of the lit view, and the current
//! surface.

use crate::grid::Grid;
use crate::light::{
    Basin, Caustics, FRESH_WATER_INDEX, OpenPatch, SEA_WATER_INDEX, Stones, SunPosition,
};
use crate::scene::Scene;
use crate::surface::{Cascades, Surface};
use crate::view::ViewKind;
use crate::water::Water;
use anyhow::{Result, bail};

/// Default number of texels along the longer side.
pub const TEXELS: u32 = 512;

/// Depth of the requested plane below the rest level, metres: the sea's own floor by default. `None` for a pool,
/// which has its own depth; an error where that was said, or a sea has no floor.
pub fn depth(water: &dyn Water, said: Option<f64>) -> Result<Option<f64>> {
    // The depth is a setting: no wave is computed for it.
    let is_open = water.model().is_open();
    match (is_open, said) {
        (false, Some(_)) => bail!(
            "--depth: the model {} is a pool, whose depth is water.depth (metres)",
            water.model().name
        ),
        (false, None) => Ok(None),
        (true, Some(depth)) => Ok(Some(depth)),
        (true, None) => match water.open_water().and_then(|open| open.floor()) {
            Some(depth) => Ok(Some(f64::from(depth))),
            None => bail!(
                "--what caustics: this sea is so deep that nothing is seen of its floor: say how deep with --depth, as in --depth 10"
            ),
        },
    }
}

/// Irradiance of the sun on the floor, relative to that on a level plane above the water, columns along x and rows along z; `texels` along
/// the longer side. Below open water, on a plane `depth` metres deep, as long as the first cascade.
pub fn of(
    water: &dyn Water,
    (scene, sun): (&Scene, SunPosition),
    texels: u32,
    depth: Option<f64>,
) -> Grid<f32> {
    let sun = sun.direction().to_array().map(f64::from);
    if let (Some(cascades), Some(depth)) = (water.surface().cascades(), depth) {
        return below(cascades, sun, texels, depth);
    }
    let heights = water.heights();
    let metres = Grid::from_fn(heights.columns(), heights.rows(), |column, row| {
        heights.metres(column as i64, row as i64)
    });
    let surface = water.surface();
    let half = surface.field().size.map(|side| 0.5 * side);
    let half_length = half[0].max(half[1]);
    let size = half.map(|half| ((half / half_length * f64::from(texels)).round() as usize).max(1));
    let view = ViewKind::named("lit").map(|kind| scene.view.settings_of(kind));
    let pool = view.and_then(|view| {
        let Surface::Bounded(pool) = surface else {
            return None;
        };
        let height = view.real("wall_height") * half_length;
        Some((Basin::new(half, pool.depth)?, height))
    });
    match pool {
        Some((basin, height)) => {
            let index = FRESH_WATER_INDEX[1];
            let open = water.obstruction();
            let stones = Stones {
                open: &open,
                height,
            };
            let texels = (size[0], size[1]);
            Caustics::trace_among(&metres, &basin, &stones, sun, index, texels)
                .floor
                .irradiance
        }
        None => Grid::new(size[0], size[1], 0.0),
    }
}

/// Below open water: the caustics of the periodic cascades.
fn below(cascades: &Cascades, sun: [f64; 3], texels: u32, depth: f64) -> Grid<f32> {
    let length = (cascades.cascades.first()).map_or([1.0; 2], |first| first.length.map(f64::from));
    let heights = cascades.sum(|cascade| cascade.height);
    let mut aside = [0, 1].map(|axis| cascades.sum(|cascade| cascade.displacement[axis]));
    for cell in aside.iter_mut().flat_map(Grid::cells_mut) {
        *cell *= cascades.lambda;
    }
    let patch = OpenPatch {
        heights: &heights,
        aside: aside.each_ref(),
        length,
    };
    let longer = length[0].max(length[1]);
    let count = |length: f64| ((length / longer * f64::from(texels)).round() as usize).max(1);
    let texels = (count(length[0]), count(length[1]));
    Caustics::below_open_water(&patch, depth, sun, SEA_WATER_INDEX[1], texels).irradiance
}
