//! Collision shape for an eye that flies about a pool: floor, walls, rim and surroundings.

use glam::{Vec2, Vec3};

/// Collision shape of a pool, in metres about the centre of its rest level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Half extents along x and z.
    pub half: Vec2,
    /// Height of the floor.
    pub floor: f32,
    /// Height of the top of the walls.
    pub rim: f32,
    /// Height of the surrounding ground; equal to the rim, or lower if the pool stands on it.
    pub outside: f32,
    /// The hedge around the pool.
    pub hedge: Option<Hedge>,
}

/// A hedge around a pool, in metres: between two rectangles, from the ground to its top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hedge {
    /// Half extents of its inner and of its outer face.
    pub inner: Vec2,
    /// See `inner`.
    pub outer: Vec2,
    /// Height of its top.
    pub top: f32,
    /// Half of the longer side of the pool.
    pub half_length: f32,
}

impl Hedge {
    /// Minimum distance of an eye from its sides, in half lengths of the pool; greater than the near plane of an eye above the pool.
    const CLEARANCE: f32 = 0.12;

    /// So many half lengths of the pool, metres.
    fn metres(&self, half_lengths: f32) -> f32 {
        half_lengths * self.half_length
    }

    /// Restricts the box of an eye at `place` so that it stays out of the hedge.
    fn bound(&self, place: Vec3, low: &mut Vec3, high: &mut Vec3) {
        let axes = [(0, place.x), (2, place.z)];
        let half = |side: Vec2, axis: usize| if axis == 0 { side.x } else { side.y };
        let within = |side: Vec2| axes.iter().all(|&(axis, at)| at.abs() <= half(side, axis));
        if place.y >= self.top + self.metres(Ground::CLEARANCE) {
            let room = Vec2::splat(self.metres(Self::CLEARANCE));
            if within(self.outer + room) && !within(self.inner - room) {
                low.y = low.y.max(self.top + self.metres(Ground::CLEARANCE));
            }
        } else if within(self.inner) {
            for (axis, _) in axes {
                let highest = half(self.inner, axis) - self.metres(Self::CLEARANCE);
                low[axis] = low[axis].max(-highest);
                high[axis] = high[axis].min(highest);
            }
        } else {
            let gap = |&(axis, at): &(usize, f32)| at.abs() - half(self.outer, axis);
            let nearest = axes.into_iter().max_by(|a, b| gap(a).total_cmp(&gap(b)));
            if let Some((axis, at)) = nearest {
                let limit = half(self.outer, axis) + self.metres(Self::CLEARANCE);
                match at > 0.0 {
                    true => low[axis] = low[axis].max(limit),
                    false => high[axis] = high[axis].min(-limit),
                }
            }
        }
    }

    /// Distance from a point along a unit direction to a side of the hedge, if it hits one.
    pub fn ahead(&self, from: Vec3, direction: Vec3) -> Option<f32> {
        // Where a line enters and leaves a rectangle.
        let crossed = |half: Vec2| {
            let spans = [(from.x, direction.x, half.x), (from.z, direction.z, half.y)];
            let spans = spans.map(|(at, way, half)| {
                let ends = [(-half - at) / way, (half - at) / way];
                (ends[0].min(ends[1]), ends[0].max(ends[1]))
            });
            (spans[0].0.max(spans[1].0), spans[0].1.min(spans[1].1))
        };
        let is_hit = |far: &f32| *far > 0.0 && from.y + far * direction.y <= self.top;
        let (_, out) = crossed(self.inner);
        let (entry, exit) = crossed(self.outer);
        let is_inside = from.x.abs() <= self.inner.x && from.z.abs() <= self.inner.y;
        match is_inside {
            true => Some(out).filter(is_hit),
            false => Some(entry).filter(|_| entry < exit).filter(is_hit),
        }
    }

