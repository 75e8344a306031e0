//! Pointer features: the ring on the water, values, dropped files; and the simulation pace.

use super::{App, RING};
use crate::desktop::window::panel::Picked;
use crate::scene::named;
use crate::session::{Cursor, Session};
use egui::CursorIcon;
use glam::Vec2;
use std::path::Path;
use std::time::{Duration, Instant};

impl App {
    /// Time at which the ring on the water disappears, after the pointer has come to rest.
    pub(super) fn ring_end(&self) -> Option<Instant> {
        let shows = self.ring_shown && !self.gestures.is_dragging();
        self.moved_at.filter(|_| shows).map(|moved| moved + RING)
    }

    /// The shape of the pointer over the water; `None` where the panel chooses it.
    pub(super) fn cursor(&self) -> Option<CursorIcon> {
        if self.moved_at.is_none() && !self.gestures.is_poking() {
            return None;
        }
        match self.session.cursor(self.pointer, self.size()) {
            Cursor::Grabbing => Some(CursorIcon::Grabbing),
            Cursor::Grab if !self.overlay.is_over(self.pointer) => Some(CursorIcon::Grab),
            Cursor::Grab | Cursor::Water => None,
        }
    }

    /// Values of the water under the pointer, while Alt is held.
    pub(super) fn probe(&self) -> Option<(Vec2, Vec<(&'static str, String)>)> {
        let is_asked = self.gestures.is_probing() && self.moved_at.is_some();
        let is_free = is_asked && !self.overlay.is_over(self.pointer);
        if !is_free {
            return None;
        }
        let probe = self.session.probe(self.pointer, self.size())?;
        Some((self.pointer, probe.describe()))
    }

    /// Records the position of the pointer on the water, for cross-sections.
    pub(super) fn point(&mut self) {
        if self.panel.shows_charts() && !self.overlay.is_over(self.pointer) {
            let place = self.session.place_under(self.pointer, self.size());
            self.panel.pointed = place.or(self.panel.pointed);
        }
    }

    /// The lines of the ring on the water under the pointer.
    pub(super) fn ring(&mut self) -> Vec<Vec<Vec2>> {
        let has_moved = self.moved_at.is_some_and(|moved| moved.elapsed() < RING);
        let is_wanted = self.session.poke.ring
            && (has_moved && !self.gestures.is_dragging() || self.gestures.is_poking())
            && !self.overlay.is_over(self.pointer);
        let lines = match is_wanted {
            true => self.session.ring(self.pointer, self.size()),
            false => Vec::new(),
        };
        self.ring_shown = !lines.is_empty();
        lines
    }

    /// Records the pace of the simulation. Returns whether its display changes.
    pub(super) fn keep_pace(&mut self, elapsed: f32, taken: Duration, before: u64) -> bool {
        let Session {
            simulation, clock, ..
        } = &self.session;
        if clock.is_paused() || simulation.is_idle() {
            self.pace.rest();
            return false;
        }
        let due = f64::from(elapsed) * simulation.steps_per_second();
        let made = simulation.step().saturating_sub(before) as usize;
        let was_slow = self.pace.slow().is_some();
        let is_new = self.pace.advanced(elapsed, taken, due, made);
        is_new && (self.panel.status || was_slow || self.pace.slow().is_some())
    }

    /// Handles a dropped file: a scene, walls while the wall tool is selected, or else the picture.
    pub(super) fn dropped(&mut self, file: &Path) {
        let is_scene = file
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("toml"));
        if is_scene {
            return self.open_picked(Picked::File(file.to_path_buf()));
        }
        self.tour.interrupt(&mut self.session);
        let becomes_walls = self.session.poke.tool.is_of_walls();
        let taken = match becomes_walls {
            true => self.session.build_mask(file),
            false => self.session.set_picture(file),
        };
        match taken {
            Ok(()) if becomes_walls => self.panel.say(format!("Walls: {}", named(file))),
            Ok(()) => self.panel.say(format!("Showing {}", named(file))),
            Err(error) => self.panel.complain(format!("{error:#}")),
        }
    }
}
