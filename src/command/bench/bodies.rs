//! The bodies of the benchmarks, and the time of a step with them.

use super::measure::seconds;
use super::{Row, measuring};
use crate::scene::{Edit, Scene};
use crate::session::begin;
use anyhow::Result;

/// Their number.
const BODIES: usize = 16;

/// Their shapes in turn.
const SHAPES: [&str; 6] = ["ball", "crate", "duck", "boat", "buoy", "stone"];

/// An edit that puts [`BODIES`] bodies of [`SHAPES`] into the water, in four rows.
pub fn edit() -> String {
    let body = |index: usize| {
        let shape = SHAPES[index % SHAPES.len()];
        let [x, z] = [index % 4, index / 4].map(|at| 1.2 * at as f64 - 1.8);
        format!("{{ shape = \"{shape}\", at = [{x}, 0.1, {z}], size = 0.35 }}")
    };
    let all: Vec<_> = (0..BODIES).map(body).collect();
    format!("body=[{}]", all.join(", "))
}

/// A step of the built-in scene with [`BODIES`] bodies, after they have fallen in.
pub fn step() -> Result<Row> {
    measuring("step with bodies");
    let step = |edits: &[Edit]| -> Result<f64> {
        let mut simulation = begin(&Scene::show(edits)?);
        simulation.advance_by(60);
        Ok(seconds(|| simulation.advance()))
    };
    let with = step(&[Edit::parse(&edit()).map_err(anyhow::Error::msg)?])?;
    let without = step(&[Edit::parse("body=[]").map_err(anyhow::Error::msg)?])?;
    let name = format!("ripple step with {BODIES} bodies");
    Ok(Row::new(name, with, 1.0, "steps/s").compared(with / without, "without"))
}
