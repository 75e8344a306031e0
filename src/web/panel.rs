//! The settings as data for a page: sections of controls, each with range and value, made from the same descriptions as the desktop's
//! panel.

use super::arguments::{flag, number, text, unknown, whole};
use super::{Lab, error, object};
use crate::parameter::{
    Parameter, ParameterError, Preset, Range, Settings, SurfaceKind, Value, title_of,
};
use crate::scene::Tool;
use crate::scene::keys::SKIES;
use crate::view::VIEWS;
use crate::water::{MODELS, Water};
use js_sys::Array;
use wasm_bindgen::prelude::*;

/// Ranges longer than this have logarithmic sliders.
const LONG: f64 = 100.0;

/// The tools of the left button, by name.
const TOOLS: [(Tool, &str); 9] = [
    (Tool::Poke, "Poke"),
    (Tool::Source, "Source"),
    (Tool::Walls, "Wall"),
    (Tool::Erase, "Erase"),
    (Tool::Raise, "Raise"),
    (Tool::Dig, "Dig"),
    (Tool::Dam, "Dam"),
    (Tool::Pour, "Pour"),
    (Tool::Drain, "Drain"),
];

/// The sections of the panel. `compare` is present while there is a second water.
const SECTIONS: [&str; 6] = ["water", "compare", "view", "sky", "rain", "sound"];

#[wasm_bindgen]
impl Lab {
    /// The models: title, description, whether it is a sea.
    pub fn models(&self) -> Array {
        let models = MODELS.iter().map(|model| {
            object([
                ("name", model.name.into()),
                ("title", model.title.into()),
                ("about", model.about.into()),
                ("open", model.is_open().into()),
            ])
        });
        models.collect()
    }

    /// The views: name, title, description.
    pub fn views(&self) -> Array {
        let views = VIEWS.iter().map(|kind| {
            object([
                ("name", kind.name.into()),
                ("title", kind.title.into()),
                ("about", kind.about.into()),
            ])
        });
        views.collect()
    }

    /// Shows a view, by its name.
    #[wasm_bindgen(js_name = setView)]
    pub fn set_view(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: JsValue,
    ) -> Result<(), JsError> {
        let name = text("setView: the view", &name)?;
        let view = VIEWS.iter().position(|kind| kind.name == name);
        let view = view.ok_or_else(|| unknown("view", &name, VIEWS.map(|kind| kind.name)))?;
        self.session.views.show(view);
        self.wake();
        Ok(())
    }

    /// Selects a model for the water, or for the compared one (none removes it), by name.
    #[wasm_bindgen(js_name = setModel)]
    pub fn set_model(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: JsValue,
        #[wasm_bindgen(unchecked_param_type = "boolean")] compared: JsValue,
    ) -> Result<(), JsError> {
        let name = text("setModel: the model", &name)?;
        let compared = flag("setModel: whether it is the compared one", &compared)?;
        let model = MODELS.iter().position(|model| model.name == name);
        match (model, compared) {
            (Some(index), false) => self.session.set_model(index),
            (Some(index), true) => self.session.compare_with(Some(MODELS[index])),
            (None, true) if name.is_empty() => self.session.compare_with(None),
            (None, _) => {
                let known = MODELS.iter().map(|model| model.name);
                return Err(unknown("model", &name, known));
            }
        }
        self.wake();
        Ok(())
    }

    /// The sections of the panel, from the top: name, title, presets and the current one, readings, and controls.
    pub fn panel(&self) -> Array {
        let mut sections = Vec::new();
        let session = &self.session;
        for (compared, water) in session.simulation.waters().enumerate() {
            let name = ["water", "compare"][compared.min(1)];
            let model = water.model();
            let readings = readings_of(water);
            let title = match compared {
                0 => format!("Water: {}", model.title),
                _ => format!("Compare: {}", model.title),
            };
            sections.push(section(
                (name, &title),
                water.settings(),
                model.presets,
                (&[], &[]),
                (
                    &readings,
                    session.misfit(compared > 0).map(|misfit| misfit.message),
                ),
            ));
        }
        let view = session.views.view_set().view();
        let (kinds, idle) = (session.simulation.surface_kinds(), session.idle_options());
        let kind = view.kind();
        sections.push(section(
            ("view", "View"),
            view.settings(),
            kind.presets,
            (&kinds, &idle),
            (&[], None),
        ));
        let readings = [("The sun is", session.sky().sun().to_string())];
        sections.push(section(
            ("sky", "Sky"),
            &session.sky().settings,
            &SKIES,
            (&[], &[]),
            (&readings, None),
        ));
        sections.push(section(
            ("rain", "Rain"),
            session.simulation.rain_settings(),
            &[],
            (&[], &[]),
            (&[], None),
        ));
        sections.push(section(
            ("sound", "Sound"),
            &session.sound,
            &[],
            (&[], &[]),
            (&[], None),
        ));
        sections.into_iter().collect()
    }

