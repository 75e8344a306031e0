//! The mesh view (docs/models.md §2): normals refract the background and look up the environment map. Two painters share its parameters:
//! [`pool`] for bounded water and [`sea`] for open water.

mod pool;
mod sea;

use super::basin::ground_of;
use super::cascades::CascadeTextures;
use super::kinds::MirroredSky;
use super::pick::pick_surface;
use super::seen::seen_at;
use super::{
    ColourScale, Eye, Frame, Ground, Materials, PickQuery, Prepared, Shown, View, ViewKind, kinds,
};
use crate::gl::{Gl, GlError, HeightTexture, Program};
use crate::parameter::Settings;
use crate::surface::Surface;
use glam::{DVec2, Vec2, Vec3};
pub(super) use pool::ClassicPool;
pub(super) use sea::ClassicSea;
use std::rc::Rc;

/// Half lengths of the water whose air the parameter `air` refers to.
const AIR_LENGTH: f64 = 10.0;

/// Direction toward the light of the plastic shading, in front of the default camera, where it gives highlights.
const PLASTIC_LIGHT: Vec3 = Vec3::new(-0.42, 0.57, -0.70);

/// Sets the uniforms of `classic/tessendorf.glsl` and `classic/plastic.glsl`. `half_length`: half of the
/// longer side of the pool, or of the patch, metres.
fn set_shading(program: &Program, settings: &Settings, materials: &Materials, half_length: f32) {
    program.set("u_panorama", &materials.panorama);
    program.set(
        "u_air",
        (settings.real("air") / AIR_LENGTH) as f32 / half_length,
    );
    let mirrored: MirroredSky = settings.choice("mirrored_sky");
    program.set("u_mirrored", mirrored as i32);
    program.set("u_plastic_light", PLASTIC_LIGHT.normalize());
}

/// The mesh view: water in 3D, a pool as a mesh of triangle strips, open water as a geometry clipmap.
pub struct MeshView {
    pool: ClassicPool,
    sea: Rc<ClassicSea>,
    settings: Settings,
    /// Scale of the last frame, if it showed a field in colours.
    scale: Option<ColourScale>,
}

impl MeshView {
    /// Exaggeration of the heights, and height of the obstacles above the water, metres.
    fn shown_heights(&self, surface: &Surface) -> (f32, f32) {
        let real = |key| self.settings.real(key) as f32;
        (real("height_scale"), real("wall_height") / surface.scale())
    }

    /// The view with default parameters.
    pub fn new() -> Self {
        Self {
            pool: ClassicPool::new(),
            sea: Rc::default(),
            settings: Settings::new(kinds::MESH.parameters),
            scale: None,
        }
    }

    /// Reads back, for each vertex, the texture coordinates (u0, v0) of the background and (u1, v1) of the environment map (transform
    /// feedback): four numbers a vertex, row by row. `size` is that of the pool, metres. For tests and learning; slow.
    pub fn capture_coordinates(
        &self,
        gl: &Gl,
        heights: &HeightTexture,
        size: [f64; 2],
    ) -> Result<Vec<f32>, GlError> {
        self.pool.capture(gl, heights, size, &self.settings)
    }

    /// Reads back, for each vertex of the mesh of open water, its rest place (x, z) and its displaced place (x, y, z), in metres
    /// relative to the eye: five numbers a vertex (transform feedback). For tests and learning; slow.
    pub fn capture_surface(
        &self,
        gl: &Gl,
        cascades: &CascadeTextures,
        eye: &Eye,
    ) -> Result<Vec<f32>, GlError> {
        self.sea.capture(gl, cascades, eye, &self.settings)
    }
}

impl Default for MeshView {
    fn default() -> Self {
        Self::new()
    }
}

impl View for MeshView {
    fn kind(&self) -> &'static ViewKind {
        &kinds::MESH
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    fn new_sharing(&self) -> Box<dyn View> {
        Box::new(Self {
            pool: self.pool.new_sharing(),
            sea: self.sea.clone(),
            settings: self.settings.clone(),
            scale: None,
        })
    }

    fn gain_key(&self) -> &'static str {
        "height_scale"
    }

    fn colour_scale(&self) -> Option<ColourScale> {
        self.scale
    }

    fn place_at(&self, query: &PickQuery, pixel: Vec2) -> Option<(f64, f64)> {
        pick_surface(query, pixel, self.shown_heights(query.surface))
    }

    fn seen_at(&self, query: &PickQuery, places: &[(f64, f64)]) -> Vec<Option<Vec2>> {
        seen_at(query, self.shown_heights(query.surface), places)
    }

    fn ground(&self, surface: &Surface, _place: DVec2) -> Option<Ground> {
        ground_of(surface)
    }

    fn prepare(&mut self, frame: &Frame) -> Result<Prepared, GlError> {
        if let Shown::Bounded(shown) = frame.surface {
            self.pool.prepare(frame, shown, &self.settings)?;
        }
        Ok(Prepared::default())
    }

    fn draw(&mut self, frame: &Frame) -> Result<(), GlError> {
        self.scale = match frame.surface {
            Shown::Bounded(shown) => self.pool.draw(frame, shown, &self.settings)?,
            Shown::Open(shown) => self.sea.draw(frame, shown, &self.settings)?,
        };
        Ok(())
    }
}
