//! Writes a scene as text: the values that differ from their defaults, and all parameters of each water, so that a file shows what can be
//! changed.

use super::keys;
use super::{Camera, Poke, Scene, Source, Start, WaterConfig};
use crate::grid::Grid;
use crate::parameter::{Range, Settings, Value};
use crate::pool::{Disturbance, Fraction, Obstacle, RAIN};
use crate::sea::GerstnerWave;
use crate::view::VIEWS;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

/// A scene to be saved: its file, and the pictures that it names.
#[derive(Clone, Debug)]
pub struct SavedScene {
    /// TOML.
    pub text: String,
    /// Masks, maps and surfaces by their names: one value for each cell. Those that end in `.exr` need every bit; `.png` are 0 black and 1
    /// white.
    pub pictures: Vec<(String, Arc<Grid<f32>>)>,
}

impl Scene {
    /// The scene as a file that reads as the same scene, with pictures whose names begin with `stem`. `name_of` returns the name in the
    /// file for another file that this scene names.
    pub fn saved(&self, stem: &str, name_of: &dyn Fn(&Path) -> String) -> SavedScene {
        let mut writer = Writer {
            text: String::new(),
            stem,
            pictures: Vec::new(),
        };
        writer.waters(self);
        writer.start(&self.start);
        writer.happenings(self);
        writer.obstacles(&self.obstacles);
        writer.seen(self, name_of);
        SavedScene {
            text: writer.text,
            pictures: writer.pictures,
        }
    }
}

/// The text written so far.
struct Writer<'a> {
    text: String,
    stem: &'a str,
    pictures: Vec<(String, Arc<Grid<f32>>)>,
}

