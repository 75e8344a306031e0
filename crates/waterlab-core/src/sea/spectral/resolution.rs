//! The part of a sea that its patch and its cells cannot resolve, and a grid that could.
//!
//! A patch of length L resolves waves up to its own length, wave number 2π/L, down to two cells, π/Δ. Longer ones that
//! still fall into the cells of its first modes get the length of the patch: that is another sea.

use super::parameters::PARAMETERS;
use crate::parameter::{Parameter, Range, Settings};
use crate::sea::parameters::dispersion;
use crate::sea::{Misfit, Patch, Spectrum};
use std::f64::consts::{PI, TAU};

/// The share of the significant height that a grid must resolve: 64 % of the variance.
const MIN_RESOLVED: f64 = 0.8;

/// The share of the variance that may be missing at either end of a recommended grid.
const MAX_MISSING: f64 = 0.05;

/// The numbers if the grid loses the sea, and a grid that would resolve it. `None` if it resolves most of it.
pub(super) fn misfit(settings: &Settings, columns: usize, rows: usize) -> Option<Misfit> {
    debug_assert!(settings.check_of(&PARAMETERS).is_ok());
    let spectrum = Spectrum::from_settings(settings, dispersion(settings));
    let waves = spectrum.by_wave_number();
    let patch = Patch::new(columns, rows, settings.real("patch"));
    let longest = patch.length_x.max(patch.length_z);
    let times =
        (settings.integer("cascade_ratio") as f64).powi(settings.integer("cascades") as i32 - 1);
    let cell = patch.spacing() / times;
    let sum = |from: f64, to: f64| -> f64 {
        let within = waves.iter().filter(|(k, _)| (from..to).contains(k));
        within.map(|(_, variance)| variance).sum()
    };
    let [min, max] = [TAU / longest, PI / cell];
    let [below, held, above] = [sum(0.0, min), sum(min, max), sum(max, f64::INFINITY)];
    let whole = below + held + above;
    let [held_height, whole_height] = [held, whole].map(|variance| 4.0 * variance.sqrt());
    if held_height >= MIN_RESOLVED * whole_height {
        return None;
    }
    let share = format!(
        "of {held_height:.2} m (significant height) of the {whole_height:.2} m that this wind raises"
    );
    let left_out = MAX_MISSING * whole;
    Some(if below > above {
        let wanted = two_digits(TAU / end(waves.iter(), left_out)?, f64::ceil);
        let message = format!(
            "a patch of {longest} m has room for waves {share}: the longest do not fit it; a `patch` of {wanted} m or more would hold them"
        );
        Misfit {
            message,
            patch: within_range(wanted),
        }
    } else {
        let wanted = two_digits(PI / end(waves.iter().rev(), left_out)?, f64::floor);
        let message = format!(
            "the grid holds waves {share}: most of them are shorter than two cells of {} m; cells of {wanted} m would hold them: \
             a smaller `patch`, more cells (`size`), or more `cascades`",
            two_digits(cell, f64::round)
        );
        let smaller = settings.real("patch") * wanted / cell;
        Misfit {
            message,
            patch: within_range(two_digits(smaller, f64::floor)),
        }
    })
}

/// The value of `patch` nearest to this one.
fn within_range(patch: f64) -> f64 {
    match PARAMETERS.iter().find(|parameter| parameter.key == "patch") {
        Some(Parameter {
            range: Range::Real { min, max, .. },
            ..
        }) => patch.clamp(*min, *max),
        _ => patch,
    }
}

/// The wave number up to which `waves` add up to this variance.
fn end<'a>(waves: impl Iterator<Item = &'a (f64, f64)>, variance: f64) -> Option<f64> {
    let mut sum = 0.0;
    let mut waves = waves;
    waves
        .find(|(_, part)| {
            sum += part;
            sum > variance
        })
        .map(|(k, _)| *k)
}

