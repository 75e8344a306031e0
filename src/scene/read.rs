//! From the tree to a [`Scene`]: every key checked against its description, every leftover key refused.

use super::keys::{self, CAMERA, DROP, POKE, STROKE, TABLES, WATER};
use super::tree::{Content, Entry, Node, Origin};
use super::{Camera, Event, Poke, Scene, SceneError, View};
use crate::parameter::{Parameter, ParameterError, Range, Settings, Value, excerpt, nearest};
use crate::pool::{Disturbance, Fraction, Model, RAIN, Size};
use crate::view::{VIEWS, ViewKind};
use std::path::PathBuf;

/// The farthest from the pool's middle that a point of the camera can be, in metres.
const FAR: f64 = 1e6;

/// The scene that a tree tells.
pub(super) fn scene(root: Node) -> Result<Scene, SceneError> {
    let mut scene = Scene::default();
    let mut tables = Fields::of(root, "")?;
    if let Some(Entry { origin, .. }) = tables.take_entry("obstacle") {
        return Err(origin.error(
            "no model of this version has walls, so there can be no `obstacle`: take it out",
        ));
    }
    if let Some(node) = tables.take("water") {
        water(&mut scene, Fields::of(node, "water")?)?;
    }
    for fields in tables.take_list("drop")? {
        scene.events.push(drop(fields)?);
    }
    for fields in tables.take_list("stroke")? {
        scene.events.push(stroke(fields)?);
    }
    // Stable: what happens before the same step happens in the order of the scene, stones before strokes.
    scene.events.sort_by_key(|event| event.step);
    if let Some(node) = tables.take("rain") {
        let mut fields = Fields::of(node, "rain")?;
        scene.rain = Some(fields.settings(&RAIN)?);
        fields.finish()?;
    }
    if let Some(node) = tables.take("view") {
        view(&mut scene.view, Fields::of(node, "view")?)?;
    }
    if let Some(node) = tables.take("camera") {
        scene.camera = camera(Fields::of(node, "camera")?)?;
    }
    if let Some(node) = tables.take("poke") {
        let mut fields = Fields::of(node, "poke")?;
        let settings = fields.settings(&POKE)?;
        scene.poke = Poke {
            radius: settings.real("radius"),
            weight: weight(&settings),
            ..scene.poke
        };
        fields.finish()?;
    }
    tables.finish()?;
    Ok(scene)
}

fn water(scene: &mut Scene, mut fields: Fields) -> Result<(), SceneError> {
    if let Some(node) = fields.take("model") {
        let name = node.text("model", "the name of a model")?;
        scene.water.model = Model::named(&name).ok_or_else(|| {
            let names = crate::pool::MODELS.iter().map(|model| model.name);
            node.origin.error(unknown_name("model", &name, names))
        })?;
    }
    if let Some(node) = fields.take("size") {
        let wanted = "two whole numbers, the cells along x and along z, as in [256, 256]";
        let [columns, rows] = node.list("size", wanted)?;
        let count = |node: &Node| match node.content {
            Content::Integer(number) => Ok(number),
            _ => Err(node.wrong("size", wanted)),
        };
        scene.size =
            Size::new(count(columns)?, count(rows)?).map_err(|error| node.origin.error(error))?;
    }
    scene.steps_per_second = fields.settings(&WATER)?.real("steps_per_second");
    scene.water.settings = fields.settings(scene.water.model.parameters)?;
    fields.finish()
}

fn drop(mut fields: Fields) -> Result<Event, SceneError> {
    let at = fields.place("at", (0.5, 0.5))?;
    let settings = fields.settings(&DROP)?;
    fields.finish()?;
    Ok(Event {
        step: step(&settings),
        disturbance: Disturbance::stone(at, settings.real("radius"), weight(&settings)),
    })
}

fn stroke(mut fields: Fields) -> Result<Event, SceneError> {
    let from = fields.place("from", (0.25, 0.5))?;
    let to = fields.place("to", (0.75, 0.5))?;
    let settings = fields.settings(&STROKE)?;
    fields.finish()?;
    Ok(Event {
        step: step(&settings),
        disturbance: Disturbance::stroke(from, to, settings.real("radius"), weight(&settings)),
    })
}

