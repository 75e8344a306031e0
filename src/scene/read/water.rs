//! The waters: `[water]` and `[compare]`.
//!
//! Both take a model, its parameters and its maps. A key that only other models have is an error that names them. But if an option replaces
//! the model of the file, the keys of that model must not be errors. Its lines are then read twice: validated as they are, then carried
//! over as far as they fit. A line is kept if the other model has a map of that name, or a parameter of that name, unit and type that
//! accepts the value; the other model's defaults replace the rest, and all lines if the remaining ones are unstable together. Options are
//! never dropped.

use super::fields::{Fields, unknown_name};
use super::maps::{Maps, Numbers};
use crate::parameter::{Parameter, ParameterError, Preset, Range, Settings};
use crate::pool::Size;
use crate::scene::keys::{self, COMPARE, MODEL, SIZE, WATER, WATER_PRESET};
use crate::scene::tree::{Content, Entry, Node, Origin};
use crate::scene::{Scene, SceneError, WaterConfig, share_pool};
use crate::water::{MODELS, MapKind, Model};
use std::sync::Arc;

/// The models that a scene's file names, before any option has changed them.
pub(in crate::scene) struct Written {
    water: Option<String>,
    compare: Option<String>,
}

impl Written {
    /// The models in the tree of the file.
    pub(in crate::scene) fn of(file: &Node) -> Self {
        let model = |table: &str| match &file.get(table)?.get("model")?.content {
            Content::Text(name) => Some(name.clone()),
            _ => None,
        };
        Self {
            water: model("water"),
            compare: model("compare"),
        }
    }

    /// Whether `is` holds for one of the file's own waters, even if an option has replaced it.
    pub(super) fn names(&self, is: fn(&Model) -> bool) -> bool {
        let named = |name: &String| Model::named(name).is_some_and(is);
        let first = self.water.as_ref().map_or(is(MODELS[0]), named);
        first || self.compare.as_ref().is_some_and(named)
    }
}

pub(super) fn water(
    scene: &mut Scene,
    mut fields: Fields,
    written: &Written,
    maps: &mut Maps,
) -> Result<(), SceneError> {
    let chosen = Chosen::take(&mut fields, written.water.as_deref())?;
    if let Some(node) = fields.take(SIZE.name) {
        scene.size = size(&node)?;
    }
    scene.steps_per_second = fields.settings(&WATER)?.real("steps_per_second");
    let begun = chosen.settings()?;
    scene.water = config(&mut fields, chosen, begun, scene.size, maps)?;
    fields.finish()
}

pub(super) fn compare(
    scene: &mut Scene,
    mut fields: Fields,
    written: &Written,
    maps: &mut Maps,
) -> Result<(), SceneError> {
    let chosen = Chosen::take(&mut fields, written.compare.as_deref())?;
    scene.split = fields.settings(&COMPARE)?.real("split");
    let mut begun = chosen.settings()?;
    if chosen.preset.is_none() {
        share_pool(&scene.water.settings, &mut begun);
    }
    scene.compare = Some(config(&mut fields, chosen, begun, scene.size, maps)?);
    fields.finish()
}

fn size(node: &Node) -> Result<Size, SceneError> {
    let wanted = "two whole numbers, the cells along x and along z, as in [256, 256]";
    let [columns, rows] = node.list(SIZE.name, wanted)?;
    let count = |node: &Node| match node.content {
        Content::Integer(number) => Ok(number),
        _ => Err(node.wrong(SIZE.name, wanted)),
    };
    Size::new(count(columns)?, count(rows)?).map_err(|error| node.origin.error(error))
}

/// The model of a water, and the one that an option replaced.
struct Chosen {
    model: &'static Model,
    written_for: Option<&'static Model>,
    /// The initial settings.
    preset: Option<(&'static Preset, Origin)>,
}

impl Chosen {
    fn take(fields: &mut Fields, written: Option<&str>) -> Result<Self, SceneError> {
        let mut chosen = Self {
            model: MODELS[0],
            written_for: None,
            preset: None,
        };
        let preset = fields.take(WATER_PRESET.name);
        let model = fields.take(MODEL.name);
        let said = model.as_ref().map(|node| is_option(&node.origin));
        if let Some(node) = model {
            chosen.set_model(&node, written)?;
        }
        if let Some(node) = preset {
            chosen.set_preset(&node, said, written)?;
        }
        Ok(chosen)
    }

