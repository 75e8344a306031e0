//! What you see: each view takes the surface of a water and an eye, and draws.
//!
//! [`VIEWS`] names the views and describes their parameters without any GL; with the feature `gl` there are the views
//! themselves. A view never learns which model the water is: it paints a `Shown` surface, of one of two kinds.
//!
//! Formulas: `docs/models.md` §2, §3, §10, §11. What it takes to add a view: `docs/architecture.md`.

mod colours;
mod kinds;
mod quality;
mod setting;

#[cfg(feature = "gl")]
mod basin;
#[cfg(feature = "gl")]
mod cascades;
#[cfg(feature = "gl")]
mod classic;
#[cfg(feature = "gl")]
mod clipmap;
#[cfg(feature = "gl")]
mod eye;
#[cfg(feature = "gl")]
mod field;
#[cfg(feature = "gl")]
mod ground;
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
mod pick;
#[cfg(feature = "gl")]
mod pick_open;
#[cfg(feature = "gl")]
mod picture;
#[cfg(feature = "gl")]
mod reduced;
#[cfg(feature = "gl")]
mod seen;
#[cfg(feature = "gl")]
mod shader;
#[cfg(feature = "gl")]
mod sky_light;
#[cfg(feature = "gl")]
mod surface;
#[cfg(feature = "gl")]
mod walls;
#[cfg(feature = "gl")]
mod worley;

pub use colours::{ColourScale, Colours};
pub use kinds::{VIEWS, ViewKind};
pub use quality::{Level, Quality};
pub use setting::Setting;

#[cfg(feature = "gl")]
pub use cascades::CascadeTextures;
#[cfg(feature = "gl")]
pub use classic::MeshView;
#[cfg(feature = "gl")]
pub use eye::Eye;
#[cfg(feature = "gl")]
pub use ground::{Ground, Hedge};
#[cfg(feature = "gl")]
pub use lit::{CausticMaps, LitView};
#[cfg(feature = "gl")]
pub use materials::{Materials, Pictures, RippledPicture};
#[cfg(feature = "gl")]
pub use pick::pick;
#[cfg(feature = "gl")]
pub use picture::{PictureView, picture_crop, picture_ripple};
#[cfg(feature = "gl")]
pub use reduced::Reduced;
#[cfg(feature = "gl")]
pub use seen::points_at;
#[cfg(feature = "gl")]
pub use sky_light::SkyLight;
#[cfg(feature = "gl")]
pub use surface::{
    CardHeights, CardSurface, Shown, ShownBounded, ShownField, ShownOpen, Source, SurfaceTextures,
};
#[cfg(feature = "gl")]
pub use walls::Walls;

#[cfg(feature = "gl")]
use crate::{
    gl::{Gl, GlError},
    parameter::Settings,
    surface::Surface,
};
#[cfg(feature = "gl")]
use glam::{DVec2, Vec2};

/// Everything a view needs to draw one frame.
#[cfg(feature = "gl")]
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// The context.
    pub gl: &'a Gl,
    /// The surface, of one kind or the other.
    pub surface: &'a Shown<'a>,
    /// Where it is seen from.
    pub eye: &'a Eye,
    /// What things are made of.
    pub materials: &'a Materials,
    /// What they are lit by.
    pub sky: &'a SkyLight,
    /// Width and height of the target in pixels.
    pub size: (usize, usize),
    /// Samples a pixel of the target that [`View::draw`] draws into: 1 without multisampling.
    pub samples: usize,
    /// Whether linear radiance is drawn, before exposure and curve, into a target of floats: in the views that know light.
    pub radiance: bool,
    /// How finely it is drawn; `size` has as few pixels as it says.
    pub level: Level,
    /// Whether what takes long to be made may be missing, as long as [`View::is_working`] says so.
    pub in_steps: bool,
    /// Told the name of each pass once its draw calls are made: for who measures them.
    pub passed: &'a dyn Fn(&'static str),
}

/// A way to look at water.
#[cfg(feature = "gl")]
pub trait View {
    /// What this view is: its entry in [`VIEWS`].
    fn kind(&self) -> &'static ViewKind;

    /// The values of its parameters.
    fn settings(&self) -> &Settings;

    /// The values of its parameters, to change; they hold from the next frame on.
    fn settings_mut(&mut self) -> &mut Settings;

    /// Another view of this kind, for another water: the same settings, sharing the compiled programs.
    fn new_sharing(&self) -> Box<dyn View>;

    /// The parameter that shows the same waves higher or lower: a real number.
    fn gain_key(&self) -> &'static str;

    /// What the colours of the last frame stand for, where it showed a field in colours.
    fn colour_scale(&self) -> Option<ColourScale> {
        None
    }

    /// How finely it draws, where [`Quality::Auto`] has come to `auto`. Who calls the view sees to the picture's pixels.
    fn level(&self, auto: Level) -> Level {
        let _ = auto;
        Level::HIGH
    }

    /// Whether edges lie within what the frame that was prepared last draws, mirrored or refracted, where several samples a pixel do not
    /// smooth them.
    fn has_edges_within(&self) -> bool {
        false
    }

    /// Whether the frame that was prepared last lacks something that the next ones make; see [`Frame::in_steps`].
    fn is_working(&self) -> bool {
        false
    }

    /// Picking: the fraction (u, v) of the pool that the view shows at `pixel` of a picture of `size` pixels, of a sea that of the window
    /// of its ripples, beyond 0 to 1 outside of it, or without one of its patch; `None` where it
    /// shows something else. Pixel (0, 0) is the top left one.
    fn place_at(
        &self,
        pixel: Vec2,
        size: (usize, usize),
        eye: &Eye,
        surface: &Surface,
        materials: &Materials,
    ) -> Option<(f64, f64)>;

    /// The other way round than [`View::place_at`]: where places are seen, each a pixel, or `None` where the view does not show it.
    fn seen_at(
        &self,
        places: &[(f64, f64)],
        size: (usize, usize),
        eye: &Eye,
        surface: &Surface,
        materials: &Materials,
    ) -> Vec<Option<Vec2>>;

    /// What stops an eye at a place in the world that the view shows, on open water x and z in metres; `None` where nothing does.
    fn ground(&self, surface: &Surface, place: DVec2) -> Option<Ground> {
        let _ = (surface, place);
        None
    }

    /// Draws what the frame needs into targets of the view's own. Called before the frame's target is chosen.
    fn prepare(&mut self, frame: &Frame) -> Result<(), GlError>;

    /// Draws the frame into the current target, all of it.
    fn draw(&mut self, frame: &Frame) -> Result<(), GlError>;
}
