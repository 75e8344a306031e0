//! What every water keeps beside its numbers: which it is, how large, how it is set, whether it rests, and since when it looks
//! as it does.

use super::Model;
use crate::parameter::{ParameterError, Settings};
use crate::pool::Size;

/// The answers to what anybody may ask of a water without looking at its surface; see [`Water::status`](super::Water::status).
#[derive(Clone)]
pub struct Status {
    model: &'static Model,
    size: Size,
    settings: Settings,
    calm: bool,
    revision: u64,
}

impl Status {
    /// That of water of so many cells at rest, with every parameter at its default.
    pub fn at_rest(model: &'static Model, size: Size) -> Self {
        Self {
            model,
            size,
            settings: Settings::new(model.parameters),
            calm: true,
            revision: 0,
        }
    }

    /// Takes note that the surface may have changed, and of whether it is now at rest.
    pub fn changed(&mut self, is_calm: bool) {
        self.calm = is_calm;
        self.revision += 1;
    }

    /// Gives every parameter the value that `settings` has; those that do not go together, or are for another model, are an
    /// error and change nothing.
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

    /// How often the surface may have changed so far.
    pub fn revision(&self) -> u64 {
        self.revision
    }
}
