//! The sunlight on the floor of a pool, as numbers: the lit view's pool and sky, and the surface as it is.

use crate::grid::Grid;
use crate::light::{Basin, Caustics, FRESH_WATER_INDEX, Stones};
use crate::scene::Scene;
use crate::view::ViewKind;
use crate::water::Water;

/// Texels along the longer side where nobody asks for another number.
pub const TEXELS: u32 = 512;

/// Irradiance of the sun on the floor, of that on a level plane above the water, columns along x and rows along z; `texels` along
/// the longer side. All 0 for open water, which has no floor.
pub fn of(water: &dyn Water, scene: &Scene, texels: u32) -> Grid<f32> {
    let heights = water.heights();
    let metres = Grid::from_fn(heights.columns(), heights.rows(), |column, row| {
        heights.metres(column as i64, row as i64)
    });
    let cells = [water.size().columns(), water.size().rows()].map(|cells| cells as f64);
    let longer = cells[0].max(cells[1]);
    // World metres, of which the longer side has two.
    let half = cells.map(|cells| cells / longer);
    let size = half.map(|half| ((half * f64::from(texels)).round() as usize).max(1));
    let view = ViewKind::named("lit").map(|kind| scene.view.settings_of(kind));
    let pool = view.and_then(|view| {
        let depth = 2.0 * view.real("pool_depth") / view.real("pool_length");
        Some((Basin::new(half, depth)?, view.real("wall_height")))
    });
    match pool.filter(|_| !water.model().is_open()) {
        Some((basin, height)) => {
            let sun = scene.sky.sun().direction().to_array().map(f64::from);
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