/// The range of the description keeps it above 0.
fn step(settings: &Settings) -> u64 {
    settings.integer("step").unsigned_abs()
}

/// The range of the description is that of 16 bits.
fn weight(settings: &Settings) -> i16 {
    settings
        .integer("weight")
        .clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

fn view(view: &mut View, mut fields: Fields) -> Result<(), SceneError> {
    if let Some(node) = fields.take("kind") {
        let name = node.text("kind", "the name of a view")?;
        view.kind = ViewKind::named(&name).ok_or_else(|| {
            let names = VIEWS.iter().map(|view| view.name);
            node.origin.error(unknown_name("view", &name, names))
        })?;
    }
    view.picture = fields.file("picture")?;
    view.floor = fields.file("floor")?;
    view.sky = fields.file("sky")?;
    for (kind, settings) in VIEWS.iter().zip(&mut view.settings) {
        *settings = fields.settings(kind.parameters)?;
    }
    fields.finish()
}

fn camera(mut fields: Fields) -> Result<Camera, SceneError> {
    let default = Camera::default();
    let eye = fields.point("eye", default.eye)?;
    let target = fields.point("target", default.target)?;
    if eye == target {
        return Err(fields.origin.error(format_args!(
            "the camera's `eye` and `target` are both at {eye:?}: move one of them"
        )));
    }
    let fov = fields.settings(&CAMERA)?.real("fov");
    fields.finish()?;
    Ok(Camera { eye, target, fov })
}

fn unknown_name<'a>(
    what: &str,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> String {
    let hint = nearest(name, names.clone())
        .map(|name| format!(", did you mean `{name}`?"))
        .unwrap_or_default();
    let names: Vec<_> = names.collect();
    format!(
        "there is no {what} `{}`{hint} (there are: {})",
        excerpt(name),
        names.join(", ")
    )
}

/// What is left of a table while its keys are taken out one by one.
struct Fields {
    table: &'static str,
    entries: Vec<Entry>,
    origin: Origin,
}

impl Fields {
    fn of(node: Node, table: &'static str) -> Result<Self, SceneError> {
        match node.content {
            Content::Table(entries) => Ok(Self {
                table,
                entries,
                origin: node.origin,
            }),
            _ => Err(node.wrong(
                table,
                &format!("a table of keys, as under a line [{table}]"),
            )),
        }
    }

    fn take_entry(&mut self, key: &str) -> Option<Entry> {
        let index = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(index))
    }

    fn take(&mut self, key: &str) -> Option<Node> {
        self.take_entry(key).map(|entry| entry.value)
    }

    /// The tables of a list of tables; none where there is no such key.
    fn take_list(&mut self, key: &'static str) -> Result<Vec<Self>, SceneError> {
        let Some(node) = self.take(key) else {
            return Ok(Vec::new());
        };
        match node.content {
            Content::List(nodes) => nodes
                .into_iter()
                .map(|node| match node.content {
                    Content::Table(_) => Self::of(node, key),
                    _ => Err(node.wrong(
                        key,
                        &format!("tables of keys, each under a line [[{key}]] with two brackets"),
                    )),
                })
                .collect(),
            _ => Err(node.wrong(
                key,
                &format!("a list of tables, each under a line [[{key}]] with two brackets"),
            )),
        }
    }

    /// The values of all `parameters`, the default for those that are not here.
    fn settings(&mut self, parameters: &'static [Parameter]) -> Result<Settings, SceneError> {
        let mut settings = Settings::new(parameters);
        for parameter in parameters {
            if let Some(node) = self.take(parameter.key) {
                let value = node.value(parameter)?;
                settings
                    .set(parameter.key, value)
                    .map_err(|error| node.origin.error(error))?;
            }
        }
        Ok(settings)
    }

    fn place(&mut self, key: &str, default: (f64, f64)) -> Result<Fraction, SceneError> {
        let Some(node) = self.take(key) else {
            return Ok(Fraction::clamped(default.0, default.1));
        };
        let wanted = "two numbers from 0 to 1, fractions of the pool, as in [0.5, 0.25]";
        let [u, v] = node.list(key, wanted)?;
        let (u, v) = (u.real(key, wanted)?, v.real(key, wanted)?);
        Fraction::new(u, v).map_err(|error| node.origin.error(format_args!("`{key}`: {error}")))
    }

    fn point(&mut self, key: &str, default: [f32; 3]) -> Result<[f32; 3], SceneError> {
        let Some(node) = self.take(key) else {
            return Ok(default);
        };
        let wanted = "three numbers: x, y (up) and z, as in [0, 1.2, 1.6]";
        let [x, y, z] = node.list(key, wanted)?;
        let coordinate = |node: &Node| match node.real(key, wanted)? {
            number if number.abs() <= FAR => Ok(number as f32),
            number => Err(node.origin.error(format_args!(
                "`{key}` has {number}, but must hold numbers from -{FAR} to {FAR}"
            ))),
        };
        Ok([coordinate(x)?, coordinate(y)?, coordinate(z)?])
    }

    fn file(&mut self, key: &str) -> Result<Option<PathBuf>, SceneError> {
        let Some(node) = self.take(key) else {
            return Ok(None);
        };
        let wanted = "the name of a picture file";
        let name = match &node.content {
            Content::File(file) => file.clone(),
            Content::Text(text) => PathBuf::from(text),
            _ => return Err(node.wrong(key, wanted)),
        };
        if name.as_os_str().is_empty() {
            return Err(node.origin.error(format_args!(
                "`{key}` is empty: name a picture file, or leave the key out"
            )));
        }
        Ok(Some(node.origin.resolve(&name)))
    }

    /// Refuses what is left: keys that nobody asked for.
    fn finish(self) -> Result<(), SceneError> {
        let Some(entry) = self.entries.first() else {
            return Ok(());
        };
        let known = match self.table {
            "" => TABLES.iter().map(|(name, _)| *name).collect(),
            table => keys::of(table),
        };
        let path = |key: &str| match self.table {
            "" => key.to_owned(),
            table => format!("{table}.{key}"),
        };
        let elsewhere = || {
            TABLES
                .iter()
                .find(|(table, _)| keys::of(table).contains(&&*entry.key))
        };
        let advice = if let Some((table, _)) = elsewhere() {
            format!(", did you mean `{table}.{}`?", entry.key)
        } else if let Some(near) = nearest(&entry.key, known.iter().copied()) {
            format!(", did you mean `{}`?", path(near))
        } else {
            format!("; there are {}", known.join(", "))
        };
        Err(entry.origin.error(format_args!(
            "unknown key `{}`{advice}",
            excerpt(&path(&entry.key))
        )))
    }
}

