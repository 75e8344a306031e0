//! Views: each draws the surface of a water for an eye.
//!
//! [`VIEWS`] lists the views and their parameters and needs no GL; the feature `gl` adds the views themselves. A view does not know the
//! model of the water: it draws a `Shown` surface of one of two kinds.
//!
//! Formulas: `docs/models.md` §2, §3, §10, §11. Steps for adding a view: `docs/architecture.md`.

mod colours;
mod kinds;
mod quality;
mod setting;
mod tone_mapping;

#[cfg(feature = "gl")]
mod basin;
#[cfg(feature = "gl")]
mod bodies;
#[cfg(feature = "gl")]
mod cascades;
#[cfg(feature = "gl")]
mod classic;
#[cfg(feature = "gl")]
mod clipmap;
#[cfg(feature = "gl")]
mod clouds;
#[cfg(feature = "gl")]
mod constants;
#[cfg(feature = "gl")]
mod eye;
#[cfg(feature = "gl")]
mod field;
#[cfg(feature = "gl")]
mod frame;
#[cfg(feature = "gl")]
mod ground;
#[cfg(feature = "gl")]
mod land;
#[cfg(feature = "gl")]
mod levels;
#[cfg(feature = "gl")]
mod lit;
#[cfg(feature = "gl")]
mod masonry;
#[cfg(feature = "gl")]
mod materials;
#[cfg(feature = "gl")]
mod open_mesh;
#[cfg(feature = "gl")]
mod outline;
#[cfg(feature = "gl")]
mod particles;
#[cfg(feature = "gl")]
mod pick;
#[cfg(feature = "gl")]
mod pick_open;
#[cfg(feature = "gl")]
mod picture;
#[cfg(feature = "gl")]
mod post;
#[cfg(feature = "gl")]
mod seen;
#[cfg(feature = "gl")]
mod shader;
#[cfg(feature = "gl")]
mod short_waves;
#[cfg(feature = "gl")]
mod sky_light;
#[cfg(feature = "gl")]
mod surface;
#[cfg(feature = "gl")]
mod walls;
#[cfg(feature = "gl")]
mod worley;

pub use colours::{ColourScale, Colours};
pub use kinds::{PictureRole, VIEWS, ViewKind};
pub use quality::{Level, Quality};
pub use setting::Setting;
pub use tone_mapping::{Curve, Metering, ToneMapping};

#[cfg(feature = "gl")]
pub use cascades::CascadeTextures;
#[cfg(feature = "gl")]
pub use classic::MeshView;
#[cfg(feature = "gl")]
pub use clouds::{CloudTime, Weather};
#[cfg(feature = "gl")]
pub use eye::Eye;
#[cfg(feature = "gl")]
pub use frame::{Frame, Pass, Profiler};
#[cfg(feature = "gl")]
pub use ground::{Ground, Hedge};
#[cfg(feature = "gl")]
pub use lit::{CausticMaps, LOOSE_PROPS, LitView, LooseProp, LoosePropsThere, terrace_props};
#[cfg(feature = "gl")]
pub use materials::{Materials, Pictures, RippledPicture};
#[cfg(feature = "gl")]
pub use pick::pick;
#[cfg(feature = "gl")]
pub use picture::{PictureView, picture_crop, picture_ripple};
#[cfg(feature = "gl")]
pub use post::{Colour, Finish, FinishedScene, Plan, Post};
#[cfg(feature = "gl")]
pub use sky_light::SkyLight;
#[cfg(feature = "gl")]
pub use surface::{
    CardHeights, CardSurface, Shown, ShownBounded, ShownField, ShownOpen, Source, SurfaceTextures,
};
#[cfg(feature = "gl")]
pub use walls::Walls;

#[cfg(feature = "gl")]
use crate::{gl::GlError, parameter::Settings, surface::Surface};
#[cfg(feature = "gl")]
use glam::{DVec2, Vec2};

