//! How to ask for maps of a sea: `waterlab bake`.

use super::{Common, number, time};
use clap::{Args, ValueEnum};
use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;

/// `waterlab bake`.
#[derive(Args, Debug)]
pub struct Bake {
    /// A scene file (TOML) whose water is a sea; without one, name a sea with --model.
    #[arg(value_name = "SCENE")]
    pub scene: Option<PathBuf>,
    /// The folder to write to; it is made if only it is missing. The maps of an earlier bake there, as its bake.json names them,
    /// are replaced.
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// Which maps, with commas between them.
    #[arg(
        long,
        value_name = "MAPS",
        value_enum,
        value_delimiter = ',',
        default_value = "displacement,normal,foam"
    )]
    pub maps: Vec<MapName>,
    /// How all of them are written; without it, normal as png8, foam as png8, the others as exr.
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub format: Option<MapFormat>,
    /// Numbers that the darkest and the lightest level of a PNG stand for, as in height=-4..4; can be repeated.
    #[arg(long = "range", value_name = "MAP=LOW..HIGH")]
    pub ranges: Vec<MapRange>,
    /// Where the green of a normal map points: up in the picture (OpenGL, −z) or down (DirectX, +z).
    #[arg(long, value_name = "WAY", value_enum, default_value_t = NormalY::Up)]
    pub normal_y: NormalY,
    /// Of one frame: the time it shows, in seconds (0 if not given).
    #[arg(long, value_name = "T", value_parser = time, allow_hyphen_values = true)]
    pub time: Option<f64>,
    /// Frames of a loop, numbered files: frame k shows the time k·period/N.
    #[arg(long, value_name = "N")]
    pub count: Option<FrameCount>,
    /// Which frames of the loop to bake here, the last one left out; all if not given. Any frame is the same
    /// whoever bakes it, so that many machines can share one loop.
    #[arg(long, value_name = "A..B")]
    pub frames: Option<FrameRange>,
    /// All frames of the loop in one picture, so many side by side and so many below each other, as in 8x8.
    #[arg(long, value_name = "COLUMNSxROWS")]
    pub atlas: Option<AtlasCells>,
    /// Seconds after which the sea repeats: short for --set water.period=S.
    #[arg(long, value_name = "S", value_parser = period)]
    pub period: Option<f64>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub common: Common,
}

/// A map that can be baked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MapName {
    /// Height in metres.
    Height,
    /// What to add to a point of the plane, in metres.
    Displacement,
    /// Unit normal of the displaced surface.
    Normal,
    /// Slopes of the height along x and along z.
    Slope,
    /// How the displacement stretches the surface: what normals of several cascades are made of.
    Strain,
    /// How much of the surface is foam.
    Foam,
    /// Area that a piece of the surface has left.
    Jacobian,
}

impl MapName {
    /// The name on the command line, in file names and in the manifest.
    pub fn name(self) -> &'static str {
        match self {
            Self::Height => "height",
            Self::Displacement => "displacement",
            Self::Normal => "normal",
            Self::Slope => "slope",
            Self::Strain => "strain",
            Self::Foam => "foam",
            Self::Jacobian => "jacobian",
        }
    }
}

/// How a map is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MapFormat {
    /// PNG with 8 bits a channel.
    Png8,
    /// PNG with 16 bits a channel.
    Png16,
    /// OpenEXR with 32-bit floats: exact.
    Exr,
}

/// Where the green of a normal map points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NormalY {
    /// Toward the top of the picture, which is −z: OpenGL, Unity, Godot, Blender.
    Up,
    /// Toward its bottom, which is +z: DirectX, Unreal.
    Down,
}

/// Numbers from the darkest to the lightest level of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapRange {
    /// Of which map.
    pub map: MapName,
    /// The number of level 0.
    pub low: f64,
    /// The number of the highest level; above `low`.
    pub high: f64,
}

/// How many frames a loop has: 1 to 100 000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameCount(pub u32);

impl FrameCount {
    /// More frames than any loop has.
    pub const MAX: u32 = 100_000;
}

/// Frames from `start` to before `end`, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameRange(pub Range<u32>);

/// Frames side by side and below each other, at least one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtlasCells {
    /// Side by side.
    pub columns: u32,
    /// Below each other.
    pub rows: u32,
}

/// Most frames of a loop.
const MAX_FRAMES: u32 = FrameCount::MAX;

/// What the parameter `period` of the sea allows is checked there.
fn period(text: &str) -> Result<f64, String> {
    number(text, f64::MAX, "a number of seconds above 0")
}

/// Reads "height=-4..4".
impl FromStr for MapRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('=');
        let (name, ends) = parts.ok_or("write MAP=LOW..HIGH, as in height=-4..4")?;
        let map = MapName::from_str(name, false).map_err(|_| {
            let names = MapName::value_variants().iter().map(|map| map.name());
            format!(
                "there is no map `{name}`; there are {}",
                names.collect::<Vec<_>>().join(", ")
            )
        })?;
        let ends = ends
            .split_once("..")
            .and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
        match ends {
            Some((low, high)) if f64::is_finite(high - low) && low < high => {
                Ok(Self { map, low, high })
            }
            _ => Err("write two numbers, the lower one first, as in height=-4..4".into()),
        }
    }
}

/// Reads "64".
impl FromStr for FrameCount {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.parse()
            .ok()
            .filter(|count| (1..=MAX_FRAMES).contains(count))
            .map(Self)
            .ok_or_else(|| format!("write a whole number of frames from 1 to {MAX_FRAMES}"))
    }
}

/// Reads "0..64".
impl FromStr for FrameRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split_once("..")
            .and_then(|(start, end)| Some(start.parse().ok()?..end.parse().ok()?))
            .filter(|range: &Range<u32>| !range.is_empty())
            .map(Self)
            .ok_or_else(|| {
                "write the first frame and the one after the last, as in 0..64".to_owned()
            })
    }
}

/// Reads "8x8".
impl FromStr for AtlasCells {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split_once(['x', 'X', '×'])
            .and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)))
            .filter(|(columns, rows)| {
                let cells = u64::from(*columns) * u64::from(*rows);
                (1..=u64::from(MAX_FRAMES)).contains(&cells)
            })
            .map(|(columns, rows)| Self { columns, rows })
            .ok_or_else(|| {
                format!("write COLUMNSxROWS, as in 8x8, at most {MAX_FRAMES} frames together")
            })
    }
}
