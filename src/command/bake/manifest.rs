//! `bake.json`: the description of the maps of a bake, for programs that read them.
//!
//! It describes the whole bake and not the part of one process: all processes that share a bake write the same bytes.

use super::map::{self, Channel};
use super::plan::{Frames, Layer, Naming, Plan, Sequence};
use super::reach::Reach;
use crate::command::arguments::{FrameCount, MapFormat, MapName, NormalY};
use crate::command::named;
use crate::parameter::{Range, Settings, Value};
use crate::scene::WaterConfig;
use crate::sea::{GerstnerWave, Patch, Sea};
use anyhow::{Context, Result};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use serde_json::{Map, json};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// File name in the folder.
pub const NAME: &str = "bake.json";
/// Maximum number of bytes.
const LONGEST: u64 = 64 << 20;

const AXES: &str = "right-handed, y up; columns run along +x, rows along +z, row 0 at the top of the picture; \
    pixel (i, j) is the point (i, j) * spacing, and the map repeats after length_x and length_z";
const DECODE: &str = "value = low + p / (2^bits - 1) * (high - low)";

#[derive(Serialize)]
struct Manifest<'a> {
    program: &'a str,
    version: &'a str,
    model: &'a str,
    seed: i64,
    settings: Map<String, serde_json::Value>,
    /// The waves that the scene lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    waves: Vec<serde_json::Value>,
    /// Metres.
    significant_height: f64,
    axes: &'a str,
    frames: u32,
    /// Seconds; for a single frame only.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    /// Seconds.
    period: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fps: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frame_time: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    atlas: Option<Atlas<'a>>,
    tiles: Vec<Tile>,
}

#[derive(Serialize)]
struct Atlas<'a> {
    columns: u32,
    rows: u32,
    order: &'a str,
}

#[derive(Serialize)]
struct Tile {
    tile: usize,
    columns: usize,
    rows: usize,
    /// Metres.
    length_x: f64,
    length_z: f64,
    spacing: f64,
    maps: Vec<MapEntry>,
}

#[derive(Serialize)]
struct MapEntry {
    map: &'static str,
    files: String,
    format: &'static str,
    bits: u32,
    colour_space: &'static str,
    channels: Vec<Channel>,
    /// `None` if the file holds the numbers themselves.
    range: Option<Reach>,
    decode: &'static str,
}

/// The manifest as text.
pub fn text(plan: &Plan, sea: &Sea, config: &WaterConfig, normal_y: NormalY) -> Result<String> {
    let settings = &config.settings;
    let frames = plan.frames.count();
    let (time, is_loop) = match plan.frames {
        Frames::One(time) => (Some(time), false),
        Frames::Loop { .. } => (None, true),
    };
    let period = sea.period().map(|period| period.seconds());
    let patches = sea.waves().patches();
    let manifest = Manifest {
        program: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        model: config.model.name,
        seed: settings.integer("seed"),
        settings: settings_of(settings),
        waves: config.waves.iter().map(wave).collect(),
        // Rounded, as the last bits depend on the machine.
        significant_height: (sea.waves().significant_height() * 1e4).round() / 1e4,
        axes: AXES,
        frames,
        time,
        period,
        fps: period
            .filter(|_| is_loop)
            .map(|period| f64::from(frames) / period),
        frame_time: is_loop.then_some("frame k is the sea at k * period / frames seconds"),
        atlas: plan.atlas.map(|cells| Atlas {
            columns: cells.columns,
            rows: cells.rows,
            order: "row by row from the top left, frame 0 first, edge to edge",
        }),
        tiles: patches
            .iter()
            .enumerate()
            .map(|(number, patch)| tile(plan, number, patch, patches.len(), normal_y))
            .collect(),
    };
    Ok(serde_json::to_string_pretty(&manifest)? + "\n")
}

fn tile(plan: &Plan, number: usize, patch: &Patch, tiles: usize, normal_y: NormalY) -> Tile {
    let layers = plan.layers.iter().filter(|layer| layer.tile == number);
    Tile {
        tile: number,
        columns: patch.columns,
        rows: patch.rows,
        length_x: patch.length_x,
        length_z: patch.length_z,
        spacing: patch.spacing(),
        maps: layers
            .map(|layer| entry(plan, layer, tiles, normal_y))
            .collect(),
    }
}

fn entry(plan: &Plan, layer: &Layer, tiles: usize, normal_y: NormalY) -> MapEntry {
    let (format, bits) = match layer.format {
        MapFormat::Png8 => ("png", 8),
        MapFormat::Png16 => ("png", 16),
        MapFormat::Exr => ("exr", 32),
    };
    MapEntry {
        map: layer.map.name(),
        files: plan.pattern(layer, tiles),
        format,
        bits,
        colour_space: "linear",
        channels: map::channels(layer.map, normal_y)
            .into_iter()
            .flatten()
            .collect(),
        range: layer.reach,
        decode: if layer.reach.is_some() {
            DECODE
        } else {
            "value = p"
        },
    }
}

