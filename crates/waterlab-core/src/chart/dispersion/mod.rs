//! Frequency and speed of waves by wavelength: the dispersion relation (docs/models.md §8), and that of each pool.
//!
//! `schemes` has the theoretical dispersion of each pool's arithmetic, `measured` that of the running pool.

mod measured;
mod schemes;

use super::{Axis, Chart, Colour, Corner, Panel, Stroke, built, even, graded};
use crate::parameter::Settings;
use crate::pool::Size;
use crate::sea::{Dispersion, Relation};
use crate::water::Water;
use schemes::{SCHEMES, Scheme};
use std::f64::consts::{PI, TAU};

/// Standard gravity, m/s², and the capillary length of clean water, m.
const GRAVITY: f64 = 9.81;
const TENSION_LENGTH: f64 = 0.0027;

/// Depth of shallow water, m.
const SHALLOW: f64 = 1.0;

/// Cells along a side of the measured pools.
const SIDE: i64 = 128;

/// Measured numbers of half waves along the pool, from long waves to those of less than three cells.
const HALF_WAVES: [u32; 9] = [6, 14, 24, 34, 46, 58, 70, 82, 94];

/// The dispersion relation as frequency and as speed, and each pool as measured. The pool to which `own` belongs uses these settings,
/// the others their defaults.
pub fn dispersion(own: &Settings) -> Chart {
    let frequency = Axis::linear("angular frequency", "rad/step", 0.0, PI);
    let cells = Axis::linear("wave number", "rad/cell", 0.0, PI);
    let alike = Panel::new(
        "Pools that carry all waves alike",
        cells,
        frequency,
        Corner::UpperLeft,
    );
    let frequency = Axis::linear("angular frequency", "rad/s", 0.0, 12.0);
    let metres = Axis::linear("wave number", "rad/m", 0.0, PI);
    let deep = Panel::new(
        "Pools of deep water, cells of 1 m",
        metres,
        frequency,
        Corner::LowerRight,
    );
    let panels = vec![
        law(),
        speeds(),
        pools(alike, own, false),
        pools(deep, own, true),
    ];
    Chart {
        title: "Dispersion: how fast waves of which length are".to_owned(),
        panels,
        columns: 2,
        note: "Signs: measured on each pool as it runs. Lines: what its arithmetic says. A node of the coarse ripple counts as a cell.".to_owned(),
    }
}

/// The dispersion of plane waves in a pool's own arithmetic, with its settings: radians per step by radians per cell; `None` for a sea.
pub(super) fn omega_of(water: &dyn Water) -> Option<Box<dyn Fn(f64) -> f64>> {
    let own = SCHEMES
        .iter()
        .find(|scheme| std::ptr::eq(scheme.model, water.model()));
    own.map(|scheme| scheme.omega(water))
}

/// Clean water with one of the dispersion relations.
fn clean(relation: Relation) -> Dispersion {
    Dispersion {
        relation,
        gravity: GRAVITY,
        depth: SHALLOW,
        tension_length: TENSION_LENGTH,
    }
}

/// ω(k) of the four relations.
fn law() -> Panel {
    let x = Axis::logarithmic("wave number", "rad/m", 0.1, 5000.0);
    let y = Axis::logarithmic("angular frequency", "rad/s", 0.2, 5000.0);
    let curves = [
        (
            "deep water, √(gk)",
            Relation::Deep,
            Colour::Ink,
            Stroke::Heavy,
        ),
        (
            "tension and depth",
            Relation::Both,
            Colour::Orange,
            Stroke::Solid,
        ),
        ("1 m deep", Relation::Depth, Colour::Blue, Stroke::Dashed),
        (
            "surface tension",
            Relation::Small,
            Colour::Red,
            Stroke::Dotted,
        ),
    ];
    let panel = Panel::new("The law", x, y, Corner::UpperLeft);
    curves
        .into_iter()
        .fold(panel, |panel, (name, relation, colour, stroke)| {
            let points = graded(0.1, 5000.0, 161).map(|k| [k, clean(relation).omega(k)]);
            panel.with(name, (colour, stroke), points)
        })
}

/// Phase and group speed by wavelength.
fn speeds() -> Panel {
    let x = Axis::logarithmic("wavelength", "m", 1e-3, 100.0);
    let y = Axis::logarithmic("speed", "m/s", 0.1, 30.0);
    let lengths = || graded(1e-3, 100.0, 161);
    let (deep, shallow) = (clean(Relation::Small), clean(Relation::Both));
    let crests = |water: Dispersion| {
        move |length: f64| {
            let k = TAU / length;
            [length, water.omega(k) / k]
        }
    };
    let slowest = TAU * TENSION_LENGTH;
    Panel::new("Speed, with surface tension", x, y, Corner::LowerRight)
        .with(
            "crests, deep water",
            (Colour::Ink, Stroke::Heavy),
            lengths().map(crests(deep)),
        )
        .with(
            "crests, 1 m deep",
            (Colour::Blue, Stroke::Dashed),
            lengths().map(crests(shallow)),
        )
        .with(
            "groups, deep water",
            (Colour::Red, Stroke::Dotted),
            lengths().map(|length| [length, deep.group_speed(TAU / length)]),
        )
        .marked(slowest, format!("slowest, {:.1} cm", 100.0 * slowest))
}

/// The pools of deep water, or the others: theory and measurement.
fn pools(mut panel: Panel, own: &Settings, deep: bool) -> Panel {
    let size = Size::new(SIDE, SIDE).unwrap_or_default();
    let schemes = SCHEMES.iter().filter(|scheme| scheme.is_deep == deep);
    for (index, scheme) in schemes.enumerate() {
        let mut water = built(scheme.model, own, size);
        // From radians per step to the unit of the axis.
        let unit = match deep {
            true => 1.0 / water.time_step().unwrap_or(1.0),
            false => 1.0,
        };
        if deep && index == 0 {
            let law = scheme.water(&*water);
            let points = even(0.0, PI, 121).map(|k| [k, law.omega(k)]);
            panel.add("water", (Colour::Ink, Stroke::Heavy), points);
        }
        let Scheme {
            model,
            colour,
            sign,
            ..
        } = *scheme;
        let omega = scheme.omega(&*water);
        let line = even(0.0, PI, 121).map(|k| [k, unit * omega(k)]);
        let measured = HALF_WAVES.map(|half_waves| {
            let k = PI * f64::from(half_waves) / SIDE as f64;
            let omega = measured::frequency(&mut *water, k);
            [k, omega.map_or(f64::NAN, |omega| unit * omega)]
        });
        if scheme.has_line {
            panel.add(
                format!("{}, its scheme", model.title),
                (colour, Stroke::Solid),
                line,
            );
        }
        panel.add(model.title, (colour, Stroke::Signs(sign)), measured);
    }
    panel
}
