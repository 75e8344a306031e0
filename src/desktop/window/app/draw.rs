//! Draws a frame of the window: the water and its overlay; and measures its time.

use super::super::panel::Times;
use super::super::static_frame::Slices;
use super::super::{legend, tour_card, widgets};
use super::{App, Request, context, splash};
use crate::gl::{GlError, Target};
use crate::session::{Activity, FrameTime, Picture};
use crate::view::Level;
use anyhow::Result;
use std::time::{Duration, Instant};

/// Samples a pixel on a graphics card; a software rasteriser takes one, as it would have to compile all shaders again for more.
const SAMPLES: usize = 4;

/// Time after which a frame goes on to no other shaders that are not compiled.
const SLICE: Duration = Duration::from_millis(100);

/// Shown once on a software rasteriser.
const COARSER: &str = "Drawn without a graphics card: the picture is coarser while the water moves";

impl App {
    /// What the frame loop goes by.
    pub(super) fn activity(&self) -> Activity {
        Activity {
            is_idle: self.session.is_idle(self.gestures.fly()),
            is_dragging: self.gestures.is_dragging(),
            is_auto: self.session.views.view_set().is_auto(),
        }
    }

    /// Draws the water, of `size` pixels, into the window; a picture at rest only once. Returns whether the frame is complete: one that
    /// needs other shaders than the last takes several attempts, as a software rasteriser compiles them for seconds.
    fn draw_water(&mut self, size: (usize, usize), samples: usize) -> Result<bool> {
        let gl = self.context.gl().clone();
        let is_software = gl.capability().is_software();
        let (appearance, activity) = (self.session.appearance(size), self.activity());
        let mut is_direct = false;
        match self.frames.picture(self.now(), appearance, activity) {
            // The picture of moving water need not be cached if it can be scaled up again, and a copy takes time.
            Picture::Changed if is_software => {
                self.still.outdate();
                is_direct = !activity.is_idle
                    && self.session.simulation.other().is_none()
                    && self.session.views.can_redraw(size);
            }
            Picture::Changed => self.still.clear(),
            Picture::Sharpened if !is_software || self.still.picture(size).is_some() => {
                self.refine(size, samples)?;
            }
            Picture::Sharpened | Picture::Unchanged => {}
        }
        if is_software && !is_direct && self.still.picture(size).is_none() {
            if self.session.simulation.other().is_some() {
                // The first water's part replaces what the last picture was scaled from.
                self.cache_last();
            }
            match self.still.blank(&gl, size) {
                Some(next) => match self.session.draw(size, samples, Some(&next)) {
                    Err(GlError::Interrupted) => {
                        self.still.put_back(next);
                        self.frames.restart();
                        return Ok(false);
                    }
                    drawn => {
                        drawn?;
                        self.still.keep(Some(next));
                    }
                },
                // Without memory for a picture at rest it stays as it is.
                None => self.frames.sharpened(),
            }
        }
        let target = self.recorder.target(&gl, size);
        let target = target.unwrap_or_else(|error| {
            self.panel.complain(format!("can't record: {error}"));
            None
        });
        let shown = match (self.still.picture(size), target) {
            (None, target) => match (self.session.draw(size, samples, target), target) {
                (Err(GlError::Interrupted), _) => {
                    self.frames.restart();
                    return Ok(false);
                }
                (drawn, target) => {
                    drawn?;
                    self.still.supersede();
                    match target {
                        Some(target) => target,
                        None => return Ok(true),
                    }
                }
            },
            (Some(picture), None) => picture,
            (Some(picture), Some(target)) => {
                picture.copy_to(Some(target), 0);
                target
            }
        };
        gl.draw_to_window(size.0, size.1);
        shown.copy_to(None, 0);
        self.recorder.take();
        gl.draw_to_window(size.0, size.1);
        Ok(true)
    }

    /// Continues the full-quality picture at rest: completely on a graphics card, else some rows. Without memory for it the picture stays
    /// as it is.
    fn refine(&mut self, size: (usize, usize), samples: usize) -> Result<()> {
        let gl = self.context.gl().clone();
        let mut slices = match self.still.take_begun(size) {
            Some(slices) => slices,
            None => {
                let Some(fine) = self.still.blank(&gl, size) else {
                    self.keep(None);
                    return Ok(());
                };
                if !gl.capability().is_software() {
                    self.session.views.view_set_mut().set_auto(Level::HIGH);
                    self.session.draw(size, samples, Some(&fine))?;
                    self.keep(Some(fine));
                    return Ok(());
                }
                Slices::new(fine)
            }
        };
        let begun = Instant::now();
        self.session.views.view_set_mut().set_auto(Level::HIGH);
        self.deadline.set(Some(begun + SLICE));
        let drawn = self.session.draw_rows(size, slices.rows(), &slices.target);
        self.deadline.set(None);
        if let Err(GlError::Interrupted) = drawn {
            self.still.go_on(slices);
            return Ok(());
        }
        let is_done = drawn?;
        gl.finish();
        slices.drew(begun.elapsed());
        match is_done {
            true => self.keep(Some(slices.target)),
            false => self.still.go_on(slices),
        }
        Ok(())
    }

    /// Draws the last complete picture into the window.
    fn show_last(&self, size: (usize, usize)) -> Result<()> {
        let gl = self.context.gl();
        gl.draw_to_window(size.0, size.1);
        match self.still.last(size) {
            Some(last) => {
                last.copy_to(None, 0);
                gl.draw_to_window(size.0, size.1);
            }
            None if self.session.views.can_redraw(size) => self.session.views.redraw()?,
            None => {}
        }
        Ok(())
    }

