//! Checks of values of the spectral sea that are each allowed, but not valid together.

use crate::parameter::{ParameterError, Settings};
use crate::sea::parameters::check_period;
use crate::sea::{Dispersion, Patch};
use std::f64::consts::TAU;

/// Maximum number of columns, and of rows.
const MAX_CELLS: usize = 4096;

/// Minimum number of waves along the shorter side of a patch where it takes over from the next larger one, up to the fraction by which the
/// larger one's last whole cell of wave numbers falls short of its shortest wave. With fewer, the patch would show its own
/// repetition.
const WAVES_PER_CASCADE: usize = 4;

/// Checks whether `settings` with this dispersion give a sea of `columns × rows` cells; the error names the limit.
pub(super) fn check(
    settings: &Settings,
    dispersion: &Dispersion,
    columns: usize,
    rows: usize,
) -> Result<(), ParameterError> {
    let refuse =
        |key, value: String, wanted: String| Err(ParameterError::OutOfRange { key, value, wanted });
    if columns.max(rows) > MAX_CELLS {
        return refuse(
            "size",
            format!("{columns} × {rows}"),
            format!("at most {MAX_CELLS} cells along each side for this model"),
        );
    }
    let ratio = settings.integer("cascade_ratio");
    // The shortest wave of a patch is two cells long, 2·ratio cells of the next one.
    let most = columns.min(rows) / (2 * WAVES_PER_CASCADE);
    let cascades = settings.integer("cascades");
    if cascades > 1 && most < 2 {
        let fewest = 4 * WAVES_PER_CASCADE;
        return refuse(
            "cascades",
            cascades.to_string(),
            format!(
                "1 with a `size` of {columns} × {rows}: more need {fewest} × {fewest} cells or more"
            ),
        );
    }
    if cascades > 1 && ratio > most as i64 {
        let wanted =
            format!("at most {most} with {columns} × {rows} cells, an eighth of the shorter side");
        return refuse("cascade_ratio", ratio.to_string(), wanted);
    }
    check_period(settings)?;
    let patch = Patch::new(columns, rows, settings.real("patch"));
    let longest = patch.length_x.max(patch.length_z);
    let finest = patch.spacing() / (ratio as f64).powi(cascades as i32 - 1);
    let seconds = settings.real("swell_period");
    let length = TAU / dispersion.wave_number(TAU / seconds);
    let period = |length: f64| 10.0 * TAU / dispersion.omega(TAU / length);
    if settings.real("swell_height") > 0.0 && length > longest {
        return refuse(
            "swell_period",
            seconds.to_string(),
            format!(
                "at most {:.1} with a `patch` whose longer side is {longest} m: no longer wave fits it",
                period(longest).floor() / 10.0
            ),
        );
    }
    if settings.real("swell_height") > 0.0 && length < 2.0 * finest {
        return refuse(
            "swell_period",
            seconds.to_string(),
            format!(
                "at least {:.1} with cells of {finest:.1} m: a wave is two of them or longer; make the `patch` smaller, or its cells more",
                period(2.0 * finest).ceil() / 10.0
            ),
        );
    }
    Ok(())
}
