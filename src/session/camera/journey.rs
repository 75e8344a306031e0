//! `Journey`: a flight to a pose of its own accord, as back to where a scene begins. It rises first and comes down last, so that
//! rims and crests are passed above.

use super::{FlyCamera, MAX_PITCH};
use glam::{DVec3, Vec3};
use std::f32::consts::{PI, TAU};

/// Seconds that it takes.
const SECONDS: f32 = 0.9;

/// How much of that is for going up or down, and how much for going along.
const SHARE: f32 = 0.7;

/// The part of the way to a place that a flight there leaves, and metres that it leaves at least, at a pool and at sea.
const PART_LEFT: f32 = 0.5;
const NEAREST_POOL: f32 = 0.3;
const NEAREST_SEA: f32 = 2.0;

/// A flight under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Journey {
    from: Pose,
    to: Pose,
    /// How far ahead of its end lies what a turn goes round then, where that is known.
    reach: Option<f32>,
    /// Seconds since it began.
    time: f32,
}

/// Where a camera is and where it looks.
#[derive(Clone, Copy, Debug)]
struct Pose {
    /// In the world's own metres.
    place: DVec3,
    yaw: f32,
    pitch: f32,
}

impl FlyCamera {
    /// Flies to where another camera is, until hands fly, look or roll the wheel; at once where the one is at sea and the other is not.
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

    /// Flies half of the way to the place on the rest level that is in this direction, of length 1, or to the hedge before it, and looks
    /// at it then; whether there is one.
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
            NEAREST_POOL
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

    /// Goes on with the journey for so many seconds.
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
        // The shorter way round.
        let turn = (to.yaw - from.yaw + PI).rem_euclid(TAU) - PI;
        let turned = smooth(part);
        Pose {
            place: from.place + way * gone,
            yaw: from.yaw + turned * turn,
            pitch: from.pitch + turned * (to.pitch - from.pitch),
        }
    }
}

/// From 0 to 1, at rest at both ends.
fn smooth(part: f32) -> f32 {
    let part = part.clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}
