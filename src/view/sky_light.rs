//! The sky on the graphics card: its table as a texture, with the numbers that go with it, made when a view first asks for it and
//! again only when the sun or the weather changes.

use crate::gl::{Filter, Format, Gl, GlError, Layout, Program, Texture, Wrap};
use crate::grid::Grid;
use crate::light::{Atmosphere, Daylight, Panorama, Sky, SkyConditions};
use glam::Vec3;
use std::cell::OnceCell;

/// Texels along a side of the flat dome.
const DOME_SIDE: usize = 384;

/// The sky that views are lit by.
pub struct SkyLight {
    gl: Gl,
    conditions: SkyConditions,
    /// In the place of the computed sky.
    panorama: Option<Panorama>,
    /// Of the haze of these conditions; its tables serve every sun.
    air: OnceCell<Atmosphere>,
    made: OnceCell<Made>,
}

/// A sky that has been computed.
struct Made {
    light: Daylight,
    table: Texture,
    /// The upper half as an octahedron laid flat, as `daylight.glsl` reads it.
    dome: Texture,
}

impl SkyLight {
    /// The sky of these conditions.
    pub fn new(gl: &Gl, conditions: SkyConditions) -> Self {
        Self {
            gl: gl.clone(),
            conditions,
            panorama: None,
            air: OnceCell::new(),
            made: OnceCell::new(),
        }
    }

    /// Puts the sky of other conditions in its place.
    pub fn set(&mut self, conditions: SkyConditions) {
        if conditions != self.conditions {
            if conditions.haze != self.conditions.haze {
                self.air = OnceCell::new();
            }
            self.conditions = conditions;
            self.made = OnceCell::new();
        }
    }

    /// Puts a panorama in the place of the computed sky, or takes it away; the sun of the conditions stands before it.
    pub fn set_panorama(&mut self, panorama: Option<Panorama>) {
        self.panorama = panorama;
        self.made = OnceCell::new();
    }

    fn made(&self) -> Result<&Made, GlError> {
        if let Some(made) = self.made.get() {
            return Ok(made);
        }
        let air = (self.air).get_or_init(|| Atmosphere::new(self.conditions.haze));
        let sky = match &self.panorama {
            Some(panorama) => Sky::under(panorama, air, &self.conditions),
            None => Sky::of(air, &self.conditions),
        };
        let table = texture(&self.gl, Wrap::RepeatX, Filter::Linear, sky.table())?;
        let dome = texture(&self.gl, Wrap::Clamp, Filter::Mipmapped, &flat_dome(&sky))?;
        dome.make_levels();
        let light = Daylight::of(&sky);
        Ok(self.made.get_or_init(|| Made { light, table, dome }))
    }

    /// The sun and the sky in numbers.
    pub fn light(&self) -> Result<Daylight, GlError> {
        Ok(self.made()?.light)
    }

    /// Sets the uniforms of `daylight.glsl`.
    pub(super) fn light_up(&self, program: &Program) -> Result<(), GlError> {
        let Made { light, table, dome } = self.made()?;
        program.set("u_sky_table", table);
        program.set_where_known("u_sky_dome", dome);
        program.set("u_sun_toward", light.toward);
        program.set("u_sun_facing", light.facing);
        program.set("u_sky_level", light.sky);
        Ok(())
    }
}

/// Half floats: blended by every driver, and finer than the sky's gradients.
fn texture(gl: &Gl, wrap: Wrap, filter: Filter, grid: &Grid<[f32; 4]>) -> Result<Texture, GlError> {
    let size = (grid.columns(), grid.rows());
    let layout = Layout {
        filter,
        wrap,
        levels: match filter {
            Filter::Mipmapped => Layout::all_levels(size),
            _ => 1,
        },
        ..Layout::new(Format::Rgba16F, size)
    };
    let texture = Texture::empty(gl, layout)?;
    texture.upload(0, 0, grid)?;
    Ok(texture)
}

/// The sky above the horizon over a square: an octahedron's upper half laid flat, straight up in the middle, the horizon along the
/// edge.
fn flat_dome(sky: &Sky) -> Grid<[f32; 4]> {
    Grid::from_fn(DOME_SIDE, DOME_SIDE, |column, row| {
        let [across, along] =
            [column, row].map(|at| 2.0 * (at as f32 + 0.5) / DOME_SIDE as f32 - 1.0);
        let (x, z) = (0.5 * (across + along), 0.5 * (across - along));
        let direction = Vec3::new(x, 1.0 - x.abs() - z.abs(), z);
        sky.radiance(direction).extend(1.0).to_array()
    })
}
