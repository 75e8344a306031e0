//! Spectra of the wind sea by their published formulas, and integrals over directions and wave numbers.

use std::f64::consts::TAU;
use waterlab_core::sea::{Dispersion, Relation, Spectrum, Spread, Swell, WindLaw, WindSea};

pub const GRAVITY: f64 = 9.81;

pub const LAWS: [WindLaw; 3] = [WindLaw::Phillips, WindLaw::Jonswap, WindLaw::Tma];
pub const SPREADS: [Spread; 3] = [Spread::Cos2, Spread::Cos6, Spread::Hasselmann];

/// Deep water.
pub fn deep() -> Dispersion {
    Dispersion {
        relation: Relation::Deep,
        gravity: GRAVITY,
        depth: 1e4,
        tension_length: 0.0,
    }
}

/// Water of `depth` metres, without surface tension.
pub fn of_depth(depth: f64) -> Dispersion {
    Dispersion {
        relation: Relation::Depth,
        depth,
        ..deep()
    }
}

/// 15 m/s over 200 km toward +x, JONSWAP with a cos² spread and no waves against the wind.
pub fn wind() -> WindSea {
    WindSea {
        law: WindLaw::Jonswap,
        spread: Spread::Cos2,
        against_wind: 0.0,
        wind: 15.0,
        direction: 0.0,
        fetch: 200e3,
        significant_height: 0.0,
    }
}

pub fn no_swell() -> Swell {
    Swell {
        significant_height: 0.0,
        period: 12.0,
        direction: 0.0,
    }
}

/// The spectrum of `wind` in deep water.
pub fn of_wind(wind: &WindSea) -> Spectrum {
    Spectrum::new(deep(), wind, &no_swell(), 0.0)
}

/// The peak frequency of JONSWAP in rad/s.
pub fn peak(wind: f64, fetch: f64) -> f64 {
    22.0 * (GRAVITY * GRAVITY / (wind * fetch)).powf(1.0 / 3.0)
}

/// The frequency spectrum S(ω) of JONSWAP in m²s.
pub fn jonswap(wind: f64, fetch: f64, omega: f64) -> f64 {
    let alpha = 0.076 * (wind * wind / (fetch * GRAVITY)).powf(0.22);
    let peak = peak(wind, fetch);
    let sigma = if omega <= peak { 0.07 } else { 0.09 };
    let r = (-(omega - peak) * (omega - peak) / (2.0 * sigma * sigma * peak * peak)).exp();
    let pierson_moskowitz =
        alpha * GRAVITY.powi(2) * omega.powi(-5) * (-1.25 * (peak / omega).powi(4)).exp();
    pierson_moskowitz * 3.3_f64.powf(r)
}

/// The variance ∫S dω of JONSWAP in m².
pub fn jonswap_variance(wind: f64, fetch: f64) -> f64 {
    let step = 1e-4 * peak(wind, fetch);
    (1..400_000)
        .map(|at| jonswap(wind, fetch, f64::from(at) * step) * step)
        .sum()
}

/// ∫Ψ·k dθ at `k`: the variance per rad/m of wave number.
pub fn ring(spectrum: &Spectrum, k: f64) -> f64 {
    ring_of(spectrum, k, 2000)
}

fn ring_of(spectrum: &Spectrum, k: f64, count: u32) -> f64 {
    let step = TAU / f64::from(count);
    (0..count)
        .map(|at| {
            let angle = f64::from(at) * step;
            spectrum.density(k * angle.cos(), k * angle.sin()) * k * step
        })
        .sum()
}

/// ∫Ψ d²k in m² between two wave numbers.
pub fn variance(spectrum: &Spectrum, [from, to]: [f64; 2]) -> f64 {
    let count = 1500;
    let step = (to / from).ln() / f64::from(count);
    (0..count)
        .map(|at| {
            let k = from * ((f64::from(at) + 0.5) * step).exp();
            ring_of(spectrum, k, 300) * k * step
        })
        .sum()
}
