//! Energy and mean level over a run of each pool: losses, and drift of the level (docs/models.md §1 to §6a).
//!
//! ```text
//! potential energy ½·ρ·g·⟨h²⟩  J/m²        ρ = 1000 kg/m³, g = 9.81 m/s²
//! ```
//!
//! That is half of the energy of waves, on average; the other half is kinetic, which every model stores in its own way.

use super::{Axis, Chart, Colour, Corner, Panel, Stroke, TURNS};
use crate::heights::Heights;
use crate::parameter::Settings;
use crate::pool::{Disturbance, Fraction, Size};
use crate::water::pools;

/// Density of water times gravity, N/m³.
const WEIGHT: f64 = 1000.0 * 9.81;

/// Cells along a side of the simulated pool.
const SIDE: i64 = 64;

/// The stone: radius in cells, weight in weights.
const RADIUS: f64 = 5.0;
const STONE: f32 = 100.0;

/// Steps of a run, 60 of which are a second.
const STEPS: usize = 900;
const STEPS_PER_SECOND: f64 = 60.0;

/// Steps between two samples.
const EVERY: usize = 5;

/// The least energy shown, J/m².
const MIN_ENERGY: f64 = 1e-5;

/// Energy and mean level of a water at one time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    /// Potential energy in J/m²; for pools with heights as of a pool 2 m long.
    pub energy: f64,
    /// Mean height above rest, in metres.
    pub mean: f64,
}

impl Level {
    /// The level of these heights; sampled in a subset of columns and rows if there are more than `most` cells.
    pub fn of(heights: &Heights, most: usize) -> Self {
        let (columns, rows) = (heights.columns(), heights.rows());
        let share = (columns * rows) as f64 / most.max(1) as f64;
        let every = share.sqrt().ceil().max(1.0) as usize;
        let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0);
        for row in (0..rows).step_by(every) {
            for column in (0..columns).step_by(every) {
                let height = f64::from(heights.metres(column as i64, row as i64));
                sum += height;
                squares += height * height;
                count += 1.0;
            }
        }
        Self {
            energy: 0.5 * WEIGHT * squares / count,
            mean: sum / count,
        }
    }
}

/// Energy and mean level of every pool over the time after one stone. The pool to which `own` belongs uses these settings, the
/// others their defaults.
pub fn energy(own: &Settings) -> Chart {
    let mut panels = panels();
    for (model, look) in pools().zip(TURNS) {
        let mut water = super::built(model, own, Size::new(SIDE, SIDE).unwrap_or_default());
        let middle = Fraction::clamped(0.5, 0.5);
        water.disturb(&Disturbance::stone(middle, RADIUS, STONE));
        let mut run = Vec::new();
        for step in 0..=STEPS {
            if step % EVERY == 0 {
                run.push((
                    step as f64 / STEPS_PER_SECOND,
                    Level::of(&water.heights(), usize::MAX),
                ));
            }
            water.step();
        }
        add(&mut panels, model.title, look, &run);
    }
    let note = format!(
        "A stone of radius {RADIUS} and weight {STONE} in the middle of {SIDE} × {SIDE} cells, 60 steps a second; potential energy, of a pool 2 m long."
    );
    chart("Energy and mean level after a stone", panels, note)
}

/// The same chart for a running water: the `times` in seconds, not decreasing, with its level at each.
pub fn levels(title: &str, run: &[(f64, Level)]) -> Chart {
    let mut panels = panels();
    add(&mut panels, title, TURNS[0], run);
    chart(title, panels, String::new())
}

/// The panels of energy and of mean level.
fn panels() -> [Panel; 2] {
    let time = || Axis::linear("time", "s", 0.0, 1.0);
    let energy = Axis::logarithmic("potential energy", "J/m²", MIN_ENERGY, 1.0);
    let mean = Axis::linear("mean level", "mm", -1.0, 1.0);
    [
        Panel::new("Energy", time(), energy, Corner::UpperRight),
        Panel::new("Mean level", time(), mean, None),
    ]
}

fn add(panels: &mut [Panel; 2], name: &str, look: (Colour, Stroke), run: &[(f64, Level)]) {
    let [energy, mean] = panels;
    energy.add(
        name,
        look,
        run.iter().map(|(time, level)| [*time, level.energy]),
    );
    mean.add(
        name,
        look,
        run.iter().map(|(time, level)| [*time, 1e3 * level.mean]),
    );
}

/// The chart, with axes that contain every curve.
fn chart(title: &str, mut panels: [Panel; 2], note: String) -> Chart {
    for (panel, from_zero) in panels.iter_mut().zip([false, true]) {
        let points = || panel.curves.iter().flat_map(|curve| &curve.points);
        let ends = |axis: usize| {
            points()
                .map(|point| point[axis])
                .filter(|number| number.is_finite())
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
                    (low.min(number), high.max(number))
                })
        };
        let ((first, last), (low, high)) = (ends(0), ends(1));
        panel.x = Axis::linear(panel.x.name.clone(), panel.x.unit, first, last);
        let (name, unit) = (panel.y.name.clone(), panel.y.unit);
        panel.y = if from_zero {
            let room = 0.08 * (high.max(0.0) - low.min(0.0)).max(1e-3);
            Axis::linear(name, unit, low.min(0.0) - room, high.max(0.0) + room)
        } else {
            // Decades: what is as good as gone is not worth a half of the panel.
            let lowest = low.min(0.1 * high).max(MIN_ENERGY.min(1e-5 * high));
            Axis::logarithmic(name, unit, 0.7 * lowest, 2.0 * high)
        };
    }
    Chart {
        title: title.to_owned(),
        panels: panels.into(),
        columns: 2,
        note,
    }
}
