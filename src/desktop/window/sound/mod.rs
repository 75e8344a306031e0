//! The sound of the window. Without the feature `sound`, and without a sound device, there is none.

#[cfg(feature = "sound")]
mod device;

use crate::desktop::state_dir;
use crate::session::Session;
#[cfg(feature = "sound")]
use crate::session::sound::WaterSound;
#[cfg(feature = "sound")]
use device::Device;
use std::fs;
use std::path::PathBuf;

/// The sound, and whether the user wants it.
pub(super) struct Sound {
    is_on: bool,
    /// Where the choice is stored.
    kept_in: Option<PathBuf>,
    #[cfg(feature = "sound")]
    heard: Option<WaterSound<Device>>,
    /// The volume that the device has.
    #[cfg(feature = "sound")]
    volume: f64,
}

impl Sound {
    /// The user's last choice; without one, on unless the desktop asks for reduced motion.
    pub(super) fn load() -> Self {
        let kept_in = state_dir::file("sound");
        let word = kept_in.as_deref().map(fs::read_to_string);
        let is_muted = match word {
            Some(Ok(word)) => word.trim() == "off",
            _ => prefers_reduced_motion(),
        };
        let mut sound = Self {
            is_on: false,
            kept_in,
            #[cfg(feature = "sound")]
            heard: None,
            #[cfg(feature = "sound")]
            volume: 1.0,
        };
        if !is_muted && let Err(error) = sound.turn_on() {
            log::info!("no sound: {error:#}");
        }
        sound
    }

    pub(super) fn is_on(&self) -> bool {
        self.is_on
    }

    /// Turns it off or on, and stores the choice. Returns the notice of it, or why there is no sound.
    pub(super) fn toggle(&mut self) -> Result<&'static str, String> {
        let is_on = !self.is_on;
        match is_on {
            true => self
                .turn_on()
                .map_err(|error| format!("No sound: {error:#}"))?,
            false => self.turn_off(),
        }
        if let Some(kept_in) = &self.kept_in
            && let Err(error) = state_dir::write(kept_in, if is_on { "on" } else { "off" })
        {
            log::debug!("the choice of sound is not kept: {error}");
        }
        Ok(if is_on { "Sound on" } else { "Sound off" })
    }

    #[cfg(feature = "sound")]
    fn turn_on(&mut self) -> anyhow::Result<()> {
        match &mut self.heard {
            Some(heard) => {
                heard.restart();
                heard.ear().set_open(true);
            }
            None => {
                self.heard = Some(WaterSound::to(Device::open()?));
                self.volume = 1.0;
            }
        }
        self.is_on = true;
        Ok(())
    }

    #[cfg(feature = "sound")]
    fn turn_off(&mut self) {
        if let Some(heard) = &mut self.heard {
            heard.ear().set_open(false);
        }
        self.is_on = false;
    }

    /// Hears what the last `steps` of the session did. Nothing sounds while it `rests`.
    #[cfg(feature = "sound")]
    pub(super) fn hear(&mut self, session: &mut Session, steps: u64, rests: bool) {
        let Some(heard) = self.heard.as_mut().filter(|_| self.is_on) else {
            return;
        };
        if heard.ear().has_failed() {
            log::info!("no sound: the device has gone");
            (self.is_on, self.heard) = (false, None);
            return;
        }
        let volume = session.sound.real("volume");
        if std::mem::replace(&mut self.volume, volume) != volume {
            heard.ear().set_volume(volume);
        }
        heard.hear_session(session, steps, rests);
    }

    #[cfg(not(feature = "sound"))]
    fn turn_on(&mut self) -> anyhow::Result<()> {
        anyhow::bail!("this program was built without it (the feature `sound`)")
    }

    #[cfg(not(feature = "sound"))]
    fn turn_off(&mut self) {}

    #[cfg(not(feature = "sound"))]
    pub(super) fn hear(&mut self, _: &mut Session, _: u64, _: bool) {}
}

/// Whether the desktop asks for reduced motion; false if it does not answer in time. Only released programs ask, as that needs the D-Bus
/// crates on Linux. To be called on the main thread.
fn prefers_reduced_motion() -> bool {
    #[cfg(feature = "release")]
    {
        use mundy::{Interest, Preferences, ReducedMotion};
        let timeout = std::time::Duration::from_millis(200);
        let preferences = Preferences::once_blocking(Interest::ReducedMotion, timeout);
        preferences.is_some_and(|all| all.reduced_motion == ReducedMotion::Reduce)
    }
    #[cfg(not(feature = "release"))]
    false
}
