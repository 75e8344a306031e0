//! The command line: what can be asked for, and how to ask.

mod bake;
mod field;

pub use bake::{AtlasCells, Bake, FrameCount, FrameRange, MapFormat, MapName, NormalY};
pub use field::{Field, What};

use super::help;
use crate::desktop::Disk;
use crate::gl::ApiChoice;
use crate::scene::{BundledScene, Edit, Scene, SceneError};
use crate::view::VIEWS;
use crate::water::MODELS;
use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// Water you can play with: every classic model of a pool, in a window or straight to a file.
///
/// Without a command it opens a window with the scene, or with the default pool.
#[derive(Debug, Parser)]
#[command(name = "waterlab", version, max_term_width = 120)]
#[command(after_help = help::MORE, after_long_help = help::program())]
pub struct Arguments {
    /// A scene file (TOML) to open in a window, a bundled scene by its name, such as `storm`, or `-` to read one from stdin; without it,
    /// a pool in the rain.
    #[arg(value_name = "SCENE")]
    pub scene: Option<PathBuf>,
    /// Starts a tour of the bundled scenes.
    #[arg(long, conflicts_with = "scene")]
    pub tour: bool,
    #[command(flatten)]
    #[allow(missing_docs)] // a doc comment here would become the text of the help
    pub common: Common,
    #[command(subcommand)]
    #[allow(missing_docs)]
    pub task: Option<Task>,
}

/// What everything understands: changes to the scene, the size of the output, the kind of GL.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Everywhere")]
pub struct Common {
    /// The view: short for --set view.kind=NAME.
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(VIEWS.iter().map(|view| view.name)))]
    pub view: Option<String>,
    /// The water model: short for --set water.model=NAME.
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(MODELS.iter().map(|model| model.name)))]
    pub model: Option<String>,
    /// Size of the window or of the output, in pixels, as in 1280x720.
    #[arg(long, value_name = "WxH")]
    pub size: Option<PixelSize>,
    /// The picture under the water of the picture view: short for --set view.picture=FILE.
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// The picture of the pool's floor and walls: short for --set view.floor=FILE.
    #[arg(long, value_name = "FILE")]
    pub floor: Option<PathBuf>,
    /// The picture that the water mirrors: short for --set view.sky=FILE; with --view lit a panorama, as --set sky.panorama=FILE.
    #[arg(long, value_name = "FILE")]
    pub sky: Option<PathBuf>,
    /// Sets any key of the scene; can be repeated.
    #[arg(long = "set", help = "Sets any key of the scene, as in water.damping=4 or 'camera.eye=[0,1,2]'; can be repeated", value_name = "KEY=VALUE", value_parser = Edit::parse)]
    pub set: Vec<Edit>,
    /// OpenGL version (default: auto); `none` renders on the CPU, which only the picture view supports.
    #[arg(long, value_name = "GL", value_enum)]
    pub gl: Option<Gl>,
}

/// What to do instead of opening a window.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Renders a picture or a clip of the scene to a file; no display needed.
    #[command(after_help = help::RENDER)]
    Render(Render),
    /// Writes a field of the water to a file, as numbers.
    #[command(after_help = help::FIELD)]
    Field(Field),
    /// Bakes seamless maps of a sea for other programs: one frame, a loop, or an atlas.
    #[command(after_help = help::BAKE)]
    Bake(Bake),
    /// Writes a labelled chart of a formula or of the models, as SVG or PNG.
    #[command(after_help = help::PLOT)]
    Plot(Plot),
    /// Benchmarks simulation and rendering on this machine.
    #[command(after_help = help::BENCH)]
    Bench(Bench),
}

/// `waterlab render`.
#[derive(Args, Debug)]
pub struct Render {
    /// A scene file (TOML), or `-` to read one from stdin; without it, a pool in the rain.
    #[arg(value_name = "SCENE")]
    pub scene: Option<PathBuf>,
    /// The file to write: .png .jpg .webp .bmp .tga .tiff .qoi .ppm for one picture; .exr for the linear radiance of the lit
    /// view; .gif .mp4 or numbered pictures as in frames/%04d.png for a clip; .wav for its sound alone. `-` is stdout, as .png; `-.gif`
    /// and the like for another format.
    #[arg(long, value_name = "FILE", allow_hyphen_values = true, value_parser = out())]
    pub out: PathBuf,
    /// Simulation steps before the picture (default: 60), or before the first picture of a clip (default: 0).
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = steps)]
    pub steps: Option<u64>,
    /// Length of the clip.
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seconds)]
    pub seconds: Option<f64>,
    /// Frames per second of the clip (default: 30).
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = fps)]
    pub fps: Option<f64>,
    /// Renders only frames A to B−1 of a clip of numbered pictures, so that several machines can share one clip.
    #[arg(long, value_name = "A..B", requires = "seconds")]
    pub frames: Option<FrameRange>,
    /// Moves the camera of a clip along the scene's [[camera.path]].
    #[arg(long, requires = "seconds")]
    pub follow_path: bool,
    /// Renders a tour of the bundled scenes, with their captions, as a clip.
    #[arg(long, conflicts_with_all = ["scene", "steps", "seconds", "frames", "follow_path"])]
    pub tour: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub common: Common,
}