/// A positive number in two digits, rounded by `round`.
fn two_digits(number: f64, round: fn(f64) -> f64) -> f64 {
    let power = number.log10().floor() as i32 - 1;
    // A quotient of whole numbers is the double nearest to the decimal.
    match power < 0 {
        true => round(number * 10_f64.powi(-power)) / 10_f64.powi(-power),
        false => round(number / 10_f64.powi(power)) * 10_f64.powi(power),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameter::Value;
    use crate::sea::SPECTRAL;

    fn misfit_of(values: &[(&str, f64)]) -> Option<Misfit> {
        let mut settings = Settings::new(SPECTRAL.parameters);
        for &(key, value) in values {
            settings.set(key, Value::Real(value)).unwrap();
        }
        misfit(&settings, 256, 256)
    }

    fn notice_of(values: &[(&str, f64)]) -> Option<String> {
        misfit_of(values).map(|misfit| misfit.message)
    }

    #[test]
    fn the_patch_that_is_offered_holds_the_sea() {
        for values in [
            [("wind", 31.0), ("patch", 50.0), ("fetch", 1000.0)],
            [("wind", 14.0), ("patch", 20.0), ("fetch", 200.0)],
            [("wind", 2.0), ("patch", 20_000.0), ("fetch", 60.0)],
            [("wind", 5.0), ("patch", 5000.0), ("fetch", 10.0)],
        ] {
            let patch = misfit_of(&values).expect("a misfit").patch;
            let fitted = [values[0], ("patch", patch), values[2]];
            assert_eq!(misfit_of(&fitted), None, "{values:?} {patch}");
        }
    }

    #[test]
    fn a_grid_that_loses_energy_recommends_a_better_one() {
        // 31 m/s over 1000 km raise waves of about 300 m, which hardly fit 50 m.
        let short = notice_of(&[("wind", 31.0), ("patch", 50.0), ("fetch", 1000.0)]).unwrap();
        assert!(
            short.contains("a `patch` of") && short.contains("50 m"),
            "{short}"
        );
        // 2 m/s raise waves of about 2 m, which cells of 78 m do not resolve.
        let coarse = notice_of(&[("wind", 2.0), ("patch", 20_000.0)]).unwrap();
        assert!(
            coarse.contains("0.00 m") && coarse.contains("cells of 78 m"),
            "{coarse}"
        );
        // The recommended values give no notice.
        let number_after = |text: &str, before: &str| -> f64 {
            let rest = text.split(before).last().unwrap();
            rest.split(' ').next().unwrap().parse().unwrap()
        };
        let patch = number_after(&short, "a `patch` of ");
        assert_eq!(
            notice_of(&[("wind", 31.0), ("patch", patch), ("fetch", 1000.0)]),
            None,
            "{patch}"
        );
        let cell = number_after(&coarse, "; cells of ");
        assert_eq!(
            notice_of(&[("wind", 2.0), ("patch", 256.0 * cell)]),
            None,
            "{cell}"
        );
    }

    #[test]
    fn waves_longer_than_the_patch_are_reported_as_lost() {
        // 31 m/s over the default 60 km raise waves with a peak of 92 m and a height of 4.39 m in deep water. The part of JONSWAP above
        // k = 2π/L, in significant height, is 45 % for L = 50 m, 59 % for 70 m, and 88 % for 100 m.
        let of = |patch: f64| notice_of(&[("wind", 31.0), ("patch", patch), ("depth", 1000.0)]);
        for (patch, height) in [(50.0, "1.98 m"), (70.0, "2.60 m")] {
            let notice = of(patch).unwrap();
            assert!(
                notice.contains(height) && notice.contains("4.39 m"),
                "{patch}: {notice}"
            );
        }
        assert_eq!(of(100.0), None);
    }

    #[test]
    fn presets_and_calm_seas_lose_no_energy() {
        assert_eq!(notice_of(&[]), None);
        assert_eq!(notice_of(&[("wind", 0.0)]), None);
        for preset in SPECTRAL.presets {
            let mut settings = Settings::new(SPECTRAL.parameters);
            settings.apply(preset).unwrap();
            assert_eq!(misfit(&settings, 256, 256), None, "{}", preset.title);
        }
    }
}
