//! The sound of a page's water: heard in each frame while the page wants it, and rendered as the page asks for samples.

use super::Lab;
use super::arguments::{flag, whole};
use crate::session::Session;
use crate::session::sound::WaterSound;
use crate::sound::{SAMPLE_RATE, Soundscape};
use js_sys::Float32Array;
use wasm_bindgen::prelude::*;

/// Seed of the bubbles and of the noise.
const SEED: u64 = 1;

/// Maximum number of samples of each ear that are rendered at once: a second.
const MAX_FRAMES: i64 = SAMPLE_RATE as i64;

/// What is heard of a session.
#[derive(Default)]
pub(super) struct LabSound {
    is_on: bool,
    /// Until it has faded out.
    heard: Option<WaterSound>,
}

impl LabSound {
    /// Begins to hear, or to fade out. What fell in before is not heard.
    fn turn(&mut self, is_on: bool, session: &mut Session) {
        if std::mem::replace(&mut self.is_on, is_on) == is_on {
            return;
        }
        if is_on {
            self.heard = Some(WaterSound::to(Soundscape::new(SEED)));
            self.hear(session, 0, true);
        } else if let Some(heard) = &mut self.heard {
            heard.ear().fade(false);
        }
    }

    /// Hears what the last `steps` of the session did. Nothing but what falls in sounds while it `rests`.
    pub(super) fn hear(&mut self, session: &mut Session, steps: u64, rests: bool) {
        let Some(heard) = self.heard.as_mut().filter(|_| self.is_on) else {
            return;
        };
        heard.ear().set_volume(session.sound.real("volume"));
        heard.hear_session(session, steps, rests);
    }

    fn render(&mut self, samples: &mut [f32]) {
        let Some(heard) = &mut self.heard else { return };
        heard.ear().render(samples);
        if heard.ear().is_faded_out() {
            self.heard = None;
        }
    }
}

#[wasm_bindgen]
impl Lab {
    /// Begins to hear the water, or fades out: silent, it costs nothing.
    #[wasm_bindgen(js_name = soundOn)]
    pub fn sound_on(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "boolean")] is_on: JsValue,
    ) -> Result<(), JsError> {
        let is_on = flag("soundOn: whether it is on", &is_on)?;
        self.sound.turn(is_on, &mut self.session);
        Ok(())
    }

    /// The next samples of the sound, 0 to 48,000 of each ear: left and right in turn, from −1 to 1, 48,000 of each in a second. Zeros while
    /// it is off.
    pub fn sound(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] frames: JsValue,
    ) -> Result<Float32Array, JsError> {
        let frames = whole("sound: the samples of each ear", &frames, 0..=MAX_FRAMES)?;
        let mut samples = vec![0.0; 2 * frames as usize];
        self.sound.render(&mut samples);
        Ok(Float32Array::from(&samples[..]))
    }

    /// Whether all samples of the sound are zeros until something happens.
    #[wasm_bindgen(js_name = isSilent)]
    pub fn is_silent(&mut self) -> bool {
        let heard = self.sound.heard.as_mut();
        heard.is_none_or(|heard| heard.ear().is_silent())
    }
}
