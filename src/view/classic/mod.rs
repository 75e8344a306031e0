//! The mesh view (docs/models.md §2): normals refract the background and look up the environment map. Two painters share its parameters:
//! [`pool`] for bounded water and [`sea`] for open water.

mod bodies;
mod pool;
mod sea;

use super::basin::ground_of;
use super::cascades::CascadeTextures;
use super::kinds::MirroredSky;
use super::open_mesh;
use super::particles::{self, Light, Particles};
use super::{Eye, Frame, Ground, Materials, Prepared, Shown, View, ViewState, kinds};
use crate::gl::{Gl, GlError, HeightTexture, Program};
use crate::parameter::Settings;
use crate::surface::Surface;
use glam::{DVec2, DVec3, Vec3};
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
    particles: Particles,
    state: ViewState,
}

impl MeshView {
    /// The view with default parameters.
    pub fn new() -> Self {
        Self {
            pool: ClassicPool::new(),
            sea: Rc::default(),
            particles: Particles::default(),
            state: ViewState::new(&kinds::MESH),
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
        self.pool.capture(gl, heights, size, &self.state.settings)
    }

    /// Reads back, for each vertex of the mesh of open water, its rest place (x, z) and its displaced place (x, y, z), in metres
    /// relative to the eye: five numbers a vertex (transform feedback). For tests and learning; slow.
    pub fn capture_surface(
        &self,
        gl: &Gl,
        cascades: &CascadeTextures,
        eye: &Eye,
    ) -> Result<Vec<f32>, GlError> {
        self.sea.capture(gl, cascades, eye, &self.state.settings)
    }
}

impl Default for MeshView {
    fn default() -> Self {
        Self::new()
    }
}

impl View for MeshView {
    fn state(&self) -> &ViewState {
        &self.state
    }

    fn state_mut(&mut self) -> &mut ViewState {
        &mut self.state
    }

    fn new_sharing(&self) -> Box<dyn View> {
        Box::new(Self {
            pool: self.pool.new_sharing(),
            sea: self.sea.clone(),
            particles: self.particles.new_sharing(),
            state: self.state.clone(),
        })
    }

    fn ground(&self, surface: &Surface, _place: DVec2) -> Option<Ground> {
        ground_of(surface)
    }

    fn prepare(&mut self, frame: &Frame) -> Result<Prepared, GlError> {
        if let Shown::Bounded(shown) = frame.surface {
            self.pool.prepare(frame, shown, &self.state.settings)?;
        }
        Ok(Prepared::default())
    }

    fn draw(&mut self, frame: &Frame) -> Result<(), GlError> {
        self.state.colour_scale = match frame.surface {
            Shown::Bounded(shown) => self.pool.draw(frame, shown, &self.state.settings)?,
            Shown::Open(shown) => self.sea.draw(frame, shown, &self.state.settings)?,
        };
        let eye = frame.eye;
        let (origin, view_projection) = match frame.surface {
            Shown::Bounded(_) => (DVec3::ZERO, eye.view_projection()),
            Shown::Open(_) => (
                DVec3::new(eye.origin.x, 0.0, eye.origin.y),
                open_mesh::view_projection(eye),
            ),
        };
        let scene = particles::Scene {
            origin,
            view_projection,
            light: Light::Display,
            water: None,
        };
        let spray = frame.surface.field().spray();
        self.particles.draw(frame, spray, &scene, |_| Ok(()))
    }
}
