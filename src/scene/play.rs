//! A scene being played: the water, what is planned to happen to it, and how many steps it has made.

use super::{Event, Scene};
use crate::heights::Heights;
use crate::parameter::{ParameterError, Settings, Value};
use crate::pool::{Disturbance, Model, RAIN, Rain, Water};

/// A scene being played, one step of the water after the other.
///
/// Just before step N is computed, the scene's stones and then its strokes planned for N happen, then the rain. The first
/// step is 0. The same scene always gives the same water.
pub struct Play {
    water: Box<dyn Water>,
    events: Vec<Event>,
    /// The first of the events that has not happened yet.
    next: usize,
    /// What falls; nothing while it does not rain, and nothing for rain of no drops.
    rain: Option<Rain>,
    raining: bool,
    rain_settings: Settings,
    step: u64,
    steps_per_second: f64,
}

impl Play {
    /// The scene at its beginning: water at rest, step 0 yet to come.
    pub fn new(scene: &Scene) -> Self {
        let mut play = Self {
            water: scene.model.create(scene.size),
            events: scene.events.clone(),
            next: 0,
            rain: None,
            raining: false,
            rain_settings: scene.rain.clone().unwrap_or_else(|| Settings::new(&RAIN)),
            step: 0,
            steps_per_second: scene.steps_per_second,
        };
        play.adopt(&scene.settings);
        play.set_raining(scene.rain.is_some());
        play
    }

    /// What is planned for the coming step happens, and the water makes that step. While [`Play::is_idle`] only the counter moves.
    pub fn advance(&mut self) {
        while let Some(event) = self.events.get(self.next)
            && event.step <= self.step
        {
            self.water.disturb(&event.disturbance);
            self.next += 1;
        }
        if let Some(rain) = &mut self.rain {
            for drop in rain.fall() {
                self.water.disturb(&drop);
            }
        }
        self.water.step();
        self.step += 1;
    }

    /// Advances by `steps` steps; calm water with nothing planned is skipped over at once.
    pub fn advance_by(&mut self, steps: u64) {
        let end = self.step.saturating_add(steps);
        while self.step < end {
            if self.rain.is_none() && self.water.is_calm() {
                let event = self.events.get(self.next).map_or(end, |event| event.step);
                self.step = event.clamp(self.step, end);
                if self.step == end {
                    return;
                }
            }
            self.advance();
        }
    }

    /// Whether nothing moves and nothing is going to: calm water, no rain, no event to come.
    pub fn is_idle(&self) -> bool {
        self.rain.is_none() && self.next == self.events.len() && self.water.is_calm()
    }

    /// How many steps the water has made.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// The water.
    pub fn water(&self) -> &dyn Water {
        &*self.water
    }

    /// The surface now.
    pub fn heights(&self) -> Heights<'_> {
        self.water.heights()
    }

    /// Gives a parameter of the water's model a value, or says why not and changes nothing.
    pub fn set_water(&mut self, key: &str, value: Value) -> Result<(), ParameterError> {
        self.water.set(key, value)
    }

    /// Puts another model in the place of this one: as many cells, at rest, every parameter at its default.
    pub fn set_model(&mut self, model: &'static Model) {
        self.water = model.create(self.water.size());
    }

    /// Disturbs the water at once.
    pub fn poke(&mut self, disturbance: &Disturbance) {
        self.water.disturb(disturbance);
    }

    /// Brings the water to rest. Rain and planned events go on.
    pub fn calm(&mut self) {
        self.water.calm();
    }

    /// Steps of the water in a second of its own time: 1 to 1000.
    pub fn steps_per_second(&self) -> f64 {
        self.steps_per_second
    }

    /// Whether it rains.
    pub fn is_raining(&self) -> bool {
        self.raining
    }

    /// Starts the rain, from the beginning of its seed, or ends it.
    pub fn set_raining(&mut self, raining: bool) {
        self.raining = raining;
        // Rain of no drops must not keep the water from being idle.
        let falls = raining && self.rain_settings.real("drops_per_second") > 0.0;
        self.rain = falls.then(|| Rain::new(self.rain_settings.clone(), self.steps_per_second));
    }

    /// The settings that the rain has, or would have: those of [`RAIN`].
    pub fn rain_settings(&self) -> &Settings {
        &self.rain_settings
    }

    /// Gives a parameter of the rain a value, or says why not and changes nothing. Rain that falls starts anew.
    pub fn set_rain(&mut self, key: &str, value: Value) -> Result<(), ParameterError> {
        self.rain_settings.set(key, value)?;
        self.set_raining(self.raining);
        Ok(())
    }

    fn adopt(&mut self, settings: &Settings) {
        for (parameter, value) in settings.iter() {
            let adopted = self.water.set(parameter.key, value);
            debug_assert!(
                adopted.is_ok(),
                "{adopted:?}: checked against the same description"
            );
        }
    }
}
