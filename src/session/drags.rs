//! The effect of a drag: it pokes, paints walls, adds a stroke, or moves the split line between two waters.

use super::bodies::Held;
use super::{Session, eye};
use crate::pool::{Disturbance, Fraction, Obstacle};
use crate::scene::{Poke, Tool};
use crate::session::{Part, ripple_window};
use crate::surface::Window;
use glam::{DVec2, Vec2};

/// The target of a drag in progress.
#[derive(Clone, Copy)]
pub(super) enum Drag {
    /// The split line between two waters.
    Split,
    /// A body.
    Body(Held),
    /// The water in this part of the window.
    Water {
        part: usize,
        /// The last place touched.
        touched: Option<Fraction>,
        /// The place up to which a tool for ground has acted.
        worked: Option<Fraction>,
        /// Crest of the dam that it builds, metres above the rest level, once it is known.
        crest: Option<f32>,
        /// For open water, the window that this is a fraction of.
        window: Option<Window>,
        /// Whether it builds walls and began on water: then it continues on the water and ignores the walls that it has just built.
        builds: bool,
    },
}

impl Session {
    /// Begins a drag at a pixel of a window of `size` pixels.
    pub(super) fn take_hold(&mut self, pixel: Vec2, size: (usize, usize)) {
        if self.views.is_on_line(&self.simulation, pixel, size) {
            self.drag = Some(Drag::Split);
            return;
        }
        if std::mem::take(&mut self.rains_until_poke) {
            self.simulation.set_raining(false);
        }
        if self.poke.tool == Tool::Poke && self.hold_body(pixel, size) {
            return;
        }
        let part = self.views.part_at(&self.simulation, pixel, size);
        let begins_on_stone = self.place_held_at(part, pixel, size).is_some_and(|(u, v)| {
            let walls = self.simulation.standing(part > 0);
            let (column, row) = walls.size().cell(Fraction::clamped(u, v));
            walls.is_solid(column, row)
        });
        self.drag = Some(Drag::Water {
            part,
            touched: None,
            worked: None,
            crest: None,
            window: None,
            builds: self.poke.tool == Tool::Walls && !begins_on_stone,
        });
        self.drag_to(pixel, size);
        self.apply_ground_tool(0.0);
    }

    /// The middle of the view, for input without a pointer; with two waters, of the left one.
    pub(super) fn middle(&self, size: (usize, usize)) -> Vec2 {
        let (width, height) = (size.0 as f32, size.1 as f32);
        let left = match self.simulation.other() {
            Some(_) => self.views.split.left() as f32,
            None => 1.0,
        };
        Vec2::new(0.5 * left * width, 0.5 * height)
    }

    /// Acts as a press in the middle of the view would.
    pub(super) fn poke_middle(&mut self, size: (usize, usize)) {
        self.take_hold(self.middle(size), size);
        self.let_go();
    }

    pub(super) fn drag_to(&mut self, pixel: Vec2, size: (usize, usize)) {
        match self.drag {
            Some(Drag::Body(_)) => self.drag_body(pixel, size),
            Some(Drag::Split) => self.views.split.drag_to(pixel, size.0),
            Some(Drag::Water {
                part,
                touched,
                window,
                ..
            }) => {
                // A stroke that leaves the water ends; where it returns, a new one begins.
                let place = self.place_held_at(part, pixel, size);
                let now = self.simulation.ripple_window();
                // In another window a new stroke begins.
                let before = touched.filter(|_| window == now);
                let (before, place) = match now {
                    Some(window) => self.at_sea(before, place, window),
                    None => (before, place.map(|(u, v)| Fraction::clamped(u, v))),
                };
                if let Some(place) = place {
                    self.touch(before, place);
                }
                let now = self.simulation.ripple_window();
                if let Some(Drag::Water {
                    touched, window, ..
                }) = &mut self.drag
                {
                    (*touched, *window) = (place, now);
                }
            }
            None => {}
        }
    }

