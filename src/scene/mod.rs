//! A scene: the water, its disturbances over time, the view and the camera.
//!
//! A scene is TOML in which every key has a default, so that an empty file is a scene: a pool at rest. Events happen only if the scene
//! names them. [`Scene`] holds only validated values: a scene that was read can be run. [`Simulation`] runs it. `docs/architecture.md`
//! describes how to add a key, `docs/models.md` what each number does.
//!
//! ```
//! use waterlab::scene::{Edit, Simulation, Scene};
//!
//! let edits = [Edit::parse("drop.0.at=[0.25, 0.5]")?, Edit::parse("water.size=[64, 32]")?];
//! let mut play = Simulation::new(&Scene::from_edits(&edits)?);
//! play.advance_by(10);
//! assert_eq!(play.heights().columns(), 64);
//! assert!(!play.is_idle());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bodies;
mod bundled;
mod camera_path;
mod edit;
mod files;
pub mod image_file;
pub mod keys;
mod merge;
mod read;
pub(crate) mod series_file;
mod simulation;
mod sky;
mod start;
mod tree;
mod write;

pub use bodies::{density_of, named_body, shape_names};
pub use bundled::{BUNDLED, BundledScene, SceneGroup};
pub use camera_path::{CameraPath, Waypoint};
pub use edit::Edit;
pub(crate) use files::named;
#[cfg(feature = "app")]
pub(crate) use files::shortened;
pub use files::{Bundle, Bytes, Files, NO_SUCH_FILE, Opened};
pub use simulation::{Simulation, Site};
pub use sky::Sky;
pub use start::{RippleSquare, Start};
pub use write::SavedScene;

use crate::grid::Grid;
use crate::parameter::{Choice, ParameterError, Settings, Value, choices};
use crate::pool::{Disturbance, Fraction, Obstacle, Size};
use crate::sea::{GerstnerWave, Sea};
use crate::shallow::BED_MAP;
use crate::view::{Setting, VIEWS, ViewKind};
use crate::water::{MODELS, Model, Water};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tree::{Content, Node};
use waterlab_bodies::Body;

/// The text of the default scene.
const SHOW: &str = include_str!("../../scenes/pool.toml");

/// The text of the default scene for a sea, which the stones and the camera of a pool would not suit.
const SEA_SHOW: &str = include_str!("../../scenes/sea.toml");

/// A validated scene.
#[derive(Clone)]
pub struct Scene {
    /// The water.
    pub water: WaterConfig,
    /// The second water for comparison, with the same number of cells and the same events.
    pub compare: Option<WaterConfig>,
    /// Fraction of the picture, from the left, that shows the first water when there are two: 0.1 to 0.9.
    pub split: f64,
    /// Cells of the pool.
    pub size: Size,
    /// Simulation steps per second: 1 to 1000.
    pub steps_per_second: f64,
    /// Obstacles in the water, in the order in which they are built.
    pub obstacles: Vec<Obstacle>,
    /// Events, in the order in which they happen.
    pub events: Vec<Event>,
    /// Continuous wave makers.
    pub sources: Vec<Source>,
    /// Parts of the pool that begin filled, in order.
    pub fills: Vec<Fill>,
    /// The initial state.
    pub start: Start,
    /// The bodies at the start.
    pub bodies: Vec<Body>,
    /// The rain, if the scene has any: settings of [`crate::pool::RAIN`].
    pub rain: Option<Settings>,
    /// The view.
    pub view: View,
    /// The sky.
    pub sky: Sky,
    /// The camera.
    pub camera: Camera,
    /// Where the camera moves in a tour, and in clips that follow its path.
    pub camera_path: Option<CameraPath>,
    /// What a tour shows of the scene; it then has a path.
    pub tour: Option<TourText>,
    /// The sound: settings of [`keys::SOUND`].
    pub sound: Settings,
    /// The brush of the pointer.
    pub poke: Poke,
    /// The files that contain the pictures of the scene: none in [`Scene::default`], the local disk in scenes that the desktop reads.
    pub files: Arc<dyn Files>,
    /// The text that it was read from, of which a saved scene keeps the comments; empty for other scenes.
    pub text: Arc<str>,
}

