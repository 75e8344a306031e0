//! Fields in colours: their textures and colour scales.
//!
//! Shaders derive height and slope from the heights; other fields are uploaded on request. The automatic scale follows the root mean
//! square of the field, so that waves are visible at any amplitude.

use super::cascades::{halve_all, put, shape};
use super::colours::{ColourScale, Colours};
use super::surface::{ShownBounded, ShownField, ShownOpen, Slot};
use crate::gl::{Gl, GlError, HeightTexture, Layers, Program, Texture};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::parameter::Settings;
use std::rc::Rc;
use std::sync::LazyLock;

/// The last colour of the automatic scale, in root mean squares.
const FOLLOWED: f32 = 4.0;

/// Minimum value of the last colour, for height in metres, slope, and velocity in metres a step, so that remnants of waves are not
/// amplified. For a pool 2 m long.
const MIN_FULL: [f32; 3] = [1e-3, 5e-3, 1e-4];

/// Last colour for water that exists on the GPU only: metres for a pool 2 m long, and slope.
const UNKNOWN: f32 = 0.03;

/// The last colour of the automatic scale of the speed of a flow, in root mean squares; its minimum, m/s; and that of Froude numbers.
const FLOW_FOLLOWED: f32 = 2.0;
const MIN_SPEED: f32 = 0.01;
const FULL_FROUDE: f32 = 2.0;

/// The `#define`s of programs that read a field of a height texture.
pub(super) const PROGRAMS: [&[&str]; 7] = [
    &["LOOK_FIELD", "FIELD_HEIGHT", "FIELD_SIGNED"],
    &["LOOK_FIELD", "FIELD_SLOPE"],
    &["LOOK_FIELD", "FIELD_SIGNED"],
    &["LOOK_FIELD"],
    &["LOOK_FIELD", "FIELD_SPEED"],
    &["LOOK_FIELD", "FIELD_FROUDE"],
    &["LOOK_FIELD", "FIELD_DIRECTION"],
];

/// Index in [`PROGRAMS`] for a field of water that flows or does not; `None` without a field.
pub(super) fn program_of(colours: Colours, flows: bool) -> Option<usize> {
    match colours {
        Colours::None => None,
        Colours::Height => Some(0),
        Colours::Slope => Some(1),
        Colours::Velocity => Some(2),
        Colours::Speed if flows => Some(4),
        Colours::Froude if flows => Some(5),
        Colours::Direction if flows => Some(6),
        Colours::Foam | Colours::Depth | Colours::Speed | Colours::Froude | Colours::Direction => {
            Some(3)
        }
    }
}

/// The field of water that has none.
static NONE: LazyLock<Grid<f32>> = LazyLock::new(|| Grid::new(1, 1, 0.0));

/// A field on the GPU, with its root mean square, or its maximum for foam and depth.
pub(super) struct FieldTexture {
    texture: HeightTexture,
    spread: f32,
}

/// Vertical velocity of the cascades of open water, metres a step, one layer for each.
pub(super) struct RiseTexture {
    gl: Gl,
    texture: Option<Texture>,
    levels: Vec<Vec<Grid<[f32; 1]>>>,
    spread: f32,
}

/// The fields that were uploaded last.
pub(super) struct FieldTextures {
    field: Slot<FieldTexture>,
    rise: Slot<RiseTexture>,
}

impl FieldTextures {
    pub(super) fn new() -> Self {
        Self {
            field: Slot::new(),
            rise: Slot::new(),
        }
    }
}

/// Last colour of the automatic scale for a field of this root mean square (of foam and depth, this maximum). `metre`: metres for one
/// metre of a pool 2 m long.
fn following(colours: Colours, spread: f32, metre: f32) -> f32 {
    let min = match colours {
        Colours::Height => MIN_FULL[0] * metre,
        Colours::Slope => MIN_FULL[1],
        Colours::Velocity => MIN_FULL[2] * metre,
        Colours::Foam => return 1.0,
        Colours::Speed | Colours::Direction => return (FLOW_FOLLOWED * spread).max(MIN_SPEED),
        Colours::Froude => return FULL_FROUDE,
        Colours::None | Colours::Depth => {
            return if spread > 0.0 { spread } else { 1.0 };
        }
    };
    // `max` replaces a NaN by the minimum.
    (FOLLOWED * spread).max(min)
}

