//! The plan of a terrace: width of paving and lawn, place of the hedge and heights, for a pool of some length (docs/models.md §14).

use crate::view::Hedge;
use crate::view::basin::RIM;
use glam::Vec2;

/// Range of the pool's length in metres for which there are props: next to a basin they would be giants, next to a lake toys.
const WITH_THINGS: [f32; 2] = [2.0, 60.0];

/// Pool length in metres to which the widths below refer.
const USUAL: f32 = 6.0;

/// Dimensions of the terrace, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plan {
    /// Half extents of the pool.
    pub(super) half: Vec2,
    /// Distances from the pool's edge: end of the paving, inner and outer face of the hedge.
    pub(super) rings: [f32; 3],
    /// Top of the hedge above the deck.
    pub(super) height: f32,
    /// Height of the wood.
    pub(super) trees: f32,
    pub(super) has_things: bool,
}

impl Plan {
    /// Height of the tallest prop above the deck, metres.
    pub(super) const TALLEST: f32 = 3.25;

    /// Distance from the pool's edge at which reflections place all props, metres.
    const THINGS_AT: f32 = 1.75;

    /// The surroundings of a pool of these half extents.
    pub(super) fn new(half: Vec2) -> Self {
        let length = 2.0 * half.max_element();
        // The terrace grows with the pool, but more slowly.
        let wider = (length / USUAL).sqrt();
        let inner = 8.4 * wider;
        let [min, max] = WITH_THINGS;
        Self {
            half,
            rings: [4.0 * wider, inner, inner + 0.9],
            height: 1.5,
            trees: 15.0,
            has_things: (min..=max).contains(&length),
        }
    }

    /// Height of the deck above the rest level.
    pub(super) fn rim(&self) -> f32 {
        RIM * self.half.max_element()
    }

    /// The hedge's collision shape.
    pub(super) fn hedge(&self) -> Hedge {
        let [_, inner, outer] = self.rings;
        Hedge {
            inner: self.half + inner,
            outer: self.half + outer,
            top: self.hedge_top(),
            half_length: self.half.max_element(),
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
        self.half + Self::THINGS_AT
    }

    /// Height of the hedge's top above the rest level.
    pub(super) fn hedge_top(&self) -> f32 {
        self.rim() + self.height
    }

    /// Height of the tallest prop above the rest level.
    pub(super) fn things_top(&self) -> f32 {
        self.rim() + Self::TALLEST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_keep_their_metres_and_the_terrace_its_rings() {
        for length in [0.5, 2.0, 3.0, 6.0, 12.0, 25.0, 50.0, 500.0] {
            for half in [Vec2::ONE, Vec2::new(1.0, 0.25)] {
                let plan = Plan::new(0.5 * length * half);
                assert_eq!(plan.height, 1.5);
                let [paved, inner, outer] = plan.rings;
                assert!(paved > 1.1, "a lounger has room at {length}");
                assert!(paved < inner && inner < outer);
                // From within the camera's range the wood is always ahead.
                assert!(plan.extent().max_element() < 25.0 * length);
                assert_eq!(plan.has_things, (2.0..=60.0).contains(&length));
            }
        }
    }
}
