//! The rain of a simulation: as stones, which disturb its waters, or as in nature, which a view draws.

use super::Simulation;
use crate::parameter::{ParameterError, Settings, Value};
use crate::pool::{Disturbance, RAIN, Rain, RainKind};
use crate::rainfall::Rainfall;
use crate::scene::View;
use crate::surface::Window;
use crate::view::Setting;
use crate::water::{RippledSea, Water};

/// Factor by which a drop of rain is weaker on a sea than in a pool 32 m long, so that rings are about as high as a hand, not as a man.
const WEAKER: i16 = 16;

/// Metres of a sea for a cell of a drop's radius, whatever the cell size of its window.
const DROP_CELL: f64 = 0.125;

/// Side of the window, metres, in which a drop is as deep as [`WEAKER`] says.
const DROP_SIDE: f64 = 32.0;

/// Minimum visible radius of a drop, cells.
const SMALLEST_DROP: f64 = 0.5;

/// Lets a drop of rain fall. In a window on a sea it keeps its true size, and is left out if a cell is far larger than the drop: the window
/// grows with the height of the eye, from which such a ring is not visible. Returns what fell in.
pub(super) fn fall(water: &mut Box<dyn Water>, drop: &Disturbance) -> Option<Disturbance> {
    let drop = match water.open_water().and_then(RippledSea::ripple_window) {
        None => *drop,
        Some(window) => true_drop(drop, &window, water.size().columns())?,
    };
    water.disturb(&drop);
    Some(drop)
}

/// A drop of rain in a window of so many columns; `None` if it is too small for the cells.
fn true_drop(drop: &Disturbance, window: &Window, columns: usize) -> Option<Disturbance> {
    let (at, _, radius, weight) = drop.as_stroke();
    let radius = radius * DROP_CELL * columns as f64 / window.length[0];
    // The depth of a stone is a fraction of the window's side.
    let side = window.length[0].max(window.length[1]);
    let weight = f64::from(weight) / f64::from(WEAKER) * (DROP_SIDE / side);
    // The minimum weight is one, except for a drop of weight 0.
    let weight = match weight.abs() {
        0.0..=1.0 => weight.abs().ceil().copysign(weight) as f32,
        _ => weight.round() as f32,
    };
    (radius >= SMALLEST_DROP).then(|| Disturbance::stone(at, radius, weight))
}

/// The rain that a user may start in a scene without any: as in nature where the view draws it.
pub(super) fn rain_for(view: &View) -> Settings {
    let mut settings = Settings::new(&RAIN);
    // A tank is indoors.
    if view.kind.has_physical_light && view.setting() != Setting::Tank {
        let set = settings.set("kind", Value::Choice(RainKind::Rain as usize));
        debug_assert!(set.is_ok());
    }
    settings
}

/// Whether rain of these settings lets stones fall.
fn has_stones(rain: &Settings) -> bool {
    rain.choice::<RainKind>("kind") == RainKind::Stones && rain.real("drops_per_second") > 0.0
}

impl Simulation {
    /// Whether it rains.
    pub fn is_raining(&self) -> bool {
        self.raining
    }

    /// Starts the rain, from the beginning of its seed, or stops it.
    pub fn set_raining(&mut self, raining: bool) {
        self.raining = raining;
        self.rained = 0;
        // Rain without drops must not keep the water from being idle.
        let falls = raining && has_stones(&self.rain_settings);
        self.rain = falls.then(|| Rain::new(self.rain_settings.clone(), self.steps_per_second));
    }

    /// The rain of [`RainKind::Rain`], which disturbs no water.
    pub fn rainfall(&self) -> Rainfall {
        let falls = self.raining && self.rain_settings.choice::<RainKind>("kind") == RainKind::Rain;
        match falls {
            true => Rainfall::new(self.rain_settings.real("rate")),
            false => Rainfall::default(),
        }
    }

    /// The settings of the rain, of [`RAIN`], even if it does not rain.
    pub fn rain_settings(&self) -> &Settings {
        &self.rain_settings
    }

    /// Applies settings of the rain, of [`RAIN`]. Falling rain continues with them; with another seed it restarts.
    pub fn apply_rain(&mut self, settings: &Settings) {
        let goes_on =
            settings.integer("seed") == self.rain_settings.integer("seed") && has_stones(settings);
        self.rain_settings = settings.clone();
        match &mut self.rain {
            Some(rain) if goes_on => {
                rain.adjust(settings.clone(), self.steps_per_second);
            }
            _ => self.set_raining(self.raining),
        }
    }

    /// Sets a parameter of the rain, as [`Simulation::apply_rain`] does. On an error nothing changes.
    pub fn set_rain(&mut self, key: &str, value: Value) -> Result<(), ParameterError> {
        let mut settings = self.rain_settings.clone();
        settings.set(key, value)?;
        self.apply_rain(&settings);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::Fraction;

    #[test]
    fn a_drop_keeps_its_metres_in_every_window_and_is_left_out_where_cells_are_far_larger() {
        let of = |side: f64, columns: usize, weight: f32| {
            let window = Window {
                centre: [0.0; 2],
                length: [side; 2],
            };
            let drop = Disturbance::stone(Fraction::clamped(0.3, 0.4), 2.0, weight);
            true_drop(&drop, &window, columns).map(|drop| {
                let (_, _, radius, weight) = drop.as_stroke();
                (radius, weight)
            })
        };
        // 0.25 m is 2 cells of 0.125 m; the window's side is what a weight is measured by.
        assert_eq!(of(32.0, 256, 96.0), Some((2.0, 6.0)));
        assert_eq!(of(32.0, 512, 96.0), Some((4.0, 6.0)));
        assert_eq!(of(64.0, 256, 96.0), Some((1.0, 3.0)));
        assert_eq!(of(64.0, 256, -96.0), Some((1.0, -3.0)));
        assert_eq!(of(128.0, 256, 1.0), Some((0.5, 1.0)));
        assert_eq!(of(128.0, 256, 0.0), Some((0.5, 0.0)));
        for side in [256.0, 8192.0] {
            assert_eq!(of(side, 256, 96.0), None);
        }
    }
}