    /// Selects the preset of that name: of the model, or, if `said` (whether an option gave it) leaves the model open, of one that has it.
    fn set_preset(
        &mut self,
        node: &Node,
        said: Option<bool>,
        written: Option<&str>,
    ) -> Result<(), SceneError> {
        let name = node.text(WATER_PRESET.name, "the name of a preset")?;
        let of = |model: &Model| -> Option<&'static Preset> {
            model.presets.iter().find(|preset| preset.name() == name)
        };
        let mut owners = MODELS.into_iter().filter(|model| of(model).is_some());
        if of(self.model).is_none() {
            let Some(owner) = owners.next() else {
                let names = keys::water_presets();
                let names = names.iter().map(String::as_str);
                return Err(node.origin.error(unknown_name("preset", &name, names)));
            };
            let by_option = is_option(&node.origin);
            let is_open = said.is_none() || said == Some(false) && by_option;
            if !is_open {
                return Err(node.origin.error(format_args!(
                    "the preset `{name}` belongs to {}, but `model` is {}: remove it, or name another model",
                    owner.name, self.model.name
                )));
            }
            self.model = owner;
            if by_option {
                self.put_in_place(written);
            }
        }
        self.preset = of(self.model).map(|preset| (preset, node.origin.clone()));
        Ok(())
    }

    /// Records the model of the file that an option has replaced.
    fn put_in_place(&mut self, written: Option<&str>) {
        let before = written.and_then(Model::named).unwrap_or(MODELS[0]);
        self.written_for = Some(before).filter(|before| before.name != self.model.name);
    }

    /// The model's settings where the scene gives none.
    fn settings(&self) -> Result<Settings, SceneError> {
        let mut settings = Settings::new(self.model.parameters);
        if let Some((preset, origin)) = &self.preset {
            settings
                .apply(preset)
                .map_err(|error| origin.error(error))?;
        }
        Ok(settings)
    }

    fn set_model(&mut self, node: &Node, written: Option<&str>) -> Result<(), SceneError> {
        let name = node.text(MODEL.name, "the name of a model")?;
        self.model = Model::named(&name).ok_or_else(|| {
            let names = MODELS.iter().map(|model| model.name);
            node.origin.error(unknown_name("model", &name, names))
        })?;
        if is_option(&node.origin) {
            self.put_in_place(written);
        }
        Ok(())
    }
}

/// Reads the model's parameters and maps, the last keys of the table, over `begun`; a stable combination.
fn config(
    fields: &mut Fields,
    chosen: Chosen,
    begun: Settings,
    size: Size,
    maps: &mut Maps,
) -> Result<WaterConfig, SceneError> {
    let Chosen {
        model, written_for, ..
    } = chosen;
    let mut of_options = fields.clone();
    of_options.entries.retain(is_of_option);
    if let Some(before) = written_for {
        carry_over(fields, before, model)?;
    }
    refuse_foreign(fields, model)?;
    let said: Vec<_> = fields.entries.iter().map(Entry::place).collect();
    let mut config = WaterConfig::new(model);
    let mut greys = Vec::new();
    for map in model.maps {
        match map.kind {
            MapKind::Factor => {
                let factors = maps.take(fields, map.key, size)?;
                config.maps.extend(factors.map(|grid| (map.key, grid)));
            }
            MapKind::Quantity(ends) => match maps.numbers_or_greys(fields, map.key, size)? {
                Some(Numbers::Greys(grid)) => greys.push((map.key, grid, ends)),
                Some(Numbers::Own(numbers)) => config.maps.push((map.key, numbers)),
                None => {}
            },
            MapKind::Series => {
                let series = maps.series(fields, map.key)?;
                config
                    .maps
                    .extend(series.map(|grid| (map.key, Arc::new(grid))));
            }
        }
    }
    config.settings = fields.settings_over(begun.clone())?;
    for (key, grid, ends) in greys {
        let [black, white] = ends.map(|key| config.settings.real(key) as f32);
        let mut grid = (*grid).clone();
        for cell in grid.cells_mut() {
            *cell = black + (white - black) * *cell;
        }
        config.maps.push((key, Arc::new(grid)));
    }
    let mut checked = model.check(&config.settings, size);
    if checked.is_err() && written_for.is_some() {
        config.settings = of_options.settings_over(begun)?;
        checked = model.check(&config.settings, size);
    }
    checked.map_err(|error| {
        let place = said.iter().find(|(key, _)| Some(&**key) == subject(&error));
        let origin = place.map_or(&fields.origin, |(_, origin)| origin);
        // If another of them was changed by an option, the error refers to that option.
        let mut options = said
            .iter()
            .map(|(_, origin)| origin)
            .filter(|origin| is_option(origin));
        let origin = match origin {
            Origin::Option(_) => origin,
            _ => options.next_back().unwrap_or(origin),
        };
        origin.error(&error)
    })?;
    if let Some(notice) = model.notice(&config.settings, size) {
        log::warn!("{}: {notice}", fields.origin);
    }
    Ok(config)
}