/// The colour scale: from the settings, or automatic for `spread`.
fn scale_of(colours: Colours, settings: &Settings, spread: f32, metre: f32) -> ColourScale {
    let range = settings.real("colour_range") as f32;
    let full = match range > 0.0 {
        true => range,
        false => following(colours, spread, metre),
    };
    ColourScale { colours, full }
}

impl ShownBounded<'_> {
    /// As [`ShownField::set_colours`], also for the fields of a flow.
    pub(super) fn set_colours(
        &self,
        program: &Program,
        colours: Colours,
        settings: &Settings,
    ) -> Result<ColourScale, GlError> {
        let numbers = self.field.numbers();
        let cover = numbers.and_then(|(field, _)| field.others.ground_cover());
        let (true, Some(cover)) = (colours.is_of_flow(), cover) else {
            return self.field.set_colours(program, colours, settings);
        };
        if let Some(shown) = self.cover()? {
            shown.set(program);
        }
        program.set_where_known("u_true", self.field.heights()?.unit());
        program.set_where_known("u_deepest", self.depth);
        program.set_where_known("u_gravity", cover.gravity);
        let speeds = cover.cells.cells().iter().map(|[.., x, z]| x.hypot(*z));
        let scale = scale_of(
            colours,
            settings,
            spread(speeds.filter(|&speed| speed > 0.0)),
            1.0,
        );
        program.set("u_full", scale.full);
        Ok(scale)
    }
}

impl ShownField<'_> {
    /// Sets the uniforms of a program of [`PROGRAMS`]. Returns the colour scale.
    pub(super) fn set_colours(
        &self,
        program: &Program,
        colours: Colours,
        settings: &Settings,
    ) -> Result<ColourScale, GlError> {
        let heights = self.heights()?;
        let (numbers, shown) = self.numbers().unzip();
        let (columns, rows) = heights.size();
        let size = numbers.map_or([2.0; 2], |field| field.size);
        let apart = [
            size[0] / columns.max(1) as f64,
            size[1] / rows.max(1) as f64,
        ];
        let apart = glam::Vec2::from(apart.map(|apart| apart as f32));
        let metre = 0.5 * size[0].max(size[1]) as f32;
        let spread = match colours {
            Colours::None | Colours::Height | Colours::Slope => {
                program.set_where_known("u_true", heights.unit() / shown.unwrap_or(1.0));
                program.set_where_known("u_apart", apart);
                match (numbers, colours) {
                    (None, _) => UNKNOWN / FOLLOWED,
                    (Some(field), Colours::Slope) => slopes(&field.heights, apart.into()),
                    (Some(field), _) => spread(cells(&field.heights)),
                }
            }
            Colours::Velocity
            | Colours::Foam
            | Colours::Depth
            | Colours::Speed
            | Colours::Froude
            | Colours::Direction => {
                let field = self.field_texture(colours)?;
                program.set("u_field_unit", field.texture.unit());
                if let Some(texture) = field.texture.texture() {
                    program.set("u_field", texture);
                }
                field.spread
            }
        };
        let scale = scale_of(colours, settings, spread, metre);
        program.set("u_full", scale.full);
        Ok(scale)
    }

    fn field_texture(&self, colours: Colours) -> Result<Rc<FieldTexture>, GlError> {
        let textures = self.textures();
        let gl = textures.gl();
        textures.fields().field.showing(
            // One slot for all fields: the revision encodes the field.
            self.revision() * 16 + colours as u64,
            || {
                Ok(FieldTexture {
                    texture: HeightTexture::new(gl)?,
                    spread: 0.0,
                })
            },
            |shown| {
                let velocity;
                let depth;
                let field = match (self.numbers(), colours) {
                    (Some((field, _)), Colours::Velocity) => {
                        velocity = field.velocity();
                        &*velocity
                    }
                    (Some((field, _)), Colours::Depth) => {
                        depth = field.others.depth();
                        depth.as_deref().unwrap_or(&NONE)
                    }
                    (_, Colours::Foam) => self.foam().unwrap_or(&NONE),
                    _ => &NONE,
                };
                shown.spread = match colours {
                    Colours::Velocity => spread(field.cells().iter().copied()),
                    _ => field.cells().iter().copied().fold(0.0, f32::max),
                };
                shown.texture.upload(&Heights::Metres(field))
            },
        )
    }
}

