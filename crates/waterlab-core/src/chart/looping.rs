//! The dispersion relation of a sea that repeats: ω̄ = ⌊ω/ω₀⌋·ω₀, at least ω₀ = 2π/T (docs/models.md §8, looping), for the periods of
//! 20 s and 100 s that Tessendorf compares in "Simulating Ocean Water".

use super::{Axis, Chart, Colour, Corner, Panel, Stroke, even, graded};
use crate::parameter::Settings;
use crate::sea::{Period, dispersion_of};

/// The periods that are compared, in seconds.
const PERIODS: [f64; 2] = [20.0, 100.0];

/// The largest wave number of the chart, rad/m: waves of 63 cm.
const MAX_WAVE_NUMBER: f64 = 10.0;

/// The smallest wave number of the panel by ratio, rad/m: waves of 628 m.
const MIN_WAVE_NUMBER: f64 = 0.01;

/// Points of a curve: a step of the frequency of a 100 s period is several points wide.
const POINTS: usize = 1201;

/// Angular frequency in rad/s by wave number in rad/m for a sea with these `settings`: exact, and for seas that repeat after 20 s,
/// 100 s and the sea's own period, where it has one. A second panel shows the ratio to the exact frequency.
pub fn looping(settings: &Settings) -> Chart {
    let dispersion = dispersion_of(settings);
    let own = settings.real("period");
    let mut periods = PERIODS.to_vec();
    if own > 0.0 && !periods.contains(&own) {
        periods.push(own);
    }
    let looks = [
        (Colour::Red, Stroke::Solid),
        (Colour::Blue, Stroke::Solid),
        (Colour::Green, Stroke::Solid),
    ];
    let periods = periods.into_iter().filter_map(Period::new).zip(looks);
    let name = |period: Period| format!("repeats after {} s", period.seconds());
    let x = Axis::linear("wave number", "rad/m", 0.0, MAX_WAVE_NUMBER);
    let highest = 1.05 * dispersion.omega(MAX_WAVE_NUMBER);
    let y = Axis::linear("angular frequency", "rad/s", 0.0, highest);
    let mut frequency = Panel::new("Angular frequency", x, y, Corner::LowerRight);
    // Not from 0, where the exact frequency is 0 and a period has none below ω₀.
    let linear = || even(1e-3 * MAX_WAVE_NUMBER, MAX_WAVE_NUMBER, POINTS);
    frequency.add(
        "exact",
        (Colour::Ink, Stroke::Dashed),
        linear().map(|k| [k, dispersion.omega(k)]),
    );
    let x = Axis::logarithmic("wave number", "rad/m", MIN_WAVE_NUMBER, MAX_WAVE_NUMBER);
    let y = Axis::linear("ratio to the exact frequency", "", 0.0, 1.6);
    let mut ratio = Panel::new("Ratio to the exact frequency", x, y, None);
    for (period, look) in periods {
        let points = linear().map(|k| [k, period.rounded(dispersion.omega(k))]);
        frequency.add(name(period), look, points);
        let points = graded(MIN_WAVE_NUMBER, MAX_WAVE_NUMBER, POINTS);
        let points = points.map(|k| [k, period.rounded(dispersion.omega(k)) / dispersion.omega(k)]);
        ratio.add(name(period), look, points);
    }
    Chart {
        title: "The dispersion relation of a sea that repeats".to_owned(),
        panels: vec![frequency, ratio],
        columns: 2,
        note: "Each frequency is rounded down to a multiple of 2π/T, but never to 0, so that no wave stands still.".to_owned(),
    }
}
