//! The initial state of a scene, in place of water at rest at step 0: a saved state.

use crate::grid::Grid;
use crate::pool::State;
use std::sync::Arc;

/// The initial state of a scene. By default step 0, with all water at rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Start {
    /// Number of completed steps; events of earlier steps are skipped.
    pub step: u64,
    /// Number of those steps in which it has rained without a break: at most [`Start::MAX_RAIN`].
    pub rained: u64,
    /// Time of waters that are functions of time, seconds; derived from the step if absent.
    pub time: Option<f64>,
    /// The surfaces of the water and of the compared one; at rest if absent. For open water, its ripples alone.
    pub surfaces: [Option<Arc<State>>; 2],
    /// Internal state of the two waters besides their surfaces; see [`Water::hidden_state`](crate::water::Water::hidden_state).
    pub hidden: [Option<Arc<Grid<f32>>>; 2],
    /// Position of the ripples on open water; around the camera if absent.
    pub ripples: Option<RippleSquare>,
}

/// Position of the ripples on open water: the centre and the longer side of their window, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RippleSquare {
    /// x and z from the middle of the first cascade.
    pub centre: [f64; 2],
    /// Above 0.
    pub side: f64,
}

impl Start {
    /// Maximum number of steps of rain that are replayed; after more, the rain is statistically the same.
    pub const MAX_RAIN: u64 = 1_000_000;

    /// Maximum height, in metres, and speed, in metres a step, of a surface.
    pub const MAX: f32 = 1000.0;

    /// Maximum magnitude of the hidden state.
    pub const MAX_HIDDEN: f32 = 1e9;
}
