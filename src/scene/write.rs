//! Writes a scene as text: the values that differ from their defaults, and all parameters of each water, so that a file shows what can be
//! changed. The text that the scene was read from is edited, so that its comments and its order stay.

use super::keys;
use super::merge::edit;
use super::{Camera, Poke, Scene, Source, Start, TourText, WaterConfig};
use crate::grid::Grid;
use crate::parameter::{Range, Settings, Value as Given};
use crate::pool::{Disturbance, Fraction, Obstacle, RAIN};
use crate::view::VIEWS;
use crate::water::MapKind;
use glam::{DQuat, DVec3};
use std::path::Path;
use std::sync::Arc;
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value};
use waterlab_bodies::{Body, RopeEnd, Shape};

/// A scene to be saved: its file, and the pictures that it names.
#[derive(Clone, Debug)]
pub struct SavedScene {
    /// TOML.
    pub text: String,
    /// Masks, maps and surfaces by their names: one value for each cell. Those that end in `.exr` need every bit; `.png` are 0 black and 1
    /// white; `.csv` are tables over time.
    pub pictures: Vec<(String, Arc<Grid<f32>>)>,
}

impl Scene {
    /// The scene as a file that reads as the same scene, with pictures whose names begin with `stem`. `name_of` returns the name in the
    /// file for another file that this scene names.
    pub fn saved(&self, stem: &str, name_of: &dyn Fn(&Path) -> String) -> SavedScene {
        let written = |with_defaults| {
            let mut writer = Writer {
                with_defaults,
                document: DocumentMut::new(),
                stem,
                pictures: Vec::new(),
            };
            writer.waters(self);
            writer.start(&self.start);
            writer.happenings(self, name_of);
            writer.obstacles(&self.obstacles);
            writer.seen(self, name_of);
            writer
        };
        let changed = written(false);
        let document = match self.text.parse::<DocumentMut>() {
            Ok(mut document) if !self.text.is_empty() => {
                edit(&mut *document, &*changed.document, &*written(true).document);
                document
            }
            _ => changed.document,
        };
        SavedScene {
            text: document.to_string(),
            pictures: changed.pictures,
        }
    }
}

/// What is written so far.
struct Writer<'a> {
    /// Whether values that are their defaults are written too.
    with_defaults: bool,
    document: DocumentMut,
    stem: &'a str,
    pictures: Vec<(String, Arc<Grid<f32>>)>,
}