impl Node {
    fn wrong(&self, key: &str, wanted: &str) -> SceneError {
        let key = if key.is_empty() { "a scene" } else { key };
        self.origin
            .error(format_args!("`{key}` wants {wanted}, not {}", self.content))
    }

    fn text(&self, key: &str, wanted: &str) -> Result<String, SceneError> {
        match &self.content {
            Content::Text(text) => Ok(text.clone()),
            _ => Err(self.wrong(key, wanted)),
        }
    }

    fn real(&self, key: &str, wanted: &str) -> Result<f64, SceneError> {
        match self.content {
            Content::Integer(number) => Ok(number as f64),
            Content::Real(number) => Ok(number),
            _ => Err(self.wrong(key, wanted)),
        }
    }

    fn list<const N: usize>(&self, key: &str, wanted: &str) -> Result<&[Node; N], SceneError> {
        match &self.content {
            Content::List(nodes) => nodes[..].try_into().map_err(|_| self.wrong(key, wanted)),
            _ => Err(self.wrong(key, wanted)),
        }
    }

    /// The value for `parameter`: of the right kind, but not yet checked against the range.
    fn value(&self, parameter: &Parameter) -> Result<Value, SceneError> {
        let error = |error: ParameterError| self.origin.error(error);
        match (&parameter.range, &self.content) {
            (Range::Choice { .. }, Content::Text(name)) => parameter.option(name).map_err(error),
            (Range::Integer { .. } | Range::Real { .. }, Content::Integer(number)) => {
                Ok(Value::Integer(*number))
            }
            (Range::Real { .. }, Content::Real(number)) => Ok(Value::Real(*number)),
            (Range::Switch { .. }, Content::Switch(on)) => Ok(Value::Switch(*on)),
            _ => Err(self.wrong(parameter.key, &parameter.range.to_string())),
        }
    }
}