/// Reads the manifest in a folder, if there is one: a regular file of at most the maximum length.
pub fn read(folder: &Path) -> Result<Option<Vec<u8>>> {
    let name = folder.join(NAME);
    // Checked before opening: opening a pipe waits for its writer, and a device may never end.
    if !name.symlink_metadata().is_ok_and(|there| there.is_file()) {
        return Ok(None);
    }
    let mut text = Vec::new();
    File::open(&name)
        .and_then(|file| file.take(LONGEST).read_to_end(&mut text))
        .with_context(|| format!("can't read {}", named(&name)))?;
    Ok(Some(text))
}

/// The parts of an old manifest that are read.
#[derive(Deserialize)]
struct Old {
    program: String,
    version: String,
    frames: u32,
    frame_time: Option<String>,
    atlas: Option<OldAtlas>,
    tiles: Vec<OldTile>,
}

#[derive(Deserialize)]
struct OldAtlas {
    columns: u32,
    rows: u32,
}

#[derive(Deserialize)]
struct OldTile {
    tile: usize,
    maps: Vec<OldMap>,
}

#[derive(Deserialize)]
struct OldMap {
    map: String,
    files: String,
    format: String,
}

impl Old {
    /// Whether it has the form of a manifest of this program.
    fn is_ours(&self) -> bool {
        let numbers = self.version.split('.').map(str::parse::<u32>);
        let cells = self.atlas.as_ref().map(|a| a.columns.checked_mul(a.rows));
        self.program == env!("CARGO_PKG_NAME")
            && numbers
                .collect::<Result<Vec<_>, _>>()
                .is_ok_and(|numbers| numbers.len() == 3)
            && (1..=FrameCount::MAX).contains(&self.frames)
            && cells.is_none_or(|cells| cells == Some(self.frames))
            && self
                .tiles
                .iter()
                .map(|tile| tile.tile)
                .eq(0..self.tiles.len())
    }

    /// The naming of a map's files, if it is one that a bake uses.
    fn naming(&self, tile: &OldTile, map: &OldMap) -> Option<Naming> {
        let naming = Naming {
            map: MapName::from_str(&map.map, false).ok()?,
            tile: (self.tiles.len() > 1).then_some(tile.tile),
            sequence: match (&self.atlas, &self.frame_time) {
                (Some(_), _) => Sequence::Atlas,
                (None, Some(_)) => Sequence::Numbered(self.frames),
                (None, None) => Sequence::One,
            },
            extension: ["png", "exr"]
                .into_iter()
                .find(|known| *known == map.format)?,
        };
        (naming.pattern() == map.files).then_some(naming)
    }
}

/// Whether `name` is one of the map files of an old manifest. Manifests and file names that no bake can have written never match.
pub fn names(old: &[u8]) -> impl Fn(&str) -> bool {
    let old = serde_json::from_slice::<Old>(old).ok().filter(Old::is_ours);
    let patterns: Vec<(String, u32)> = old
        .iter()
        .flat_map(|old| old.tiles.iter().map(move |tile| (old, tile)))
        .flat_map(|(old, tile)| tile.maps.iter().filter_map(|map| old.naming(tile, map)))
        .map(|naming| (naming.pattern(), naming.sequence.count()))
        .collect();
    move |name| {
        let mut patterns = patterns.iter();
        patterns.any(|(pattern, frames)| fits(name, pattern, *frames))
    }
}

/// Whether `name` is one of `frames` files named as in `height_%04d.exr`, or the one file `height.exr`.
fn fits(name: &str, pattern: &str, frames: u32) -> bool {
    let Some((before, behind)) = pattern.split_once("%0") else {
        return name == pattern;
    };
    let Some((digits, behind)) = behind.split_once('d') else {
        return false;
    };
    let number = name
        .strip_prefix(before)
        .and_then(|rest| rest.strip_suffix(behind));
    number.is_some_and(|number| {
        digits.parse() == Ok(number.len())
            && number.bytes().all(|digit| digit.is_ascii_digit())
            && number.parse().is_ok_and(|number: u32| number < frames)
    })
}

/// A wave with the keys and units of a scene.
fn wave(wave: &GerstnerWave) -> serde_json::Value {
    json!({
        "length": wave.length,
        "amplitude": wave.amplitude,
        "direction": wave.direction.to_degrees(),
        "phase": wave.phase.to_degrees(),
    })
}

/// Every parameter of the sea with its value, names of choices as in a scene.
fn settings_of(settings: &Settings) -> Map<String, serde_json::Value> {
    let value = |range: &Range, value| match (range, value) {
        (Range::Choice { options, .. }, Value::Choice(index)) => json!(options.get(index)),
        (_, Value::Integer(number)) => json!(number),
        (_, Value::Real(number)) => json!(number),
        (_, Value::Switch(on)) => json!(on),
        (_, Value::Choice(index)) => json!(index),
    };
    settings
        .iter()
        .map(|(parameter, now)| (parameter.key.to_owned(), value(&parameter.range, now)))
        .collect()
}
