//! Settings of a model when it is selected: those of the scene, or defaults.

use crate::pool::Size;
use crate::scene::{Scene, WaterConfig};
use crate::water::{Model, Water};

/// The initial preset of the sea.
const BREEZE: &str = "Breeze";

/// The waters of a scene, as initial settings for either side.
pub(super) fn configs_of(scene: &Scene) -> [Vec<WaterConfig>; 2] {
    let (water, compared) = (std::iter::once(&scene.water), scene.compare.iter());
    // If both use the same model, each side finds its own settings first.
    [
        water.clone().chain(compared.clone()).cloned().collect(),
        compared.chain(water).cloned().collect(),
    ]
}

/// The first of `configs` for a model, or else the model at its defaults.
pub(super) fn config(configs: &[WaterConfig], model: &'static Model, size: Size) -> WaterConfig {
    let known = configs
        .iter()
        .find(|config| config.model.name == model.name);
    known.cloned().unwrap_or_else(|| first_of(model, size))
}

/// A pool's model, with the settings that it shares with those of the previous pool, if they are stable.
pub(super) fn with_shared(mut config: WaterConfig, before: &dyn Water) -> WaterConfig {
    if !config.model.is_open() && !before.model().is_open() {
        let mut settings = config.settings.clone();
        settings.take_shared(before.settings());
        if config.model.check(&settings, before.size()).is_ok() {
            config.settings = settings;
        }
    }
    config
}

/// The initial settings of a model: a sea in a breeze, with waves from metres to decimetres if the grid resolves them.
fn first_of(model: &'static Model, size: Size) -> WaterConfig {
    let mut config = WaterConfig::new(model);
    let breeze = model.presets.iter().find(|preset| preset.title == BREEZE);
    if let Some(preset) = breeze.filter(|_| model.is_open()) {
        let mut settings = config.settings.clone();
        if settings.apply(preset).is_ok() && model.check(&settings, size).is_ok() {
            config.settings = settings;
        }
    }
    config
}
