//! What a scene begins with in the place of water at rest at step 0: a moment of a play, kept.

use crate::grid::Grid;
use crate::pool::State;
use std::sync::Arc;

/// The moment that a scene begins with. By default step 0, with all water at rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Start {
    /// Steps that have been made: what is planned for earlier ones is past.
    pub step: u64,
    /// For how many of them it has rained, as the rain is now: at most [`Start::MOST_RAIN`].
    pub rained: u64,
    /// Seconds of the waters that are functions of time; by the step where it is not said.
    pub time: Option<f64>,
    /// The surfaces of the water and of the one beside it; at rest where there is none. Of open water its ripples alone.
    pub surfaces: [Option<Arc<State>>; 2],
    /// What the water and the one beside it keep beside their surfaces; see [`Water::hidden_state`](crate::water::Water::hidden_state).
    pub hidden: [Option<Arc<Grid<f32>>>; 2],
    /// Where on open water the ripples are; about the camera where it is not said.
    pub ripples: Option<RippleSquare>,
}

/// Where the ripples of open water are: the middle and the longer side of their window, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RippleSquare {
    /// x and z from the middle of the first cascade.
    pub centre: [f64; 2],
    /// Above 0.
    pub side: f64,
}

impl Start {
    /// The most steps of rain that are made up for: who has waited longer sees rain of the same kind.
    pub const MAX_RAIN: u64 = 1_000_000;

    /// The greatest height, in metres, and speed, in metres a step, that a surface can have.
    pub const MAX: f32 = 1000.0;

    /// The greatest number that water can keep beside its surface.
    pub const MAX_HIDDEN: f32 = 1e9;
}
