//! `Status`: the state common to all models: model, size, settings, whether the water is calm, and the revision of its surface.

use super::Model;
use crate::parameter::{ParameterError, Settings};
use crate::pool::Size;

/// The answers to queries about a water that do not need its surface; see [`Water::status`](super::Water::status).
#[derive(Clone)]
pub struct Status {
    model: &'static Model,
    size: Size,
    settings: Settings,
    calm: bool,
    revision: u64,
}

impl Status {
    /// The status of water at rest with this size and with every parameter at its default.
    pub fn at_rest(model: &'static Model, size: Size) -> Self {
        Self {
            model,
            size,
            settings: Settings::new(model.parameters),
            calm: true,
            revision: 0,
        }
    }

    /// Records that the surface may have changed, and whether it is now at rest.
    pub fn changed(&mut self, is_calm: bool) {
        self.calm = is_calm;
        self.revision += 1;
    }

    /// Sets all parameters to `settings`. Returns an error and changes nothing if the values are not valid together or belong to another
    /// model.
    pub fn apply_settings(&mut self, settings: &Settings) -> Result<(), ParameterError> {
        self.model.check(settings, self.size)?;
        self.settings = settings.clone();
        Ok(())
    }

    /// The model's entry in [`MODELS`](super::MODELS).
    pub fn model(&self) -> &'static Model {
        self.model
    }

    /// Columns and rows.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The values of the model's parameters.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether the surface is at rest.
    pub fn is_calm(&self) -> bool {
        self.calm
    }

    /// The number of times that the surface may have changed so far.
    pub fn revision(&self) -> u64 {
        self.revision
    }
}
