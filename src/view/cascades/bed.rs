//! The uneven floor under open water on the GPU: its depth, the share of rock, and corals.

use super::colonies::{self, Colony};
use crate::gl::{Filter, Format, Gl, GlError, Layout, Texture, Wrap};
use crate::grid::Grid;
use crate::surface::{Cascades, depth_factor};
use glam::{DVec2, DVec4, Vec4};

/// Radius of the mean with which a place is compared to find what stands out, metres.
const ABOUT: f64 = 3.0;

/// Height above the mean from which rock begins and at which it covers all, metres; and slope that holds no sand.
const STANDS_OUT: (f32, f32) = (0.15, 0.5);
const STEEP: (f32, f32) = (0.45, 0.75);

/// The `#define`s of programs that include `ocean/floor.glsl`: without floor, with a level one, and with an uneven one.
pub(in crate::view) const BEDS: [[&str; 2]; 3] = [["", ""], ["BED", ""], ["BED", "UNEVEN"]];

/// A floor about the middle of the water.
pub(in crate::view) struct Bed {
    /// As in [`Cascades::depth_map`].
    map: Grid<f32>,
    /// Maximum depth, metres.
    depth: f32,
    /// Size along x and z, metres.
    length: DVec2,
    /// Depth as a share of the maximum, 0 to 1, and share of rock.
    texture: Texture,
    /// As [`colonies::top_view`].
    corals_above: Texture,
    /// Minimum of the depth share.
    min_share: f32,
    colonies: Vec<Colony>,
}

impl Bed {
    /// The floor of a surface, if it is uneven. Reuses `before` if nothing has changed.
    pub(super) fn of(
        gl: &Gl,
        shown: &Cascades,
        before: Option<Self>,
    ) -> Result<Option<Self>, GlError> {
        let (Some(map), Some(first), Some(depth)) =
            (shown.depth_map, shown.cascades.first(), shown.floor())
        else {
            return Ok(None);
        };
        let length = DVec2::from(first.length.map(f64::from));
        let is_same = |bed: &Self| bed.depth == depth && bed.length == length && bed.map == *map;
        match before.filter(is_same) {
            Some(bed) => Ok(Some(bed)),
            None => Self::new(gl, map, depth, length).map(Some),
        }
    }

    fn new(gl: &Gl, map: &Grid<f32>, depth: f32, length: DVec2) -> Result<Self, GlError> {
        let (columns, rows) = (map.columns(), map.rows());
        let texel = length / DVec2::new(columns as f64, rows as f64);
        let fraction = Grid::from_fn(columns, rows, |column, row| {
            let place = DVec2::new(column as f64 + 0.5, row as f64 + 0.5) * texel - 0.5 * length;
            depth_factor(map, length.to_array(), place.to_array())
        });
        let slope = |column: usize, row: usize| {
            let at = |x: i64, z: i64| fraction.clamped(column as i64 + x, row as i64 + z);
            let rise = DVec2::new((at(1, 0) - at(0, 0)).into(), (at(0, 1) - at(0, 0)).into());
            (depth * (rise / texel).as_vec2()).length()
        };
        let means = mean_about(
            &fraction,
            [0, 1].map(|axis| (ABOUT / texel[axis]).ceil() as usize),
        );
        let texels = Grid::from_fn(columns, rows, |column, row| {
            let here = fraction[(column, row)];
            let out = (means[(column, row)] - here) * depth;
            let rock = ramp(STANDS_OUT, out).max(ramp(STEEP, slope(column, row)));
            [here, rock]
        });
        let layout = Layout {
            filter: Filter::Linear,
            wrap: Wrap::Clamp,
            ..Layout::new(Format::Rg16F, (columns, rows))
        };
        let texture = Texture::empty(gl, layout)?;
        texture.upload(0, 0, &texels)?;
        let colonies = colonies::grown(&texels, depth, length);
        let top_view = colonies::top_view(&colonies, length);
        Ok(Self {
            corals_above: Texture::new(gl, &top_view, Wrap::Clamp, Filter::Mipmapped)?,
            colonies,
            min_share: fraction.cells().iter().copied().fold(1.0, f32::min),
            map: map.clone(),
            depth,
            length,
            texture,
        })
    }

    /// Depth at a place of the water, metres.
    pub(super) fn share_at(&self, place: DVec2) -> f32 {
        depth_factor(&self.map, self.length.to_array(), place.to_array())
    }

    pub(in crate::view) fn texture(&self) -> &Texture {
        &self.texture
    }

    /// The corals from above, as [`colonies::top_view`].
    pub(in crate::view) fn corals_above(&self) -> &Texture {
        &self.corals_above
    }

    /// The corals that grow on it.
    pub(in crate::view) fn colonies(&self) -> &[Colony] {
        &self.colonies
    }

    /// Minimum of the depth, as a share.
    pub(in crate::view) fn min_share(&self) -> f32 {
        self.min_share
    }

    /// Texture coordinates of a place p relative to an eye at (x, z) of the water: p·(z, w) + (x, y).
    pub(in crate::view) fn place(&self, eye: DVec2) -> Vec4 {
        let (shift, scale) = (eye / self.length + 0.5, 1.0 / self.length);
        DVec4::new(shift.x, shift.y, scale.x, scale.y).as_vec4()
    }
}

/// Linear step: 0 below the first bound, 1 above the second.
fn ramp((from, to): (f32, f32), value: f32) -> f32 {
    ((value - from) / (to - from)).clamp(0.0, 1.0)
}

/// Box-filtered mean over a radius in cells along x and z, clipped at the grid's edge.
fn mean_about(grid: &Grid<f32>, [across, along]: [usize; 2]) -> Grid<f32> {
    let (columns, rows) = (grid.columns(), grid.rows());
    let mean = |range: std::ops::RangeInclusive<usize>, of: &dyn Fn(usize) -> f32| {
        let count = range.clone().count() as f32;
        range.map(of).sum::<f32>() / count
    };
    let about = |middle: usize, reach: usize, count: usize| {
        middle.saturating_sub(reach)..=(middle + reach).min(count - 1)
    };
    let level = Grid::from_fn(columns, rows, |column, row| {
        mean(about(column, across, columns), &|column| {
            grid[(column, row)]
        })
    });
    Grid::from_fn(columns, rows, |column, row| {
        mean(about(row, along, rows), &|row| level[(column, row)])
    })
}
