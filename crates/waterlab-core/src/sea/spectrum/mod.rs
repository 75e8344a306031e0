//! Directional wave spectra: the distribution of the sea's variance over wavelength and direction (docs/models.md §9).
//!
//! The wind sea and a swell, each an omnidirectional spectrum times a directional spreading.

mod law;
mod pieces;
mod spread;
mod system;

pub use spread::Spread;

use super::Dispersion;
use crate::parameter::{ParameterError, Settings, choices};
use crate::surface::WIND_DRIFT;
use law::Law;
use spread::Shape;
use std::f64::consts::TAU;
use system::System;

/// Minimum L = V²/g in metres: a weaker wind raises no waves.
const MIN_LENGTH: f64 = 1e-6;

/// s of a swell: a directional standard deviation of about 11°.
const SWELL_SPREAD: f64 = 50.0;

/// The spectrum of a wind sea.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WindLaw {
    /// Phillips: a fully developed sea, independent of the fetch, in deep water.
    Phillips,
    /// JONSWAP: a sea that grows with the fetch, in deep water.
    Jonswap,
    /// TMA: JONSWAP reduced by the depth.
    #[default]
    Tma,
}

choices!(WindLaw: Phillips = "phillips", Jonswap = "jonswap", Tma = "tma");

/// A wind sea: waves raised by the local wind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WindSea {
    /// The omnidirectional spectrum.
    pub law: WindLaw,
    /// The directional spreading.
    pub spread: Spread,
    /// The fraction of variance kept for waves against the wind, 0 to 1; with [`Spread::Cos2`] and [`Spread::Cos6`].
    pub against_wind: f64,
    /// Wind speed in m/s, 10 m above the sea, 0 or more.
    pub wind: f64,
    /// The direction toward which it blows, in radians from +x toward +z.
    pub direction: f64,
    /// The fetch: the distance over water that the wind has blown, in metres, positive.
    pub fetch: f64,
    /// Significant wave height 4·√∫Ψ in metres, or 0 for that of the spectrum.
    pub significant_height: f64,
}

/// Swell: waves from a distant storm, nearly of one wavelength and direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swell {
    /// Significant wave height 4·√∫Ψ in metres; 0 for none.
    pub significant_height: f64,
    /// The peak period in seconds, positive.
    pub period: f64,
    /// The direction of travel, in radians from +x toward +z.
    pub direction: f64,
}

/// A directional spectrum: the sum of a wind sea and a swell.
#[derive(Clone, Debug)]
pub struct Spectrum {
    dispersion: Dispersion,
    systems: Vec<System>,
    growth: Option<Growth>,
    foam_speeds: [f64; 2],
}

/// Speed of the crests that break most, as a part of the phase speed at the peak (Gemmrich, Banner and Garrett 2008).
const BREAKING_SPEED: f64 = 0.5;

/// The growth of a wind sea.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// The fetch, metres.
    pub fetch: f64,
    /// The fetch from which on the sea is fully developed, metres.
    pub full: f64,
}

impl Spectrum {
    /// The spectrum of a wind sea and a swell, without waves much shorter than 2π·`cutoff` metres (exp(−k²ℓ²)). A wind sea or a swell
    /// that the cut-off removes entirely is omitted.
    pub fn new(dispersion: Dispersion, wind: &WindSea, swell: &Swell, cutoff: f64) -> Self {
        let gravity = dispersion.gravity;
        let mut systems = Vec::with_capacity(2);
        let mut growth = None;
        let mut foam_speeds = [0.0; 2];
        if wind.wind * wind.wind / gravity >= MIN_LENGTH {
            let law = match wind.law {
                WindLaw::Phillips => Law::phillips(wind.wind, gravity),
                WindLaw::Jonswap => Law::jonswap(wind.wind, wind.fetch, gravity, false),
                WindLaw::Tma => Law::jonswap(wind.wind, wind.fetch, gravity, true),
            };
            let peak = law.peak(&dispersion);
            let phase_speed = peak / dispersion.wave_number(peak);
            foam_speeds = [WIND_DRIFT * wind.wind, BREAKING_SPEED * phase_speed];
            let own_form = wind.law == WindLaw::Phillips;
            growth = (!own_form).then(|| Growth {
                fetch: wind.fetch,
                full: law::full_fetch(wind.wind, gravity),
            });
            let shape = match wind.spread {
                Spread::Cos2 => Shape::two_sided(2, wind.against_wind, !own_form),
                Spread::Cos6 => Shape::two_sided(6, wind.against_wind, !own_form),
                Spread::Hasselmann => {
                    Shape::hasselmann(law.peak(&dispersion), law.age(wind.wind, gravity))
                }
            };
            systems.extend(System::new(
                law,
                shape,
                wind.direction,
                dispersion,
                cutoff,
                wind.significant_height,
            ));
        }
        if swell.significant_height > 0.0 {
            let law = Law::Swell {
                peak: TAU / swell.period,
            };
            systems.extend(System::new(
                law,
                Shape::HalfAngle { s: SWELL_SPREAD },
                swell.direction,
                dispersion,
                cutoff,
                swell.significant_height,
            ));
        }
        Self {
            dispersion,
            systems,
            growth,
            foam_speeds,
        }
    }

    /// The spectrum of a spectral sea with these settings; an error if they are not settings of a spectral sea.
    pub fn of(settings: &Settings) -> Result<Self, ParameterError> {
        settings.check_of(super::SPECTRAL.parameters)?;
        Ok(Self::from_settings(
            settings,
            super::parameters::dispersion(settings),
        ))
    }

