//! Flight along the camera path of a scene.

use super::Session;
use super::side_by_side::is_at_sea;
use crate::scene::Camera;
use glam::Vec3;

/// Seconds in which a camera that was elsewhere joins the path.
const JOINING: f64 = 1.5;

/// A flight along the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathFlight {
    /// Seconds since the start of the path.
    time: f64,
    /// The camera that joins it, and the time at which it began to.
    joining: Option<(Camera, f64)>,
}

impl Session {
    /// Moves the camera along the path of the scene from a time in seconds on: at once at the start of the path, and else with a smooth
    /// transition from where it is. Without a path in the world of the water nothing happens.
    pub fn join_path(&mut self, time: f64) {
        if !self.has_path() {
            return;
        }
        let joining = (time > 0.0).then(|| (self.camera.to_scene(), time));
        self.path_flight = Some(PathFlight { time, joining });
        self.fly_along(0.0);
    }

    /// Whether the scene has a path, and the water is of its world: a pool, or a sea.
    pub(super) fn has_path(&self) -> bool {
        let same_world = self.scene.is_at_sea() == is_at_sea(&self.simulation);
        self.scene.camera_path.is_some() && same_world
    }

    /// Ends the flight along the path; the camera stays where it is. Returns the time reached, if there was a flight.
    pub fn leave_path(&mut self) -> Option<f64> {
        self.path_flight.take().map(|flight| flight.time)
    }

    /// Time of the flight along the path, and the duration of the path, seconds; `None` without a flight.
    pub fn path_time(&self) -> Option<(f64, f64)> {
        let (flight, path) = (self.path_flight?, self.scene.camera_path.as_ref()?);
        Some((flight.time, path.seconds()))
    }

    /// Moves the camera along the path by some seconds, unless the water is paused. Returns whether it moved.
    pub(super) fn fly_along(&mut self, elapsed: f64) -> bool {
        let (Some(flight), Some(path)) = (&mut self.path_flight, &self.scene.camera_path) else {
            return false;
        };
        if self.clock.is_paused() {
            return false;
        }
        flight.time += elapsed;
        let [mut eye, mut target] = path.at(flight.time);
        if let Some((from, since)) = flight.joining {
            let part = ((flight.time - since) / JOINING).min(1.0) as f32;
            let share = part * part * (3.0 - 2.0 * part);
            let between =
                |from: [f32; 3], to: [f32; 3]| Vec3::from(from).lerp(Vec3::from(to), share).into();
            (eye, target) = (between(from.eye, eye), between(from.target, target));
            flight.joining = flight.joining.filter(|_| part < 1.0);
        }
        let fov = self.scene.camera.fov;
        self.camera.look_from(&Camera { eye, target, fov });
        true
    }

    /// Whether the camera moves along the path.
    pub(super) fn is_on_path(&self) -> bool {
        let moves = |(time, seconds)| time < seconds;
        !self.clock.is_paused() && self.path_time().is_some_and(moves)
    }
}
