//! Ψ̄ of a mode: the mean of Ψ over the cell Δkx·Δkz of wave numbers around the mode, restricted to a band.
//!
//! ```text
//! Ψ̄(n, m) = 1/s² Σ Ψ(((n, m) + (i + ½, j + ½)/s − ½)·Δk) ,  i, j = 0 … s − 1 ,  s = ⌈24/max(|n|, |m|)⌉, 12 at most
//! ```
//!
//! Ψ at the mode alone would miss a swell that is narrower than a cell and lies between modes, or count it many times. Far
//! from k = 0 a cell is small compared with the width of any spectrum, and one point is enough.
//!
//! **Cut.** Where cascades meet, the edge of a band cuts through cells. Each cascade has the part of such a cell that lies in its own
//! band, wherever the mode itself lies: so all cells of all cascades together cover every wave number once, except for the cell around
//! k = 0, and Σ Ψ̄·Δkx·Δkz is ∫Ψ d²k over them. A cut cell is summed along lines whose part inside the band is known
//! exactly.

use crate::sea::{Patch, Spectrum};
use std::f64::consts::TAU;
use std::ops::Range;

/// Distance from k = 0, in cells, from which one point is enough.
const FINE: f64 = 24.0;

/// Maximum number of points along a side of a cell.
const MAX: f64 = 12.0;

/// Minimum number of lines through a cut cell.
const LINES: f64 = 4.0;

/// Ψ̄ in m⁴ of waves that travel toward mode (`n`, `m`) of `patch`: the mean over its cell, where wave numbers outside `band`, in
/// rad/m, count as 0. It is 0 for k = 0.
pub(super) fn density(
    spectrum: &Spectrum,
    patch: &Patch,
    band: &Range<f64>,
    [n, m]: [i64; 2],
) -> f64 {
    if [n, m] == [0, 0] {
        return 0.0;
    }
    let cell = Cell {
        center: [n as f64, m as f64],
        step: [TAU / patch.length_x, TAU / patch.length_z],
    };
    let [nearest, farthest] = cell.reach();
    if farthest <= band.start || band.end <= nearest {
        0.0
    } else if band.start <= nearest && farthest <= band.end {
        cell.whole(spectrum)
    } else {
        cell.cut(spectrum, band)
    }
}

/// The cell of wave numbers around a mode.
struct Cell {
    /// n and m.
    center: [f64; 2],
    /// Δkx and Δkz in rad/m.
    step: [f64; 2],
}

impl Cell {
    /// The minimum and the maximum |k| in the cell.
    fn reach(&self) -> [f64; 2] {
        [-0.5, 0.5].map(|aside| {
            let [x, z] =
                [0, 1].map(|axis| (self.center[axis].abs() + aside).max(0.0) * self.step[axis]);
            x.hypot(z)
        })
    }

    /// The number of points s along a side.
    fn points(&self) -> f64 {
        let [n, m] = self.center.map(f64::abs);
        (FINE / n.max(m)).ceil().min(MAX)
    }

    /// The mean over the whole cell.
    fn whole(&self, spectrum: &Spectrum) -> f64 {
        let ([n, m], [step_x, step_z]) = (self.center, self.step);
        let points = self.points();
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

    /// The mean of the part in `band`, along lines parallel to the axis nearest to the mode's direction: these cross the
    /// band's edge steeply, so the part of each line inside is a single interval.
    fn cut(&self, spectrum: &Spectrum, band: &Range<f64>) -> f64 {
        let [x, z] = [0, 1].map(|axis| (self.center[axis] * self.step[axis]).abs());
        let (along, across) = if x >= z { (0, 1) } else { (1, 0) };
        let (step, center) = (self.step[along], self.center[along]);
        let [begin, end] = [-0.5, 0.5].map(|aside| (center.abs() + aside) * step);
        let points = self.points();
        let lines = points.max(LINES);
        let mut sum = 0.0;
        for line in 0..lines as u32 {
            let aside = (f64::from(line) + 0.5) / lines - 0.5;
            let side = (self.center[across] + aside) * self.step[across];
            let within = |edge: f64| (edge * edge - side * side).max(0.0).sqrt();
            let from = begin.max(within(band.start));
            let length = end.min(within(band.end)) - from;
            if length <= 0.0 {
                continue;
            }
            let mut line = 0.0;
            for point in 0..points as u32 {
                let at = from + length * (f64::from(point) + 0.5) / points;
                let mut k = [0.0; 2];
                k[along] = at.copysign(center);
                k[across] = side;
                line += spectrum.density(k[0], k[1]);
            }
            sum += line * length;
        }
        sum / (points * lines * step)
    }
}