/// The model of a water, with its configuration.
#[derive(Clone)]
pub struct WaterConfig {
    /// The model.
    pub model: &'static Model,
    /// Its own parameters; a stable combination.
    pub settings: Settings,
    /// Its maps, each with its key: 0 black, 1 white, any number of cells; as many as the pool has if a scene was read.
    pub maps: Vec<(&'static str, Arc<Grid<f32>>)>,
    /// The waves of a Gerstner sea, in place of its fan; empty for any other model, and for the fan.
    pub waves: Vec<GerstnerWave>,
}

impl WaterConfig {
    /// Whether its ground may rise out of the water: whether it is not flat.
    pub fn has_land(&self) -> bool {
        let is_shaped = || {
            let mut settings = self.settings.iter();
            settings.any(|(parameter, value)| {
                parameter.key == "bed" && value != parameter.range.default_value()
            })
        };
        let has_map = self.maps.iter().any(|(key, _)| *key == BED_MAP);
        self.model.ground && (has_map || is_shaped())
    }
}

/// Gives a second pool the length and the depth of the first, where they are not the defaults: both lie under one camera. Nothing
/// changes beside a sea, or where the second does not allow the value.
pub(crate) fn share_pool(first: &Settings, second: &mut Settings) {
    let is_pool = |settings: &Settings| {
        let list = settings.parameters();
        crate::water::pools().any(|model| std::ptr::eq(model.parameters, list))
    };
    if !(is_pool(first) && is_pool(second)) {
        return;
    }
    for (parameter, value) in first.iter() {
        let is_shared = ["length", "depth"].contains(&parameter.key);
        if is_shared && value != parameter.range.default_value() {
            let _ = second.set(parameter.key, value);
        }
    }
}

/// A wave maker along a line. After n steps, the sum of what it has added to the surface is weight · sin(2π · n / period), first downward
/// as for a stone; waves carry it away meanwhile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Source {
    /// One end.
    pub from: Fraction,
    /// The other end; the same place for a point.
    pub to: Fraction,
    /// Cells, as for a stroke.
    pub radius: f64,
    /// Maximum sum of what it has added, in the middle of a brush of 2 cells or more: −16 000 to 16 000.
    pub weight: i16,
    /// Steps from crest to crest; 4 or more.
    pub period: f64,
    /// m³/s that a spring pours in place of making waves, over ground; below 0, that a drain takes.
    pub pour: f64,
    /// The first step that it acts before.
    pub first: u64,
    /// The last step that it acts before.
    pub last: u64,
}

impl Source {
    /// Whether it pours before `step`.
    pub fn pours(&self, step: u64) -> bool {
        self.pour != 0.0 && (self.first..=self.last).contains(&step)
    }

    /// The disturbance before `step`, if any.
    pub fn disturbance(&self, step: u64) -> Option<Disturbance> {
        if !(self.first..=self.last).contains(&step) || self.pour != 0.0 {
            return None;
        }
        // Differences of rounded sums: what is rounded away in one step is added in another.
        let added = |steps: u64| {
            let turns = steps as f64 / self.period;
            (f64::from(self.weight) * (turns * std::f64::consts::TAU).sin()).round()
        };
        let steps = step - self.first;
        Some(Disturbance::Swell {
            from: self.from,
            to: self.to,
            radius: self.radius,
            weight: (added(steps + 1) - added(steps)) as f32,
        })
    }
}

/// A rectangle of the pool that begins filled to a level. A later one replaces what an earlier one filled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fill {
    /// One corner.
    pub from: Fraction,
    /// The corner across from it.
    pub to: Fraction,
    /// The surface, metres above the rest level.
    pub level: f64,
}

