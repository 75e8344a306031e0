//! `Journey`: an automatic flight to a pose, such as the initial camera of a scene. It rises first and descends last, so that it passes
//! above walls and crests.

use super::{FlyCamera, MAX_PITCH};
use glam::{DVec3, Vec3};
use std::f32::consts::{PI, TAU};

/// Duration, seconds.
const SECONDS: f32 = 0.9;

/// Fractions of the duration for vertical and for horizontal motion.
const SHARE: f32 = 0.7;

/// Fraction of the distance to a place that remains after a flight to it, and the minimum: at a pool in half lengths, at sea in metres.
const PART_LEFT: f32 = 0.5;
const NEAREST_POOL: f32 = 0.3;
const NEAREST_SEA: f32 = 2.0;

/// A flight in progress.
#[derive(Clone, Copy, Debug)]
pub(super) struct Journey {
    from: Pose,
    to: Pose,
    /// Distance to the pivot of an orbit at its end, where that is known.
    reach: Option<f32>,
    /// Seconds since it began.
    time: f32,
}

/// Position and view direction of a camera.
#[derive(Clone, Copy, Debug)]
struct Pose {
    /// In metres.
    place: DVec3,
    yaw: f32,
    pitch: f32,
}

/// Height above the water to which an eye comes up: metres at sea, half lengths of a pool; and how far it looks down there, radians.
const ABOVE_SEA: f32 = 1.7;
const ABOVE_POOL: f32 = 0.3;
const DOWN: f32 = 0.2;

impl FlyCamera {
    /// Flies to the pose of another camera, until the user flies, looks or zooms; immediately if one is at sea and the other is not.
    pub fn fly_to(&mut self, other: &Self) {
        if self.at_sea != other.at_sea {
            *self = other.clone();
            return;
        }
        (self.velocity, self.acceleration) = Default::default();
        self.reach = None;
        self.journey = Some(Journey {
            from: self.pose(),
            to: other.pose(),
            reach: None,
            time: 0.0,
        });
    }

    /// Flies half of the distance to the point on the rest level, or on the hedge before it, in this direction, of length 1, and looks at
    /// it. Returns whether there is such a point.
    pub fn fly_toward(&mut self, direction: Vec3) -> bool {
        let hedge = self.ground.and_then(|ground| ground.hedge);
        let before = hedge.and_then(|hedge| hedge.ahead(self.position, direction));
        let ahead = [self.level_ahead(direction), before].into_iter().flatten();
        let Some(far) = ahead.reduce(f32::min) else {
            return false;
        };
        self.let_go();
        (self.velocity, self.acceleration) = Default::default();
        let nearest = if self.at_sea {
            NEAREST_SEA
        } else {
            NEAREST_POOL * self.half_length
        };
        let reach = (PART_LEFT * far).max(nearest.min(far));
        let mut there = self.clone();
        there.yaw = direction.x.atan2(-direction.z);
        there.pitch = direction.y.asin().clamp(-MAX_PITCH, MAX_PITCH);
        there.position += direction * (far - reach);
        if let Some(hedge) = hedge {
            there.position = hedge.above(there.position);
        }
        if let Some(floor) = self.floor {
            there.position.y = there.position.y.max(floor.min(self.position.y));
        }
        self.journey = Some(Journey {
            from: self.pose(),
            to: there.pose(),
            reach: Some(reach),
            time: 0.0,
        });
        true
    }

    /// Flies straight up to where it sees the water from above, whose surface is at `level` there, unless the eye is above it.
    pub fn fly_above(&mut self, level: f32) {
        if self.position.y + self.lift >= level {
            return;
        }
        let above = match self.at_sea {
            true => ABOVE_SEA,
            false => ABOVE_POOL * self.half_length,
        };
        let mut there = self.clone();
        there.position.y = level.max(0.0) + above;
        there.pitch = there.pitch.clamp(-DOWN, 0.0);
        self.fly_to(&there);
    }

    /// Advances the flight by so many seconds.
    pub(super) fn travel(&mut self, elapsed: f32) {
        let Some(mut journey) = self.journey.take() else {
            return;
        };
        journey.time += elapsed;
        let pose = journey.pose();
        self.go_to(&pose);
        if journey.time < SECONDS {
            self.journey = Some(journey);
        } else {
            self.reach = journey.reach;
        }
    }

    fn pose(&self) -> Pose {
        Pose {
            place: self.position.as_dvec3() + DVec3::new(self.origin.x, 0.0, self.origin.y),
            yaw: self.yaw,
            pitch: self.pitch,
        }
    }

    fn go_to(&mut self, pose: &Pose) {
        self.position = (pose.place - DVec3::new(self.origin.x, 0.0, self.origin.y)).as_vec3();
        self.yaw = pose.yaw.rem_euclid(TAU);
        self.pitch = pose.pitch.clamp(-MAX_PITCH, MAX_PITCH);
        self.take_along();
    }
}

impl Journey {
    fn pose(&self) -> Pose {
        let Self { from, to, time, .. } = self;
        let part = (time / SECONDS).clamp(0.0, 1.0);
        if part >= 1.0 {
            return *to;
        }
        let (early, late) = (smooth(part / SHARE), smooth((part - 1.0) / SHARE + 1.0));
        let (upward, along) = match to.place.y > from.place.y {
            true => (early, late),
            false => (late, early),
        };
        let way = to.place - from.place;
        let gone = DVec3::new(along.into(), upward.into(), along.into());
        // The shorter rotation.
        let turn = (to.yaw - from.yaw + PI).rem_euclid(TAU) - PI;
        let turned = smooth(part);
        Pose {
            place: from.place + way * gone,
            yaw: from.yaw + turned * turn,
            pitch: from.pitch + turned * (to.pitch - from.pitch),
        }
    }
}

/// From 0 to 1, with zero speed at both ends.
fn smooth(part: f32) -> f32 {
    let part = part.clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}
