//! A running scene under user control: simulation, views, camera, undo, gestures and clock. It knows no window, reads no clock and opens no
//! file: a desktop window or a web page provides these. `docs/architecture.md` follows a poke through it.

mod appearance;
mod auto_quality;
mod bodies;
mod camera;
mod clock;
mod dive;
mod drags;
mod error;
mod files;
mod frame_loop;
mod frame_times;
mod gesture;
mod groundwork;
mod legend;
mod model_configs;
mod notices;
mod pace;
mod path_flight;
mod probe;
mod ride;
mod ring;
mod ripple_window;
mod section;
mod side_by_side;
mod snapshot;
pub mod sound;
mod split;
pub mod textures;
mod time_lapse;
pub mod tour;
mod undo;
mod view_set;
mod viewpoint;
mod water_view;
mod waters;
mod weather;

pub use bodies::{BodyChoice, Cursor};
pub use camera::{Fly, FlyCamera, NEARER, Steering, Stones};
pub use clock::StepClock;
pub use dive::Dive;
pub use error::SessionError;
pub use frame_loop::{Activity, Elapsed, FrameLoop, FrameTime, Next, Picture};
pub use frame_times::{FrameSummary, FrameTimes};
pub use gesture::{
    Action, Button, Gestures, Input, Key, Keyboard, Modifiers, Pad, PanelWants, Press, TouchPhase,
};
pub use pace::{Pace, PaceSummary};
pub use ripple_window::begin;
pub use side_by_side::{LINE, SideBySide};
pub use split::{Part, Split};
pub use tour::{Tour, TourCard, TourStep};
pub use view_set::{ViewSet, Work};
pub use water_view::WaterView;

use crate::gl::{Gl, GlError, Target};
use crate::light::WaterType;
use crate::parameter::{ParameterError, Settings};
use crate::pool::Obstruction;
use crate::rainfall::Rainfall;
use crate::scene::{Poke, Scene, Simulation, Site, Sky, Tool, TourText, WaterConfig};
use crate::view::{Eye, Setting, VIEWS};
use crate::water::MODELS;
use auto_quality::AutoQuality;
use drags::Drag;
pub use legend::Legend;
use model_configs::{config, configs_of, with_shared};
pub use notices::Notice;
use path_flight::PathFlight;
pub use probe::Probe;
pub use section::{CrossSection, PlaceOf};
use side_by_side::is_at_sea;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use time_lapse::TimeLapse;
use undo::{History, KeptPicture};
use waterlab_bodies::BodyId;

/// Metres that flights stay above the highest crest of a sea.
const NEAREST: f32 = 0.4;

/// Factor of the brush radius for one notch.
const WIDER: f64 = 1.15;