impl Fill {
    /// Fills a grid of heights.
    pub(super) fn apply(&self, size: Size, heights: &mut Grid<f32>) {
        let ends = [self.from, self.to].map(|corner| size.cell(corner));
        let range = |one: usize, other: usize| one.min(other)..=one.max(other);
        for row in range(ends[0].1, ends[1].1) {
            for column in range(ends[0].0, ends[1].0) {
                heights[(column, row)] = self.level as f32;
            }
        }
    }
}

impl WaterConfig {
    /// A model with every parameter at its default.
    pub fn new(model: &'static Model) -> Self {
        Self {
            model,
            settings: Settings::new(model.parameters),
            maps: Vec::new(),
            waves: Vec::new(),
        }
    }

    /// The sea alone, of which [`WaterConfig::build`] makes a water. An error if the configuration is invalid; `None` for a pool.
    pub fn sea(&self, size: Size) -> Option<Result<Sea, ParameterError>> {
        crate::water::sea(self.model, &self.settings, &self.waves, size)
    }

    /// Builds this water, at rest.
    pub fn build(&self, size: Size, steps_per_second: f64) -> Box<dyn Water> {
        let built = self.model.create_of(&self.settings, &self.waves, size);
        debug_assert!(built.is_ok(), "checked when it was read");
        let mut water = built.unwrap_or_else(|_| self.model.create(size));
        water.keep_time(steps_per_second);
        for (key, map) in &self.maps {
            let taken = water.set_map(key, Some(map));
            debug_assert!(taken.is_ok(), "{taken:?}: a map of the model's own");
        }
        water
    }
}

/// A scheduled disturbance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// It happens just before this step is computed; the first step is 0.
    pub step: u64,
    /// The disturbance.
    pub disturbance: Disturbance,
}

/// The `[view]` of a scene.
#[derive(Clone)]
pub struct View {
    /// The initial view.
    pub kind: &'static ViewKind,
    /// The picture under the water of the picture view; the built-in one where there is none.
    pub picture: Option<PathBuf>,
    /// The overlay on that water, which it does not refract; by default the built-in one on the built-in picture, and none on others.
    pub overlay: Option<PathBuf>,
    /// The floor of the pool.
    pub floor: Option<PathBuf>,
    /// The sky map that the water reflects.
    pub sky: Option<PathBuf>,
    /// The parameters of each of [`VIEWS`], in that order.
    pub settings: Vec<Settings>,
}

/// The `[camera]` of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Position of the eye, metres.
    pub eye: [f32; 3],
    /// The point that the camera looks at, metres; never the same point.
    pub target: [f32; 3],
    /// Vertical field of view: 10 to 120 degrees.
    pub fov: f64,
}

/// The `[tour]` of a scene: what a tour shows with it.
#[derive(Clone, Debug, PartialEq)]
pub struct TourText {
    /// One sentence about what is seen.
    pub caption: String,
    /// What to try; may be empty.
    pub hint: String,
    /// Whether the film of the tour shows the scene.
    pub in_film: bool,
}

/// The `[poke]` of a scene: the brush of the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Poke {
    /// Cells.
    pub radius: f64,
    /// Weight of the stones.
    pub weight: i16,
    /// The initial tool.
    pub tool: Tool,
    /// Half the thickness of the walls that it builds and erases, cells.
    pub wall_radius: f64,
    /// Radius of the brush for ground, cells.
    pub ground_radius: f64,
    /// Whether a ring shows its position and size.
    pub ring: bool,
}

impl Poke {
    /// Radius of its tool, cells.
    pub fn tool_radius(&self) -> f64 {
        match self.tool {
            Tool::Poke | Tool::Source => self.radius,
            Tool::Walls | Tool::Erase => self.wall_radius,
            _ => self.ground_radius,
        }
    }

    /// See [`Poke::tool_radius`].
    pub fn tool_radius_mut(&mut self) -> &mut f64 {
        match self.tool {
            Tool::Poke | Tool::Source => &mut self.radius,
            Tool::Walls | Tool::Erase => &mut self.wall_radius,
            _ => &mut self.ground_radius,
        }
    }
}