    /// The place that the tool acts on for a pixel of `part` of a window of `size`.
    pub(super) fn place_held_at(
        &self,
        part: usize,
        pixel: Vec2,
        size: (usize, usize),
    ) -> Option<(f64, f64)> {
        let camera = &self.camera;
        let eye = |part: Part| eye(camera, part);
        if let Some(Drag::Water { builds: true, .. }) = self.drag {
            return self
                .views
                .place_on_water(&self.simulation, part, pixel, eye, size);
        }
        let place = self
            .views
            .place_at(&self.simulation, part, pixel, eye, size)?;
        Some(self.aimed(part, place, pixel, size))
    }

    /// The place that the tool acts on for a `place` which `part` of a window of `size` shows at a pixel: an eraser on the face of a wall
    /// acts inside the wall, so that it removes the wall and not just its surface.
    fn aimed(
        &self,
        part: usize,
        place: (f64, f64),
        pixel: Vec2,
        size: (usize, usize),
    ) -> (f64, f64) {
        let walls = self.simulation.standing(part > 0);
        let is_eraser = self.poke.tool == Tool::Erase;
        if !is_eraser || walls.is_open() || !self.has_eye() {
            return place;
        }
        let cells = walls.size();
        let cells = DVec2::new(cells.columns() as f64, cells.rows() as f64);
        let along = self.direction(pixel, size).as_dvec3();
        // Seen from above, no face is visible.
        let along = DVec2::new(along.x, along.z);
        let start = DVec2::from(place) * cells;
        let at = |far: f64| start + far * along.normalize_or_zero();
        let is_solid = |far: f64| {
            let at = at(far);
            let is_inside = at.cmpge(DVec2::ZERO).all() && at.cmplt(cells).all();
            is_inside && walls.is_solid(at.x as usize, at.y as usize)
        };
        let radius = self.poke.wall_radius;
        let steps = (4.0 * radius).ceil() as usize;
        let inside = (1..=steps).take_while(|&step| is_solid(0.5 * step as f64));
        let thick = 0.5 * inside.count() as f64;
        let into = (0.5 * thick).min(radius) * along.length();
        (at(into) / cells).into()
    }

    /// The last and the current place of a drag, as fractions of a window that is moved there.
    fn at_sea(
        &mut self,
        touched: Option<Fraction>,
        place: Option<(f64, f64)>,
        before: Window,
    ) -> (Option<Fraction>, Option<Fraction>) {
        let Some(place) = place else {
            return (None, None);
        };
        if touched.is_none() {
            ripple_window::reach(&mut self.simulation, &self.camera, place);
        }
        let window = self.simulation.ripple_window().unwrap_or(before);
        let (u, v) = window.fraction(before.place(place));
        (touched, Fraction::new(u, v).ok())
    }

    /// Applies the tool along the line from the last place of the drag.
    fn touch(&mut self, touched: Option<Fraction>, to: Fraction) {
        let Poke {
            radius,
            weight,
            tool,
            wall_radius,
            ..
        } = self.poke;
        let weight = f32::from(weight.saturating_mul(self.simulation.water().model().poke));
        let wall = Obstacle::Stroke {
            from: touched.unwrap_or(to),
            to,
            radius: wall_radius,
        };
        match tool {
            Tool::Poke => self.simulation.poke(&match touched {
                Some(from) => Disturbance::stroke(from, to, radius, weight),
                None => Disturbance::stone(to, radius, weight),
            }),
            Tool::Source => self.simulation.poke(&Disturbance::Swell {
                from: touched.unwrap_or(to),
                to,
                radius,
                weight,
            }),
            Tool::Walls => self.simulation.build_wall(&wall),
            Tool::Erase => self.simulation.erase_wall(&wall),
            // As long as the pointer is held, see `apply_ground_tool`.
            Tool::Raise | Tool::Dig | Tool::Dam | Tool::Pour | Tool::Drain => {}
        }
    }
}
