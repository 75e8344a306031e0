//! Derived quantities of a sea for the panel: significant wave height, Beaufort number, shares of folding and foam.

use crate::grid::Grid;
use crate::parameter::{Reading, Settings, Value};
use crate::sea::{OceanState, Sea, beaufort};

/// The share of the significant height from which a grid counts as resolving all of it.
const RESOLVED: f64 = 0.95;

/// Shares of the surface area, 0 to 1.
#[derive(Clone, Copy)]
pub(super) struct Shares {
    folding: f64,
    foam: f64,
}

impl Shares {
    /// The shares of a sea that fold and are covered by foam.
    pub(super) fn of(state: &OceanState, foam: &Grid<f32>) -> Self {
        let min_stretch = state.min_stretch().cells();
        let folded = min_stretch
            .iter()
            .filter(|&&min_stretch| min_stretch < 0.0)
            .count();
        Self {
            folding: folded as f64 / min_stretch.len() as f64,
            foam: foam.mean(),
        }
    }
}

/// The readings of a `sea` with these settings after `seconds`.
pub(super) fn readings(
    sea: &Sea,
    settings: &Settings,
    seconds: f64,
    shares: &Shares,
) -> Vec<Reading> {
    let reading = |title, value| Reading { title, value };
    let height = sea.waves().significant_height();
    // Waves that the patch and its cells cannot resolve are missing from the surface.
    let whole = sea.waves().whole_height();
    let height = match height < RESOLVED * whole {
        true => format!("{height:.2} m of {whole:.2} m: the grid loses the rest"),
        false => format!("{height:.2} m"),
    };
    let mut readings = vec![reading("Significant height", height)];
    if let Some(Value::Real(wind)) = settings.get("wind") {
        readings.push(reading("Beaufort", beaufort(wind).to_string()));
    }
    readings.extend(sea.waves().readings());
    let time = match sea.period() {
        Some(period) => {
            let period = period.seconds();
            format!("{:.1} s of {period} s", seconds.rem_euclid(period))
        }
        None => format!("{seconds:.1} s"),
    };
    readings.extend([
        reading("Folding", format!("{:.1} %", 100.0 * shares.folding)),
        reading("Foam", format!("{:.1} %", 100.0 * shares.foam)),
        reading("Time", time),
    ]);
    readings
}
