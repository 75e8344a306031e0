//! The settings as a page lays them out: sections of controls, each with its range and its value, made from the descriptions that the
//! desktop's panel reads.

use super::{Lab, error, object};
use crate::parameter::{Parameter, Preset, Range, Settings, SurfaceKind, Value, title_of};
use crate::scene::Tool;
use crate::scene::keys::SKIES;
use crate::view::VIEWS;
use crate::water::MODELS;
use js_sys::Array;
use wasm_bindgen::prelude::*;

/// Ranges longer than this are turned through their powers.
const LONG: f64 = 100.0;

/// What drags of the left button do, as the page names it.
const TOOLS: [(Tool, &str); 4] = [
    (Tool::Poke, "Poke"),
    (Tool::Source, "Source"),
    (Tool::Walls, "Wall"),
    (Tool::Erase, "Erase"),
];

#[wasm_bindgen]
impl Lab {
    /// The models: title, what it is about, whether it is a sea.
    pub fn models(&self) -> Array {
        let told = MODELS.iter().map(|model| {
            object([
                ("name", model.name.into()),
                ("title", model.title.into()),
                ("about", model.about.into()),
                ("open", model.is_open().into()),
            ])
        });
        told.collect()
    }

    /// The views: name, title, what it shows.
    pub fn views(&self) -> Array {
        let told = VIEWS.iter().map(|kind| {
            object([
                ("name", kind.name.into()),
                ("title", kind.title.into()),
                ("about", kind.about.into()),
            ])
        });
        told.collect()
    }

    /// Shows a view, by its name.
    #[wasm_bindgen(js_name = setView)]
    pub fn set_view(&mut self, name: &str) -> Result<(), JsError> {
        let view = VIEWS.iter().position(|kind| kind.name == name);
        let view = view.ok_or_else(|| {
            let known: Vec<_> = VIEWS.iter().map(|kind| kind.name).collect();
            error(format!("there is no view {name}: {}", known.join(", ")))
        })?;
        self.session.views.show(view);
        self.wake();
        Ok(())
    }

    /// Takes a model for the water, or for the one beside it (none: it leaves), by its name.
    #[wasm_bindgen(js_name = setModel)]
    pub fn set_model(&mut self, name: &str, beside: bool) -> Result<(), JsError> {
        let model = MODELS.iter().position(|model| model.name == name);
        match (model, beside) {
            (Some(index), false) => self.session.set_model(index),
            (Some(index), true) => self.session.compare_with(Some(MODELS[index])),
            (None, true) if name.is_empty() => self.session.compare_with(None),
            (None, _) => {
                let known: Vec<_> = MODELS.iter().map(|model| model.name).collect();
                return Err(error(format!(
                    "there is no model {name}: {}",
                    known.join(", ")
                )));
            }
        }
        self.wake();
        Ok(())
    }

    /// The sections of the panel, from the top: name, title, presets and the one that is in force, readings, and controls.
    pub fn panel(&self) -> Array {
        let mut sections = Vec::new();
        let session = &self.session;
        for (beside, water) in session.play.waters().enumerate() {
            let name = ["water", "beside"][beside.min(1)];
            let model = water.model();
            let size = water.size();
            let readings = water.open_water().map(|open| open.readings());
            let cells = format!("{} × {}", size.columns(), size.rows());
            let told = readings.unwrap_or_default().into_iter();
            let told = told.map(|reading| (reading.title, reading.value));
            let told: Vec<_> = std::iter::once(("Cells", cells)).chain(told).collect();
            let title = match beside {
                0 => format!("Water: {}", model.title),
                _ => format!("Beside it: {}", model.title),
            };
            sections.push(section(
                (name, &title),
                water.settings(),
                model.presets,
                &[],
                &told,
            ));
        }
        let view = session.views.gallery().view();
        let kinds = session.play.surface_kinds();
        let kind = view.kind();
        sections.push(section(
            ("view", "View"),
            view.settings(),
            kind.presets,
            &kinds,
            &[],
        ));
        let told = [("The sun is", session.sky().sun().to_string())];
        sections.push(section(
            ("sky", "Sky"),
            &session.sky().settings,
            &SKIES,
            &[],
            &told,
        ));
        sections.push(section(
            ("rain", "Rain"),
            session.play.rain_settings(),
            &[],
            &[],
            &[],
        ));
        sections.into_iter().collect()
    }