    /// Sets the patch of a sea whose waves do not fit it, as `misfit` of its section says, to one that they fit.
    #[wasm_bindgen(js_name = fitPatch)]
    pub fn fit_patch(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "boolean")] compared: JsValue,
    ) -> Result<(), JsError> {
        let compared = flag("fitPatch: whether it is the compared one", &compared)?;
        self.session.fit_patch(compared).map_err(error)?;
        self.wake();
        Ok(())
    }

    /// Current readings of the waters: for each section `water` and `compare` its name, and its readings as in `panel`.
    pub fn readings(&self) -> Array {
        let names = ["water", "compare"].into_iter();
        let waters = names.zip(self.session.simulation.waters());
        let readings = waters.map(|(name, water)| {
            let readings = readings_of(water);
            object([
                ("name", name.into()),
                ("readings", describe_readings(&readings).into()),
            ])
        });
        readings.collect()
    }

    /// Sets a value in a section: a number, a switch, or the index of an option. On an error nothing changes.
    pub fn set(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] section: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] key: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number | boolean")] value: JsValue,
    ) -> Result<(), JsError> {
        let section = &text("set: the section", &section)?;
        let key = &text("set: the key", &key)?;
        let settings = self.settings_of(section)?;
        let mut wanted = settings.clone();
        let mut known = settings.parameters().iter();
        let known = known.find(|known| known.key == key);
        let value = match known.map(|known| &known.range) {
            Some(Range::Integer { min, max, .. }) => {
                Value::Integer(whole(key, &value, *min..=*max)?)
            }
            Some(Range::Choice { options, .. }) => {
                let last = options.len() as i64 - 1;
                Value::Choice(whole(key, &value, 0..=last)? as usize)
            }
            Some(Range::Switch { .. }) => Value::Switch(flag(key, &value)?),
            Some(Range::Real { min, max, .. }) => Value::Real(number(key, &value, *min..=*max)?),
            None => {
                let keys = settings.parameters().iter().map(|known| known.key);
                return Err(error(ParameterError::unknown(key, keys)));
            }
        };
        wanted.set(key, value).map_err(error)?;
        self.apply_settings(section, wanted)
    }

    /// Applies a preset of a section, by index, or all its defaults (`undefined`).
    pub fn preset(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] section: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number | undefined")] number: JsValue,
    ) -> Result<(), JsError> {
        let section = text("preset: the section", &section)?;
        let compared = section == "compare";
        let mut wanted = Settings::new(self.settings_of(&section)?.parameters());
        let presets = match section.as_str() {
            "water" | "compare" => {
                let water = self.session.simulation.waters().nth(usize::from(compared));
                water.map_or(&[][..], |water| water.model().presets)
            }
            "view" => self.session.views.view_set().view().kind().presets,
            "sky" => &SKIES[..],
            _ => &[],
        };
        let preset = match (number.is_undefined(), presets.len()) {
            (true, _) => None,
            (false, 0) => return Err(error(format!("preset: `{section}` has no presets"))),
            (false, count) => {
                let number = whole("preset: the number", &number, 0..=count as i64 - 1)?;
                presets.get(number as usize)
            }
        };
        if let Some(preset) = preset {
            if matches!(section.as_str(), "water" | "compare") {
                self.wake();
                return self.session.apply_preset(compared, preset).map_err(error);
            }
            wanted.apply(preset).map_err(error)?;
        }
        self.apply_settings(&section, wanted)
    }

    /// The name of the compared model, if there is one.
    pub fn compared(&self) -> Option<String> {
        let other = self.session.simulation.other();
        other.map(|other| other.model().name.to_owned())
    }

    /// The current tool and the names of all tools.
    pub fn tool(&self) -> JsValue {
        let session = &self.session;
        let usable: Vec<_> = session.tools().collect();
        let names = TOOLS.iter().filter(|(tool, _)| usable.contains(tool));
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
            ("radius", session.poke.tool_radius().into()),
            ("weight", session.poke.weight.into()),
        ])
    }

    /// Selects a tool, by name. Its radius in cells, 0.5 to 64, and the weight of pokes, a whole number from −32,768 to 32,767, stay as they
    /// are where they are `undefined`.
    #[wasm_bindgen(js_name = setTool)]
    pub fn set_tool(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number | undefined")] radius: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number | undefined")] weight: JsValue,
    ) -> Result<(), JsError> {
        let name = text("setTool: the tool", &name)?;
        let tool = TOOLS.iter().find(|(_, known)| *known == name);
        let (tool, _) = tool.ok_or_else(|| unknown("tool", &name, TOOLS.map(|(_, name)| name)))?;
        let mut poke = self.session.poke;
        poke.tool = *tool;
        if !radius.is_undefined() {
            *poke.tool_radius_mut() = number("setTool: the radius", &radius, 0.5..=64.0)?;
        }
        if !weight.is_undefined() {
            let weights = i64::from(i16::MIN)..=i64::from(i16::MAX);
            poke.weight = whole("setTool: the weight", &weight, weights)? as i16;
        }
        self.session.poke = poke;
        Ok(())
    }
}

