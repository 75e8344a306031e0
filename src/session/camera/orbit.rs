//! Orbit, pan and dolly: how drags and the wheel move a camera.
//!
//! The pivot is the point of the rest level that the camera looks at. It stays fixed during an orbit. Flying and looking around reset it;
//! the next orbit takes the point ahead, so that nothing jumps.

use super::{BOX, CLEARANCE, FlyCamera, LOOK, MAX_PITCH, NEARER, POOL, SEA};
use crate::view::Ground;
use glam::{Vec2, Vec3};
use std::f32::consts::TAU;

/// Farthest point of the rest level that a dolly moves toward, half lengths, at a pool; beyond it the view counts as horizontal.
const HORIZON: f32 = 60.0;

/// The same over a sea, in heights of the eye.
const SEA_HORIZON: f32 = 40.0;

/// Minimum distance of a pivot, half lengths, so that a drag always moves the camera.
const NEAREST_PIVOT: f32 = 0.05;

/// Radians of a substep of an orbit, for collisions; and the maximum number of substeps.
const TURN_PIECE: f32 = 0.01;
const MAX_TURNS: f32 = 1000.0;

/// Half lengths of a substep of a dolly, for collisions; and the maximum number of substeps.
const DOLLY_PIECE: f32 = 0.01;
const MAX_PIECES: f32 = 10_000.0;

impl FlyCamera {
    /// The pivot of an orbit, metres, in the coordinates of the eye.
    pub fn pivot(&self) -> Vec3 {
        self.position + self.reach() * self.forward()
    }

    /// Orbits around the pivot by a drag of `pixels` (right, down) in a window of `height` pixels: the scene follows the pointer.
    ///
    /// A drag across the whole height is 2 radians. Obstacles that stop a flight stop the eye.
    pub fn orbit(&mut self, pixels: Vec2, height: f32) {
        let turn = pixels * (LOOK / height);
        if !turn.is_finite() {
            return;
        }
        let reach = self.reach();
        let pivot = self.pivot();
        self.rest();
        let pieces = (turn.length() / TURN_PIECE).ceil().clamp(1.0, MAX_TURNS);
        let piece = turn / pieces;
        for _ in 0..pieces as usize {
            // Slides along a wall or the ground.
            let aside = Vec2::new(piece.x, 0.0);
            let upward = Vec2::new(0.0, piece.y);
            let free = [piece, aside, upward]
                .into_iter()
                .any(|piece| piece != Vec2::ZERO && self.turn_round(pivot, reach, piece));
            if !free {
                break;
            }
        }
        self.reach = Some(reach);
        self.take_along();
    }

    /// Turns around a pivot by two angles if the new place is free. Returns whether it is.
    fn turn_round(&mut self, pivot: Vec3, reach: f32, turn: Vec2) -> bool {
        let before = (self.yaw, self.pitch);
        self.yaw = (self.yaw + turn.x).rem_euclid(TAU);
        self.pitch = (self.pitch - turn.y).clamp(-MAX_PITCH, MAX_PITCH);
        let wanted = pivot - reach * self.forward();
        let is_free = self.is_free(wanted);
        match is_free {
            true => self.position = wanted,
            false => (self.yaw, self.pitch) = before,
        }
        is_free
    }

    /// Pans eye and pivot by a drag of `pixels` (right, down) in a window of `size`: the point at the pivot follows the pointer.
    pub fn pan(&mut self, pixels: Vec2, size: Vec2) {
        let reach = self.reach();
        let metres = pixels * (2.0 * self.slope_up(size.x / size.y) * reach / size.y);
        if !metres.is_finite() {
            return;
        }
        self.rest();
        let up = self.right().cross(self.forward());
        self.go(up * metres.y - self.right() * metres.x);
        self.reach = Some(reach);
    }

    /// Moves along the view direction by `notches` of the wheel, nearer when positive; see [`FlyCamera::dolly_toward`].
    pub fn dolly(&mut self, notches: f32) {
        self.dolly_toward(notches, self.forward());
    }