impl ShownOpen<'_> {
    /// Sets the uniforms of a field in `classic/ocean.frag` and returns the colour scale. `height` and `slopes` are root mean squares,
    /// `floor` is the maximum depth.
    pub(super) fn set_colours(
        &self,
        program: &Program,
        colours: Colours,
        settings: &Settings,
        [height, slopes, floor]: [f32; 3],
        metre: f32,
    ) -> Result<ColourScale, GlError> {
        let spread = match colours {
            Colours::None | Colours::Height => height,
            Colours::Slope => slopes,
            Colours::Foam => 1.0,
            Colours::Depth => floor,
            Colours::Speed | Colours::Froude | Colours::Direction => 0.0,
            Colours::Velocity => {
                let rise = self.rise()?;
                if let Some(texture) = &rise.texture {
                    program.set("u_rise", texture);
                }
                rise.spread
            }
        };
        let scale = scale_of(colours, settings, spread, metre);
        program.set("u_full", scale.full);
        Ok(scale)
    }

    fn rise(&self) -> Result<Rc<RiseTexture>, GlError> {
        let textures = self.field.textures();
        textures.fields().rise.showing(
            self.field.revision(),
            || {
                Ok(RiseTexture {
                    gl: textures.gl().clone(),
                    texture: None,
                    levels: Vec::new(),
                    spread: 0.0,
                })
            },
            |rise| {
                let velocities = match self.field.numbers() {
                    Some((field, _)) => field.others.cascade_velocities(),
                    None => Vec::new(),
                };
                rise.fill(&velocities)
            },
        )
    }
}

impl RiseTexture {
    fn fill(&mut self, velocities: &[Grid<f32>]) -> Result<(), GlError> {
        self.levels.resize_with(velocities.len(), Vec::new);
        let mut square = 0.0;
        for (levels, velocity) in self.levels.iter_mut().zip(velocities) {
            shape(levels, velocity.columns(), velocity.rows());
            for (cell, &rise) in levels[0].cells_mut().iter_mut().zip(velocity.cells()) {
                *cell = [rise];
            }
            halve_all(levels);
            square += spread(velocity.cells().iter().copied()).powi(2);
        }
        self.spread = square.sqrt();
        let layers = Layers::Array(velocities.len());
        put(&self.gl, &mut self.texture, layers, self.levels.iter())
    }
}

/// The root mean square.
fn spread(values: impl Iterator<Item = f32>) -> f32 {
    let (mut sum, mut count) = (0.0, 0_usize);
    for value in values {
        sum += f64::from(value).powi(2);
        count += 1;
    }
    (sum / count.max(1) as f64).sqrt() as f32
}

/// Heights in metres, row by row.
fn cells<'a>(heights: &'a Heights) -> impl Iterator<Item = f32> + 'a {
    let (columns, rows) = (heights.columns() as i64, heights.rows() as i64);
    (0..columns * rows).map(move |cell| heights.metres(cell % columns, cell / columns))
}

/// Root mean square of the slopes, from central differences of cells `apart` metres.
fn slopes(heights: &Heights, apart: [f32; 2]) -> f32 {
    let (columns, rows) = (heights.columns() as i64, heights.rows() as i64);
    let at = |column: i64, row: i64| {
        heights.metres(column.clamp(0, columns - 1), row.clamp(0, rows - 1))
    };
    let cells = (0..columns * rows).map(|cell| (cell % columns, cell / columns));
    spread(cells.map(|(column, row)| {
        let along_x = (at(column + 1, row) - at(column - 1, row)) / (2.0 * apart[0]);
        let along_z = (at(column, row + 1) - at(column, row - 1)) / (2.0 * apart[1]);
        along_x.hypot(along_z)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_follow_the_waves_and_stop_at_what_is_hardly_one() {
        assert_eq!(following(Colours::Height, 0.02, 1.0), 0.08);
        assert_eq!(following(Colours::Height, 0.0, 1.0), 1e-3);
        assert_eq!(following(Colours::Height, f32::NAN, 1.0), 1e-3);
        assert_eq!(following(Colours::Velocity, 0.0, 50.0), 5e-3);
        assert_eq!(following(Colours::Foam, 0.1, 1.0), 1.0);
        assert_eq!(following(Colours::Depth, 12.0, 1.0), 12.0);
        assert_eq!(following(Colours::Depth, 0.0, 1.0), 1.0);
    }
}
