//! The stability condition of iWave (docs/models.md §6).
//!
//! In a step, a wave with the λ of its wave vector (see the kernel) is multiplied by z, where, with a = αΔt and s = gΔt²λ,
//!
//! ```text
//! (1 + a)·z² − (2 − a − s)·z + 1 = 0
//! ```
//!
//! Both roots lie within the unit circle exactly when −2a ≤ s ≤ 4. Obstructions between 0 and 1 only remove energy: they add to a
//! cell's inertia and to its damping, and leave s within the same limits.

use super::kernel::Kernel;
use super::{depth_in_cells, layers};
use crate::parameter::{ParameterError, Settings};
use crate::pool::Size;
use std::ops::RangeInclusive;

/// The range of λ of the kernel without a bottom, or over one of this depth.
fn spectrum(depth: f64) -> RangeInclusive<f64> {
    if depth.is_finite() {
        layers::spectrum(depth)
    } else {
        Kernel::of_depths(&[f64::INFINITY])
            .first()
            .map_or(0.0..=0.0, Kernel::spectrum)
    }
}

/// Checks that no wave grows with these settings, whatever the depth map; the error names the limit.
pub(super) fn check(settings: &Settings, size: Size) -> Result<(), ParameterError> {
    let [time_step, damping, gravity, depth] =
        ["time_step", "damping", "gravity", "depth"].map(|key| settings.real(key));
    let deep = depth_in_cells(settings, size);
    let spectrum = spectrum(deep);
    // λ is sampled to 1/1000.
    let longest = (4.0 / (gravity * spectrum.end() * 1.001)).sqrt();
    if time_step > longest {
        let longest = (longest * 1e4).floor() / 1e4;
        return Err(ParameterError::Unstable {
            key: "time_step",
            value: time_step,
            limit: format!("at most {longest} with `gravity` {gravity} and `depth` {depth}"),
        });
    }
    let min_damping = -gravity * time_step * spectrum.start() * 1.001 / 2.0;
    if damping < min_damping {
        let min_damping = (min_damping * 1e4).ceil() / 1e4;
        return Err(ParameterError::Unstable {
            key: "damping",
            value: damping,
            limit: format!(
                "at least {min_damping} with `time_step` {time_step}, `gravity` {gravity} and `depth` {depth}"
            ),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::PARAMETERS;
    use super::*;
    use crate::parameter::Value;

    fn settings(values: &[(&str, f64)]) -> Settings {
        let mut settings = Settings::new(&PARAMETERS);
        for (key, value) in values {
            settings.set(key, Value::Real(*value)).unwrap();
        }
        settings
    }

    fn refusal(values: &[(&str, f64)]) -> String {
        let refused = check(&settings(values), Size::default());
        refused.unwrap_err().to_string()
    }

    #[test]
    fn the_limits_are_named_and_what_they_name_is_taken() {
        // λ runs from −0.0867 to 6.2796: √(4 / (9.8·6.2796)) = 0.2549, and 9.8·0.03·0.0867/2 = 0.01274.
        let too_long = refusal(&[("time_step", 0.3)]);
        assert_eq!(
            too_long,
            "`time_step` is 0.3, which is unstable here: at most 0.2548 with `gravity` 9.8 and `depth` 0"
        );
        let too_free = refusal(&[("damping", 0.0)]);
        assert_eq!(
            too_free,
            "`damping` is 0, which is unstable here: at least 0.0128 with `time_step` 0.03, `gravity` 9.8 and `depth` 0"
        );
        for allowed in [[("time_step", 0.2548)], [("damping", 0.0128)]] {
            assert_eq!(check(&settings(&allowed), Size::default()), Ok(()));
        }
    }

    #[test]
    fn a_shallow_pool_bears_a_longer_step() {
        assert!(check(&settings(&[("time_step", 0.4)]), Size::default()).is_err());
        // A quarter of a cell, of 256 over 2 m.
        let shallow = [("time_step", 0.4), ("depth", 0.25 / 128.0)];
        assert_eq!(check(&settings(&shallow), Size::default()), Ok(()));
    }
}