    /// Moves a place inside the hedge above it.
    pub fn above(&self, place: Vec3) -> Vec3 {
        let within = |side: Vec2| place.x.abs() <= side.x && place.z.abs() <= side.y;
        let is_in = within(self.outer + self.metres(Self::CLEARANCE))
            && !within(self.inner - self.metres(Self::CLEARANCE));
        let limit = self.top + self.metres(Ground::CLEARANCE);
        let y = if is_in { place.y.max(limit) } else { place.y };
        Vec3 { y, ..place }
    }
}

impl Ground {
    /// Minimum distance of an eye from any surface, in half lengths of the pool; over level ground without end, metres.
    pub const CLEARANCE: f32 = 0.015;

    /// Level ground without end; an eye stops at this height.
    pub(super) const fn level(height: f32) -> Self {
        let height = height - Self::CLEARANCE;
        Self {
            half: Vec2::INFINITY,
            floor: height,
            rim: f32::NEG_INFINITY,
            outside: height,
            hedge: None,
        }
    }

    /// Minimum distance of an eye from any surface, metres.
    pub fn clearance(&self) -> f32 {
        let half_length = self.half.max_element();
        Self::CLEARANCE
            * if half_length.is_finite() {
                half_length
            } else {
                1.0
            }
    }

    /// The box that an eye at `place` can move in: above the pool, in it, or next to it.
    fn room(&self, place: Vec3) -> (Vec3, Vec3) {
        let mut low = Vec3::splat(f32::NEG_INFINITY);
        let mut high = Vec3::splat(f32::INFINITY);
        let clear = self.clearance();
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
            // The nearest outer wall.
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
        if let Some(hedge) = &self.hedge {
            hedge.bound(place, &mut low, &mut high);
        }
        (low, high)
    }

    /// Height of an eye above the surface below it.
    pub fn over(&self, place: Vec3) -> f32 {
        place.y - self.room(place).0.y + self.clearance()
    }

    /// The place that an eye reaches when it moves a short distance from one place to another. Toward an obstacle it moves at most
    /// `share` (0 to 1) of the remaining distance.
    pub fn stopped(&self, from: Vec3, to: Vec3, share: f32) -> Vec3 {
        let (low, high) = self.room(from);
        let mut come = to;
        for axis in 0..3 {
            let min = from[axis] - share * (from[axis] - low[axis]).max(0.0);
            let max = from[axis] + share * (high[axis] - from[axis]).max(0.0);
            come[axis] = to[axis].clamp(min, max);
        }
        come
    }

    /// The place itself, or the nearest allowed place.
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
        hedge: None,
    };

    #[test]
    fn no_way_leads_into_a_hedge() {
        let hedge = Hedge {
            inner: Vec2::new(3.0, 2.5),
            outer: Vec2::new(3.4, 2.9),
            top: 0.6,
            half_length: 1.0,
        };
        let ground = Ground {
            hedge: Some(hedge),
            ..POOL
        };
        let mut place = Vec3::new(2.0, 0.3, 0.1);
        let (mut outside, mut over) = (0, 0);
        for step in 0..60_000 {
            let turn = step as f32;
            let way = Vec3::new(
                (turn * 0.0011).sin() - 0.02 * place.x,
                (turn * 0.000_73).cos() - 0.5 * (place.y - 0.6),
                (turn * 0.000_83).cos() - 0.02 * place.z,
            );
            let next = ground.stopped(place, place + 0.01 * way, 1.0);
            let is_in = |side: Vec2| next.x.abs() < side.x && next.z.abs() < side.y;
            assert!(
                next.y > hedge.top || is_in(hedge.inner) || !is_in(hedge.outer),
                "{place} {next}"
            );
            outside += usize::from(!is_in(hedge.outer));
            over += usize::from(is_in(hedge.outer) && !is_in(hedge.inner));
            place = next;
        }
        assert!(outside > 100 && over > 100, "{outside} {over}");
    }

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
        // Steps of fixed length in slowly turning directions fill the space.
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