/// A running scene with its views and user input.
pub struct Session {
    /// The water and its disturbances.
    pub simulation: Simulation,
    /// The views.
    pub views: SideBySide,
    /// The camera.
    pub camera: FlyCamera,
    /// The type of water to show when a sea replaces a pool, or a pool a sea.
    other_medium: WaterType,
    /// Counts the steps that are due.
    pub clock: StepClock,
    /// The effect of a drag.
    pub poke: Poke,
    /// Settings of the sound, of [`keys::SOUND`](crate::scene::keys::SOUND).
    pub sound: Settings,
    sky: Sky,
    time_lapse: Option<TimeLapse>,
    path_flight: Option<PathFlight>,
    scene: Scene,
    /// The models used so far, with their last settings: as the water, and as the compared water.
    configs: [Vec<WaterConfig>; 2],
    /// Model and depth revision of each water whose ground is among them.
    known_grounds: [Option<(&'static str, u64)>; 2],
    drag: Option<Drag>,
    /// The body to drop.
    pub body_choice: BodyChoice,
    /// The body that was dropped or held last.
    last_body: Option<BodyId>,
    is_show: bool,
    /// The default scene, which rains until the first poke.
    rains_until_poke: bool,
    /// The picture of the 2D view.
    picture: Rc<KeptPicture>,
    /// The walls of the scene, or those saved last.
    first_walls: Rc<Obstruction>,
    saved_walls: Rc<Obstruction>,
    /// The obstacles in the water for camera collisions, and their revision.
    stones: (Option<u64>, Option<Rc<Obstruction>>),
    history: Option<History>,
    /// What the grids of both waters lose, for these settings: asked for in every frame of a panel.
    misfits: RefCell<[Option<waters::KnownMisfit>; 2]>,
    /// The result of the last undo or redo.
    undone: Result<Option<String>, ParameterError>,
    /// Why the last action could not add a body.
    refused_body: Option<String>,
}

impl Session {
    /// The scene at its start. `is_show` marks the default scene, whose rain ends with the first poke.
    pub fn new(gl: &Gl, scene: Scene, is_show: bool) -> Result<Self, SessionError> {
        Self::with(Some(gl), scene, is_show)
    }

    /// As [`Session::new`], for all that needs no GL context: drawing is an error, and no pixel is a place on the water.
    pub fn without_gl(scene: Scene, is_show: bool) -> Result<Self, SessionError> {
        Self::with(None, scene, is_show)
    }

    fn with(gl: Option<&Gl>, scene: Scene, is_show: bool) -> Result<Self, SessionError> {
        let view_set = ViewSet::of_scene(gl, &scene)?;
        let simulation = ripple_window::begin(&scene);
        let picture = KeptPicture::of(&scene, &view_set);
        let walls = Rc::new(simulation.walls().clone());
        let length = match simulation.water().model().is_open() {
            true => 10.0,
            false => simulation.water().length(),
        };
        let mut session = Self {
            picture,
            saved_walls: walls.clone(),
            first_walls: walls,
            stones: (None, None),
            history: None,
            misfits: RefCell::default(),
            undone: Ok(None),
            refused_body: None,
            simulation,
            views: SideBySide::new(gl, view_set, Split::new(scene.split)),
            camera: FlyCamera::of_scene(&scene),
            other_medium: other_medium(&scene),
            clock: StepClock::new(),
            poke: scene.poke,
            sound: scene.sound.clone(),
            sky: scene.sky.timed(),
            time_lapse: None,
            path_flight: None,
            configs: configs_of(&scene),
            known_grounds: [None; 2],
            scene,
            drag: None,
            body_choice: BodyChoice::for_length(length),
            last_body: None,
            is_show,
            rains_until_poke: is_show,
        };
        session.drop_useless_tool();
        session.begin_history();
        Ok(session)
    }

    /// Carries out an action as far as it concerns the water, the views and the camera. `size` is that of the window in physical pixels.
    pub fn act(&mut self, action: Action, size: (usize, usize)) {
        self.refused_body = None;
        match action {
            Action::PokeStart(pixel) => self.take_hold(pixel, size),
            Action::PokeTo(pixel) => self.drag_to(pixel, size),
            Action::PokeEnd(_) => self.let_go(),
            Action::Turn(_) | Action::Carry(_) | Action::Pan(_) | Action::Dolly(..)
                if self.has_eye() =>
            {
                self.steer(action, size);
            }
            Action::GoTo(_) if self.has_eye() && self.poke.tool == Tool::Poke => {
                self.steer(action, size);
            }
            // With another tool, quick clicks are strokes.
            Action::GoTo(pixel) => {
                self.take_hold(pixel, size);
                self.let_go();
            }
            Action::Home => self.camera.fly_to(&self.home()),
            Action::OrbitOrFly => self.camera.steer(match self.camera.steering() {
                Steering::Orbit => Steering::Fly,
                Steering::Fly => Steering::Orbit,
            }),
            Action::NextView => {
                self.views.show(self.views.shown() + 1);
                self.surface();
            }
            Action::Model(number) => self.set_model(number.saturating_sub(1)),
            Action::Compare(number) => {
                let there = self.simulation.other().map(|other| other.model().name);
                if let Some(model) = MODELS.get(number.saturating_sub(1)) {
                    self.compare_with((there != Some(model.name)).then_some(model));
                }
            }
            Action::Surface if self.has_eye() => self.fly_up(),
            Action::TogglePause => self.clock.pause(!self.clock.is_paused()),
            Action::Step => self.clock.step_once(),
            Action::TimeLapse => self.toggle_time_lapse(),
            Action::ToggleRain => {
                self.rains_until_poke = false;
                self.simulation.set_raining(!self.simulation.is_raining());
            }
            // What is held moves on.
            Action::Confirm if self.drag.is_some() => {}
            Action::Confirm => self.poke_middle(size),
            Action::AimStart => self.hold_aimed(size),
            Action::AimTo => self.drag_to(self.middle(size), size),
            Action::AimEnd => self.let_go(),
            Action::Undo => self.undone = self.take_back(false),
            Action::Redo => self.undone = self.take_back(true),
            Action::Calm => self.simulation.reset(),
            Action::Restart => self.restart(),
            Action::DropBody(pixel) => self.drop_body(pixel, size),
            Action::RemoveBody(pixel) => self.remove_body(pixel, size),
            Action::PaintWalls if self.knows_walls() => self.toggle(Tool::Walls),
            Action::EraseWalls if self.knows_walls() => self.toggle(Tool::Erase),
            Action::GroundTool { backward } if self.knows_ground() => {
                self.next_ground_tool(backward);
            }
            Action::Brush(notches) => {
                // Pokes have a slider.
                let radius = match self.poke.tool.is_of_ground() {
                    true => &mut self.poke.ground_radius,
                    false => &mut self.poke.wall_radius,
                };
                let wider = *radius * WIDER.powf(notches.into());
                // In round steps, for display and for saved scenes.
                *radius = ((20.0 * wider).round() / 20.0).clamp(0.5, 64.0);
            }
            Action::Gain(notches) => self.views.gain(notches),
            Action::GainBack => self
                .views
                .gain_of(&self.scene.view.settings[self.views.shown()]),
            // No water has walls or ground, or the view has no camera; the other actions are for a tour and the window.
            Action::Turn(_)
            | Action::Carry(_)
            | Action::Pan(_)
            | Action::Dolly(..)
            | Action::PaintWalls
            | Action::EraseWalls
            | Action::GroundTool { .. }
            | Action::Surface
            | Action::Tour
            | Action::TourNext
            | Action::TourEnd
            | Action::SavePicture
            | Action::SaveScene
            | Action::CopyCommand
            | Action::ToggleHelp
            | Action::ToggleStatus
            | Action::Record
            | Action::KeepLast
            | Action::SaveLast
            | Action::ToggleScenes
            | Action::ToggleSound
            | Action::TogglePanel
            | Action::EnterPanel
            | Action::ToggleFullScreen
            | Action::Escape => {}
        }
    }

    /// What a tour shows of the scene.
    pub fn tour_text(&self) -> Option<&TourText> {
        self.scene.tour.as_ref()
    }

    /// The sky over the water.
    pub fn sky(&self) -> &Sky {
        &self.sky
    }

    /// Sets the settings of the sky, of [`keys::SKY`](crate::scene::keys::SKY). If they change the time, the sun moves there, even if the
    /// scene gave it by angles: hour, day and latitude are then derived from its previous position (see [`Sky::timed`]).
    pub fn set_sky_settings(&mut self, settings: Settings) {
        let moved = time(&settings) != time(&self.sky.settings);
        let kept = |angle: Option<f64>| angle.filter(|_| !moved);
        self.set_sky(Sky {
            elevation: kept(self.sky.elevation),
            azimuth: kept(self.sky.azimuth),
            panorama: self.sky.panorama.clone(),
            settings,
        });
    }

    /// Replaces the sky; a panorama stays the one that the scene names. Another time ends a time-lapse.
    pub fn set_sky(&mut self, sky: Sky) {
        let sky = sky.timed();
        if time(&sky.settings) != time(&self.sky.settings) {
            self.time_lapse = None;
        }
        self.views.view_set_mut().set_sky(sky.conditions());
        self.sky = sky;
    }

    /// Restarts the scene, including camera and settings; walls, ground, the view shown, the picture and a pause are kept.
    pub fn restart(&mut self) {
        self.stones = (None, None);
        let was_at_sea = is_at_sea(&self.simulation);
        let walls = self.simulation.walls().clone();
        let grounds = self.grounds_by_model();
        let allows_stale_foam = self.simulation.allow_stale_foam(false);
        self.simulation = ripple_window::begin(&self.scene);
        self.simulation.allow_stale_foam(allows_stale_foam);
        if *self.simulation.walls() != walls {
            self.simulation.set_walls(&walls);
        }
        self.configs = configs_of(&self.scene);
        self.known_grounds = [None; 2];
        self.set_grounds_by_model(&grounds);
        self.rains_until_poke = self.is_show;
        self.camera = FlyCamera::of_scene(&self.scene);
        self.other_medium = other_medium(&self.scene);
        self.poke = self.scene.poke;
        self.sound = self.scene.sound.clone();
        self.time_lapse = None;
        self.path_flight = None;
        self.set_sky(self.scene.sky.clone());
        self.views
            .apply_settings(&self.scene.view, Split::new(self.scene.split));
        self.drag = None;
        self.last_body = None;
        self.drop_useless_tool();
        if is_at_sea(&self.simulation) != was_at_sea {
            self.change_picture();
        }
    }

    /// The surroundings of a pool.
    fn site(&self) -> Site {
        let settings = self.views.view_set().settings();
        Site::of(settings, self.sky.panorama.is_some())
    }

    /// Advances water and camera by `elapsed` seconds. Returns whether anything visible has changed.
    pub fn advance(&mut self, elapsed: f32, fly: Fly) -> bool {
        let fly = if self.has_eye() { fly } else { Fly::default() };
        let flew = self.is_flying(fly);
        if flew {
            self.keep_out();
        }
        self.camera.advance(fly, elapsed);
        let follows = self.fly_along(f64::from(elapsed));
        ripple_window::follow(
            &mut self.simulation,
            &self.camera,
            VIEWS[self.views.shown()],
        );
        self.simulation.set_site(self.site());
        let before = self.revision();
        self.apply_ground_tool(f64::from(elapsed));
        let passed = self.pass_time(f64::from(elapsed));
        let steps = self
            .clock
            .advance(f64::from(elapsed), self.simulation.steps_per_second());
        for _ in 0..steps {
            self.simulation.advance();
        }
        if steps == 0 {
            self.simulation.catch_up();
        }
        self.ride();
        let is_held = matches!(self.drag, Some(Drag::Body(_)));
        let moves = is_held || self.bodies_move() || self.shows_rain();
        flew || follows || passed || self.revision() != before || steps > 0 && moves
    }

    /// Changes whenever a surface does.
    fn revision(&self) -> u64 {
        self.simulation.waters().map(|water| water.revision()).sum()
    }

    /// Whether the view shows rain that disturbs no water.
    pub(super) fn shows_rain(&self) -> bool {
        let is_lit = VIEWS[self.views.shown()].has_physical_light;
        let setting = self.views.view_set().choice::<Setting>("setting");
        is_lit
            && setting != Some(Setting::Tank)
            && self.simulation.rainfall() != Rainfall::default()
    }

    fn bodies_move(&self) -> bool {
        !self.simulation.bodies(false).is_calm()
    }

    /// Whether nothing will move without user input.
    pub fn is_idle(&self, fly: Fly) -> bool {
        let moves = self.shows_rain() || self.sky_passes() || !self.simulation.is_idle();
        let still = self.clock.is_paused() || !(moves || self.is_on_path());
        let works = self.simulation.foam_is_stale() || self.views.is_working(&self.simulation);
        still && !self.is_flying(fly) && !works && !self.is_working_ground()
    }

    /// The work that refines the picture in the next frames. While time passes in the sky, every frame has some.
    pub fn work(&self) -> Work {
        let most = match self.sky_passes() {
            true => Work::Continual,
            false => Work::Once,
        };
        self.views.work(&self.simulation).min(most)
    }

    /// Draws some rows of a picture at rest, counted from the bottom, at full quality. Returns whether it is complete; it is then in
    /// `target`. Between the first row and the last nothing else may be drawn, and nothing may change.
    pub fn draw_rows(
        &mut self,
        size: (usize, usize),
        rows: Range<usize>,
        target: &Target,
    ) -> Result<bool, GlError> {
        let camera = &self.camera;
        let eye = |part: Part| eye(camera, part);
        self.views
            .draw_rows(&self.simulation, eye, size, rows, target)
    }

    /// Prepares a frame for [`Session::draw`]: afterwards the driver has received the shaders of the first frame, and the caller need not
    /// wait while it compiles them; see [`Gl::is_compiling`].
    pub fn prepare(&mut self, size: (usize, usize), samples: usize) -> Result<(), GlError> {
        let camera = &self.camera;
        let eye = |part: Part| eye(camera, part);
        self.views.prepare(&self.simulation, eye, size, samples)
    }

    /// Draws the view shown, of each water in its part, into `target` or else the window, of `size` pixels, with up to `samples` samples a
    /// pixel.
    pub fn draw(
        &mut self,
        size: (usize, usize),
        samples: usize,
        target: Option<&Target>,
    ) -> Result<(), GlError> {
        self.ride();
        let camera = &self.camera;
        let eye = |part: Part| eye(camera, part);
        self.views
            .draw(&self.simulation, eye, size, samples, target)
    }
}

/// Hour, day and latitude.
fn time(sky: &Settings) -> [f64; 3] {
    ["hour", "day", "latitude"].map(|key| sky.real(key))
}

/// The eye for a part of a picture.
fn eye(camera: &FlyCamera, part: Part) -> Eye {
    camera.eye(part.width as f32 / part.height as f32)
}

/// The type of water that the other kind of surface than the scene's shows at first.
fn other_medium(scene: &Scene) -> WaterType {
    match scene.is_at_sea() {
        true => WaterType::Pool,
        false => WaterType::JerlovIII,
    }
}