/// The tools of the pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Stones, which push the water.
    #[default]
    Poke,
    /// Walls to build.
    Walls,
    /// Erases walls.
    Erase,
    /// Adds to the water where stones set it: a painted source.
    Source,
    /// Raises the ground.
    Raise,
    /// Lowers the ground.
    Dig,
    /// Raises the ground to a dam.
    Dam,
    /// Pours water.
    Pour,
    /// Takes water away.
    Drain,
}

choices!(Tool: Poke = "poke", Walls = "walls", Erase = "erase", Source = "source",
    Raise = "raise", Dig = "dig", Dam = "dam", Pour = "pour", Drain = "drain");

impl Tool {
    /// Whether it builds or erases walls.
    pub fn is_of_walls(self) -> bool {
        matches!(self, Self::Walls | Self::Erase)
    }

    /// Whether it changes ground that can rise out of the water, or the water on it.
    pub fn is_of_ground(self) -> bool {
        matches!(
            self,
            Self::Raise | Self::Dig | Self::Dam | Self::Pour | Self::Drain
        )
    }
}

/// Why a scene can't be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The file could not be read.
    #[error("can't read the scene {}: {why}", named(path))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and what to do.
        why: String,
    },
    /// Something in the scene is not valid.
    #[error("{origin}: {message}")]
    Content {
        /// Its position: a file and line, or an option.
        origin: String,
        /// What is wrong, and what is allowed.
        message: String,
    },
}

/// Default position and target of the camera of a sea: 6 m above the water, metres.
const AT_SEA: [[f32; 3]; 2] = [[0.0, 6.0, 0.0], [0.0, 0.0, -100.0]];

impl Camera {
    /// The default camera, of a sea or of a pool of this length in metres.
    pub fn first(at_sea: bool, length: f64) -> Self {
        let of_pool = [keys::CAMERA_EYE.default.0, keys::CAMERA_TARGET.default.0];
        let of_pool = of_pool.map(|point| point.map(|metres| metres * (0.5 * length) as f32));
        let [eye, target] = if at_sea { AT_SEA } else { of_pool };
        Self {
            eye,
            target,
            fov: Settings::new(&keys::CAMERA).real("fov"),
        }
    }
}

impl Default for Camera {
    /// The default camera of a pool 2 m long.
    fn default() -> Self {
        Self::first(false, 2.0)
    }
}

impl Default for Poke {
    fn default() -> Self {
        Self::of(&Settings::new(&keys::POKE))
    }
}

impl Poke {
    /// Reads settings of [`keys::POKE`].
    pub(crate) fn of(settings: &Settings) -> Self {
        Self {
            radius: settings.real("radius"),
            weight: weight(settings),
            tool: settings.choice("tool"),
            wall_radius: settings.real("wall_radius"),
            ground_radius: settings.real("ground_radius"),
            ring: settings.switch("ring"),
        }
    }
}

impl Poke {
    /// The same as settings of [`keys::POKE`].
    fn settings(&self) -> Settings {
        let mut settings = Settings::new(&keys::POKE);
        let tool = Tool::ALL.iter().position(|tool| *tool == self.tool);
        for (key, value) in [
            ("radius", Value::Real(self.radius)),
            ("weight", Value::Integer(self.weight.into())),
            ("tool", Value::Choice(tool.unwrap_or(0))),
            ("wall_radius", Value::Real(self.wall_radius)),
            ("ground_radius", Value::Real(self.ground_radius)),
            ("ring", Value::Switch(self.ring)),
        ] {
            // The values are within the ranges.
            let _ = settings.set(key, value);
        }
        settings
    }
}

