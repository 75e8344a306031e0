//! The lit view: a pool by its light. Fresnel's law and refracted rays at every pixel, caustics on floor and walls, water that absorbs
//! over its true length, under a physical sky (docs/models.md §13, §14). Open water is painted as the mesh view paints it.

mod caustics;
mod penumbra;
mod pool;

use super::basin::PoolShape;
use super::classic::ClassicSea;
use super::pick::pick_surface;
use super::{Eye, Frame, Materials, Shown, View, ViewKind, kinds};
use crate::gl::GlError;
use crate::light::Daylight;
use crate::parameter::Settings;
use crate::surface::Surface;
pub use caustics::CausticMaps;
use glam::Vec2;
use pool::LitPool;
use std::rc::Rc;

/// What a lit pool is, as far as its caustics hang on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LitScene {
    shape: PoolShape,
    height_scale: f32,
    wall_height: f32,
    /// Refractive index of the water.
    index: f32,
    light: Daylight,
    /// Of the caustics, along the pool's longer side.
    texels: usize,
}

/// The lit view.
pub struct LitView {
    pool: LitPool,
    sea: Rc<ClassicSea>,
    /// Those of the mesh view, for seas.
    sea_settings: Settings,
    settings: Settings,
}

impl LitView {
    /// The view with every parameter at its default.
    pub fn new() -> Self {
        Self {
            pool: LitPool::new(),
            sea: Rc::default(),
            sea_settings: Settings::new(kinds::MESH.parameters),
            settings: Settings::new(kinds::LIT.parameters),
        }
    }

    /// Reads back the caustics of the pool drawn last, if one was. For tests and for learners; slow.
    pub fn caustics(&self) -> Option<CausticMaps> {
        self.pool.caustics()
    }

    /// Gives what paints seas the values of the keys that it shares.
    fn share_settings(&mut self) {
        for (parameter, value) in self.settings.iter() {
            if kinds::MESH
                .parameters
                .iter()
                .any(|known| known.key == parameter.key)
            {
                // The same parameter in both views.
                let _ = self.sea_settings.set(parameter.key, value);
            }
        }
    }
}

impl Default for LitView {
    fn default() -> Self {
        Self::new()
    }
}

impl View for LitView {
    fn kind(&self) -> &'static ViewKind {
        &kinds::LIT
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    fn twin(&self) -> Box<dyn View> {
        Box::new(Self {
            pool: self.pool.twin(),
            sea: self.sea.clone(),
            sea_settings: self.sea_settings.clone(),
            settings: self.settings.clone(),
        })
    }

    fn gain_key(&self) -> &'static str {
        "height_scale"
    }

    fn place_at(
        &self,
        pixel: Vec2,
        (width, height): (usize, usize),
        eye: &Eye,
        surface: &Surface,
        _materials: &Materials,
    ) -> Option<(f64, f64)> {
        let ray = eye.ray(pixel, Vec2::new(width as f32, height as f32));
        let [scale, walls] =
            ["height_scale", "wall_height"].map(|key| self.settings.real(key) as f32);
        pick_surface(ray, surface, scale, walls)
    }

    fn prepare(&mut self, frame: &Frame) -> Result<(), GlError> {
        match frame.surface {
            Shown::Bounded(shown) => self.pool.prepare(frame, shown, &self.settings),
            Shown::Open(_) => {
                self.share_settings();
                Ok(())
            }
        }
    }

    fn draw(&mut self, frame: &Frame) -> Result<(), GlError> {
        match frame.surface {
            Shown::Bounded(shown) => self.pool.draw(frame, shown, &self.settings),
            Shown::Open(shown) => self.sea.draw(frame, shown, &self.sea_settings),
        }
    }
}