    /// Moves along `direction`, of length 1, by `notches` of a wheel, nearer when positive.
    ///
    /// Each notch multiplies the distance to the rest level in that direction by [`NEARER`]; if the rest level is not ahead, the distance
    /// to the pool's centre is used, or at sea the height above it. The eye never passes through the rest level, and stays in its box if it
    /// has one.
    pub fn dolly_toward(&mut self, notches: f32, direction: Vec3) {
        if !notches.is_finite() || !direction.is_finite() {
            return;
        }
        self.journey = None;
        let nearer = NEARER.powf(notches.clamp(-60.0, 60.0));
        // The pivot moves along if the wheel moves toward it.
        self.reach = self
            .reach
            .filter(|_| direction.distance(self.forward()) < 1e-4)
            .map(|reach| (reach * nearer).max(self.half_length * NEAREST_PIVOT));
        let travel = self.aim(direction) * (1.0 - nearer);
        let step = direction * travel;
        let mut share: f32 = 1.0;
        for axis in 0..3 {
            let (min, max) = self.room();
            let bound = if step[axis] > 0.0 { max } else { min };
            if step[axis] != 0.0 {
                share = share.min((bound[axis] - self.position[axis]) / step[axis]);
            }
        }
        if self.position.y * step.y < 0.0 {
            let above = self.floor.filter(|_| self.position.y > 0.0).unwrap_or(0.0);
            let clearance = (self.half_length * CLEARANCE).max(above);
            share = share.min((self.position.y.abs() - clearance) / step.y.abs());
        }
        self.go(step * share.max(0.0));
    }

    /// Resets the pivot: the next orbit takes the point ahead.
    pub(super) fn let_go(&mut self) {
        self.reach = None;
        self.journey = None;
    }

    /// Ends any flight, because of user input.
    fn rest(&mut self) {
        self.journey = None;
        (self.velocity, self.acceleration) = Default::default();
    }

    /// Distance to the pivot, metres.
    pub(super) fn reach(&self) -> f32 {
        let ahead = || {
            self.aim(self.forward())
                .max(self.half_length * NEAREST_PIVOT)
        };
        self.reach.unwrap_or_else(ahead)
    }

    /// Distance to the rest level in this direction, if it is ahead.
    fn aim(&self, direction: Vec3) -> f32 {
        let beside = || match self.at_sea {
            true => self.position.y.abs(),
            false => self.position.length(),
        };
        self.level_ahead(direction).unwrap_or_else(beside)
    }

    /// Distance to the rest level in this direction, if it is not beyond the horizon.
    pub(super) fn level_ahead(&self, direction: Vec3) -> Option<f32> {
        let ahead = -self.position.y / direction.y;
        let horizon = match self.at_sea {
            true => SEA_HORIZON * self.position.y.abs(),
            false => self.half_length * HORIZON,
        };
        (ahead > 0.0 && ahead < horizon).then_some(ahead)
    }

    /// Whether the eye can move to a place nearby.
    fn is_free(&self, place: Vec3) -> bool {
        let (min, max) = self.room_above();
        place.clamp(min, max) == place && !self.is_stopped(place)
    }

    /// Whether the ground blocks a place nearby.
    fn is_stopped(&self, place: Vec3) -> bool {
        let stones = self.stones.as_ref();
        let among = stones.is_some_and(|stones| stones.passed(self.position, place) != place);
        among
            || self.ground.is_some_and(|ground| {
                let come = ground.stopped(self.position, place, 1.0);
                come.distance_squared(place) > 1e-12 * self.half_length * self.half_length
            })
    }

    /// Moves along a step as far as is free.
    fn go(&mut self, step: Vec3) {
        let pieces = match (self.ground, &self.stones) {
            (None, None) => 1.0,
            _ => (step.length() / (self.half_length * DOLLY_PIECE))
                .ceil()
                .clamp(1.0, MAX_PIECES),
        };
        let (min, max) = self.room_above();
        let from = self.position;
        for done in 1..=pieces as usize {
            let wanted = (from + step * (done as f32 / pieces)).clamp(min, max);
            if self.is_stopped(wanted) {
                break;
            }
            self.position = wanted;
        }
        self.take_along();
    }

    /// The bounds of the eye, above its minimum height.
    fn room_above(&self) -> (Vec3, Vec3) {
        let (mut min, max) = self.room();
        if let Some(floor) = self.floor {
            min.y = floor.min(self.position.y).max(min.y);
        }
        (min, max)
    }

    /// The bounds of the eye: inside a pool its floor is the limit.
    pub(super) fn room(&self) -> (Vec3, Vec3) {
        if self.at_sea {
            return SEA;
        }
        let floor = |ground: Ground| ground.floor.min(ground.outside);
        let (min, max) = (self.half_length * BOX.0, self.half_length * BOX.1);
        let deepest = self.ground.map_or(min.y, floor).min(min.y);
        (min.with_y(deepest), max)
    }

    /// Distance to the nearest point of the pool, metres; 0 inside. At sea, to the rest level.
    pub(super) fn distance(&self) -> f32 {
        if self.at_sea {
            return self.position.y.abs();
        }
        let (min, max) = (self.half_length * POOL.0, self.half_length * POOL.1);
        self.position.distance(self.position.clamp(min, max))
    }
}