    /// Caches the last picture, if it is not cached and can be drawn again.
    pub(super) fn cache_last(&mut self) {
        let (gl, size) = (self.context.gl().clone(), self.size());
        if self.still.last(size).is_some() || !self.session.views.can_redraw(size) {
            return;
        }
        if let Some(next) = self.still.blank(&gl, size) {
            next.draw_here();
            if self.session.views.redraw().is_ok() {
                self.still.keep(Some(next));
                self.still.outdate();
            }
        }
    }

    /// Stores the finished picture at rest, if there is memory for it.
    fn keep(&mut self, picture: Option<Target>) {
        self.still.keep(picture);
        self.frames.sharpened();
    }

    pub(super) fn draw(&mut self) -> Result<Request> {
        let (width, height) = self.size();
        if width == 0 || height == 0 {
            return Ok(Request::GoOn);
        }
        let start = Instant::now();
        let software = self.context.gl().capability().is_software();
        let samples = if software { 1 } else { SAMPLES };
        self.session
            .views
            .view_set_mut()
            .set_auto(self.frames.level());
        self.pass_times.begin(self.panel.shows_times());
        let has_last = software
            && (self.still.last((width, height)).is_some()
                || self.session.views.can_redraw((width, height)));
        let shows_meanwhile = has_last || self.opening.is_some();
        self.deadline.set(shows_meanwhile.then(|| start + SLICE));
        let is_complete = self.draw_water((width, height), samples)?;
        self.deadline.set(None);
        if is_complete && self.opening.take().is_some() {
            self.tour.shown(&mut self.session);
        }
        self.pass_times.end();
        let is_auto = self.session.views.view_set().is_auto();
        if is_auto {
            // The drawing time of the water, without the panel and vertical sync.
            self.context.gl().finish();
        }
        let drawn = start.elapsed();
        if !is_complete {
            self.show_last((width, height))?;
        }
        // The panel refers to the picture shown.
        if self.frames.is_sharp() && self.still.picture((width, height)).is_some() {
            self.session.views.view_set_mut().set_auto(Level::HIGH);
        }
        let ring = self.ring();
        let probe = self.probe();
        let cursor = self.cursor();
        let legends = self.session.legends();
        let dive = self.session.dive();
        let card = self.tour_card();
        self.panel.is_touring = card.is_some();
        self.retitle();
        self.panel.offer(&self.recent);
        self.panel.sounds = self.sound.is_on();
        let (panel, session) = (&mut self.panel, &mut self.session);
        let times = Times {
            frames: &self.frame_times,
            pace: &self.pace,
            recorded: self.recorder.seconds(),
            keeps_last: self.recorder.keeps(),
            passes: &self.pass_times.milliseconds(),
            clock: self.pass_times.clock(),
        };
        // Kept until it has been painted.
        let mut picture = None;
        let opening = self.opening;
        let delay = self
            .overlay
            .draw(&self.window, (width as u32, height as u32), |ui| {
                match opening {
                    Some(scene) => picture = splash::paint(ui, scene),
                    None => widgets::ring(ui.ctx(), &ring),
                }
                for shown in &legends {
                    legend::legend(ui.ctx(), shown);
                }
                if let Some(dive) = &dive {
                    widgets::dive(ui.ctx(), dive);
                }
                if let Some((at, numbers)) = &probe {
                    widgets::probe(ui.ctx(), *at, numbers);
                }
                if let Some(card) = &card {
                    // The card has hints of its own.
                    panel.hint_seen = true;
                    tour_card::paint(ui.ctx(), card, Some(&mut panel.wishes));
                }
                panel.layout(ui, session, &times);
                if let Some(cursor) = cursor {
                    ui.ctx().set_cursor_icon(cursor);
                }
            });
        self.window.pre_present_notify();
        self.context.swap()?;
        if is_complete {
            context::lose_for_test()?;
        }
        drop(picture);
        if is_complete {
            self.frame_times.push(start.elapsed());
            self.pace
                .drew(if software { start.elapsed() } else { drawn });
        }
        // A frame that waits for each of its passes is slower.
        let is_fair = is_complete && !(self.panel.shows_times() && self.pass_times.waits());
        if is_fair && is_auto && self.frames.drew(FrameTime::Drawing(drawn)) {
            log::debug!("quality is now {:?}", self.frames.level());
        }
        if is_complete && let Some(started) = self.started.take() {
            log::info!("first frame after {} ms", started.elapsed().as_millis());
            if software && is_auto {
                self.panel.say(COARSER.to_owned());
            }
        }
        match delay {
            Duration::ZERO => self.refresh(),
            delay => self.overlay_due = Instant::now().checked_add(delay),
        }
        if !self.gestures.is_dragging() && !self.overlay.is_dragging() {
            self.session.checkpoint();
        }
        if let Some(picked) = self.panel.picked.take() {
            self.open_picked(picked);
        }
        let mut wish = self.catch_up();
        for action in std::mem::take(&mut self.panel.wishes) {
            if let Request::Quit = self.perform(action) {
                wish = Request::Quit;
            }
            self.refresh();
        }
        if self.frames.is_due() {
            self.window.request_redraw();
        }
        Ok(wish)
    }
}
