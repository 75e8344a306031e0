//! The camera of a session: how user input moves it, and whether it is in the world of a pool or of a sea.

use super::{NEAREST, Session, eye};
use crate::parameter::Value;
use crate::scene::Camera;
use crate::session::side_by_side::{camera_metre, is_at_sea, pool_length};
use crate::session::{Action, Fly, FlyCamera, Part, Steering, Stones};
use crate::view::VIEWS;
use crate::water::Water;
use glam::{Vec2, Vec3};
use std::rc::Rc;

impl Session {
    /// The initial camera of the scene; for a pool in a scene that starts at sea, and for a sea in one that starts at a pool, the default
    /// one.
    pub(super) fn home(&self) -> FlyCamera {
        let at_sea = is_at_sea(&self.simulation);
        let length = pool_length(&self.simulation);
        let camera = match self.scene.is_at_sea() == at_sea {
            true => self.scene.camera,
            false => Camera::first(at_sea, length),
        };
        FlyCamera::of(&camera, at_sea, length)
    }

    /// Raises an underwater camera where the view shows no sea from below.
    pub(super) fn surface(&mut self) {
        let dives = VIEWS[self.views.shown()].dives;
        if let Some(lowest) = self.lowest().filter(|_| self.has_eye() && !dives) {
            self.camera.set_height(self.camera.position().y.max(lowest));
        }
    }

    /// Moves the camera by an action, as far as is free.
    pub(super) fn steer(&mut self, action: Action, size: (usize, usize)) {
        self.keep_out();
        let (width, height) = (size.0 as f32, size.1 as f32);
        let camera = &mut self.camera;
        match (action, camera.steering()) {
            (Action::Turn(pixels), Steering::Fly) => camera.look(pixels, height),
            (Action::Carry(pixels), Steering::Fly) => camera.look(-pixels, height),
            (Action::Turn(pixels) | Action::Carry(pixels), Steering::Orbit) => {
                camera.orbit(pixels, height);
            }
            (Action::Pan(pixels), _) => camera.pan(pixels, Vec2::new(width, height)),
            (Action::Dolly(notches, None), _) => camera.dolly(notches),
            (Action::Dolly(notches, Some(pixel)), _) => {
                let direction = self.direction(pixel, size);
                self.camera.dolly_toward(notches, direction);
            }
            (Action::GoTo(pixel), _) => {
                let direction = self.direction(pixel, size);
                self.camera.fly_toward(direction);
            }
            _ => {}
        }
    }

    /// Updates what stops the camera.
    pub(super) fn keep_out(&mut self) {
        self.camera.keep_above(self.lowest());
        let length = pool_length(&self.simulation) as f32;
        self.camera.fit(length);
        let place = self.camera.eye(1.0).place();
        self.camera
            .stand_on(self.views.ground(&self.simulation, place));
        let revision = self.simulation.standing_revision(false);
        if self.stones.0 != Some(revision) {
            let standing = self.simulation.standing(false);
            let stones = (!standing.is_open()).then(|| Rc::new(standing.clone()));
            self.stones = (Some(revision), stones);
        }
        let settings = self.views.view_set().view().settings();
        let stand = self.has_eye() && !self.simulation.water().model().is_open();
        let top = match settings.get("wall_height") {
            Some(Value::Real(height)) => height as f32 * 0.5 * length,
            _ => 0.0,
        };
        let cells = self.stones.1.clone().filter(|_| stand);
        self.camera
            .stand_among(cells.map(|cells| Stones::new(cells, top, length)));
    }

    /// Lets an eye near the water of a sea go up and down with it.
    pub(super) fn ride(&mut self) {
        let exaggeration = self.views.height_scale();
        self.camera.ride(&self.simulation, exaggeration);
    }

    /// Whether the view shown has a camera.
    pub(super) fn has_eye(&self) -> bool {
        VIEWS[self.views.shown()].has_eye
    }

    /// The view direction through a pixel of a window of `size`.
    pub(super) fn direction(&self, pixel: Vec2, size: (usize, usize)) -> Vec3 {
        let camera = &self.camera;
        let eye = |part: Part| eye(camera, part);
        self.views.direction(&self.simulation, pixel, eye, size)
    }

    /// Metres of a water per metre of the camera's world: 1, except for a sea next to a pool.
    pub fn metre(&self, water: &dyn Water) -> f32 {
        camera_metre(&self.simulation, water)
    }

    /// Goes home after a sea has replaced a pool, or a pool a sea.
    pub(super) fn change_world(&mut self) {
        if self.camera.is_at_sea() != is_at_sea(&self.simulation) {
            self.camera = self.home();
            let water = &mut self.other_medium;
            let view_set = self.views.view_set_mut();
            let other = view_set.choice("water").unwrap_or(*water);
            view_set.set_in_all("water", Value::Choice(*water as usize));
            *water = other;
            self.change_picture();
        }
    }

    /// A height above all crests, in metres of the camera's world, where the surface of a sea is all that is drawn.
    pub(super) fn lowest(&self) -> Option<f32> {
        if VIEWS[self.views.shown()].dives && self.camera.is_at_sea() {
            return None;
        }
        let seas = self
            .simulation
            .waters()
            .filter(|water| water.model().is_open());
        let top = |water: &dyn Water| {
            // Crests between grid points are higher than those on them.
            let clear = 1.2 * water.heights().range().1.max(0.0) + NEAREST;
            clear / camera_metre(&self.simulation, water)
        };
        seas.map(top).reduce(f32::max)
    }

    pub(super) fn is_flying(&self, fly: Fly) -> bool {
        self.camera.is_moving() || fly.wish != Vec3::ZERO
    }
}