    /// Gives a setting of a section another value: a number, a switch, or the number of an option. An error changes nothing.
    pub fn set(&mut self, section: &str, key: &str, value: JsValue) -> Result<(), JsError> {
        let settings = self.settings_of(section)?;
        let mut wanted = settings.clone();
        let known = settings.parameters().iter().find(|known| known.key == key);
        let value = match (
            known.map(|known| &known.range),
            value.as_f64(),
            value.as_bool(),
        ) {
            (Some(Range::Integer { .. }), Some(number), _) => Value::Integer(number as i64),
            (Some(Range::Choice { .. }), Some(number), _) => Value::Choice(number as usize),
            (Some(Range::Switch { .. }), _, Some(on)) => Value::Switch(on),
            (_, Some(number), _) => Value::Real(number),
            _ => {
                return Err(error(format!(
                    "{key}: this is neither a number nor a switch"
                )));
            }
        };
        wanted.set(key, value).map_err(error)?;
        self.adopt(section, wanted)
    }

    /// Takes a preset of a section, by its number, or all its defaults.
    pub fn preset(&mut self, section: &str, number: Option<usize>) -> Result<(), JsError> {
        let beside = section == "beside";
        let presets = match section {
            "water" | "beside" => {
                let water = self.session.play.waters().nth(usize::from(beside));
                water.map_or(&[][..], |water| water.model().presets)
            }
            "view" => self.session.views.gallery().view().kind().presets,
            "sky" => &SKIES[..],
            _ => &[],
        };
        let preset = number.and_then(|number| presets.get(number));
        let mut wanted = Settings::new(self.settings_of(section)?.parameters());
        if let Some(preset) = preset {
            if matches!(section, "water" | "beside") {
                self.wake();
                return self.session.adopt_preset(beside, preset).map_err(error);
            }
            wanted.apply(preset).map_err(error)?;
        }
        self.adopt(section, wanted)
    }

    /// The name of the model beside the water, if there is one.
    pub fn beside(&self) -> Option<String> {
        let other = self.session.play.other();
        other.map(|other| other.model().name.to_owned())
    }

    /// What drags do, and what may be chosen: the name in force, and all names.
    pub fn tool(&self) -> JsValue {
        let session = &self.session;
        let usable =
            |tool: Tool| session.knows_walls() || !matches!(tool, Tool::Walls | Tool::Erase);
        let names = TOOLS.iter().filter(|(tool, _)| usable(*tool));
        let now = TOOLS.iter().find(|(tool, _)| *tool == session.poke.tool);
        object([
            ("now", now.map_or("", |(_, name)| name).into()),
            (
                "all",
                names
                    .map(|(_, name)| JsValue::from(*name))
                    .collect::<Array>()
                    .into(),
            ),
            ("radius", session.poke.radius.into()),
            ("weight", session.poke.weight.into()),
        ])
    }

    /// Takes something else into the hand, by its name; half its width in cells and its weight.
    #[wasm_bindgen(js_name = setTool)]
    pub fn set_tool(&mut self, name: &str, radius: f64, weight: i16) -> Result<(), JsError> {
        let tool = TOOLS.iter().find(|(_, known)| *known == name);
        let (tool, _) = tool.ok_or_else(|| error(format!("there is no tool {name}")))?;
        if !(0.5..=64.0).contains(&radius) {
            return Err(error(format!("a radius of {radius} cells: 0.5 to 64")));
        }
        self.session.poke.tool = *tool;
        self.session.poke.radius = radius;
        self.session.poke.weight = weight;
        Ok(())
    }
}

impl Lab {
    /// Has the next frame drawn.
    fn wake(&mut self) {
        self.is_stale = true;
        self.is_idle = false;
    }

