//! How much of the sea's variance lies in waves of which length and direction (reference §9).

use super::Dispersion;
use crate::parameter::Settings;

/// A directional spectrum: the sum of the wind's sea and a swell.
#[derive(Clone, Debug)]
pub struct Spectrum {
    dispersion: Dispersion,
    wind: f64,
    direction: f64,
    cutoff: f64,
}

impl Spectrum {
    /// The spectrum that settings of [`super::SeaKind::parameters`] of the spectral sea describe.
    pub(super) fn from_settings(settings: &Settings, dispersion: Dispersion) -> Self {
        Self {
            dispersion,
            wind: settings.real("wind"),
            direction: settings.real("wind_direction").to_radians(),
            cutoff: settings.real("cutoff"),
        }
    }

    /// How fast its waves run.
    pub fn dispersion(&self) -> &Dispersion {
        &self.dispersion
    }

    /// Ψ(k) in m⁴ of waves that run toward (`kx`, `kz`) rad/m: the variance of the height is ∫Ψ d²k. 0 at k = 0 and without wind.
    pub fn density(&self, kx: f64, kz: f64) -> f64 {
        let k = kx.hypot(kz);
        let longest = self.wind * self.wind / self.dispersion.gravity;
        if k <= 0.0 || longest <= 0.0 {
            return 0.0;
        }
        let along = (kx * self.direction.cos() + kz * self.direction.sin()) / k;
        0.0081 / 2.0 * (-(k * longest).powi(-2) - (k * self.cutoff).powi(2)).exp() / k.powi(4)
            * along
            * along
    }
}
