//! The step of every model, in square pools of a few sizes, with one thread and with all; for seas, the frame.

use super::measure::seconds;
use super::{Row, STIR, measuring, seas};
use crate::pool::{Disturbance, Fraction, Size};
use crate::scene::WaterConfig;
use crate::water::{MODELS, Model};
use anyhow::Result;
use rayon::ThreadPool;

/// Sides of the square pools.
const SIDES: [i64; 2] = [256, 1024];

/// Measures all of them.
pub(super) fn models(alone: &ThreadPool, rows: &mut Vec<Row>) -> Result<()> {
    for model in MODELS {
        for side in SIDES {
            measuring(&format!("{} {side}×{side}", model.name));
            if let Some(sea) = WaterConfig::new(model).sea(Size::new(side, side)?) {
                seas::measure(model.name, &sea?, false, alone, rows);
                continue;
            }
            let single = alone.install(|| step(model, side))?;
            let taken = step(model, side)?;
            let cells = (side * side) as f64 / 1e6;
            let name = format!("{} step {side}×{side}", model.name);
            let row = Row::new(name, taken, cells, "Mcells/s");
            rows.push(row.compared(single / taken, "one thread"));
        }
    }
    Ok(())
}

/// Seconds of a step of moving water.
fn step(model: &Model, side: i64) -> Result<f64> {
    let mut water = model.create(Size::new(side, side)?);
    let (corner, opposite) = (Fraction::clamped(0.0, 0.0), Fraction::clamped(1.0, 1.0));
    let mut steps = 0;
    Ok(seconds(|| {
        // No water comes to rest while it is measured.
        if steps % STIR == 0 {
            water.disturb(&Disturbance::stroke(corner, opposite, 1.5, 100.0));
        }
        steps += 1;
        water.step();
    }))
}
