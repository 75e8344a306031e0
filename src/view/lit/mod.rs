//! The lit view: physically based rendering under a physical sky. Pools: Fresnel's law and refracted rays at every pixel, caustics on
//! floor and walls, absorption along each ray (docs/models.md §13, §14). Seas: facets with the slope distribution of the spectrum, sun
//! glitter and foam (§15). The driver must be able to render into float textures.
//!
//! | file | contents |
//! | --- | --- |
//! | `scene` | shape and light of a pool in a frame |
//! | `caustics`, `penumbra` | light on floor and walls |
//! | `pool`, `sea` | the passes of a frame: of a pool, of a sea |
//! | `uniforms`, `surface_mesh` | uniforms of the pool's programs; the mesh of the surface |
//! | `bodies` | the bodies in a pool |
//! | `environment`, `tank` | the surroundings of a pool |
//! | `pool_underwater` | the underwater view of a pool |
//! | `ocean_underwater`, `ocean_visibility` | the floor and the underwater view of a sea; which of them a frame shows |
//! | `corals` | coral on the floor of a sea |
//! | `rain` | rain as in nature |
//! | `distant_lights` | a ship and a lighthouse at night |
//! | `spindrift` | water that the wind tears off the crests of a sea |
//! | `shafts` | the image of light shafts |
//! | `software` | what is drawn in another way with a software rasteriser |

mod bodies;
mod caustics;
mod corals;
pub(super) mod distant_lights;
mod environment;
mod grass;
mod ocean_underwater;
mod ocean_visibility;
mod penumbra;
mod pool;
mod pool_underwater;
pub(super) mod rain;
mod scene;
mod sea;
mod shafts;
mod software;
mod spindrift;
mod surface_mesh;
mod tank;
mod uniforms;

use super::basin::ground_of;
use super::{Eye, Frame, Ground, PickQuery, Prepared, Setting, Shown, View, ViewState, kinds};
use crate::gl::{Format, Gl, GlError};
use crate::grid::Grid;
use crate::surface::Surface;
use crate::view::FinishedScene;
pub use caustics::CausticMaps;
pub(super) use caustics::{MAX_CAUSTICS, PARTS_MARGIN, SLICES};
pub(super) use corals::CORALS;
pub(super) use environment::COUNTRY_SEGMENTS;
pub use environment::{LOOSE_PROPS, LooseProp, LoosePropsThere, terrace_props};
use glam::DVec2;
pub(super) use ocean_underwater::{MOTE_SIDE, SAND_ALBEDO};
pub(super) use ocean_visibility::SAND_PERIOD;
use pool::LitPool;
pub(super) use pool::MARGIN;
pub(super) use sea::FOAM_PERIOD;
use sea::LitSea;
pub(super) use software::WATER_BLOCK;
pub(super) use tank::GLASS;
pub(super) use uniforms::FLOW_PERIOD;

/// The lit view.
pub struct LitView {
    pool: LitPool,
    sea: LitSea,
    state: ViewState,
}

impl LitView {
    /// The view with default parameters.
    pub fn new() -> Self {
        Self {
            pool: LitPool::new(),
            sea: LitSea::default(),
            state: ViewState::new(&kinds::LIT),
        }
    }

    /// Whether the driver can render into the float textures that this view needs.
    pub fn is_able(gl: &Gl) -> bool {
        gl.capability().renders(Format::Rgba16F)
    }

    /// Reads back the caustics of the pool drawn last; `None` if none was. For tests and learning; slow.
    pub fn caustics(&self) -> Option<CausticMaps> {
        self.pool.caustics()
    }

    /// Shades the mesh of the water in place even with a software rasteriser, where deferred shading is faster. For tests and comparison.
    pub fn leave_out_deferred_shading(&mut self) {
        self.pool.leave_out_deferred_shading();
        self.sea.leave_out_deferred_shading();
    }

    /// Renders caustics on the GPU even with a software rasteriser, where this crate's software version is faster. For tests and
    /// comparison.
    pub fn leave_caustics_to_driver(&mut self) {
        self.pool.leave_caustics_to_driver();
    }