impl Writer<'_> {
    /// Writes the settings that `before` lacks or has otherwise.
    fn settings(&mut self, table: &mut Table, settings: &Settings, before: Option<&Settings>) {
        let before = before.filter(|_| !self.with_defaults);
        for (parameter, value) in settings.iter() {
            if before.is_none_or(|before| before.get(parameter.key) != Some(value)) {
                put(table, parameter.key, describe(&parameter.range, value));
            }
        }
    }

    /// Adds a table under a line \[\[key\]\].
    fn push(&mut self, key: &str, table: Table) {
        let list = self.document.entry(key);
        let list = list.or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
        if let Some(list) = list.as_array_of_tables_mut() {
            list.push(table);
        }
    }

    /// Adds a picture; returns its name.
    fn picture(&mut self, what: &str, picture: &Arc<Grid<f32>>) -> String {
        let known = |(_, other): &&(String, Arc<Grid<f32>>)| Arc::ptr_eq(other, picture);
        if let Some((name, _)) = self.pictures.iter().find(known) {
            return name.clone();
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
        name
    }

    fn waters(&mut self, scene: &Scene) {
        let mut table = Table::new();
        put(&mut table, "model", scene.water.model.name);
        let size = [scene.size.columns(), scene.size.rows()];
        let size = size.map(|cells| cells as i64);
        put(&mut table, keys::SIZE.name, Array::from_iter(size));
        put(&mut table, "steps_per_second", scene.steps_per_second);
        self.config(&mut table, &scene.water);
        self.document.insert("water", table.into());
        if let Some(other) = &scene.compare {
            let mut table = Table::new();
            put(&mut table, "model", other.model.name);
            put(&mut table, "split", scene.split);
            self.config(&mut table, other);
            self.document.insert("compare", table.into());
        }
        // Every Gerstner sea of a scene has the same waves.
        let listed = scene.waters().find(|config| !config.waves.is_empty());
        for wave in listed.map_or(&[][..], |config| &config.waves) {
            let mut table = Table::new();
            put(&mut table, "length", wave.length);
            put(&mut table, "amplitude", wave.amplitude);
            put(&mut table, "direction", degrees(wave.direction));
            put(&mut table, "phase", degrees(wave.phase));
            self.push("wave", table);
        }
    }

    fn config(&mut self, table: &mut Table, config: &WaterConfig) {
        self.settings(table, &config.settings, None);
        for (key, map) in &config.maps {
            let known = config.model.maps.iter().find(|known| known.key == *key);
            let name = match known.map(|known| known.kind) {
                Some(MapKind::Series) => self.numbers(key, "csv", map),
                Some(MapKind::Quantity(_)) => self.numbers(key, "exr", map),
                Some(MapKind::Factor) | None => self.picture(key, map),
            };
            put(table, key, name);
        }
    }

    fn start(&mut self, start: &Start) {
        if *start == Start::default() {
            return;
        }
        let mut table = Table::new();
        table.decor_mut().set_prefix(
            "\n# The state that was saved; without this table the water begins at rest.\n",
        );
        put(&mut table, "step", start.step as i64);
        if start.rained > 0 || self.with_defaults {
            put(&mut table, "rained", start.rained as i64);
        }
        if let Some(time) = start.time {
            put(&mut table, keys::START_TIME.name, time);
        }
        if let Some(ripples) = start.ripples {
            put(&mut table, "ripples_length", ripples.side);
            put(&mut table, "ripples_x", ripples.centre[0]);
            put(&mut table, "ripples_z", ripples.centre[1]);
        }
        let files = [
            (&keys::START_HEIGHTS, &keys::START_VELOCITY),
            (&keys::START_OTHER_HEIGHTS, &keys::START_OTHER_VELOCITY),
        ];
        let hidden = [&keys::START_HIDDEN, &keys::START_OTHER_HIDDEN];
        for (key, numbers) in hidden.into_iter().zip(&start.hidden) {
            if let Some(numbers) = numbers {
                put(&mut table, key.name, self.numbers(key.name, "exr", numbers));
            }
        }
        for (surface, (heights, velocity)) in start.surfaces.iter().zip(files) {
            let Some(surface) = surface else {
                continue;
            };
            for (key, numbers) in [(heights, &surface.heights), (velocity, &surface.velocity)] {
                let numbers = Arc::new(numbers.clone());
                put(
                    &mut table,
                    key.name,
                    self.numbers(key.name, "exr", &numbers),
                );
            }
        }
        self.document.insert("start", table.into());
    }

    fn happenings(&mut self, scene: &Scene, name_of: &dyn Fn(&Path) -> String) {
        for event in &scene.events {
            let mut table = Table::new();
            let (key, radius, weight) = match event.disturbance {
                Disturbance::Stone { at, radius, weight } => {
                    put(&mut table, keys::DROP_AT.name, place(at));
                    ("drop", radius, weight)
                }
                Disturbance::Stroke {
                    from,
                    to,
                    radius,
                    weight,
                } => {
                    put(&mut table, keys::STROKE_FROM.name, place(from));
                    put(&mut table, keys::STROKE_TO.name, place(to));
                    ("stroke", radius, weight)
                }
                // Sources and rain make these step by step: they are not scheduled.
                Disturbance::Swell { .. } | Disturbance::Drop { .. } => continue,
            };
            put(&mut table, "step", event.step as i64);
            put(&mut table, "radius", radius);
            put(&mut table, "weight", weight.round() as i64);
            self.push(key, table);
        }
        for fill in &scene.fills {
            let mut table = Table::new();
            put(&mut table, keys::FILL_FROM.name, place(fill.from));
            put(&mut table, keys::FILL_TO.name, place(fill.to));
            put(&mut table, "level", fill.level);
            self.push("fill", table);
        }
        for source in &scene.sources {
            self.source(source);
        }
        for body in &scene.bodies {
            self.body(body, name_of);
        }
        if let Some(rain) = &scene.rain {
            let mut table = Table::new();
            self.settings(&mut table, rain, Some(&Settings::new(&RAIN)));
            self.document.insert("rain", table.into());
        }
    }

    fn body(&mut self, body: &Body, name_of: &dyn Fn(&Path) -> String) {
        let mut table = Table::new();
        let (shape, size): (_, Value) = match body.shape() {
            &Shape::Ball { diameter } => ("ball".to_owned(), diameter.into()),
            Shape::Box { size } => ("box".to_owned(), Array::from_iter(size.to_array()).into()),
            &Shape::Capsule { length, diameter } => (
                "capsule".to_owned(),
                Array::from_iter([length, diameter]).into(),
            ),
            Shape::Mesh { mesh, size } => {
                let name = match super::bodies::is_named(mesh.name()) {
                    true => mesh.name().to_owned(),
                    false => name_of(Path::new(mesh.name())),
                };
                (name, (*size).into())
            }
        };
        put(&mut table, keys::BODY_SHAPE.name, shape);
        put(&mut table, keys::BODY_SIZE.name, size);
        put(&mut table, "density", body.density());
        let state = &body.state;
        let vectors = [
            (keys::BODY_AT.name, state.position, true),
            (keys::BODY_VELOCITY.name, state.velocity, false),
            (keys::BODY_SPIN.name, state.spin, false),
        ];
        for (key, vector, always) in vectors {
            if always || vector != DVec3::ZERO || self.with_defaults {
                put(&mut table, key, Array::from_iter(vector.to_array()));
            }
        }
        if state.rotation != DQuat::IDENTITY || self.with_defaults {
            let rotation = Array::from_iter(state.rotation.to_array());
            put(&mut table, keys::BODY_ROTATION.name, rotation);
        }
        if let Some([red, green, blue]) = body.colour {
            let colour = format!("#{red:02x}{green:02x}{blue:02x}");
            put(&mut table, keys::BODY_COLOUR.name, colour);
        }
        for (key, number) in [("thrust", body.thrust), ("rudder", degrees(body.rudder))] {
            if number != 0.0 || self.with_defaults {
                put(&mut table, key, number);
            }
        }
        if let Some(rope) = &body.rope {
            let to: Value = match rope.to {
                RopeEnd::Point(point) => Array::from_iter(point.to_array()).into(),
                RopeEnd::Body(id) => (id.number() as i64 + 1).into(),
            };
            let rope: [(&str, Value); 2] =
                [(keys::ROPE_TO.name, to), ("length", rope.length().into())];
            put(
                &mut table,
                keys::BODY_ROPE.name,
                InlineTable::from_iter(rope),
            );
        }
        self.push("body", table);
    }

    fn source(&mut self, source: &Source) {
        let mut table = Table::new();
        if source.from == source.to {
            put(&mut table, keys::SOURCE_AT.name, place(source.from));
        } else {
            put(&mut table, keys::SOURCE_FROM.name, place(source.from));
            put(&mut table, keys::SOURCE_TO.name, place(source.to));
        }
        put(&mut table, "radius", source.radius);
        put(&mut table, "weight", i64::from(source.weight));
        put(&mut table, "period", source.period);
        put(&mut table, "start", source.first as i64);
        put(&mut table, "pour", source.pour);
        if source.last != u64::MAX {
            put(&mut table, keys::SOURCE_END.name, source.last as i64);
        }
        self.push("source", table);
    }

    fn obstacles(&mut self, obstacles: &[Obstacle]) {
        for obstacle in obstacles {
            let (key, value): (_, Value) = match obstacle {
                Obstacle::Wall {
                    from,
                    to,
                    thickness,
                } => {
                    let ends = [("from", place(*from).into()), ("to", place(*to).into())];
                    let mut wall = InlineTable::from_iter::<[(&str, Value); 2]>(ends);
                    wall.insert("thickness", (*thickness).into());
                    (keys::OBSTACLE_WALL.name, wall.into())
                }
                Obstacle::Disc { at, radius } => {
                    let disc: [(&str, Value); 2] =
                        [("at", place(*at).into()), ("radius", (*radius).into())];
                    (
                        keys::OBSTACLE_DISC.name,
                        InlineTable::from_iter(disc).into(),
                    )
                }
                // A disc at either end and a wall between them would have other cells: no scene plans one.
                Obstacle::Stroke { .. } => continue,
                Obstacle::Mask(mask) => {
                    (keys::OBSTACLE_MASK.name, self.picture("walls", mask).into())
                }
            };
            let mut table = Table::new();
            put(&mut table, key, value);
            self.push("obstacle", table);
        }
    }

    fn seen(&mut self, scene: &Scene, name_of: &dyn Fn(&Path) -> String) {
        let view = &scene.view;
        let mut table = Table::new();
        put(&mut table, "kind", view.kind.name);
        let files = [
            (&keys::VIEW_PICTURE, &view.picture),
            (&keys::VIEW_OVERLAY, &view.overlay),
            (&keys::VIEW_FLOOR, &view.floor),
            (&keys::VIEW_SKY, &view.sky),
        ];
        for (key, file) in files {
            if let Some(file) = file {
                put(&mut table, key.name, name_of(file));
            }
        }
        self.views(&mut table, scene);
        self.document.insert("view", table.into());

        let sky = &scene.sky;
        let mut table = Table::new();
        let defaults = Settings::new(sky.settings.parameters());
        self.settings(&mut table, &sky.settings, Some(&defaults));
        for (key, angle) in [
            (&keys::SKY_ELEVATION, sky.elevation),
            (&keys::SKY_AZIMUTH, sky.azimuth),
        ] {
            if let Some(angle) = angle {
                put(&mut table, key.name, angle);
            }
        }
        if let Some(file) = &sky.panorama {
            put(&mut table, keys::SKY_PANORAMA.name, name_of(file));
        }
        self.document.insert("sky", table.into());

        let Camera { eye, target, fov } = scene.camera;
        let mut table = Table::new();
        put(&mut table, keys::CAMERA_EYE.name, point(eye));
        put(&mut table, keys::CAMERA_TARGET.name, point(target));
        put(&mut table, "fov", fov);
        if let Some(path) = &scene.camera_path {
            let tables = path.waypoints().iter().map(|waypoint| {
                let mut table = Table::new();
                put(&mut table, "time", waypoint.time);
                put(&mut table, keys::PATH_EYE.name, point(waypoint.eye));
                put(&mut table, keys::PATH_TARGET.name, point(waypoint.target));
                table
            });
            table.insert(
                keys::CAMERA_PATH.name,
                Item::ArrayOfTables(tables.collect()),
            );
        }
        self.document.insert("camera", table.into());

        if let Some(TourText {
            caption,
            hint,
            in_film,
        }) = &scene.tour
        {
            let mut table = Table::new();
            put(&mut table, keys::TOUR_CAPTION.name, caption.as_str());
            if !hint.is_empty() {
                put(&mut table, keys::TOUR_HINT.name, hint.as_str());
            }
            let mut settings = Settings::new(&keys::TOUR);
            // The key is one of the table's, and takes any switch.
            let _ = settings.set("film", *in_film);
            self.settings(&mut table, &settings, Some(&Settings::new(&keys::TOUR)));
            self.document.insert("tour", table.into());
        }

        let defaults = Settings::new(&keys::SOUND);
        if scene.sound != defaults || self.with_defaults {
            let mut table = Table::new();
            self.settings(&mut table, &scene.sound, Some(&defaults));
            self.document.insert("sound", table.into());
        }

        let defaults = Settings::new(&keys::POKE);
        if scene.poke != Poke::of(&defaults) || self.with_defaults {
            let mut table = Table::new();
            self.settings(&mut table, &scene.poke.settings(), Some(&defaults));
            self.document.insert("poke", table.into());
        }
    }

    /// Writes the settings of all views: a key that several views have is written once, with the value of the initial view.
    fn views(&mut self, table: &mut Table, scene: &Scene) {
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
                let is_default = defaults.get(key) == Some(value) && shared.count() == 1;
                if is_new && (self.with_defaults || !is_default) {
                    put(table, key, describe(&parameter.range, value));
                }
            }
        }
    }
}

