//! Changes to a scene from outside its file: `--set key.path=value` and the options that are short for it.

use super::SceneError;
use super::keys::SKIES;
use super::tree::{Content, Node, Origin};
use crate::parameter::excerpt;
use crate::scene::named;
use crate::water::MODELS;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

/// Maximum number of parts of a key: more than any key of a scene has, few enough that nested tables can't overflow the stack.
const MAX_PARTS: usize = 16;

/// A change to a scene: a key, and its new value.
#[derive(Clone, Debug)]
pub struct Edit {
    path: Vec<String>,
    value: Given,
    said: Arc<str>,
}

#[derive(Clone, Debug)]
enum Given {
    /// TOML, or a bare word.
    Toml(String),
    /// A file named by its own option.
    File(PathBuf),
    /// A name from an option.
    Name(String),
}

impl Edit {
    /// Parses `key.path=value`. An error if the text does not have this form; the value is checked later, against the scene.
    ///
    /// ```
    /// use waterlab::scene::Edit;
    ///
    /// assert!(Edit::parse("water.damping=4").is_ok());
    /// assert!(Edit::parse("camera.eye=[0, 1, 2]").is_ok());
    /// assert!(Edit::parse("water.damping").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Self, String> {
        let (path, value) = text
            .split_once('=')
            .ok_or("there is no `=`; write key.path=value, as in water.damping=4")?;
        let path: Vec<String> = path.split('.').map(|key| key.trim().to_owned()).collect();
        if path.iter().any(String::is_empty) {
            return Err(
                "a part of the key is empty; write key.path=value, as in water.damping=4".into(),
            );
        }
        if path.len() > MAX_PARTS {
            return Err(
                "the key has too many parts; write key.path=value, as in water.damping=4".into(),
            );
        }
        if value.trim().is_empty() {
            return Err("there is no value; write key.path=value, as in water.damping=4".into());
        }
        Ok(Self {
            path,
            value: Given::Toml(value.to_owned()),
            said: format!("--set {}", excerpt(text)).into(),
        })
    }

    /// The option `--option name`, which sets the key at `path` to a name.
    pub fn name(option: &str, path: [&str; 2], name: &str) -> Self {
        Self {
            path: path.map(str::to_owned).to_vec(),
            value: Given::Name(name.to_owned()),
            said: format!("--{option} {}", excerpt(name)).into(),
        }
    }

    /// The option `--option file`, which sets the key at `path` to a file, relative to the working directory.
    pub fn file(option: &str, path: [&str; 2], file: impl Into<OsString>) -> Self {
        let file = PathBuf::from(file.into());
        Self {
            path: path.map(str::to_owned).to_vec(),
            said: format!("--{option} {}", named(&file)).into(),
            value: Given::File(file),
        }
    }

    /// Keys of the sky in the file that this edit overrides: the last one given takes effect.
    fn sets_aside(&self) -> Vec<&'static str> {
        const SUN: [&str; 2] = ["elevation", "azimuth"];
        let [table, key] = &self.path[..] else {
            return Vec::new();
        };
        match (table.as_str(), key.as_str(), &self.value) {
            ("sky", "hour" | "day" | "latitude", _) => SUN.to_vec(),
            ("water" | "compare", "preset", Given::Toml(name)) => {
                let name = name.trim().trim_matches(['"', '\'']);
                let presets = MODELS.iter().flat_map(|model| model.presets);
                let named = presets.filter(|preset| preset.name() == name);
                named
                    .flat_map(|preset| preset.values)
                    .map(|(key, _)| *key)
                    .collect()
            }
            ("sky", "preset", Given::Toml(name)) => {
                let name = name.trim().trim_matches(['"', '\'']);
                let preset = SKIES.iter().find(|preset| preset.name() == name);
                let keys = preset.iter().flat_map(|preset| preset.values);
                let mut keys: Vec<_> = keys.map(|(key, _)| *key).collect();
                if keys.contains(&"hour") {
                    keys.extend(SUN);
                }
                keys
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn apply(&self, scene: &mut Node) -> Result<(), SceneError> {
        let aside = self.sets_aside();
        if let (Some(table), false) = (self.path.first(), aside.is_empty()) {
            scene.forget_of_files(table, &aside);
        }
        let origin = Origin::Option(self.said.clone());
        let value = match &self.value {
            Given::Toml(text) => Node::parse_value(text, &origin)?,
            Given::File(file) => Node {
                content: Content::File(file.clone()),
                origin,
            },
            Given::Name(name) => Node {
                content: Content::Text(name.clone()),
                origin,
            },
        };
        scene.put(&self.path, value)
    }
}