impl Writer<'_> {
    /// Starts a table, with an empty line before all but the first.
    fn table(&mut self, header: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.line(format_args!("{header}"));
    }

    fn line(&mut self, line: std::fmt::Arguments) {
        // Text takes everything.
        let _ = writeln!(self.text, "{line}");
    }

    fn key(&mut self, key: &str, value: impl std::fmt::Display) {
        self.line(format_args!("{key} = {value}"));
    }

    /// Writes all settings, or those that differ from `before`.
    fn settings(&mut self, settings: &Settings, before: Option<&Settings>) {
        for (parameter, value) in settings.iter() {
            if before.is_none_or(|before| before.get(parameter.key) != Some(value)) {
                self.key(parameter.key, describe(&parameter.range, value));
            }
        }
    }

    /// Writes the settings that differ from their defaults.
    fn changed(&mut self, settings: &Settings) {
        let defaults = Settings::new(settings.parameters());
        self.settings(settings, Some(&defaults));
    }

    fn place(&mut self, key: &str, at: Fraction) {
        self.key(key, place(at));
    }

    /// Adds a picture; returns its name.
    fn picture(&mut self, what: &str, picture: &Arc<Grid<f32>>) -> String {
        let known = |(_, other): &&(String, Arc<Grid<f32>>)| Arc::ptr_eq(other, picture);
        if let Some((name, _)) = self.pictures.iter().find(known) {
            return quoted(name);
        }
        let is_black_and_white = picture
            .cells()
            .iter()
            .all(|&cell| cell == 0.0 || cell == 1.0);
        self.numbers(
            what,
            if is_black_and_white { "png" } else { "exr" },
            picture,
        )
    }

    /// Adds numbers in this format; returns their name.
    fn numbers(&mut self, what: &str, format: &str, picture: &Arc<Grid<f32>>) -> String {
        let mut name = format!("{}-{what}.{format}", self.stem);
        let mut number = 1;
        while self.pictures.iter().any(|(other, _)| *other == name) {
            number += 1;
            name = format!("{}-{what}-{number}.{format}", self.stem);
        }
        self.pictures.push((name.clone(), picture.clone()));
        quoted(&name)
    }

    fn waters(&mut self, scene: &Scene) {
        self.table("[water]");
        self.key("model", quoted(scene.water.model.name));
        let size = scene.size;
        let cells = format!("[{}, {}]", size.columns(), size.rows());
        self.key(keys::SIZE.name, cells);
        self.key("steps_per_second", real(scene.steps_per_second));
        self.config(&scene.water);
        if let Some(other) = &scene.compare {
            self.table("[compare]");
            self.key("model", quoted(other.model.name));
            self.key("split", real(scene.split));
            self.config(other);
        }
        // Every Gerstner sea of a scene has the same waves.
        let listed = scene.waters().find(|config| !config.waves.is_empty());
        for wave in listed.map_or(&[][..], |config| &config.waves) {
            self.wave(wave);
        }
    }

    fn config(&mut self, config: &WaterConfig) {
        self.settings(&config.settings, None);
        for (key, map) in &config.maps {
            let name = self.picture(key, map);
            self.key(key, name);
        }
    }

    fn wave(&mut self, wave: &GerstnerWave) {
        self.table("[[wave]]");
        self.key("length", real(wave.length));
        self.key("amplitude", real(wave.amplitude));
        self.key("direction", real(degrees(wave.direction)));
        self.key("phase", real(degrees(wave.phase)));
    }

    fn start(&mut self, start: &Start) {
        if *start == Start::default() {
            return;
        }
        self.table("[start]");
        self.line(format_args!(
            "# The moment that was saved; without this table the water begins at rest."
        ));
        let Start {
            step, rained, time, ..
        } = start;
        self.key("step", step);
        if *rained > 0 {
            self.key("rained", rained);
        }
        if let Some(time) = time {
            self.key(keys::START_TIME.name, real(*time));
        }
        if let Some(ripples) = start.ripples {
            self.key("ripples_length", real(ripples.side));
            self.key("ripples_x", real(ripples.centre[0]));
            self.key("ripples_z", real(ripples.centre[1]));
        }
        let files = [
            (&keys::START_HEIGHTS, &keys::START_VELOCITY),
            (&keys::START_OTHER_HEIGHTS, &keys::START_OTHER_VELOCITY),
        ];
        let hidden = [&keys::START_HIDDEN, &keys::START_OTHER_HIDDEN];
        for (key, numbers) in hidden.into_iter().zip(&start.hidden) {
            if let Some(numbers) = numbers {
                let name = self.numbers(key.name, "exr", numbers);
                self.key(key.name, name);
            }
        }
        for (surface, (heights, velocity)) in start.surfaces.iter().zip(files) {
            let Some(surface) = surface else {
                continue;
            };
            for (key, numbers) in [(heights, &surface.heights), (velocity, &surface.velocity)] {
                let name = self.numbers(key.name, "exr", &Arc::new(numbers.clone()));
                self.key(key.name, name);
            }
        }
    }

    fn happenings(&mut self, scene: &Scene) {
        for event in &scene.events {
            let (radius, weight) = match event.disturbance {
                Disturbance::Stone { at, radius, weight } => {
                    self.table("[[drop]]");
                    self.place(keys::DROP_AT.name, at);
                    (radius, weight)
                }
                Disturbance::Stroke {
                    from,
                    to,
                    radius,
                    weight,
                } => {
                    self.table("[[stroke]]");
                    self.place(keys::STROKE_FROM.name, from);
                    self.place(keys::STROKE_TO.name, to);
                    (radius, weight)
                }
                // Sources make these step by step: they are not scheduled.
                Disturbance::Swell { .. } => continue,
            };
            self.key("step", event.step);
            self.key("radius", real(radius));
            self.key("weight", weight);
        }
        for source in &scene.sources {
            self.source(source);
        }
        if let Some(rain) = &scene.rain {
            self.table("[rain]");
            self.settings(rain, Some(&Settings::new(&RAIN)));
        }
    }

    fn source(&mut self, source: &Source) {
        self.table("[[source]]");
        if source.from == source.to {
            self.place(keys::SOURCE_AT.name, source.from);
        } else {
            self.place(keys::SOURCE_FROM.name, source.from);
            self.place(keys::SOURCE_TO.name, source.to);
        }
        self.key("radius", real(source.radius));
        self.key("weight", source.weight);
        self.key("period", real(source.period));
        self.key("start", source.first);
        if source.last != u64::MAX {
            self.key(keys::SOURCE_END.name, source.last);
        }
    }

    fn obstacles(&mut self, obstacles: &[Obstacle]) {
        for obstacle in obstacles {
            self.table("[[obstacle]]");
            match obstacle {
                Obstacle::Wall {
                    from,
                    to,
                    thickness,
                } => {
                    let (from, to) = (place(*from), place(*to));
                    let thickness = real(*thickness);
                    let wall = format!("{{ from = {from}, to = {to}, thickness = {thickness} }}");
                    self.key(keys::OBSTACLE_WALL.name, wall);
                }
                Obstacle::Disc { at, radius } => {
                    let disc = format!("{{ at = {}, radius = {} }}", place(*at), real(*radius));
                    self.key(keys::OBSTACLE_DISC.name, disc);
                }
                // A disc at either end and a wall between them would have other cells: no scene plans one.
                Obstacle::Stroke { .. } => {}
                Obstacle::Mask(mask) => {
                    let name = self.picture("walls", mask);
                    self.key(keys::OBSTACLE_MASK.name, name);
                }
            }
        }
    }

    fn seen(&mut self, scene: &Scene, name_of: &dyn Fn(&Path) -> String) {
        let view = &scene.view;
        self.table("[view]");
        self.key("kind", quoted(view.kind.name));
        let files = [
            (&keys::VIEW_PICTURE, &view.picture),
            (&keys::VIEW_OVERLAY, &view.overlay),
            (&keys::VIEW_FLOOR, &view.floor),
            (&keys::VIEW_SKY, &view.sky),
        ];
        for (key, file) in files {
            if let Some(file) = file {
                self.key(key.name, quoted(&name_of(file)));
            }
        }
        self.views(scene);

        let sky = &scene.sky;
        self.table("[sky]");
        self.changed(&sky.settings);
        for (key, angle) in [
            (&keys::SKY_ELEVATION, sky.elevation),
            (&keys::SKY_AZIMUTH, sky.azimuth),
        ] {
            if let Some(angle) = angle {
                self.key(key.name, real(angle));
            }
        }
        if let Some(file) = &sky.panorama {
            self.key(keys::SKY_PANORAMA.name, quoted(&name_of(file)));
        }

        let Camera { eye, target, fov } = scene.camera;
        self.table("[camera]");
        self.key(keys::CAMERA_EYE.name, point(eye));
        self.key(keys::CAMERA_TARGET.name, point(target));
        self.key("fov", real(fov));

        let defaults = Settings::new(&keys::POKE);
        if scene.poke != Poke::of(&defaults) {
            self.table("[poke]");
            self.settings(&scene.poke.settings(), Some(&defaults));
        }
    }

    /// Writes the settings of all views: a key that several views have is written once, with the value of the initial view.
    fn views(&mut self, scene: &Scene) {
        let first = scene.view.settings_of(scene.view.kind);
        let all = scene.view.settings.iter();
        let mut written: Vec<&str> = Vec::new();
        for settings in std::iter::once(first).chain(all) {
            let defaults = Settings::new(settings.parameters());
            for (parameter, value) in settings.iter() {
                let key = parameter.key;
                let is_new = !written.contains(&key);
                written.push(key);
                // The default in one view may differ in another.
                let shared = VIEWS
                    .iter()
                    .filter(|view| view.parameters.iter().any(|p| p.key == key));
                if is_new && (shared.count() > 1 || defaults.get(key) != Some(value)) {
                    self.key(key, describe(&parameter.range, value));
                }
            }
        }
    }
}

