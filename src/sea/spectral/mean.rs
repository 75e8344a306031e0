//! Ψ of a mode: its mean over the cell Δkx·Δkz of wave numbers about the mode's own.
//!
//! ```text
//! Ψ̄(n, m) = 1/s² Σ Ψ(((n, m) + (i + ½, j + ½)/s − ½)·Δk) ,  i, j = 0 … s − 1 ,  s = ⌈24/max(|n|, |m|)⌉, 12 at most
//! ```
//!
//! Ψ at the mode alone would miss a swell that is narrower than a cell and lies between modes, or count it many times. Far
//! from k = 0 a cell is small beside what any sea is made of, and one point is enough.

use crate::sea::{Patch, Spectrum};
use std::f64::consts::TAU;
use std::ops::Range;

/// Cells from k = 0 on, each of which one point is enough for.
const FINE: f64 = 24.0;

/// Points along a side of a cell, at most.
const MOST: f64 = 12.0;

/// Ψ in m⁴ of waves that run toward mode (`n`, `m`) of `patch`, if their own wave number in rad/m lies in `band`. k = 0 carries
/// nothing.
pub(super) fn density(
    spectrum: &Spectrum,
    patch: &Patch,
    band: &Range<f64>,
    [n, m]: [i64; 2],
) -> f64 {
    let (step_x, step_z) = (TAU / patch.length_x, TAU / patch.length_z);
    let (n, m) = (n as f64, m as f64);
    if (n, m) == (0.0, 0.0) || !band.contains(&(n * step_x).hypot(m * step_z)) {
        return 0.0;
    }
    let points = (FINE / n.abs().max(m.abs())).ceil().min(MOST);
    let count = points as u32;
    let aside = |point: u32| (f64::from(point) + 0.5) / points - 0.5;
    let mut sum = 0.0;
    for j in 0..count {
        let kz = (m + aside(j)) * step_z;
        for i in 0..count {
            sum += spectrum.density((n + aside(i)) * step_x, kz);
        }
    }
    sum / (points * points)
}
