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
    /// The folder to write to; created if its parent exists. The maps of an earlier bake there, as its bake.json lists them,
    /// are replaced.
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// The maps to bake, separated by commas.
    #[arg(
        long,
        value_name = "MAPS",
        value_enum,
        value_delimiter = ',',
        default_value = "displacement,normal,foam"
    )]
    pub maps: Vec<MapName>,
    /// The format of all maps; without it, png8 for normal and foam, exr for the others.
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub format: Option<MapFormat>,
    /// Values of the darkest and the lightest level of a PNG, as in height=-4..4; can be repeated.
    #[arg(long = "range", value_name = "MAP=LOW..HIGH")]
    pub ranges: Vec<MapRange>,
    /// Direction of the green channel of a normal map: up in the picture (OpenGL, −z) or down (DirectX, +z).
    #[arg(long, value_name = "WAY", value_enum, default_value_t = NormalY::Up)]
    pub normal_y: NormalY,
    /// For a single frame: its time in seconds (default: 0).
    #[arg(long, value_name = "T", value_parser = time, allow_hyphen_values = true)]
    pub time: Option<f64>,
    /// Number of frames of a loop, in numbered files: frame k is at time k·period/N.
    #[arg(long, value_name = "N")]
    pub count: Option<FrameCount>,
    /// Frames of the loop to bake, excluding the last; default: all. A frame does not depend on the
    /// machine that bakes it, so that many machines can share one loop.
    #[arg(long, value_name = "A..B")]
    pub frames: Option<FrameRange>,
    /// Puts all frames of the loop in one picture of COLUMNSxROWS frames, as in 8x8.
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
    /// Displacement of a point of the plane, in metres.
    Displacement,
    /// Unit normal of the displaced surface.
    Normal,
    /// Slopes of the height along x and along z.
    Slope,
    /// Derivatives of the horizontal displacement, for combining the normals of several cascades.
    Strain,
    /// Fraction of the surface covered by foam.
    Foam,
    /// Jacobian of the horizontal displacement.
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
