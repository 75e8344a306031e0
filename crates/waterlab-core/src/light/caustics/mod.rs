//! Caustics: the sun through any height field onto the floor and the walls of a pool, exact in energy (docs/models.md §11b).
//!
//! Each facet of the surface transmits a flux of sunlight, and the refracted rays from its corners determine where it lands:
//!
//! ```text
//! flux = T(θ)·(A·sun)/sun.y        irradiance of a texel = Σ over facets flux·(image in the texel / image) / texel area
//! ```
//!
//! Where the surface focuses, several images overlap and add. A facet's image is cut where it crosses
//! from the floor to a wall, and divided exactly among texels, so that the sum of irradiance times area over the floor and the
//! walls is the transmitted flux. The unit is the sun's irradiance on a level plane above the water: level water gives T, the
//! transmittance of the surface, wherever the sun reaches. Absorption in the water is not included.
//!
//! Waves do not shadow each other, and light reflected by the floor and the walls is not traced.
//!
//! | file | what it is |
//! | --- | --- |
//! | `surface` | the surface as facets with refracted rays |
//! | `stones` | obstacles in the water, and the light that they block |
//! | `landing` | where the parts of a facet land |
//! | `map` | flux gathered in texels |
//! | `open` | the same below open water, which repeats |
//! | `polygon` | polygons cut by lines |

mod landing;
mod map;
mod open;
mod polygon;
mod stones;
mod surface;
#[cfg(test)]
mod tests;

use landing::Maps;
use map::Map;
pub use open::OpenPatch;
use stones::Hit;
pub use stones::Stones;

use super::fresnel::dot;
use crate::grid::Grid;
use surface::Facet;

/// Maximum ratio of the number of texels of a wall's map to that of the floor's, however deep the pool.
const MAX_TEXELS: usize = 4;

/// The inside of a pool with a level floor, centred on its still surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Basin {
    half: [f64; 2],
    depth: f64,
}

impl Basin {
    /// A basin `2·half` metres long along x and along z, `depth` metres deep at rest; `None` unless all are above 0 and finite.
    pub fn new(half: [f64; 2], depth: f64) -> Option<Self> {
        let fits = [half[0], half[1], depth]
            .iter()
            .all(|&length| length > 0.0 && length.is_finite());
        fits.then_some(Self { half, depth })
    }
}

/// Light on one flat part of a pool.
#[derive(Clone, Debug, PartialEq)]
pub struct Receiver {
    /// Flux per area of the receiver, in units of the sun's irradiance on a level plane above the water.
    pub irradiance: Grid<f32>,
    /// Size of a texel along the columns and the rows, in metres.
    pub texel: [f64; 2],
}

impl Receiver {
    /// The total flux on it, in square metres of level plane in the sun.
    pub fn flux(&self) -> f64 {
        let sum: f64 = self.irradiance.cells().iter().map(|&e| f64::from(e)).sum();
        sum * self.texel[0] * self.texel[1]
    }
}

/// Sunlight on the floor and the walls of a pool.
#[derive(Clone, Debug, PartialEq)]
pub struct Caustics {
    /// The floor: columns along x, rows along z, from the corner at −x, −z.
    pub floor: Receiver,
    /// The walls at −x, +x, −z and +z: columns along z or x from its low end, rows upward from the floor to the still level, or
    /// to the highest water where that is higher.
    pub walls: [Receiver; 4],
    /// Flux that obstacles block under water, in square metres of level plane in the sun.
    pub stopped: f64,
}

