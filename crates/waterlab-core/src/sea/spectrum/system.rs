//! `System`: one wave system, the wind sea or a swell, as Ψ(k) = R(k)·D(k, θ) about its direction (docs/models.md §9).
//!
//! Creating a grid evaluates it for millions of modes. The functions of k alone, ln R with the constant of the spread, and s, are tabulated
//! over ln k, in cubics accurate to about 10⁻⁶; outside the table the spectrum itself is evaluated.

use super::law::Law;
use super::pieces::{Borders, Cubic, WEIGHTS};
use super::spread::Shape;
use crate::sea::Dispersion;

/// Pieces per unit of ln k.
const PER_UNIT: usize = 80;
/// How far the pieces of a sea extend below its peak, in ln k. ω falls at least with the root of k, so that below that only
/// exp(−10⁵) of the density remains.
const BELOW: usize = 6;
/// How far they extend above the peak.
const ABOVE: usize = 20;
/// Number of pieces of a swell.
const SWELL: usize = 256;

/// The logarithm of a density that is negligible in any sum.
const NEGLIGIBLE: f64 = -600.0;
/// Minimum variance of a sea, m².
const MIN_VARIANCE: f64 = 1e-200;

/// A wave system about one direction.
#[derive(Clone, Debug)]
pub(super) struct System {
    radial: Radial,
    shape: Shape,
    /// (cos, sin) of the direction of travel.
    toward: [f64; 2],
    /// Logarithm of the scale factor for the requested height.
    ln_scale: f64,
    borders: Borders,
    pieces: Vec<Piece>,
    variance: f64,
}

/// The functions of k alone, evaluated directly.
#[derive(Clone, Copy, Debug)]
struct Radial {
    law: Law,
    dispersion: Dispersion,
    /// ℓ in metres.
    cutoff: f64,
}

/// The functions of k alone, tabulated.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// ln R, with the constant of D.
    ln_density: Cubic,
    s: Cubic,
}

impl Radial {
    /// ln R at `k`.
    fn ln(&self, k: f64) -> f64 {
        let kl = k * self.cutoff;
        self.law.ln_radial(k, &self.dispersion) - kl * kl
    }
}

impl System {
    /// Waves with the spectrum `law` and the spread `shape` travelling toward `direction` in radians, without those much shorter than
    /// `cutoff`; 4·√variance is `significant_height` unless that is 0. `None` if no waves remain.
    pub(super) fn new(
        law: Law,
        shape: Shape,
        direction: f64,
        dispersion: Dispersion,
        cutoff: f64,
        significant_height: f64,
    ) -> Option<Self> {
        let borders = borders(&law, &dispersion)?;
        let radial = Radial {
            law,
            dispersion,
            cutoff,
        };
        let mut variance = 0.0;
        let mut pieces = Vec::with_capacity(borders.count);
        for piece in 0..borders.count {
            let (mut lns, mut ss) = ([0.0; 4], [0.0; 4]);
            for (node, x) in borders.nodes(piece).into_iter().enumerate() {
                let k = libm::exp(x);
                let ln_radial = radial.ln(k);
                // d²k = k dk dθ = k² d(ln k) dθ.
                variance += WEIGHTS[node] * borders.length * libm::exp(ln_radial + 2.0 * x);
                ss[node] = shape.s(dispersion.omega(k));
                lns[node] = ln_radial + shape.ln_factor(ss[node]);
            }
            let seen = lns.iter().all(|ln| *ln > NEGLIGIBLE);
            pieces.push(Piece {
                ln_density: if seen {
                    Cubic::through(lns)
                } else {
                    Cubic::constant(f64::NEG_INFINITY)
                },
                s: Cubic::through(ss),
            });
        }
        variance *= shape.integral();
        if !(MIN_VARIANCE..f64::INFINITY).contains(&variance) {
            return None;
        }
        let wanted = if significant_height > 0.0 {
            (significant_height / 4.0).powi(2)
        } else {
            variance
        };
        Some(Self {
            radial,
            shape,
            toward: [libm::cos(direction), libm::sin(direction)],
            ln_scale: libm::log(wanted / variance),
            borders,
            pieces,
            variance: wanted,
        })
    }

    /// The direction of travel, radians from +x toward +z.
    pub(super) fn heading(&self) -> f64 {
        libm::atan2(self.toward[1], self.toward[0])
    }

    /// ∫Ψ d²k in m².
    pub(super) fn variance(&self) -> f64 {
        self.variance
    }

    /// The distribution of the variance: wave numbers k in rad/m, ascending, and the variance in m² at each.
    pub(super) fn by_wave_number(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let factor = self.borders.length * self.shape.integral() * libm::exp(self.ln_scale);
        (0..self.borders.count).flat_map(move |piece| {
            let nodes = self.borders.nodes(piece).into_iter().zip(WEIGHTS);
            nodes.map(move |(x, weight)| {
                let k = libm::exp(x);
                (k, weight * factor * libm::exp(self.radial.ln(k) + 2.0 * x))
            })
        })
    }

    /// Ψ in m⁴ of waves that travel toward (`kx`, `kz`) with wave number `k` in rad/m, above 0.
    pub(super) fn density(&self, kx: f64, kz: f64, k: f64, ln_k: f64) -> f64 {
        let Some((index, t)) = self.borders.find(ln_k) else {
            return 0.0;
        };
        let (ln_density, s) = match self.pieces.get(index) {
            Some(piece) => (piece.ln_density.at(t), piece.s.at(t)),
            None => self.beyond(k),
        };
        let ln_density = ln_density + self.ln_scale;
        // True for nearly every mode of a cut-off sea, or of a swell.
        if ln_density < NEGLIGIBLE {
            return 0.0;
        }
        let cosine = (kx * self.toward[0] + kz * self.toward[1]) / k;
        libm::exp(ln_density + self.shape.ln_direction(cosine, s))
    }

    /// ln of R with the constant of D, and s, outside the pieces.
    fn beyond(&self, k: f64) -> (f64, f64) {
        if self.radial.law.band().is_some() {
            return (f64::NEG_INFINITY, 1.0);
        }
        let s = self.shape.s(self.radial.dispersion.omega(k));
        (self.radial.ln(k) + self.shape.ln_factor(s), s)
    }
}

/// The borders of the table: the peak is one of them, because s jumps there.
fn borders(law: &Law, dispersion: &Dispersion) -> Option<Borders> {
    let ln_k = |omega| libm::log(dispersion.wave_number(omega));
    let (start, length, count) = match law.band() {
        Some([low, high]) => {
            let (low, high) = (ln_k(low), ln_k(high));
            (low, (high - low) / SWELL as f64, SWELL)
        }
        None => (
            ln_k(law.peak(dispersion)) - BELOW as f64,
            1.0 / PER_UNIT as f64,
            (BELOW + ABOVE) * PER_UNIT,
        ),
    };
    (start.is_finite() && length > 0.0).then_some(Borders {
        start,
        length,
        count,
    })
}