/// A value as TOML.
fn describe(range: &Range, value: Value) -> String {
    match (range, value) {
        (_, Value::Integer(number)) => number.to_string(),
        (_, Value::Real(number)) => real(number),
        (_, Value::Switch(on)) => on.to_string(),
        (Range::Choice { options, .. }, Value::Choice(option)) => quoted(options[option]),
        // Settings hold only values of their parameter's kind.
        (_, Value::Choice(option)) => option.to_string(),
    }
}

/// The shortest number that reads back the same.
fn real(number: f64) -> String {
    format!("{number:?}")
}

fn place(at: Fraction) -> String {
    format!("[{}, {}]", real(at.u()), real(at.v()))
}

/// Rounded to a micrometre, which is never visible.
fn point(at: [f32; 3]) -> String {
    let [x, y, z] = at.map(|metres| {
        // Larger numbers have few enough digits of their own. 0, not −0.
        match metres.abs() < 1.0 {
            true => real((f64::from(metres) * 1e6).round() / 1e6 + 0.0),
            false => format!("{metres:?}"),
        }
    });
    format!("[{x}, {y}, {z}]")
}

/// Degrees that convert back to exactly these radians, if there are any.
fn degrees(radians: f64) -> f64 {
    let degrees = radians.to_degrees();
    let near = [degrees, degrees.next_up(), degrees.next_down()];
    let exact = near.into_iter().find(|near| near.to_radians() == radians);
    exact.unwrap_or(degrees)
}

/// A TOML basic string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            control if control.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(control));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
