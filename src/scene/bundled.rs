//! Bundled scenes, with the files that they name.

use super::{Edit, Files, Opened, Scene, SceneError};
use crate::scene::Bundle;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A bundled scene.
#[derive(Debug)]
pub struct BundledScene {
    /// Name of its file, without extension.
    pub name: &'static str,
    /// Its group.
    pub group: SceneGroup,
    /// A short description of what it shows.
    pub caption: &'static str,
    /// Thumbnail, a JPEG file.
    #[cfg(feature = "desktop")]
    pub thumbnail: &'static [u8],
    text: &'static str,
}

/// The groups of bundled scenes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneGroup {
    /// Pools.
    Pools,
    /// What floats, falls in and makes waves.
    Bodies,
    /// Water that runs over ground.
    Flows,
    /// Open water.
    Seas,
    /// For learners: comparisons, and models to try.
    Experiments,
}

impl SceneGroup {
    /// All of them, in order.
    pub const ALL: [Self; 5] = [
        Self::Pools,
        Self::Bodies,
        Self::Flows,
        Self::Seas,
        Self::Experiments,
    ];

    /// The title of the group.
    pub fn title(self) -> &'static str {
        match self {
            Self::Pools => "Pools",
            Self::Bodies => "Floating bodies",
            Self::Flows => "Water that flows",
            Self::Seas => "Seas",
            Self::Experiments => "Experiments",
        }
    }
}

macro_rules! bundled {
    ($($group:ident $name:literal $caption:literal),+ $(,)?) => {
        [$(BundledScene {
            name: $name,
            group: SceneGroup::$group,
            caption: $caption,
            #[cfg(feature = "desktop")]
            thumbnail: include_bytes!(concat!("../../scenes/thumbnails/", $name, ".jpg")),
            text: include_str!(concat!("../../scenes/", $name, ".toml")),
        }),+]
    };
}

/// All of them, group after group.
pub static BUNDLED: [BundledScene; 30] = bundled![
    Pools "pool" "A garden pool in the sun",
    Pools "tank" "A glass tank in a dark studio",
    Pools "pond" "Ripples over a picture of koi",
    Pools "rain" "A downpour",
    Pools "shower" "Fine rings in the rain",
    Pools "stones" "Rings that cross in still water",
    Pools "reef" "Waves bend over a shoal",
    Bodies "tower" "Crates and balls fall into a pool",
    Bodies "bath" "Rubber ducks in a glass tank",
    Bodies "harbour" "A boat comes in between the walls",
    Bodies "regatta" "Boats and buoys on a swell",
    Bodies "wake" "A boat with a motor tows a raft",
    Flows "dam" "A dam breaks onto a town",
    Flows "beach" "A swell breaks and runs up",
    Flows "river" "A stream carries a duck round rocks",
    Flows "tsunami" "A long wave floods an island",
    Flows "tide" "The tide fills a bay",
    Seas "sea" "The open sea in a breeze",
    Seas "calm" "A light breeze in shelter",
    Seas "swell" "Long waves at sunset",
    Seas "gale" "Crests break and leave foam",
    Seas "storm" "Wind sea and crossing swell",
    Seas "lagoon" "Half above and half under water",
    Seas "gerstner" "Five listed waves",
    Seas "loop" "Repeats after 8 seconds",
    Experiments "compare" "Ripple and iWave side by side",
    Experiments "linear" "Linear and nonlinear side by side",
    Experiments "double_slit" "Interference behind two slits",
    Experiments "springs" "A grid of springs, like jelly",
    Experiments "paint" "Paint waves and walls",
];

/// The pictures that the scenes name.
const PICTURES: [(&str, &[u8]); 5] = [
    (
        "../textures/beds/river.png",
        include_bytes!("../../textures/beds/river.png"),
    ),
    (
        "../textures/beds/estuary.png",
        include_bytes!("../../textures/beds/estuary.png"),
    ),
    (
        "../textures/beds/island.png",
        include_bytes!("../../textures/beds/island.png"),
    ),
    (
        "../textures/coral.png",
        include_bytes!("../../textures/coral.png"),
    ),
    (
        "../textures/reef.png",
        include_bytes!("../../textures/reef.png"),
    ),
];

impl BundledScene {
    /// The bundled scene with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        BUNDLED.iter().find(|scene| scene.name == name)
    }

    /// The name as a title: "Double slit".
    pub fn title(&self) -> String {
        let words = self.name.replace('_', " ");
        let mut letters = words.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect()
    }

    /// The description: the first comment of its file.
    pub fn about(&self) -> String {
        let lines = self.text.lines().map(|line| line.strip_prefix('#'));
        let words = lines.map_while(|line| line.map(str::trim));
        let words: Vec<_> = words.take_while(|line| !line.is_empty()).collect();
        words.join(" ")
    }

    /// Reads the scene; files that are not bundled are taken from `files`, also those that the user adds later.
    pub fn read(&self, files: Arc<dyn Files>) -> Result<Scene, SceneError> {
        self.read_with(&[], files)
    }

    /// As [`BundledScene::read`], with changes made to it in order.
    pub fn read_with(&self, edits: &[Edit], files: Arc<dyn Files>) -> Result<Scene, SceneError> {
        let mut own = Bundle::default();
        for (name, bytes) in PICTURES {
            own.put(name, bytes);
        }
        let name = PathBuf::from(format!("{}.toml", self.name));
        let files = Both { own, others: files };
        Scene::read_with(self.text, &name, edits, Arc::new(files))
    }
}

/// Bundled files before others.
struct Both {
    own: Bundle,
    others: Arc<dyn Files>,
}

impl Files for Both {
    fn open(&self, name: &Path) -> Result<Opened, String> {
        self.own.open(name).or_else(|_| self.others.open(name))
    }

    fn true_name(&self, name: &Path) -> PathBuf {
        match self.own.open(name) {
            Ok(_) => name.to_path_buf(),
            Err(_) => self.others.true_name(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_of_the_folder_is_there_and_reads_without_any_files() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let mut names: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| {
                path.extension()
                    .is_some_and(|extension| extension == "toml")
            })
            .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        names.sort();
        let groups = BUNDLED.iter().map(|scene| scene.group as usize);
        assert!(groups.is_sorted(), "group after group");
        let mut bundled: Vec<_> = BUNDLED.iter().map(|scene| scene.name.to_owned()).collect();
        bundled.sort();
        assert_eq!(bundled, names);
        for scene in &BUNDLED {
            let read = scene.read(Arc::new(Bundle::default()));
            assert!(read.is_ok(), "{}", scene.name);
            assert!(scene.about().ends_with(['.', ':']), "{}", scene.about());
        }
    }

    #[test]
    fn a_name_becomes_a_title() {
        let title = |name| {
            BUNDLED
                .iter()
                .find(|scene| scene.name == name)
                .unwrap()
                .title()
        };
        assert_eq!(title("double_slit"), "Double slit");
        assert_eq!(title("pool"), "Pool");
    }
}