    fn settings_of(&self, section: &str) -> Result<&Settings, JsError> {
        let session = &self.session;
        let water = |index| {
            session
                .play
                .waters()
                .nth(index)
                .map(|water| water.settings())
        };
        let settings = match section {
            "water" => water(0),
            "beside" => water(1),
            "view" => Some(session.views.gallery().view().settings()),
            "sky" => Some(&session.sky().settings),
            "rain" => Some(session.play.rain_settings()),
            _ => None,
        };
        settings.ok_or_else(|| error(format!("there is no section {section}")))
    }

    fn adopt(&mut self, section: &str, wanted: Settings) -> Result<(), JsError> {
        self.wake();
        let session = &mut self.session;
        match section {
            "water" => session.adopt(false, &wanted).map_err(error)?,
            "beside" => session.adopt(true, &wanted).map_err(error)?,
            "view" => *session.views.gallery_mut().view_mut().settings_mut() = wanted,
            "sky" => session.set_sky_settings(wanted),
            _ => session.play.adopt_rain(&wanted),
        }
        Ok(())
    }
}

fn section(
    (name, title): (&str, &str),
    settings: &Settings,
    presets: &'static [Preset],
    kinds: &[SurfaceKind],
    readings: &[(&str, String)],
) -> JsValue {
    let relevant: Vec<_> = match kinds {
        // What is no view's is for whatever surface.
        [] => settings
            .iter()
            .filter(|(known, _)| is_wanted(settings, known))
            .collect(),
        kinds => settings.relevant(kinds).collect(),
    };
    let controls = relevant
        .into_iter()
        .map(|(parameter, value)| control(parameter, value));
    let in_force = presets.iter().position(|preset| {
        let mut of_preset = Settings::new(settings.parameters());
        of_preset.apply(preset).is_ok() && of_preset == *settings
    });
    let titles = presets.iter().map(|preset| JsValue::from(preset.title));
    let readings = readings.iter().map(|(title, value)| {
        object([("title", (*title).into()), ("value", value.as_str().into())])
    });
    object([
        ("name", name.into()),
        ("title", title.into()),
        ("presets", titles.collect::<Array>().into()),
        ("preset", in_force.map_or(JsValue::NULL, JsValue::from)),
        ("readings", readings.collect::<Array>().into()),
        ("controls", controls.collect::<Array>().into()),
    ])
}

/// Whether the value of another parameter lets this one matter.
fn is_wanted(settings: &Settings, parameter: &Parameter) -> bool {
    parameter
        .when
        .is_none_or(|(key, options)| match settings.get(key) {
            Some(Value::Choice(option)) => options.contains(&option),
            _ => false,
        })
}

fn control(parameter: &Parameter, value: Value) -> JsValue {
    let (kind, value, range) = match (&parameter.range, value) {
        (Range::Integer { min, max, .. }, Value::Integer(number)) => (
            "integer",
            (number as f64).into(),
            [*min as f64, *max as f64],
        ),
        (Range::Real { min, max, .. }, Value::Real(number)) => {
            ("real", number.into(), [*min, *max])
        }
        (_, Value::Switch(on)) => ("switch", on.into(), [0.0, 1.0]),
        (_, Value::Choice(option)) => ("choice", option.into(), [0.0, 0.0]),
        // Settings hold only values of their parameter's kind.
        _ => ("none", JsValue::NULL, [0.0, 0.0]),
    };
    let options = match &parameter.range {
        Range::Choice { options, .. } => *options,
        _ => &[],
    };
    let [min, max] = range;
    let is_long = min >= 0.0 && (max >= LONG || max >= LONG * min && min > 0.0);
    let options = options.iter().map(|option| JsValue::from(title_of(option)));
    object([
        ("key", parameter.key.into()),
        ("title", parameter.title.into()),
        ("about", parameter.about.into()),
        ("unit", parameter.unit.into()),
        ("kind", kind.into()),
        ("value", value),
        ("min", min.into()),
        ("max", max.into()),
        ("long", is_long.into()),
        ("options", options.collect::<Array>().into()),
    ])
}