/// `waterlab bench`.
#[derive(Args, Debug)]
pub struct Bench {
    /// A scene file (TOML) whose own speed is measured, too; with --set and its like alone, the built-in scene's.
    #[arg(value_name = "SCENE")]
    pub scene: Option<PathBuf>,
    /// Prints the results as JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub common: Common,
}

/// `waterlab plot`.
#[derive(Args, Debug)]
pub struct Plot {
    /// The chart to write.
    #[arg(value_name = "CHART", value_enum)]
    pub chart: ChartName,
    /// A scene file (TOML), or `-`, that configures the water of the chart; without one, --model and --set do.
    #[arg(value_name = "SCENE")]
    pub scene: Option<PathBuf>,
    /// Depths of the floor for the chart caustics, in metres: up to four, separated by commas.
    #[arg(long, value_name = "D,…", value_delimiter = ',', num_args = 1, allow_negative_numbers = true, value_parser = floor_depth)]
    pub depths: Vec<f64>,
    /// The file to write: .svg or .png. `-` is stdout, as .svg; `-.png` as .png.
    #[arg(long, value_name = "FILE", allow_hyphen_values = true, value_parser = out())]
    pub out: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub common: Common,
}

/// A chart that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ChartName {
    /// Reflectance by angle, from air and from water: exact, both polarisations, Schlick.
    Fresnel,
    /// Frequency and speed by wavenumber: the dispersion relation, and each pool as measured and in theory.
    Dispersion,
    /// Energy by frequency: the scene's sea, the spectra for its wind, growth with the fetch.
    Spectrum,
    /// Brightness of the floor below the scene's sea, or below a bay, at --depths (2 m and 10 m if not given).
    Caustics,
    /// Daylight by depth in seven kinds of water, the scene's first, in three colours; and K/c against b/c.
    Attenuation,
    /// Frequency by wavenumber of a sea that repeats after 20 s, 100 s or the scene's own period, and the exact one.
    Looping,
    /// A line across the scene's sea: height, choppy surface, and the Jacobian J with its smaller eigenvalue J−.
    Profile,
    /// iWave's kernel, and the effect of its truncation.
    Kernel,
    /// Energy and mean level of each pool after a stone.
    Energy,
}

impl ChartName {
    /// As it is asked for.
    pub fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// The OpenGL version to request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Gl {
    /// Desktop OpenGL if available, else OpenGL ES.
    Auto,
    /// OpenGL 3.3 core.
    Core,
    /// OpenGL ES 3.0.
    Es,
    /// None: render on the CPU.
    None,
}

impl Gl {
    /// The context to ask for, if one is wanted.
    pub fn api(self) -> Option<ApiChoice> {
        match self {
            Self::Auto => Some(ApiChoice::Auto),
            Self::Core => Some(ApiChoice::Core),
            Self::Es => Some(ApiChoice::Es),
            Self::None => None,
        }
    }
}

/// The latest time at which the digits of a double still tell where in its swing a wave of a second is, to a thousandth.
const MAX_SECONDS: f64 = 1e12;

/// More steps than anybody waits for.
const MAX_STEPS: u64 = 1_000_000_000;

/// The size of a picture in pixels: 1 to 16384 along each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PixelSize {
    width: u32,
    height: u32,
}

impl PixelSize {
    /// Most pixels along a side.
    pub const MAX: u32 = 16384;

    /// A checked size; `None` unless both sides are from 1 to [`PixelSize::MAX`].
    pub fn new(width: u32, height: u32) -> Option<Self> {
        let allowed = 1..=Self::MAX;
        (allowed.contains(&width) && allowed.contains(&height)).then_some(Self { width, height })
    }

    /// Pixels from left to right.
    pub fn width(self) -> u32 {
        self.width
    }

    /// Pixels from top to bottom.
    pub fn height(self) -> u32 {
        self.height
    }
}

/// Reads "1280x720".
impl FromStr for PixelSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sides = text.split_once(['x', 'X', '×']);
        let sides =
            sides.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
        sides
            .and_then(|(width, height)| Self::new(width, height))
            .ok_or_else(|| {
                format!(
                    "write WIDTHxHEIGHT, each from 1 to {}, as in 1280x720",
                    Self::MAX
                )
            })
    }
}

/// The name of an output. Of what begins with a hyphen only `-` and `-.png` and the like are none of an option.
fn out() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|name| {
        let given = name.as_encoded_bytes();
        match given.starts_with(b"-") && given.get(1).is_some_and(|next| *next != b'.') {
            true => Err("the name of a file is missing"),
            false if given.is_empty() => Err("the name of a file is empty"),
            false => Ok(PathBuf::from(name)),
        }
    })
}