/// The range of the parameter is that of 16 bits.
fn weight(settings: &Settings) -> i16 {
    settings
        .integer("weight")
        .clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

impl View {
    /// What a pool stands in.
    pub fn setting(&self) -> Setting {
        Site::of(self.settings.iter(), false).setting
    }

    /// The parameters of one of [`VIEWS`].
    pub fn settings_of(&self, kind: &ViewKind) -> &Settings {
        let index = VIEWS.iter().position(|view| view.name == kind.name);
        &self.settings[index.unwrap_or(0)]
    }
}

/// The scene of an empty file: a pool at rest. It has no files: to name pictures in it, set [`Scene::files`] too.
impl Default for Scene {
    fn default() -> Self {
        Self {
            water: WaterConfig::new(MODELS[0]),
            compare: None,
            split: Settings::new(&keys::COMPARE).real("split"),
            size: Size::default(),
            steps_per_second: Settings::new(&keys::WATER).real("steps_per_second"),
            obstacles: Vec::new(),
            events: Vec::new(),
            sources: Vec::new(),
            fills: Vec::new(),
            start: Start::default(),
            bodies: Vec::new(),
            rain: None,
            view: View {
                kind: VIEWS[0],
                picture: None,
                overlay: None,
                floor: None,
                sky: None,
                settings: VIEWS
                    .iter()
                    .map(|view| Settings::new(view.parameters))
                    .collect(),
            },
            sky: Sky::default(),
            camera: Camera::default(),
            camera_path: None,
            tour: None,
            sound: Settings::new(&keys::SOUND),
            poke: Poke::default(),
            files: Arc::new(Bundle::default()),
            text: "".into(),
        }
    }
}

impl Scene {
    /// Whether all of its water is open.
    pub fn is_at_sea(&self) -> bool {
        self.waters().all(|config| config.model.is_open())
    }

    /// Length of the pool, or of the first of two, metres; 2 without a pool.
    pub fn pool_length(&self) -> f64 {
        let pool = self.waters().find(|config| !config.model.is_open());
        pool.map_or(2.0, |config| config.settings.real("length"))
    }

    /// The water and the compared one.
    pub fn waters(&self) -> impl Iterator<Item = &WaterConfig> {
        std::iter::once(&self.water).chain(&self.compare)
    }

    /// The default scene, a pool, or a sea if the edits select one; with the edits applied in order.
    pub fn show_with(edits: &[Edit], files: Arc<dyn Files>) -> Result<Self, SceneError> {
        let name = Path::new("the built-in scene");
        let mut tree = Node::parse_file(SHOW, name)?;
        for edit in edits {
            edit.apply(&mut tree)?;
        }
        let said = |key: &str| match &tree.get("water")?.get(key)?.content {
            Content::Text(name) => Some(name.clone()),
            _ => None,
        };
        let model = said("model").and_then(|name| Model::named(&name));
        let model = model.unwrap_or(MODELS[0]);
        // A preset of another model selects that model.
        let named = said("preset").and_then(|name| {
            let has = |model: &&&Model| model.presets.iter().any(|preset| preset.name() == name);
            let own = Some(&model).filter(has);
            own.or_else(|| MODELS.iter().find(has)).copied()
        });
        let is_open = named.unwrap_or(model).is_open();
        if !is_open {
            return Self::read_with(SHOW, name, edits, files);
        }
        Self::read_with(SEA_SHOW, name, edits, files.clone()).or_else(|error| {
            // A small number of cells may not resolve a second cascade.
            let one_cascade = Edit::parse("water.cascades=1").into_iter();
            let edits: Vec<_> = one_cascade.chain(edits.iter().cloned()).collect();
            Self::read_with(SEA_SHOW, name, &edits, files).map_err(|_| error)
        })
    }

    /// The scene in `text`, with edits applied in order; `name` appears in errors. The pictures that it names are among `files`, relative
    /// to its folder.
    pub fn read_with(
        text: &str,
        name: &Path,
        edits: &[Edit],
        files: Arc<dyn Files>,
    ) -> Result<Self, SceneError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut tree = Node::parse_file(text, name)?;
        let written = read::Written::of(&tree);
        for edit in edits {
            edit.apply(&mut tree)?;
        }
        let scene = read::scene(tree, &written, files)?;
        Ok(Self {
            text: text.into(),
            ..scene
        })
    }
}