fn put(table: &mut Table, key: &str, value: impl Into<Value>) {
    table.insert(key, Item::Value(value.into()));
}

/// A value as TOML.
fn describe(range: &Range, value: Given) -> Value {
    match (range, value) {
        (_, Given::Integer(number)) => number.into(),
        (_, Given::Real(number)) => number.into(),
        (_, Given::Switch(on)) => on.into(),
        (Range::Choice { options, .. }, Given::Choice(option)) => options[option].into(),
        // Settings hold only values of their parameter's kind.
        (_, Given::Choice(option)) => (option as i64).into(),
    }
}

fn place(at: Fraction) -> Array {
    Array::from_iter([at.u(), at.v()])
}

/// Rounded to a micrometre, which is never visible.
fn point(at: [f32; 3]) -> Array {
    Array::from_iter(at.map(|metres| {
        // Larger numbers have few enough digits of their own. 0, not −0.
        match metres.abs() < 1.0 {
            true => (f64::from(metres) * 1e6).round() / 1e6 + 0.0,
            false => metres.to_string().parse().unwrap_or(f64::from(metres)),
        }
    }))
}

/// Degrees that convert back to exactly these radians, if there are any.
fn degrees(radians: f64) -> f64 {
    let degrees = radians.to_degrees();
    let near = [degrees, degrees.next_up(), degrees.next_down()];
    let exact = near.into_iter().find(|near| near.to_radians() == radians);
    exact.unwrap_or(degrees)
}
