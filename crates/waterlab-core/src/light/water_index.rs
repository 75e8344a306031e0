//! The refractive index of water by wavelength, temperature and salinity (docs/models.md §10a), after Quan and Fry 1995.
//!
//! ```text
//! n = 1.31405 + (1.779e-4 − 1.05e-6·T + 1.6e-8·T²)·S − 2.02e-6·T² + (15.868 + 0.01155·S − 0.00423·T)/λ − 4382/λ² + 1.1455e6/λ³
//! ```
//!
//! T in °C, S in ‰, λ in nm. Blue is refracted more than red: the rim of Snell's window and the lines of caustics are coloured.

/// Wavelengths in nm of red, green and blue, wherever light in water has three components.
pub const WAVELENGTHS: [f64; 3] = [650.0, 550.0, 450.0];

/// Refractive index of fresh water at 20 °C against air, at [`WAVELENGTHS`].
pub const FRESH_WATER_INDEX: [f64; 3] = [1.3313, 1.3343, 1.3393];

/// Refractive index of sea water of 35 ‰ at 20 °C against air, at [`WAVELENGTHS`].
pub const SEA_WATER_INDEX: [f64; 3] = [1.3377, 1.3408, 1.3459];

/// Refractive index of water against air, dimensionless. Measured for 400 to 700 nm, 0 to 30 °C and 0 to 35 ‰ of salt, where
/// the error of the fit is about 1.5e-5; not valid outside.
///
/// ```
/// use waterlab_core::light::refractive_index;
///
/// let [red, blue] = [650.0, 450.0].map(|nanometres| refractive_index(nanometres, 20.0, 0.0));
/// assert!((red - 1.3313).abs() < 1e-4 && (blue - 1.3393).abs() < 1e-4);
/// ```
pub fn refractive_index(nanometres: f64, celsius: f64, salinity_per_mille: f64) -> f64 {
    let (l, t, s) = (nanometres, celsius, salinity_per_mille);
    1.31405 + (1.779e-4 - 1.05e-6 * t + 1.6e-8 * t * t) * s - 2.02e-6 * t * t
        + (15.868 + 0.01155 * s - 0.00423 * t) / l
        - 4382.0 / (l * l)
        + 1.1455e6 / (l * l * l)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constants_match_the_formula_at_20_degrees() {
        for (channel, nanometres) in WAVELENGTHS.into_iter().enumerate() {
            for (constants, salinity) in [(FRESH_WATER_INDEX, 0.0), (SEA_WATER_INDEX, 35.0)] {
                let exact = refractive_index(nanometres, 20.0, salinity);
                assert!((constants[channel] - exact).abs() < 6e-5, "{exact}");
            }
        }
    }

    #[test]
    fn the_index_agrees_with_handbooks_for_sodium_light() {
        // Pure water, 589.3 nm: 1.3330 at 20 °C and 1.3339 at 0 °C.
        assert!((refractive_index(589.3, 20.0, 0.0) - 1.3330).abs() < 1e-4);
        assert!((refractive_index(589.3, 0.0, 0.0) - 1.3339).abs() < 2e-4);
    }

    #[test]
    fn the_rim_of_snells_window_is_coloured() {
        for (index, degrees) in FRESH_WATER_INDEX.into_iter().zip([48.7, 48.5, 48.3]) {
            assert!(((1.0 / index).asin().to_degrees() - degrees).abs() < 0.06);
        }
    }

    #[test]
    fn short_wavelengths_salt_and_cold_raise_the_index() {
        let middle = refractive_index(550.0, 15.0, 20.0);
        assert!(refractive_index(500.0, 15.0, 20.0) > middle);
        assert!(refractive_index(550.0, 15.0, 30.0) > middle);
        assert!(refractive_index(550.0, 5.0, 20.0) > middle);
    }
}
