//! What stops an eye that flies about a pool: floor, walls, rim, and the ground around it.

use glam::{Vec2, Vec3};

/// A pool as an eye bumps into it, in world metres around the middle of its rest level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Half of its length along x and along z.
    pub half: Vec2,
    /// Height of the floor.
    pub floor: f32,
    /// Height to which the walls stand.
    pub rim: f32,
    /// Height of the ground around it; as the rim's, or lower where the pool stands on it.
    pub outside: f32,
}

impl Ground {
    /// How near an eye comes to anything, world metres.
    pub const CLEARANCE: f32 = 0.015;

    /// Level ground without end that an eye comes down to at this height.
    pub(super) const fn level(height: f32) -> Self {
        let height = height - Self::CLEARANCE;
        Self {
            half: Vec2::INFINITY,
            floor: height,
            rim: f32::NEG_INFINITY,
            outside: height,
        }
    }

    /// The box that an eye at `place` stays in until it has left it: over the pool, in it, or beside it.
    fn room(&self, place: Vec3) -> (Vec3, Vec3) {
        let mut low = Vec3::splat(f32::NEG_INFINITY);
        let mut high = Vec3::splat(f32::INFINITY);
        let clear = Self::CLEARANCE;
        let is_low = place.y < self.rim + clear;
        let axes = [(0, self.half.x, place.x), (2, self.half.y, place.z)];
        let within = |room: f32| axes.iter().all(|(_, half, at)| at.abs() <= half + room);
        if within(-clear * 0.999) {
            low.y = self.floor + clear;
            if is_low {
                for (axis, half, _) in axes {
                    (low[axis], high[axis]) = (clear - half, half - clear);
                }
            }
        } else if self.outside < self.rim && is_low {
            low.y = self.outside + clear;
            // The wall that it stands before.
            let gap = |(_, half, at): &(usize, f32, f32)| at.abs() - half;
            let nearest = axes.into_iter().max_by(|a, b| gap(a).total_cmp(&gap(b)));
            if let Some((axis, half, at)) = nearest {
                match at > 0.0 {
                    true => low[axis] = half + clear,
                    false => high[axis] = -half - clear,
                }
            }
        } else {
            low.y = clear
                + match within(clear * 0.999) {
                    true => self.rim,
                    false => self.outside,
                };
        }
        (low, high)
    }

    /// How far an eye is over what lies under it.
    pub fn over(&self, place: Vec3) -> f32 {
        place.y - self.room(place).0.y + Self::CLEARANCE
    }

    /// Where an eye comes to that would go from one place to another, not far: toward what stops it, it goes no more than `share` of
    /// the way that is left, 0 to 1.
    pub fn stopped(&self, from: Vec3, to: Vec3, share: f32) -> Vec3 {
        let (low, high) = self.room(from);
        let mut come = to;
        for axis in 0..3 {
            let least = from[axis] - share * (from[axis] - low[axis]).max(0.0);
            let most = from[axis] + share * (high[axis] - from[axis]).max(0.0);
            come[axis] = to[axis].clamp(least, most);
        }
        come
    }

    /// The place itself, or, of one where no eye can be, one nearby where it can.
    pub fn beside(&self, place: Vec3) -> Vec3 {
        let (low, high) = self.room(place);
        place.max(low).min(high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POOL: Ground = Ground {
        half: Vec2::new(1.0, 0.5),
        floor: -0.6,
        rim: 0.05,
        outside: 0.05,
    };

    #[test]
    fn level_ground_stops_an_eye_anywhere_at_its_height_and_lets_it_go_aside() {
        let ground = Ground::level(-3.0);
        for place in [Vec3::ZERO, Vec3::new(900.0, -2.0, -4e5)] {
            let down = ground.stopped(place, place + Vec3::new(2.0, -50.0, 1.0), 1.0);
            assert_eq!(down, Vec3::new(place.x + 2.0, -3.0, place.z + 1.0));
            let up = place + Vec3::Y * 500.0;
            assert_eq!(ground.stopped(place, up, 0.1), up);
        }
        let buried = Vec3::new(5.0, -80.0, 1.0);
        assert_eq!(ground.beside(buried), Vec3::new(5.0, -3.0, 1.0));
    }

    #[test]
    fn no_way_leads_through_floor_walls_or_ground() {
        // Steps of a fixed quarter of a hundredth, in directions that turn slowly: they fill the room.
        for outside in [0.05, -0.9] {
            let ground = Ground { outside, ..POOL };
            let mut place = Vec3::new(0.2, 0.4, 0.1);
            let mut lowest = f32::MAX;
            for step in 0..40_000 {
                let turn = step as f32;
                let way = Vec3::new(
                    (turn * 0.0031).sin(),
                    (turn * 0.000_73).cos() - 0.3 * place.y,
                    (turn * 0.0023).cos(),
                );
                let next = ground.stopped(place, place + 0.0025 * way, 1.0);
                let clear = Ground::CLEARANCE * 0.99;
                let inside = next.x.abs() < 1.0 && next.z.abs() < 0.5;
                let floor = if inside { ground.floor } else { outside };
                assert!(next.y >= floor + clear, "{next}");
                let was_inside = place.x.abs() < 1.0 && place.z.abs() < 0.5;
                assert!(
                    inside == was_inside || next.y >= 0.05 + clear,
                    "{place} {next}"
                );
                place = next;
                lowest = lowest.min(place.y);
            }
            assert!(lowest < 0.05, "it has been below the rim");
        }
    }

    #[test]
    fn what_is_ahead_is_neared_by_a_share_of_what_is_left() {
        let eye = Vec3::new(0.0, -0.3, 0.0);
        let down = POOL.stopped(eye, eye - 0.5 * Vec3::Y, 0.25);
        // 0.3 less the clearance of 0.015 to the floor.
        assert!((down.y + 0.3 + 0.25 * 0.285).abs() < 1e-6);
        let free = POOL.stopped(eye, eye + Vec3::new(0.1, 0.2, 0.0), 0.25);
        assert!(free.distance(Vec3::new(0.1, -0.1, 0.0)) < 1e-6);
    }

    #[test]
    fn an_eye_in_the_ground_comes_out_on_it_and_one_elsewhere_stays() {
        assert_eq!(
            POOL.beside(Vec3::new(3.0, -1.0, 0.0)).y,
            0.05 + Ground::CLEARANCE
        );
        for free in [Vec3::new(0.3, -0.4, 0.2), Vec3::new(5.0, 2.0, -3.0)] {
            assert_eq!(POOL.beside(free), free);
        }
    }
}
