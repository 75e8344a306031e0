//! The plan of a bake, derived from its options before any work: frames, times and files.

use super::reach::Reach;
use super::{atlas, map};
use crate::command::WrongUsage;
use crate::command::arguments::{AtlasCells, Bake, Common, MapFormat, MapName};
use crate::sea::Sea;
use anyhow::{Result, bail};
use std::ops::Range;

/// Frames, and the layers of each.
pub struct Plan {
    /// Which frames.
    pub frames: Frames,
    /// Layout of the atlas, if there is one.
    pub atlas: Option<AtlasCells>,
    /// Every map of every tile.
    pub layers: Vec<Layer>,
}

/// The times of the frames.
pub enum Frames {
    /// A single frame, at this time in seconds.
    One(f64),
    /// A loop.
    Loop {
        /// Seconds.
        period: f64,
        /// Number of frames of the whole loop.
        count: u32,
        /// Frames to bake in this process.
        baked: Range<u32>,
    },
}

/// One map of one tile.
pub struct Layer {
    /// The map.
    pub map: MapName,
    /// The number of the tile.
    pub tile: usize,
    /// The format.
    pub format: MapFormat,
    /// The range of the levels, where there are levels.
    pub reach: Option<Reach>,
}

impl Frames {
    /// The frames to bake in this process.
    pub fn baked(&self) -> Range<u32> {
        match self {
            Self::One(_) => 0..1,
            Self::Loop { baked, .. } => baked.clone(),
        }
    }

    /// Number of frames of the bake.
    pub fn count(&self) -> u32 {
        match self {
            Self::One(_) => 1,
            Self::Loop { count, .. } => *count,
        }
    }

    /// Whether other processes bake some of the frames.
    pub fn is_shared(&self) -> bool {
        self.baked() != (0..self.count())
    }

    /// The time of a frame in seconds.
    pub fn time(&self, frame: u32) -> f64 {
        match self {
            Self::One(time) => *time,
            Self::Loop { period, count, .. } => period * f64::from(frame) / f64::from(*count),
        }
    }
}

impl Layer {
    /// Samples of a pixel.
    pub fn channels(&self) -> usize {
        let channels = map::channels(self.map, super::NormalY::Up);
        channels.iter().flatten().count()
    }
}

impl Plan {
    /// The plan for `sea`, or an error if the options do not fit it.
    pub fn new(task: &Bake, sea: &Sea) -> Result<Self> {
        let plan = Self {
            frames: frames(task, sea)?,
            atlas: task.atlas,
            layers: layers(task, sea),
        };
        if let (Some(cells), Some(patch)) = (plan.atlas, sea.waves().patches().first()) {
            let size = atlas::size(cells, (patch.columns, patch.rows))?;
            let maps = plan.layers.iter();
            atlas::check_memory(size, maps.map(|layer| (layer.format, layer.channels())))?;
        }
        Ok(plan)
    }

    /// The naming of the files of this layer.
    fn naming(&self, layer: &Layer, tiles: usize) -> Naming {
        Naming {
            map: layer.map,
            tile: (tiles > 1).then_some(layer.tile),
            sequence: match (&self.frames, self.atlas) {
                (_, Some(_)) => Sequence::Atlas,
                (Frames::Loop { count, .. }, None) => Sequence::Numbered(*count),
                (Frames::One(_), None) => Sequence::One,
            },
            extension: match layer.format {
                MapFormat::Png8 | MapFormat::Png16 => "png",
                MapFormat::Exr => "exr",
            },
        }
    }

    /// The name of the file with this frame of this layer; `tiles` is the number of tiles of the sea.
    pub fn name(&self, layer: &Layer, tiles: usize, frame: u32) -> String {
        let number = |digits| format!("{frame:0digits$}");
        self.naming(layer, tiles).name(number)
    }

    /// The names of the files of each layer, with `%04d` for the number.
    pub fn patterns(&self, sea: &Sea) -> impl Iterator<Item = String> {
        let tiles = sea.waves().patches().len();
        self.layers
            .iter()
            .map(move |layer| self.pattern(layer, tiles))
    }

    /// The names of all files of this layer, with `%04d` for the number.
    pub fn pattern(&self, layer: &Layer, tiles: usize) -> String {
        self.naming(layer, tiles).pattern()
    }
}

/// The naming of the files of one map of one tile. A bake writes no other files, except its manifest.
pub struct Naming {
    /// The map.
    pub map: MapName,
    /// The number of the tile, if there are several.
    pub tile: Option<usize>,
    /// Single frame, atlas or numbered files.
    pub sequence: Sequence,
    /// `png` or `exr`.
    pub extension: &'static str,
}

/// The number of files of a map.
#[derive(Clone, Copy)]
pub enum Sequence {
    /// One, of a single frame.
    One,
    /// One, of all frames.
    Atlas,
    /// One for each of so many frames.
    Numbered(u32),
}

impl Sequence {
    /// The number of files of a map.
    pub fn count(self) -> u32 {
        match self {
            Self::One | Self::Atlas => 1,
            Self::Numbered(count) => count,
        }
    }
}