impl Lab {
    /// Requests a frame.
    fn wake(&mut self) {
        self.frames.request();
    }

    fn settings_of(&self, section: &str) -> Result<&Settings, JsError> {
        let session = &self.session;
        let water = |index| {
            session
                .simulation
                .waters()
                .nth(index)
                .map(|water| water.settings())
        };
        let settings = match section {
            "water" => water(0),
            "compare" => water(1),
            "view" => Some(session.views.view_set().view().settings()),
            "sky" => Some(&session.sky().settings),
            "rain" => Some(session.simulation.rain_settings()),
            "sound" => Some(&session.sound),
            _ => None,
        };
        settings.ok_or_else(|| unknown("section", section, SECTIONS))
    }

    fn apply_settings(&mut self, section: &str, wanted: Settings) -> Result<(), JsError> {
        self.wake();
        let session = &mut self.session;
        match section {
            "water" => session.apply_settings(false, &wanted).map_err(error)?,
            "compare" => session.apply_settings(true, &wanted).map_err(error)?,
            "view" => *session.views.view_set_mut().view_mut().settings_mut() = wanted,
            "sky" => session.set_sky_settings(wanted),
            "sound" => session.sound = wanted,
            _ => session.simulation.apply_rain(&wanted),
        }
        Ok(())
    }
}

/// Readings of a water, as titles and values.
fn readings_of(water: &dyn Water) -> Vec<(&'static str, String)> {
    let size = water.size();
    let cells = format!("{} × {}", size.columns(), size.rows());
    let readings = water.open_water().map(|open| open.readings());
    let readings = readings.unwrap_or_default().into_iter();
    let readings = readings.map(|reading| (reading.title, reading.value));
    std::iter::once(("Cells", cells)).chain(readings).collect()
}

fn describe_readings(readings: &[(&str, String)]) -> Array {
    let list = readings.iter().map(|(title, value)| {
        object([("title", (*title).into()), ("value", value.as_str().into())])
    });
    list.collect()
}

fn section(
    (name, title): (&str, &str),
    settings: &Settings,
    presets: &'static [Preset],
    (kinds, idle): (&[SurfaceKind], &[(&str, usize)]),
    (readings, misfit): (&[(&str, String)], Option<String>),
) -> JsValue {
    let relevant: Vec<_> = match kinds {
        // Parameters of no view apply to all surfaces.
        [] => settings
            .iter()
            .filter(|(known, _)| is_wanted(settings, known))
            .collect(),
        kinds => settings.relevant(kinds).collect(),
    };
    let controls = relevant
        .into_iter()
        .map(|(parameter, value)| control(parameter, value, idle));
    let in_force = presets.iter().position(|preset| {
        let mut of_preset = settings.clone();
        of_preset.apply(preset).is_ok() && of_preset == *settings
    });
    let titles = presets.iter().map(|preset| JsValue::from(preset.title));
    object([
        ("name", name.into()),
        ("title", title.into()),
        ("presets", titles.collect::<Array>().into()),
        ("preset", in_force.map_or(JsValue::NULL, JsValue::from)),
        ("readings", describe_readings(readings).into()),
        ("controls", controls.collect::<Array>().into()),
        ("misfit", misfit.map_or(JsValue::NULL, JsValue::from)),
    ])
}

/// Whether this parameter has an effect, given the value of another one.
fn is_wanted(settings: &Settings, parameter: &Parameter) -> bool {
    parameter
        .when
        .is_none_or(|(key, options)| match settings.get(key) {
            Some(Value::Choice(option)) => options.contains(&option),
            _ => false,
        })
}

/// Options without effect are null, except the current one.
fn control(parameter: &Parameter, value: Value, idle: &[(&str, usize)]) -> JsValue {
    let (kind, current, range) = match (&parameter.range, value) {
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
    let is_offered =
        |index| value == Value::Choice(index) || !idle.contains(&(parameter.key, index));
    let options = options
        .iter()
        .enumerate()
        .map(|(index, option)| match is_offered(index) {
            true => JsValue::from(title_of(option)),
            false => JsValue::NULL,
        });
    object([
        ("key", parameter.key.into()),
        ("title", parameter.title.into()),
        ("about", parameter.about.into()),
        ("unit", parameter.unit.into()),
        ("kind", kind.into()),
        ("value", current),
        ("min", min.into()),
        ("max", max.into()),
        ("long", is_long.into()),
        ("options", options.collect::<Array>().into()),
    ])
}