    /// Like [`Spectrum::of`], for settings known to be a spectral sea's.
    pub(super) fn from_settings(settings: &Settings, dispersion: Dispersion) -> Self {
        let wind = WindSea {
            law: settings.choice("spectrum"),
            spread: settings.choice("spread"),
            against_wind: settings.real("against_wind"),
            wind: settings.real("wind"),
            direction: settings.real("wind_direction").to_radians(),
            fetch: settings.real("fetch") * 1000.0,
            significant_height: settings.real("significant_height"),
        };
        let swell = Swell {
            significant_height: settings.real("swell_height"),
            period: settings.real("swell_period"),
            direction: settings.real("swell_direction").to_radians(),
        };
        Self::new(dispersion, &wind, &swell, settings.real("cutoff"))
    }

    /// The dispersion relation of its waves.
    pub fn dispersion(&self) -> &Dispersion {
        &self.dispersion
    }

    /// The spectral density Ψ(k) in m⁴ of waves that travel toward the wave vector (`kx`, `kz`) in rad/m: the variance of the height
    /// is ∫Ψ d²k. It is 0 at k = 0 and without wind.
    pub fn density(&self, kx: f64, kz: f64) -> f64 {
        let square = kx * kx + kz * kz;
        if !(square > 0.0 && square.is_finite()) {
            return 0.0;
        }
        let (k, ln_k) = (square.sqrt(), 0.5 * libm::log(square));
        self.systems
            .iter()
            .map(|system| system.density(kx, kz, k, ln_k))
            .sum()
    }

    /// The frequency spectrum S(ω) in m²·s: the variance density at `omega` rad/s, over all directions,
    /// ∫Ψ k dθ · dk/dω. It is 0 at ω = 0.
    ///
    /// The relative error of the sum over directions is 10⁻⁶, except for discontinuous spreads: with [`Spread::Cos2`] or [`Spread::Cos6`]
    /// it is 10⁻³.
    pub fn frequency_density(&self, omega: f64) -> f64 {
        /// Number of evenly spaced directions: the narrowest spread, a swell's, has 7 of them per standard deviation.
        const DIRECTIONS: usize = 240;
        let k = self.dispersion.wave_number(omega);
        let speed = self.dispersion.group_speed(k);
        if !(k > 0.0 && speed.is_finite() && speed > 0.0) {
            return 0.0;
        }
        let step = TAU / DIRECTIONS as f64;
        let around = (0..DIRECTIONS).map(|index| {
            let angle = index as f64 * step;
            self.density(k * libm::cos(angle), k * libm::sin(angle))
        });
        around.sum::<f64>() * step * k / speed
    }

    /// Variance of the slopes ∂h/∂x and ∂h/∂z, and their covariance, of the waves between two wave numbers in rad/m: ∫k²Ψ d²k and the
    /// other components. `from` returns the lower one for a wave's direction in radians.
    pub fn slope_variance(&self, from: impl Fn(f64) -> f64, to: f64) -> [f64; 3] {
        const DIRECTIONS: usize = 72;
        const STEPS: usize = 24;
        let turn = TAU / DIRECTIONS as f64;
        let mut variance = [0.0; 3];
        for index in 0..DIRECTIONS {
            let angle = index as f64 * turn;
            let (z, x) = (libm::sin(angle), libm::cos(angle));
            let from = from(angle);
            let step = libm::log(to / from) / STEPS as f64;
            // Evenly spaced in ln k: d²k is k² d(ln k) dθ.
            let of_step = |step_index: usize| {
                let k = from * libm::exp((step_index as f64 + 0.5) * step);
                self.density(k * x, k * z) * k.powi(4)
            };
            let sum: f64 = match step > 0.0 {
                true => (0..STEPS).map(of_step).sum::<f64>() * step * turn,
                false => 0.0,
            };
            for (variance, part) in variance.iter_mut().zip([x * x, z * z, x * z]) {
                *variance += sum * part;
            }
        }
        variance
    }

    /// The direction of the wind sea, or of the swell without wind: radians from +x toward +z; 0 for a flat sea.
    pub fn heading(&self) -> f64 {
        self.systems.first().map_or(0.0, System::heading)
    }

    /// Speed downwind of foam that drifts on the water, and of that which breaking crests carry, m/s; 0 without wind.
    pub fn foam_speeds(&self) -> [f64; 2] {
        self.foam_speeds
    }

    /// The growth of the wind sea, for the spectra with a fetch.
    pub fn growth(&self) -> Option<Growth> {
        self.growth
    }

    /// The distribution of the variance: wave numbers k in rad/m, ascending, and the variance in m² at each.
    pub(super) fn by_wave_number(&self) -> Vec<(f64, f64)> {
        let mut waves: Vec<_> = self
            .systems
            .iter()
            .flat_map(System::by_wave_number)
            .collect();
        waves.sort_by(|one, other| one.0.total_cmp(&other.0));
        waves
    }

    /// ∫Ψ d²k in m²: the variance of the height of the whole sea, including waves that a grid cannot resolve.
    pub fn variance(&self) -> f64 {
        self.systems.iter().map(System::variance).sum()
    }

    /// The significant wave height Hs, 4·√(variance), in metres, of the whole sea.
    pub fn significant_height(&self) -> f64 {
        4.0 * self.variance().sqrt()
    }
}