/// The picture of a surface in which places are picked.
#[cfg(feature = "gl")]
#[derive(Clone, Copy)]
pub struct PickQuery<'a> {
    /// The eye.
    pub eye: &'a Eye,
    /// Width and height of the picture in pixels.
    pub size: (usize, usize),
    /// The surface.
    pub surface: &'a Surface<'a>,
    /// Textures.
    pub materials: &'a Materials,
}

/// A frame that a view has prepared.
#[cfg(feature = "gl")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Prepared {
    /// Whether it contains reflected or refracted edges, which multisampling does not smooth.
    pub has_edges_within: bool,
    /// Whether later frames will complete it; see [`Frame::in_steps`].
    pub is_working: bool,
}

/// The state that every view has.
#[cfg(feature = "gl")]
#[derive(Clone)]
pub struct ViewState {
    /// The entry of the view in [`VIEWS`].
    pub kind: &'static ViewKind,
    /// The values of its parameters; changes apply from the next frame on.
    pub settings: Settings,
    /// Colour scale of the last frame, if it showed a field in colours.
    pub colour_scale: Option<ColourScale>,
}

#[cfg(feature = "gl")]
impl ViewState {
    /// The default parameters of a kind.
    pub fn new(kind: &'static ViewKind) -> Self {
        Self {
            kind,
            settings: Settings::new(kind.parameters),
            colour_scale: None,
        }
    }
}

/// A view: a way to draw water.
#[cfg(feature = "gl")]
pub trait View {
    /// Its kind, parameters and colour scale.
    fn state(&self) -> &ViewState;

    /// Its kind, parameters and colour scale, mutable.
    fn state_mut(&mut self) -> &mut ViewState;

    /// The entry of this view in [`VIEWS`].
    fn kind(&self) -> &'static ViewKind {
        self.state().kind
    }

    /// The values of its parameters.
    fn settings(&self) -> &Settings {
        &self.state().settings
    }

    /// The values of its parameters, mutable; changes apply from the next frame on.
    fn settings_mut(&mut self) -> &mut Settings {
        &mut self.state_mut().settings
    }

    /// Another view of this kind with the same settings, for another water; it shares the compiled programs.
    fn new_sharing(&self) -> Box<dyn View>;

    /// Key of the parameter that scales the visible amplitude: a real number.
    fn gain_key(&self) -> &'static str {
        "height_scale"
    }

    /// The eye that the picture is drawn for.
    fn drawn_eye(&self, query: &PickQuery) -> Eye {
        *query.eye
    }

    /// Picking: the fraction (u, v) of the pool at a pixel. For a sea, the fraction of the window of its ripples, which may lie outside 0
    /// to 1, or without a window that of its patch. `None` where the view shows no water. Pixel (0, 0) is the top left one.
    fn place_at(&self, query: &PickQuery, pixel: Vec2) -> Option<(f64, f64)> {
        let eye = &self.drawn_eye(query);
        pick::pick_surface(&PickQuery { eye, ..*query }, pixel, self.settings())
    }

    /// The inverse of [`View::place_at`]: the pixel of each place, or `None` where it is not visible.
    fn seen_at(&self, query: &PickQuery, places: &[(f64, f64)]) -> Vec<Option<Vec2>> {
        let eye = &self.drawn_eye(query);
        seen::seen_at(&PickQuery { eye, ..*query }, self.settings(), places)
    }

    /// Collision shape for an eye at a place of the world, on open water x and z in metres; `None` if nothing stops it.
    fn ground(&self, surface: &Surface, place: DVec2) -> Option<Ground> {
        let _ = (surface, place);
        None
    }

    /// Draws into the view's own targets whatever the frame needs. Called before the frame's target is bound.
    fn prepare(&mut self, frame: &Frame) -> Result<Prepared, GlError>;

    /// Draws the whole frame into the current target: one of floats, if the view has physical light and draws scene colour.
    fn draw(&mut self, frame: &Frame) -> Result<(), GlError>;

    /// Draws over the tone-mapped picture what is on the lens.
    fn draw_lens(&mut self, frame: &Frame, scene: &FinishedScene) -> Result<(), GlError> {
        let _ = (frame, scene);
        Ok(())
    }
}
