//! Frames: the water advances by the page's clock, and is drawn if something has changed.

use super::arguments::finite;
use super::{Lab, error};
use crate::session::{Activity, FrameTime, Next, Picture};
use crate::view::Level;
use glam::Vec3;
use std::time::Duration;
use wasm_bindgen::prelude::*;

/// Samples a pixel on a graphics card; a software rasteriser takes one.
const SAMPLES: usize = 4;

#[wasm_bindgen]
impl Lab {
    /// Advances to `now`, in milliseconds, and draws if something has changed. Returns whether anything will move by itself. Before the
    /// first frame of a scene it waits until the browser has compiled the shaders.
    pub fn frame(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] now: JsValue,
    ) -> Result<bool, JsError> {
        let now = finite("frame: the time", &now)?;
        if !self.is_begun {
            self.is_begun = self.is_ready()?;
            if self.is_begun {
                self.tour.shown(&mut self.session);
            }
        }
        if !self.is_begun {
            return Ok(true);
        }
        let now = now / 1000.0;
        let elapsed = self.frames.begin(now).simulated;
        let fly = self.gestures.fly();
        let (before, begun) = (self.session.simulation.step(), milliseconds());
        let has_moved = self.session.advance(elapsed, fly);
        if fly.wish != Vec3::ZERO {
            self.tour.interrupt(&mut self.session);
        }
        if let Some(scene) = self.tour.advance(&self.session) {
            self.open_stop(scene);
            return Ok(true);
        }
        let taken = Duration::from_secs_f64((milliseconds() - begun).max(0.0) / 1000.0);
        let steps = self.session.simulation.step().saturating_sub(before);
        let rate = self.session.simulation.steps_per_second();
        if let Some(most) = self.frames.stepped(taken, steps, rate) {
            self.session.clock.allow(most);
        }
        if has_moved && let Some(model) = self.session.simulation.calm_what_ran_away() {
            let text = format!(
                "{}: the waves ran away, and the water is calm again: try more damping, or a smaller time step",
                model.title
            );
            self.words.push((text, true));
        }
        self.frames.advanced(has_moved, self.session.work());
        let rests = self.activity().is_idle || self.session.clock.is_paused();
        self.sound.hear(&mut self.session, steps, rests);
        let mut next = self.frames.next(now, self.activity(), rate);
        if next == Next::Draw {
            let activity = self.activity();
            let appearance = self.session.appearance(self.size);
            match self.frames.picture(now, appearance, activity) {
                Picture::Changed => self.draw_frame()?,
                Picture::Sharpened => {
                    self.frames.sharpened();
                    self.draw_frame()?;
                }
                // The canvas keeps its picture.
                Picture::Unchanged => {}
            }
            if activity.is_auto {
                self.frames.drew(FrameTime::Unknown);
            }
            next = self.frames.next(now, self.activity(), rate);
        }
        if !self.gestures.is_dragging() {
            self.session.checkpoint();
        }
        Ok(next != Next::Rest)
    }

    /// Draws the view shown for a picture: at the highest quality, and with all work that frames otherwise do in steps.
    pub fn draw(&mut self) -> Result<(), JsError> {
        self.check_context()?;
        let view_set = self.session.views.view_set_mut();
        view_set.finish_work();
        view_set.set_auto(Level::HIGH);
        let drawn = self.session.draw(self.size, SAMPLES, None);
        drawn.map_err(error)
    }

    /// Requests a frame although the water has not changed: for the ring on it.
    pub fn touched(&mut self) {
        self.frames.request();
    }

    /// Whether the first frame of the scene has been drawn.
    #[wasm_bindgen(js_name = isBegun)]
    pub fn is_begun(&self) -> bool {
        self.is_begun
    }

    /// Whether the next frame shows something new.
    #[wasm_bindgen(js_name = isStale)]
    pub fn is_stale(&self) -> bool {
        self.frames.is_due()
    }
}

impl Lab {
    fn activity(&self) -> Activity {
        Activity {
            is_idle: self.session.is_idle(self.gestures.fly()),
            is_dragging: self.gestures.is_dragging(),
            is_auto: self.session.views.view_set().is_auto(),
        }
    }

    /// Whether the first frame can be drawn without waiting for shader compilation.
    fn is_ready(&mut self) -> Result<bool, JsError> {
        if !self.is_prepared {
            self.check_context()?;
            self.is_prepared = true;
            self.set_level();
            let prepared = self.session.prepare(self.size, self.samples());
            prepared.map_err(error)?;
        }
        Ok(!self.gl.is_compiling())
    }

    /// Samples a pixel of the next frame.
    fn samples(&self) -> usize {
        match self.gl.capability().is_software() && !self.frames.is_sharp() {
            true => 1,
            false => SAMPLES,
        }
    }

    /// Sets the quality of the next frame to what the frame rate allows.
    fn set_level(&mut self) {
        let level = match self.frames.is_sharp() {
            true => Level::HIGH,
            false => self.frames.level(),
        };
        self.session.views.view_set_mut().set_auto(level);
    }

    /// Draws the view shown at the quality that the frame rate allows.
    fn draw_frame(&mut self) -> Result<(), JsError> {
        self.check_context()?;
        self.set_level();
        let samples = self.samples();
        let drawn = self.session.draw(self.size, samples, None);
        drawn.map_err(error)
    }
}

/// The page's clock, milliseconds.
fn milliseconds() -> f64 {
    let clock = web_sys::window().and_then(|window| window.performance());
    clock.map_or(0.0, |clock| clock.now())
}