impl Caustics {
    /// Traces the light of a sun in the direction `sun` (toward it, x, y up, z, of any length) through the surface `heights`, in metres
    /// above the still level, over a `basin`. Heights are at cell centres and the cells fill the basin. `index` is the refractive
    /// index of the water. The floor's map has `texels` columns and rows, at least 1; those of the walls have the same resolution, or
    /// four times as many texels.
    ///
    /// The result is dark if the sun is not above the horizon, and where a height is not finite.
    ///
    /// ```
    /// use waterlab_core::grid::Grid;
    /// use waterlab_core::light::{Basin, Caustics, transmittance};
    ///
    /// let basin = Basin::new([1.0, 1.0], 0.5).ok_or("no basin")?;
    /// let level = Grid::new(16, 16, 0.0_f32);
    /// let light = Caustics::trace(&level, &basin, [0.0, 1.0, 0.0], 4.0 / 3.0, (8, 8));
    /// let expected = transmittance(1.0, 4.0 / 3.0) as f32;
    /// assert!(light.floor.irradiance.cells().iter().all(|e| (e - expected).abs() < 1e-6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trace(
        heights: &Grid<f32>,
        basin: &Basin,
        sun: [f64; 3],
        index: f64,
        texels: (usize, usize),
    ) -> Self {
        Self::trace_where(heights, basin, sun, index, texels, |_| true)
    }

    /// Like [`Caustics::trace`], with obstacles in the water, which cast shadows on the surface, and on floor and walls under water,
    /// facet by facet.
    pub fn trace_among(
        heights: &Grid<f32>,
        basin: &Basin,
        stones: &Stones,
        sun: [f64; 3],
        index: f64,
        texels: (usize, usize),
    ) -> Self {
        if !stones.are_there() {
            return Self::trace(heights, basin, sun, index, texels);
        }
        let mut stopped = 0.0;
        let mut light = Self::gather(
            heights,
            basin,
            sun,
            index,
            texels,
            |facet, sun| match stones.hit(basin, facet, sun) {
                Hit::Nothing => true,
                Hit::AboveWater => false,
                Hit::UnderWater => {
                    stopped += facet.flux;
                    false
                }
            },
        );
        light.stopped = stopped;
        light
    }

    /// Like [`Caustics::trace`], only through the facets whose centre, x, y and z in metres, is in the sun.
    pub fn trace_where(
        heights: &Grid<f32>,
        basin: &Basin,
        sun: [f64; 3],
        index: f64,
        texels: (usize, usize),
        is_lit: impl Fn([f64; 3]) -> bool,
    ) -> Self {
        Self::gather(heights, basin, sun, index, texels, |facet, _| {
            is_lit(facet.middle())
        })
    }

    /// Traces the facets for which `passes` is true; it is given the unit direction toward the sun.
    fn gather(
        heights: &Grid<f32>,
        basin: &Basin,
        sun: [f64; 3],
        index: f64,
        texels: (usize, usize),
        mut passes: impl FnMut(&Facet, [f64; 3]) -> bool,
    ) -> Self {
        let mut maps = dark(heights, basin, texels);
        let length = dot(sun, sun).sqrt();
        let sun = sun.map(|part| part / length);
        if sun[1] > 0.0 {
            surface::for_each_facet(heights, basin, sun, index, |facet| {
                if passes(facet, sun) {
                    maps.add(facet);
                }
            });
        }
        Self {
            floor: receiver(maps.floor),
            walls: maps.walls.map(receiver),
            stopped: 0.0,
        }
    }
}

/// The maps of a basin's floor and walls, without light.
fn dark(heights: &Grid<f32>, basin: &Basin, texels: (usize, usize)) -> Maps {
    let Basin { half, depth } = *basin;
    let lengths = half.map(|half| 2.0 * half);
    let floor = Map::new([-half[0], -half[1]], lengths, texels);
    let finite = heights.cells().iter().filter(|height| height.is_finite());
    let top = f64::from(finite.fold(0.0_f32, |top, &height| top.max(height)));
    let counts = [texels.0.max(1), texels.1.max(1)];
    let walls = [1, 1, 0, 0].map(|along: usize| {
        let texel = lengths[along] / counts[along] as f64;
        let most = MAX_TEXELS.saturating_mul(counts[1 - along]);
        let rows = (((depth + top) / texel).round() as usize).clamp(1, most);
        let size = [lengths[along], depth + top];
        Map::new([-half[along], -depth], size, (counts[along], rows))
    });
    Maps {
        half,
        bottom: -depth,
        floor,
        walls,
    }
}

fn receiver(map: Map) -> Receiver {
    let (irradiance, texel) = map.irradiance();
    Receiver { irradiance, texel }
}