    /// Reads back the sun's irradiance on the floor of the sea drawn last, relative to level ground, before the blur by the sun's disc: a
    /// square about the eye with a side of [`LitView::SEA_PATCH`] metres or more. `None` if no floor has been drawn. For tests; slow.
    pub fn sea_caustics(&self) -> Option<Grid<f32>> {
        self.sea.caustics()
    }

    /// Side of the square whose light is traced to the floor of a sea, metres, over a floor up to 14 m deep.
    pub const SEA_PATCH: f32 = ocean_visibility::PATCH;

    /// Reads back the caustics of the lamp of the pool drawn last, relative to the lamp's intensity. `None` if no lamp has been lit. For
    /// tests; slow.
    pub fn lamp_caustics(&self) -> Option<CausticMaps> {
        self.pool.lamp_caustics()
    }
}

/// Returns an error if the driver cannot render into textures of floats.
fn check_able(gl: &Gl) -> Result<(), GlError> {
    match LitView::is_able(gl) {
        true => Ok(()),
        false => Err(GlError::Unsupported {
            what: "drawing into textures of floats",
        }),
    }
}

impl Default for LitView {
    fn default() -> Self {
        Self::new()
    }
}

impl Setting {
    /// What stands around a pool in this setting, without a hedge; `None` for a sea.
    pub fn ground(self, surface: &Surface) -> Option<Ground> {
        let ground = ground_of(surface)?;
        Some(match self {
            Self::Terrace | Self::Open => ground,
            Self::Tank => Ground {
                outside: ground.floor - tank::GLASS * ground.half.max_element(),
                ..ground
            },
        })
    }
}

impl View for LitView {
    fn state(&self) -> &ViewState {
        &self.state
    }

    fn state_mut(&mut self) -> &mut ViewState {
        &mut self.state
    }

    fn new_sharing(&self) -> Box<dyn View> {
        Box::new(Self {
            pool: self.pool.new_sharing(),
            sea: self.sea.new_sharing(),
            state: self.state.clone(),
        })
    }

    fn drawn_eye(&self, PickQuery { eye, surface, .. }: &PickQuery) -> Eye {
        let place = eye.place().to_array();
        let cascades = surface.cascades();
        let floor = cascades.and_then(|cascades| cascades.floor_at(place));
        ocean_visibility::over_floor(eye, floor)
    }

    fn ground(&self, surface: &Surface, place: DVec2) -> Option<Ground> {
        if let Some(cascades) = surface.cascades() {
            return cascades
                .floor_at(place.to_array())
                .map(|floor| Ground::level(ocean_visibility::lowest(floor)));
        }
        let setting: Setting = self.state.settings.choice("setting");
        let ground = setting.ground(surface)?;
        Some(match setting {
            Setting::Terrace => Ground {
                hedge: self.pool.hedge(),
                ..ground
            },
            Setting::Tank => Ground {
                half: ground.half + tank::GLASS * ground.half.max_element(),
                ..ground
            },
            Setting::Open => ground,
        })
    }

    fn prepare(&mut self, frame: &Frame) -> Result<Prepared, GlError> {
        check_able(frame.gl)?;
        match frame.surface {
            Shown::Bounded(shown) => {
                self.pool.prepare(frame, shown, &self.state.settings)?;
                Ok(Prepared {
                    has_edges_within: true,
                    is_working: self.pool.is_working(),
                })
            }
            Shown::Open(shown) => Ok(Prepared {
                // From above, smoothing would dull the sun's glitter, and there are no other edges.
                has_edges_within: self.sea.prepare(frame, shown, &self.state.settings)?,
                is_working: false,
            }),
        }
    }

    fn draw(&mut self, frame: &Frame) -> Result<(), GlError> {
        match frame.surface {
            Shown::Bounded(shown) => self.pool.draw(frame, shown, &self.state.settings),
            Shown::Open(shown) => self.sea.draw(frame, shown, &self.state.settings),
        }
    }

    fn draw_lens(&mut self, frame: &Frame, scene: &FinishedScene) -> Result<(), GlError> {
        let settings = &self.state.settings;
        match frame.surface {
            Shown::Bounded(shown) => self.pool.draw_waterline(frame, scene, shown, settings),
            Shown::Open(_) => self.sea.draw_waterline(frame, scene),
        }
    }
}