fn steps(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|&steps: &u64| steps <= MAX_STEPS)
        .ok_or_else(|| format!("write a whole number from 0 to {MAX_STEPS}"))
}

fn floor_depth(text: &str) -> Result<f64, String> {
    number(
        text,
        1000.0,
        "depths in metres above 0, at most 1000, as in 2,10",
    )
}

fn seconds(text: &str) -> Result<f64, String> {
    number(text, 86_400.0, "a number of seconds above 0, at most 86400")
}

fn time(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|&seconds: &f64| seconds.abs() <= MAX_SECONDS)
        .ok_or_else(|| format!("write a number of seconds from -{MAX_SECONDS} to {MAX_SECONDS}"))
}

/// A picture can stay for 100 seconds: GIF counts in hundredths, to 65535 of them.
fn fps(text: &str) -> Result<f64, String> {
    let wanted = "a number from 0.01 to 1000";
    number(text, 1000.0, wanted).and_then(|fps| {
        (fps >= 0.01)
            .then_some(fps)
            .ok_or(format!("write {wanted}"))
    })
}

fn number(text: &str, most: f64, wanted: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|&number: &f64| number > 0.0 && number <= most)
        .ok_or_else(|| format!("write {wanted}"))
}

impl Task {
    /// The options that came after the command.
    pub fn common(&self) -> &Common {
        match self {
            Self::Render(task) => &task.common,
            Self::Field(task) => &task.common,
            Self::Bake(task) => &task.common,
            Self::Plot(task) => &task.common,
            Self::Bench(task) => &task.common,
        }
    }
}

impl Arguments {
    /// The options from before and after the command: what came later wins, and changes add up.
    pub fn common(&self) -> Common {
        let before = self.common.clone();
        let Some(after) = self.task.as_ref().map(|task| task.common().clone()) else {
            return before;
        };
        Common {
            view: after.view.or(before.view),
            model: after.model.or(before.model),
            size: after.size.or(before.size),
            picture: after.picture.or(before.picture),
            floor: after.floor.or(before.floor),
            sky: after.sky.or(before.sky),
            set: [before.set, after.set].concat(),
            gl: after.gl.or(before.gl),
        }
    }
}

impl Common {
    /// Which OpenGL to ask for.
    pub fn gl(&self) -> Gl {
        self.gl.unwrap_or(Gl::Auto)
    }

    /// All changes to the scene that these options ask for, in the order in which they are made.
    pub fn edits(&self) -> Vec<Edit> {
        let name = |option, path, name: &Option<String>| {
            name.as_ref().map(|name| Edit::name(option, path, name))
        };
        let file = |option, path, file: &Option<PathBuf>| {
            file.as_ref().map(|file| Edit::file(option, path, file))
        };
        let short = [
            name("model", ["water", "model"], &self.model),
            name("view", ["view", "kind"], &self.view),
            file("picture", ["view", "picture"], &self.picture),
            file("floor", ["view", "floor"], &self.floor),
            file("sky", ["view", "sky"], &self.sky),
        ];
        short
            .into_iter()
            .flatten()
            .chain(self.set.iter().cloned())
            .collect()
    }

    /// The scene in `file`, or else the bare program's show, with these options.
    pub fn scene_or_show(&self, file: Option<&PathBuf>) -> Result<Scene, SceneError> {
        let scene = match file {
            Some(file) => self.scene_in(file)?,
            None => Scene::show(&self.demo_edits())?,
        };
        Ok(self.with_sky(scene))
    }

    /// The options, for the bare program's show: without OpenGL the picture view can't draw its ball.
    fn demo_edits(&self) -> Vec<Edit> {
        let no_bodies = (self.gl() == Gl::None).then(|| Edit::parse("body=[]"));
        let no_bodies = no_bodies.and_then(Result::ok);
        no_bodies.into_iter().chain(self.edits()).collect()
    }

    /// The scene in a file, or the bundled one of that name where there is no such file.
    fn scene_in(&self, file: &Path) -> Result<Scene, SceneError> {
        match bundled(file) {
            Some(scene) => scene.read_with(&self.edits(), Arc::new(Disk)),
            None => Scene::load(file, &self.edits()),
        }
    }

    /// A lit pool stands under the sky that `--sky` names, whatever panorama the scene has.
    fn with_sky(&self, mut scene: Scene) -> Scene {
        if self.sky.is_some() && scene.view.kind.name == "lit" {
            scene.sky.panorama = scene.view.sky.clone();
        }
        scene
    }

    /// The scene in `file`, or else a pool at rest, with these options.
    pub fn scene_or_rest(&self, file: Option<&PathBuf>) -> Result<Scene, SceneError> {
        match file {
            Some(file) => self.scene_in(file),
            None => Scene::from_edits(&self.edits()),
        }
    }
}

/// The bundled scene that a name given for a file means: `storm`, where no file is called that.
pub fn bundled(file: &Path) -> Option<&'static BundledScene> {
    let scene = BundledScene::named(file.to_str()?)?;
    (!file.exists()).then_some(scene)
}
