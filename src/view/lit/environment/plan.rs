//! The plan of a terrace: width of paving and lawn, place of the hedge and heights, in the world of a pool of this length (docs/models.md
//! §14).

use crate::view::Hedge;
use glam::Vec2;

/// World metres along the longer side of any pool.
const WORLD_LENGTH: f32 = 2.0;

/// Range of the pool's length in metres for which the surroundings are to scale; beyond it they keep the size at its end.
const TO_SCALE: [f32; 2] = [3.0, 50.0];

/// Range of the pool's length in metres for which there are props: next to a basin they would be giants, next to a lake toys.
const WITH_THINGS: [f32; 2] = [2.0, 60.0];

/// Pool length in metres to which the widths below refer.
const USUAL: f32 = 6.0;

/// Dimensions of the terrace, world metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plan {
    /// Half extents of the pool.
    pub(super) half: Vec2,
    /// World metres for each metre.
    pub(super) metre: f32,
    /// Distances from the pool's edge: end of the paving, inner and outer face of the hedge.
    pub(super) rings: [f32; 3],
    /// Top of the hedge above the deck.
    pub(super) height: f32,
    /// Height of the wood.
    pub(super) trees: f32,
    pub(super) has_things: bool,
}

impl Plan {
    /// Height of the deck above the rest level, as in `lib/shape.glsl`.
    pub(super) const RIM: f32 = 0.05;

    /// Height of the tallest prop above the deck, metres.
    pub(super) const TALLEST: f32 = 3.25;

    /// Distance from the pool's edge at which reflections place all props, metres.
    const THINGS_AT: f32 = 1.75;

    /// The surroundings of a pool of these half extents that is `pool_length` metres long.
    pub(super) fn new(half: Vec2, pool_length: f32) -> Self {
        let [least, most] = TO_SCALE;
        let length = pool_length.clamp(least, most);
        let metre = WORLD_LENGTH / length;
        // The terrace grows with the pool, but more slowly.
        let wider = (length / USUAL).sqrt() * metre;
        let inner = 8.4 * wider;
        let [least, most] = WITH_THINGS;
        Self {
            half,
            metre,
            rings: [4.0 * wider, inner, inner + 0.9 * metre],
            height: 1.5 * metre,
            trees: 15.0 * metre,
            has_things: (least..=most).contains(&pool_length),
        }
    }

    /// The hedge's collision shape.
    pub(super) fn hedge(&self) -> Hedge {
        let [_, inner, outer] = self.rings;
        Hedge {
            inner: self.half + inner,
            outer: self.half + outer,
            top: self.hedge_top(),
        }
    }

    /// Half extents of the whole plan.
    pub(super) fn extent(&self) -> Vec2 {
        self.half + self.rings[2]
    }

    /// Half extents of the paving, including the pool.
    pub(super) fn paving(&self) -> Vec2 {
        self.half + self.rings[0]
    }

    /// Half extents of the ring at which props are reflected.
    pub(super) fn things_ring(&self) -> Vec2 {
        self.half + Self::THINGS_AT * self.metre
    }

    /// Height of the hedge's top above the rest level.
    pub(super) fn hedge_top(&self) -> f32 {
        Self::RIM + self.height
    }

    /// Height of the tallest prop above the rest level.
    pub(super) fn things_top(&self) -> f32 {
        Self::RIM + Self::TALLEST * self.metre
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_keep_their_metres_and_the_terrace_its_rings() {
        for length in [0.5, 2.0, 3.0, 6.0, 12.0, 25.0, 50.0, 500.0] {
            for half in [Vec2::ONE, Vec2::new(1.0, 0.25)] {
                let plan = Plan::new(half, length);
                if (3.0..=50.0).contains(&length) {
                    let metres = plan.height * length / WORLD_LENGTH;
                    assert!((metres - 1.5).abs() < 1e-4);
                }
                let [paved, inner, outer] = plan.rings;
                assert!(paved > 2.5 * plan.metre, "a lounger has room at {length}");
                assert!(paved < inner && inner < outer);
                // From a box of 50 m the wood is always ahead.
                assert!(plan.extent().max_element() < 50.0);
                assert_eq!(plan.has_things, (2.0..=60.0).contains(&length));
            }
        }
    }
}
