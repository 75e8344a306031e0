//! The constants of the scheme for settings and a size (docs/models.md §17).

use super::edges::{Edge, EdgeKind};
use super::kernel::Stage;
use super::parameters::{Order, Side};
use super::series;
use super::sweep::{COURANT, Model};
use crate::grid::Grid;
use crate::parameter::{ParameterError, Settings};
use crate::pool::Size;
use std::f64::consts::TAU;

/// Maximum number of sub-steps per step at 60 steps a second for waves on still water.
const MAX_STILL_SUB_STEPS: f64 = 64.0;

/// The flow is limited to half of what this many sub-steps per step can follow.
const MAX_SUB_STEPS: u32 = 256;

/// θ of the limiter: between minmod (1), which flattens crests, and the steepest that stays monotone (2).
const THETA: f32 = 1.5;

/// The scheme for these settings on a pool of some size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scheme {
    pub(super) model: Model,
    /// West, east, north, south.
    edges: [EdgeKind; 4],
    /// Height and period.
    tide: [f64; 2],
    swell: [f64; 2],
    /// Whether a series gives the level besides.
    is_gauged: bool,
    /// Discharge and depth.
    inflow: [f32; 2],
}

impl Scheme {
    /// The scheme for these settings; the error names the setting that is too large.
    pub(super) fn new(settings: &Settings, size: Size) -> Result<Self, ParameterError> {
        let scheme = Self::of(settings, size, 1.0 / 60.0);
        let [depth, gravity] = ["depth", "gravity"].map(|key| settings.real(key));
        let spacing = scheme.model.spacing;
        let deepest = (60.0 * COURANT * spacing * MAX_STILL_SUB_STEPS).powi(2) / gravity;
        if depth <= deepest {
            return Ok(scheme);
        }
        Err(ParameterError::Unstable {
            key: "depth",
            value: depth,
            limit: format!(
                "at most {} m with `gravity` {gravity} and cells of {spacing:.3} m",
                crate::parameter::rounded_down(deepest)
            ),
        })
    }

    /// The scheme for these settings and a step of this many seconds.
    pub(super) fn of(settings: &Settings, size: Size, time_step: f64) -> Self {
        let spacing = settings.real("length") / size.columns().max(size.rows()) as f64;
        let [gravity, manning, least_depth] =
            ["gravity", "manning", "least_depth"].map(|key| settings.real(key) as f32);
        let fastest = COURANT * spacing * f64::from(MAX_SUB_STEPS) / time_step;
        let edges = ["west", "east", "north", "south"].map(|key| match settings.choice(key) {
            Side::Same => settings.choice("edges"),
            Side::Wall => EdgeKind::Wall,
            Side::Open => EdgeKind::Open,
            Side::Level => EdgeKind::Level,
            Side::Inflow => EdgeKind::Inflow,
        });
        let mut scheme = Self {
            edges,
            tide: ["tide_height", "tide_period"].map(|key| settings.real(key)),
            swell: ["swell_height", "swell_period"].map(|key| settings.real(key)),
            is_gauged: false,
            inflow: ["inflow", "inflow_depth"].map(|key| settings.real(key) as f32),
            model: Model {
                spacing,
                damping: settings.real("damping"),
                stage: Stage {
                    kept: 1.0,
                    time_step: 0.0,
                    ratio: 0.0,
                    gravity,
                    manning,
                    least_depth,
                    theta: match settings.choice("order") {
                        Order::First => 0.0,
                        Order::Second => THETA,
                    },
                    fastest: (0.5 * fastest) as f32,
                    share: 1.0,
                },
                edges: [Edge::Wall; 4],
            },
        };
        scheme.set_time(0.0, None);
        scheme
    }

    /// Whether something outside of the pool moves its water.
    pub(super) fn is_driven(&self) -> bool {
        let moves = |edge: &EdgeKind| match edge {
            EdgeKind::Wall | EdgeKind::Open => false,
            EdgeKind::Level => self.tide[0] > 0.0 || self.swell[0] > 0.0 || self.is_gauged,
            EdgeKind::Inflow => self.inflow[0] > 0.0,
        };
        self.edges.iter().any(moves)
    }

    /// Sets the edges to those at a time in seconds, with the level of a series besides the tide.
    pub(super) fn set_time(&mut self, seconds: f64, gauge: Option<&Grid<f32>>) {
        let wave = |[height, period]: [f64; 2]| 0.5 * height * (TAU * seconds / period).sin();
        let gauged = gauge.map_or(0.0, |gauge| series::level(gauge, seconds));
        let level = (wave(self.tide) + gauged) as f32;
        self.is_gauged = gauge.is_some();
        self.model.edges = self.edges.map(|edge| match edge {
            EdgeKind::Wall => Edge::Wall,
            EdgeKind::Open => Edge::Outside {
                level: 0.0,
                swell: 0.0,
            },
            EdgeKind::Level if self.swell[0] > 0.0 => Edge::Outside {
                level,
                swell: wave(self.swell) as f32,
            },
            EdgeKind::Level => Edge::Held { level },
            EdgeKind::Inflow => Edge::Inflow {
                discharge: self.inflow[0],
                depth: self.inflow[1],
            },
        });
    }
}