impl Naming {
    /// The name of a file; `number` formats the frame number with so many digits.
    fn name(&self, number: impl FnOnce(usize) -> String) -> String {
        let mut name = self.map.name().to_owned();
        if let Some(tile) = self.tile {
            name += &format!("_c{tile}");
        }
        match self.sequence {
            Sequence::Atlas => name += "_atlas",
            Sequence::Numbered(count) => {
                // As many digits as the last number has, and at least four, so that longer loops sort well.
                let digits = count.saturating_sub(1).max(1).ilog10() as usize + 1;
                name += &format!("_{}", number(digits.max(4)));
            }
            Sequence::One => {}
        }
        name + "." + self.extension
    }

    /// The names of all of them, with `%04d` for the number.
    pub fn pattern(&self) -> String {
        self.name(|digits| format!("%0{digits}d"))
    }
}

/// An error if the options contradict each other, whatever the sea.
pub fn check(task: &Bake, common: &Common) -> Result<(), WrongUsage> {
    let wrong = |message: String| Err(WrongUsage(message));
    if super::is_stdout(&task.out) {
        return wrong(
            "--out -: a bake is a folder of files, and stdout takes one; name a folder".into(),
        );
    }
    if common.size.is_some() {
        return wrong("--size: a map has a pixel for each cell of the water; give that its size, as in --set water.size=[512,512]".into());
    }
    let is_loop = task.count.is_some() || task.frames.is_some() || task.atlas.is_some();
    if task.time.is_some() && is_loop {
        return wrong("--time is of one frame, but --count, --frames and --atlas make a loop, which begins at time 0: use one or the other".into());
    }
    if let (Some(cells), Some(frames)) = (task.atlas, &task.frames) {
        return wrong(format!(
            "--frames {}..{}: an atlas of {}x{} is one picture, which can't be shared; omit --frames, or bake files with --count",
            frames.0.start, frames.0.end, cells.columns, cells.rows
        ));
    }
    if let (Some(cells), Some(count)) = (task.atlas, task.count)
        && cells.columns * cells.rows != count.0
    {
        return wrong(format!(
            "--count {}: an atlas of {}x{} holds {} frames; omit --count, or let them agree",
            count.0,
            cells.columns,
            cells.rows,
            cells.columns * cells.rows
        ));
    }
    match (&task.frames, task.count) {
        (Some(frames), None) => {
            return wrong(format!(
                "--frames {}..{}: tell how many frames the whole loop has, as in --count 64",
                frames.0.start, frames.0.end
            ));
        }
        (Some(frames), Some(count)) if frames.0.end > count.0 => {
            return wrong(format!(
                "--frames {}..{}: a loop of --count {} has the frames 0..{}",
                frames.0.start, frames.0.end, count.0, count.0
            ));
        }
        _ => {}
    }
    for range in &task.ranges {
        let name = range.map.name();
        if !task.maps.contains(&range.map) {
            return wrong(format!(
                "--range {name}=…: {name} is not among the maps; add it to --maps"
            ));
        }
        if format(task, range.map) == MapFormat::Exr {
            return wrong(format!(
                "--range {name}=…: an .exr holds the numbers themselves; leave it out, or use --format png8 or png16"
            ));
        }
    }
    Ok(())
}

fn frames(task: &Bake, sea: &Sea) -> Result<Frames> {
    let count = match (task.atlas, task.count) {
        (Some(cells), _) => cells.columns * cells.rows,
        (None, Some(count)) => count.0,
        (None, None) => return Ok(Frames::One(task.time.unwrap_or(0.0))),
    };
    let Some(period) = sea.period() else {
        let option = if task.atlas.is_some() {
            "--atlas"
        } else {
            "--count"
        };
        bail!(
            "{option}: this sea never repeats, so there is no loop; give it a period, as in --period 10 or --set water.period=10"
        );
    };
    let all = 0..count;
    Ok(Frames::Loop {
        period: period.seconds(),
        count,
        baked: task.frames.as_ref().map_or(all, |frames| frames.0.clone()),
    })
}

fn layers(task: &Bake, sea: &Sea) -> Vec<Layer> {
    let mut maps: Vec<MapName> = Vec::new();
    for map in &task.maps {
        if !maps.contains(map) {
            maps.push(*map);
        }
    }
    let of_tile = |tile: usize| {
        // Foam and Jacobian are not sums of those of the tiles.
        let maps = maps.iter().copied();
        maps.filter(move |map| tile == 0 || !matches!(map, MapName::Foam | MapName::Jacobian))
            .map(move |map| (tile, map))
    };
    (0..sea.waves().patches().len())
        .flat_map(of_tile)
        .map(|(tile, map)| Layer {
            map,
            tile,
            format: format(task, map),
            reach: reach(task, map),
        })
        .collect()
}

/// The default format: normals and foam need only 8 bits; metres need more.
fn format(task: &Bake, map: MapName) -> MapFormat {
    task.format.unwrap_or(match map {
        MapName::Normal | MapName::Foam => MapFormat::Png8,
        _ => MapFormat::Exr,
    })
}

/// The last range given for a map.
fn reach(task: &Bake, map: MapName) -> Option<Reach> {
    let ranges = task.ranges.iter().rev();
    ranges
        .filter(|range| range.map == map)
        .map(|range| Reach {
            low: range.low,
            high: range.high,
        })
        .next()
}
