//! Which waters there are, how they are set, and what the hand can do to them.

use super::{Session, config, with_shared};
use crate::parameter::{ParameterError, Preset, Settings, Value};
use crate::scene::keys;
use crate::scene::{Sky, Tool};
use crate::session::weather::Weather;
use crate::water::{MODELS, Model};

impl Session {
    /// Takes another of [`MODELS`], which goes on with the surface there is; the same one again changes nothing.
    pub fn set_model(&mut self, index: usize) {
        let Some(model) = MODELS.get(index) else {
            return;
        };
        if !std::ptr::eq(*model, self.simulation.water().model()) {
            self.remember();
            let size = self.scene.size;
            let known = config(&self.configs[0], model, size);
            self.simulation
                .set_model(&with_shared(known, self.simulation.water()));
            self.views.water_changed();
            self.change_world();
            self.drag = None;
            self.drop_useless_tool();
        }
    }

    /// Puts another model beside the water, or takes away the one that is there.
    pub fn compare_with(&mut self, model: Option<&'static Model>) {
        self.remember();
        let size = self.scene.size;
        let config = model.map(|model| config(&self.configs[1], model, size));
        self.simulation.compare_with(config.as_ref());
        self.views.water_changed();
        self.change_world();
        self.drag = None;
        self.drop_useless_tool();
    }

    /// Takes note of how the models in use are set, for when they come back.
    pub(super) fn remember(&mut self) {
        for (water, configs) in self.simulation.waters().zip(&mut self.configs) {
            let mut now = config(configs, water.model(), self.scene.size);
            now.settings = water.settings().clone();
            configs.retain(|config| config.model.name != now.model.name);
            configs.push(now);
        }
    }

    /// Gives the water, or the one `beside` it, these values, or says why not and changes nothing.
    pub fn apply_settings(
        &mut self,
        compared: bool,
        settings: &Settings,
    ) -> Result<(), ParameterError> {
        self.simulation.allow_stale_foam(true);
        self.simulation.apply_settings(compared, settings)
    }

    /// Gives the water, or the one `beside` it, the values of a preset, or says why not and changes nothing. A sea's brings its weather:
    /// sky, kind of water, and the height at which the eye stands over it.
    pub fn apply_preset(&mut self, compared: bool, preset: &Preset) -> Result<(), ParameterError> {
        let water = self.simulation.waters().nth(usize::from(compared));
        let Some(mut settings) = water.map(|water| water.settings().clone()) else {
            return Ok(());
        };
        settings.apply(preset)?;
        self.simulation.apply_settings(compared, &settings)?;
        let Some(weather) = Weather::of(preset).filter(|_| self.camera.is_at_sea()) else {
            return Ok(());
        };
        let mut sky = Sky {
            elevation: Some(weather.elevation),
            // Aside of where the eye looks.
            azimuth: Some(f64::from(self.camera.azimuth()) - 25.0),
            panorama: self.sky.panorama.clone(),
            settings: Settings::new(&keys::SKY),
        };
        for (key, value) in weather.sky {
            sky.settings.set(key, *value)?;
        }
        self.set_sky(sky);
        self.camera.set_height(weather.height);
        let water = Value::Choice(weather.water as usize);
        self.views.view_set_mut().set_in_all("water", water);
        Ok(())
    }

    /// Whether there is a water that walls can stand in: a sea knows none.
    pub fn knows_walls(&self) -> bool {
        self.simulation.waters().any(|water| water.model().walls)
    }

    /// Takes what builds or opens walls out of the hand where no water knows walls any more.
    pub(super) fn drop_useless_tool(&mut self) {
        if matches!(self.poke.tool, Tool::Walls | Tool::Erase) && !self.knows_walls() {
            self.poke.tool = Tool::Poke;
        }
    }

    /// Takes this tool into the hand; or, if it is there already, the one that the scene begins with back, if that is another.
    pub(super) fn toggle(&mut self, tool: Tool) {
        self.poke.tool = match self.scene.poke.tool {
            _ if self.poke.tool != tool => tool,
            first if first != tool => first,
            _ => Tool::Poke,
        };
        self.drag = None;
    }

    /// Has drags poke again.
    pub fn put_tool_away(&mut self) {
        self.poke.tool = Tool::Poke;
        self.drag = None;
    }
}
