//! Selection and settings of the waters, and the tools that apply to them.

use super::{Session, config, with_shared};
use crate::parameter::{ParameterError, Preset, Settings, Value};
use crate::pool::Size;
use crate::scene::keys;
use crate::scene::{Sky, Tool, share_pool};
use crate::sea::Misfit;
use crate::session::weather::Weather;
use crate::water::{MODELS, Model};

/// What a grid loses, for these settings and this size.
pub(super) type KnownMisfit = (Settings, Size, Option<Misfit>);

impl Session {
    /// Selects another of [`MODELS`], which continues with the current surface; the same one again changes nothing.
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

    /// Compares with another model, or ends the comparison.
    pub fn compare_with(&mut self, model: Option<&'static Model>) {
        self.remember();
        let size = self.scene.size;
        let config = model.map(|model| {
            let mut config = config(&self.configs[1], model, size);
            let mut settings = config.settings.clone();
            share_pool(self.simulation.water().settings(), &mut settings);
            if model.check(&settings, size).is_ok() {
                config.settings = settings;
            }
            config
        });
        self.simulation.compare_with(config.as_ref());
        self.views.water_changed();
        self.change_world();
        self.drag = None;
        self.drop_useless_tool();
    }

    /// Stores the settings of the models in use, for when they are selected again.
    pub(super) fn remember(&mut self) {
        self.store_ground();
        for (water, configs) in self.simulation.waters().zip(&mut self.configs) {
            let mut now = config(configs, water.model(), self.scene.size);
            now.settings = water.settings().clone();
            configs.retain(|config| config.model.name != now.model.name);
            configs.push(now);
        }
    }

    /// Applies settings to the first water, or to the `compared` one. On an error nothing changes.
    pub fn apply_settings(
        &mut self,
        compared: bool,
        settings: &Settings,
    ) -> Result<(), ParameterError> {
        self.simulation.allow_stale_foam(true);
        self.set_settings(compared, settings)
    }

    /// What the grid of a sea loses of its waves, if it is much: of the first water, or of the `compared` one.
    pub fn misfit(&self, compared: bool) -> Option<Misfit> {
        let index = usize::from(compared);
        let water = self.simulation.waters().nth(index)?;
        let (settings, size) = (water.settings(), water.size());
        let known = &mut self.misfits.borrow_mut()[index];
        if let Some((for_settings, for_size, misfit)) = known
            && for_settings == settings
            && *for_size == size
        {
            return misfit.clone();
        }
        let misfit = water.model().misfit(settings, size);
        *known = Some((settings.clone(), size, misfit.clone()));
        misfit
    }

    /// Sets the patch of a sea whose waves do not fit it to one that they fit. On an error nothing changes.
    pub fn fit_patch(&mut self, compared: bool) -> Result<(), ParameterError> {
        let Some(misfit) = self.misfit(compared) else {
            return Ok(());
        };
        let water = self.simulation.waters().nth(usize::from(compared));
        let Some(mut settings) = water.map(|water| water.settings().clone()) else {
            return Ok(());
        };
        settings.set("patch", misfit.patch)?;
        self.apply_settings(compared, &settings)
    }

    /// Applies settings; another shape of the ground replaces the ground that is there.
    fn set_settings(&mut self, compared: bool, settings: &Settings) -> Result<(), ParameterError> {
        let before = self.ground_shape(compared);
        self.simulation.apply_settings(compared, settings)?;
        if self.ground_shape(compared) != before {
            self.store_ground();
            let mut grounds = self.grounds();
            grounds[usize::from(compared)] = None;
            self.set_grounds(&grounds);
        }
        Ok(())
    }

    /// The shape of the ground among the settings of a water, if it has one.
    fn ground_shape(&self, compared: bool) -> Option<Value> {
        let water = self.simulation.waters().nth(usize::from(compared))?;
        water.settings().get("bed").filter(|_| water.model().ground)
    }

    /// Applies a preset to the first water, or to the `compared` one. On an error nothing changes. The preset of a sea also sets its
    /// weather: sky, type of water, and the height of the camera over it.
    pub fn apply_preset(&mut self, compared: bool, preset: &Preset) -> Result<(), ParameterError> {
        let water = self.simulation.waters().nth(usize::from(compared));
        let Some(mut settings) = water.map(|water| water.settings().clone()) else {
            return Ok(());
        };
        settings.apply(preset)?;
        self.set_settings(compared, &settings)?;
        let Some(weather) = Weather::of(preset).filter(|_| self.camera.is_at_sea()) else {
            return Ok(());
        };
        let mut sky = Sky {
            elevation: Some(weather.elevation),
            // To the side of the view direction.
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

    /// Whether some water can have walls: a sea has none.
    pub fn knows_walls(&self) -> bool {
        self.simulation.waters().any(|water| water.model().walls)
    }

    /// Deselects a tool that no water knows any more.
    pub(super) fn drop_useless_tool(&mut self) {
        if !self.tools().any(|tool| tool == self.poke.tool) {
            self.poke.tool = Tool::Poke;
        }
    }

    /// Selects this tool; if it is already selected, the initial tool of the scene, if that differs.
    pub(super) fn toggle(&mut self, tool: Tool) {
        self.poke.tool = match self.scene.poke.tool {
            _ if self.poke.tool != tool => tool,
            first if first != tool => first,
            _ => Tool::Poke,
        };
        self.drag = None;
    }

    /// Selects the poke tool.
    pub fn put_tool_away(&mut self) {
        self.poke.tool = Tool::Poke;
        self.drag = None;
    }
}