/// The key that an error is about.
fn subject(error: &ParameterError) -> Option<&str> {
    match error {
        ParameterError::Unstable { key, .. } | ParameterError::OutOfRange { key, .. } => Some(key),
        _ => None,
    }
}

fn is_of_option(entry: &Entry) -> bool {
    is_option(&entry.origin)
}

fn is_option(origin: &Origin) -> bool {
    matches!(origin, Origin::Option(_))
}

/// Drops the keys of the file's own model, `before`, that `model` does not use.
fn carry_over(
    fields: &mut Fields,
    before: &'static Model,
    model: &'static Model,
) -> Result<(), SceneError> {
    let mut kept = Vec::new();
    for entry in std::mem::take(&mut fields.entries) {
        if is_of_option(&entry) || fits(&entry, before, model)? {
            kept.push(entry);
        }
    }
    fields.entries = kept;
    Ok(())
}

/// Whether a line written for `before` means the same to `model`; parameters of a sea mean nothing to a pool. Unknown keys are kept, to be
/// rejected later.
fn fits(entry: &Entry, before: &Model, model: &Model) -> Result<bool, SceneError> {
    let key = &*entry.key;
    let parameter = |model: &Model| -> Option<&'static Parameter> {
        model.parameters.iter().find(|known| known.key == key)
    };
    Ok(match (parameter(before), parameter(model)) {
        (Some(written), wanted) => {
            let value = entry.value.value(written)?;
            let wanted = wanted.filter(|_| before.is_open() == model.is_open());
            wanted.is_some_and(|wanted| {
                wanted.unit == written.unit
                    && same_kind(&wanted.range, &written.range)
                    && wanted.check(value).is_ok()
            })
        }
        (None, Some(_)) => true,
        (None, None) => {
            let is_own = model.map_keys().any(|map| map == key);
            is_own || owners(key).next().is_none()
        }
    })
}

fn same_kind(a: &Range, b: &Range) -> bool {
    match (a, b) {
        (Range::Choice { options: a, .. }, Range::Choice { options: b, .. }) => a == b,
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}

/// The models that have a parameter or a map of that name.
fn owners(key: &str) -> impl Iterator<Item = &'static str> {
    let has = move |model: &&&Model| keys::keys_of(model).any(|known| known == key);
    MODELS.iter().filter(has).map(|model| model.name)
}

/// Rejects keys of other models that `model` does not have.
fn refuse_foreign(fields: &Fields, model: &Model) -> Result<(), SceneError> {
    for entry in &fields.entries {
        let names: Vec<_> = owners(&entry.key).collect();
        if names.is_empty() || names.contains(&model.name) {
            continue;
        }
        return Err(entry.origin.error(format_args!(
            "`{}` belongs to {}, but `{}.model` is {}: remove the key, or name another model",
            entry.key,
            names.join(", "),
            fields.table(),
            model.name
        )));
    }
    Ok(())
}
