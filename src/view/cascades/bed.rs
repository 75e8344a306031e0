//! The floor under open water where it is not level, on the card: its depth, and where it is rock.

use crate::gl::{Filter, Gl, GlError, Layout, Texture, Wrap};
use crate::grid::Grid;
use crate::surface::{Cascades, left_of_depth};
use glam::{DVec2, DVec4, Vec4};

/// Metres about a place of which the mean says what stands out there.
const ABOUT: f64 = 3.0;

/// Metres that rock stands out, from where there is some to where there is nothing else; and slopes on which no sand lies.
const STANDS_OUT: (f32, f32) = (0.15, 0.5);
const STEEP: (f32, f32) = (0.45, 0.75);

/// What programs are compiled with that read `ocean/floor.glsl`: over no floor, a level one, and one that is not.
pub(in crate::view) const BEDS: [[&str; 2]; 3] = [["", ""], ["BED", ""], ["BED", "UNEVEN"]];

/// A floor about the middle of the water.
pub(in crate::view) struct Bed {
    /// As [`Cascades::depth_map`] has it.
    map: Grid<f32>,
    /// The full depth, metres.
    depth: f32,
    /// Metres that it covers along x and z.
    length: DVec2,
    /// What it leaves of the depth, 0 to 1, and how much of it is rock.
    texture: Texture,
    /// The least that it leaves.
    least: f32,
}

impl Bed {
    /// That of a surface, if it has one: the same where nothing has changed.
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
        let left = Grid::from_fn(columns, rows, |column, row| {
            let place = DVec2::new(column as f64 + 0.5, row as f64 + 0.5) * texel - 0.5 * length;
            left_of_depth(map, length.to_array(), place.to_array())
        });
        let slope = |column: usize, row: usize| {
            let at = |x: i64, z: i64| left.clamped(column as i64 + x, row as i64 + z);
            let rise = DVec2::new((at(1, 0) - at(0, 0)).into(), (at(0, 1) - at(0, 0)).into());
            (depth * (rise / texel).as_vec2()).length()
        };
        let means = mean_about(
            &left,
            [0, 1].map(|axis| (ABOUT / texel[axis]).ceil() as usize),
        );
        let texels = Grid::from_fn(columns, rows, |column, row| {
            let here = left[(column, row)];
            let out = (means[(column, row)] - here) * depth;
            let rock = ramp(STANDS_OUT, out).max(ramp(STEEP, slope(column, row)));
            [here, rock]
        });
        let layout = Layout {
            filter: Filter::Linear,
            wrap: Wrap::Clamp,
            ..Layout::new(gl.capability().quick_floats(2), (columns, rows))
        };
        let texture = Texture::empty(gl, layout)?;
        texture.upload(0, 0, &texels)?;
        Ok(Self {
            least: left.cells().iter().copied().fold(1.0, f32::min),
            map: map.clone(),
            depth,
            length,
            texture,
        })
    }

    /// What it leaves of the depth at a place of the water, metres.
    pub(super) fn left_at(&self, place: DVec2) -> f32 {
        left_of_depth(&self.map, self.length.to_array(), place.to_array())
    }

    pub(in crate::view) fn texture(&self) -> &Texture {
        &self.texture
    }

    /// The least that it leaves of the depth.
    pub(in crate::view) fn least(&self) -> f32 {
        self.least
    }

    /// What makes a place relative to an eye at (x, z) of the water one of the texture: what is added to it, after it was multiplied
    /// by the other two.
    pub(in crate::view) fn place(&self, eye: DVec2) -> Vec4 {
        let (shift, scale) = (eye / self.length + 0.5, 1.0 / self.length);
        DVec4::new(shift.x, shift.y, scale.x, scale.y).as_vec4()
    }
}

/// 0 below the first of two bounds, 1 above the other.
fn ramp((from, to): (f32, f32), value: f32) -> f32 {
    ((value - from) / (to - from)).clamp(0.0, 1.0)
}

/// The mean of the cells no farther from each than so many along x and z, as far as there are any.
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
