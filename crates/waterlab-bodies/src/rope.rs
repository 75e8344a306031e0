//! Ropes: each holds two points at most its length apart (docs/models.md §16).
//!
//! A taut rope is an impulse along the line between its ends. It pulls and never pushes, and is as large as it must be for the ends to be
//! that far apart at the end of the step. What goes round at the end of a rope keeps its speed then, and what a rope stops does not return.

use crate::body::{Body, BodyError};
use crate::floating::{BodyId, Floating};
use glam::DVec3;
use std::ops::RangeInclusive;

/// Passes over all ropes in a step, for bodies with several of them.
const PASSES: usize = 8;

/// Part of a stretch, which contacts and turning bodies leave, that remains after a step: to take all of it at once would be a jerk.
const REMAINING: f64 = 0.5;

/// Speed at which a stretched rope hauls its ends together at most, m/s: one that begins shorter than their distance must not fling them.
const MAX_HAUL: f64 = 3.0;

/// Radius of a rope over the length of the longer body on it.
const THICKNESS: f64 = 0.007;

/// A rope from the bow of a body: the corner of its surface that lies farthest along its x axis and half as far up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rope {
    /// Its other end.
    pub to: RopeEnd,
    length: f64,
}

/// What a rope is tied to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RopeEnd {
    /// A fixed point, metres.
    Point(DVec3),
    /// The stern of another body. While there is none of that name, there is no rope.
    Body(BodyId),
}

impl Rope {
    /// Lengths, metres.
    pub const LENGTHS: RangeInclusive<f64> = 0.01..=1000.0;

    /// A rope of this length, metres.
    pub fn new(to: RopeEnd, length: f64) -> Result<Self, BodyError> {
        match Self::LENGTHS.contains(&length) {
            true => Ok(Self { to, length }),
            false => Err(BodyError::Rope { length }),
        }
    }

    /// Its length, metres.
    pub fn length(&self) -> f64 {
        self.length
    }
}

/// Where a rope is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RopeSpan {
    /// The bow that it begins at, and its other end, metres.
    pub ends: [DVec3; 2],
    /// Its length, metres: longer than the way between the ends where it is slack.
    pub length: f64,
    /// Its radius, metres, for those who draw it.
    pub radius: f64,
}

/// The rope of a body, and the index of the other one on it; `None` if it has none, or none that is tied to anything.
fn rope_of(bodies: &[Floating], index: usize) -> Option<(Rope, Option<usize>)> {
    let rope = bodies[index].body.rope?;
    match rope.to {
        RopeEnd::Point(_) => Some((rope, None)),
        RopeEnd::Body(id) => {
            let other = bodies.iter().position(|floating| floating.id == id)?;
            (other != index).then_some((rope, Some(other)))
        }
    }
}

/// The ropes between bodies.
pub(crate) fn spans(bodies: &[Floating]) -> impl Iterator<Item = RopeSpan> {
    (0..bodies.len()).filter_map(|index| {
        let (rope, other) = rope_of(bodies, index)?;
        let other = other.map(|other| &bodies[other].body);
        let longest = |body: &Body| body.hull().size().max_element();
        let ends = [
            bow(&bodies[index].body),
            match (rope.to, other) {
                (RopeEnd::Point(point), _) => (point, DVec3::ZERO),
                (_, other) => stern(other?),
            },
        ];
        Some(RopeSpan {
            ends: ends.map(|(place, _)| place),
            length: rope.length,
            radius: THICKNESS * longest(&bodies[index].body).max(other.map_or(0.0, longest)),
        })
    })
}

/// The place of a body's bow, and its arm from the centroid, metres.
fn bow(body: &Body) -> (DVec3, DVec3) {
    end(body, 1.0)
}

fn stern(body: &Body) -> (DVec3, DVec3) {
    end(body, -1.0)
}

/// The middle of those vertices that lie farthest along x, or against it, and half as far up.
fn end(body: &Body, side: f64) -> (DVec3, DVec3) {
    let vertices = body.hull().vertices();
    let height = |at: &DVec3| side * at.x + 0.5 * at.y;
    let highest = vertices.iter().map(height).fold(f64::MIN, f64::max);
    let slack = 1e-3 * body.hull().radius();
    let mut sum = (DVec3::ZERO, 0.0);
    for at in vertices.iter().filter(|&at| height(at) >= highest - slack) {
        sum = (sum.0 + *at, sum.1 + 1.0);
    }
    let arm = body.state.rotation * (sum.0 / sum.1);
    (body.state.position + arm, arm)
}

/// Changes the velocities of bodies by what the ropes do to them in a step.
pub(crate) fn pull(bodies: &mut [Floating], seconds: f64) {
    for _ in 0..PASSES {
        for index in 0..bodies.len() {
            let Some((rope, other)) = rope_of(bodies, index) else {
                continue;
            };
            let own = bow(&bodies[index].body);
            let others = match (rope.to, other) {
                (RopeEnd::Point(point), _) => (point, DVec3::ZERO),
                (_, None) => continue,
                (_, Some(other)) => stern(&bodies[other].body),
            };
            let apart = others.0 - own.0;
            let along = apart.normalize_or_zero();
            let mut change = apart - bodies[index].velocity_at(own.1) * seconds;
            let mut lightness = bodies[index].lightness(own.1, along);
            if let Some(other) = other {
                change += bodies[other].velocity_at(others.1) * seconds;
                lightness += bodies[other].lightness(others.1, along);
            }
            // How far apart they would be after the step, along the rope and across it.
            let far = change.dot(along);
            let across = change.length_squared() - far * far;
            let stretch = (apart.length() - rope.length).max(0.0);
            let taken = ((1.0 - REMAINING) * stretch).min(MAX_HAUL * seconds);
            let most = rope.length + stretch - taken;
            let excess = far - (most * most - across).max(0.0).sqrt();
            if excess > 0.0 {
                let impulse = along * (excess / (seconds * lightness));
                bodies[index].push(own.1, impulse);
                if let Some(other) = other {
                    bodies[other].push(others.1, -impulse);
                }
            }
        }
    }
}
