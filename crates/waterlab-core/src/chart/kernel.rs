//! iWave's kernel, and the effect of its cut after six cells (docs/models.md §6).
//!
//! ```text
//! λ(k) = Σ G(i, j)·cos(ki)  over |i|, |j| ≤ P        stands where water has |k|·tanh(|k|D), times a constant
//! ```

use super::{Axis, Chart, Colour, Corner, Panel, Sign, Stroke, even};
use crate::pool::IWave;
use std::f64::consts::PI;

/// The largest distance shown, cells: beyond the corner of the kernel.
const FARTHEST: f64 = 9.0;

/// Shorter kernels for comparison.
const SHORTER: [usize; 2] = [2, 4];

/// The kernel by distance, with the taps of the model, and its transform by wave number for several reaches, with the
/// transform without a cut and the dispersion relation of deep water.
pub fn kernel() -> Chart {
    Chart {
        title: "iWave's kernel, and what its cut leaves".to_owned(),
        panels: vec![by_distance(), by_wave_number()],
        columns: 2,
        note: "A cell is a metre. Where the transform is below 0, a wave would be pushed away from rest: damping must outweigh it.".to_owned(),
    }
}

fn by_distance() -> Panel {
    let x = Axis::linear("distance", "cells", 0.0, FARTHEST);
    let y = Axis::linear("kernel G", "", -0.2, 1.0);
    let reach = IWave::REACH as u32;
    let offsets = (0..=reach).flat_map(|i| (0..=i).map(move |j| f64::from(i * i + j * j).sqrt()));
    let mut taps: Vec<_> = offsets
        .map(|distance| [distance, IWave::kernel(distance, f64::INFINITY)])
        .collect();
    taps.sort_by(|one, other| one[0].total_cmp(&other[0]));
    let curve = |depth: f64| {
        even(0.0, FARTHEST, 181).map(move |distance| [distance, IWave::kernel(distance, depth)])
    };
    Panel::new("By distance", x, y, Corner::UpperRight)
        .with(
            "no bottom",
            (Colour::Blue, Stroke::Solid),
            curve(f64::INFINITY),
        )
        .with("1 m deep", (Colour::Green, Stroke::Dashed), curve(1.0))
        .with("0.25 m deep", (Colour::Red, Stroke::Dotted), curve(0.25))
        .with(
            "the taps, 13 × 13",
            (Colour::Ink, Stroke::Signs(Sign::Ring)),
            taps,
        )
}

fn by_wave_number() -> Panel {
    let x = Axis::linear("wave number", "rad/m", 0.0, PI);
    let y = Axis::linear("transform λ", "1/m", -1.0, 8.0);
    let ks = || even(0.0, PI, 181);
    // The slope at 0, as the kernel is divided by its own middle and not by what would make it 1.
    let slope = IWave::endless_transform(1e-6, f64::INFINITY) / 1e-6;
    let strokes = [
        (Colour::Orange, Stroke::Dotted),
        (Colour::Green, Stroke::Dashed),
        (Colour::Ink, Stroke::Heavy),
    ];
    let panel = Panel::new("By wave number, along an axis", x, y, Corner::UpperRight)
        .with(
            format!("water: k, times {slope:.1}"),
            (Colour::Violet, Stroke::Solid),
            ks().map(|k| [k, slope * k]),
        )
        .with(
            "the kernel without a cut",
            (Colour::Blue, Stroke::Solid),
            ks().map(|k| [k, IWave::endless_transform(k, f64::INFINITY)]),
        );
    let reaches = SHORTER.into_iter().chain([IWave::REACH]).zip(strokes);
    reaches.fold(panel, |panel, (reach, look)| {
        let side = 2 * reach + 1;
        let lines = lines(reach, f64::INFINITY);
        let points = ks().map(|k| [k, transform(&lines, k)]);
        panel.with(format!("cut to {side} × {side}"), look, points)
    })
}

/// The kernel over a depth in metres, summed across the axis, by offset along it.
pub(super) fn lines(reach: usize, depth: f64) -> Vec<f64> {
    let reach = reach as i32;
    let tap = |i: i32, j: i32| IWave::kernel(f64::from(i * i + j * j).sqrt(), depth);
    (0..=reach)
        .map(|i| (-reach..=reach).map(|j| tap(i, j)).sum())
        .collect()
}

/// λ of a wave along an axis.
pub(super) fn transform(lines: &[f64], k: f64) -> f64 {
    let others = lines.iter().enumerate().skip(1);
    lines.first().unwrap_or(&0.0)
        + others
            .map(|(offset, line)| 2.0 * line * (k * offset as f64).cos())
            .sum::<f64>()
}
