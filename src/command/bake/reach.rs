//! The range of a map's levels: a property of the sea, independent of the process and of the frames that it bakes.
//!
//! A sea of many waves is a Gaussian field, so that its range is derived from the standard deviation σ. It is measured, together with the
//! extreme value, at a few times that depend on the sea alone, and the range extends by [`DEVIATIONS`] of them, or by a quarter more than
//! the extreme value if that is larger, to either side of a flat sea. The end is rounded up to two digits, so that it does not depend on
//! the last bits.

use super::map;
use super::plan::Layer;
use crate::command::arguments::{MapFormat, MapName, NormalY};
use crate::sea::Sea;
use serde::Serialize;

/// Standard deviations to either side: of 10⁸ numbers of a Gaussian field one in five lies outside.
const DEVIATIONS: f64 = 6.0;
/// Factor beyond the measured extreme value.
const BEYOND: f64 = 1.25;
/// Number of times at which the sea is measured.
const TIMES: u32 = 5;
/// Seconds between them if the sea has no period; fractions of its period if it has one. Neither is commensurate with any wave.
const STRIDE: f64 = 6.180_339_887;
const PART: f64 = 0.618_033_988_7;

/// The range of levels: the values of the lowest and the highest one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reach {
    /// Of level 0.
    pub low: f64,
    /// Of the highest level.
    pub high: f64,
}

/// Sets the range of each layer of levels that has none: that of its map by nature, or that measured from the sea.
pub fn set(layers: &mut [Layer], sea: &Sea) {
    for layer in layers.iter_mut() {
        if layer.format != MapFormat::Exr && layer.reach.is_none() {
            layer.reach = match layer.map {
                MapName::Normal => Some(Reach {
                    low: -1.0,
                    high: 1.0,
                }),
                MapName::Foam => Some(Reach {
                    low: 0.0,
                    high: 1.0,
                }),
                _ => None,
            };
        }
    }
    let mut open: Vec<_> = layers
        .iter_mut()
        .filter(|layer| layer.format != MapFormat::Exr && layer.reach.is_none())
        .map(|layer| (layer, Spread::default()))
        .collect();
    if open.is_empty() {
        return;
    }
    let mut state = sea.new_state();
    for number in 0..TIMES {
        let time = match sea.period() {
            Some(period) => (f64::from(number) * PART).fract() * period.seconds(),
            None => f64::from(number) * STRIDE,
        };
        sea.compute(time, &mut state);
        for (layer, spread) in &mut open {
            let cells = state.surface().height.cells().len();
            let values = map::values(layer.map, sea, &state, layer.tile, NormalY::Up);
            let channels = layer.channels();
            let numbers = (0..cells).map(values);
            spread.add(map::rest(layer.map), channels, numbers);
        }
    }
    for (layer, spread) in open {
        let (rest, half) = (map::rest(layer.map), spread.half());
        layer.reach = Some(Reach {
            low: rest - half,
            high: rest + half,
        });
    }
}

/// Deviations from the values of a flat sea.
#[derive(Default)]
struct Spread {
    /// Sum of squares for each channel, over `count` points.
    squares: [f64; 3],
    count: f64,
    farthest: f64,
}

impl Spread {
    /// Adds values; the first `channels` numbers of each point count.
    fn add(&mut self, rest: f64, channels: usize, values: impl Iterator<Item = [f32; 3]>) {
        for value in values {
            for (sum, number) in self.squares.iter_mut().zip(value).take(channels) {
                let away = f64::from(number) - rest;
                *sum += away * away;
                self.farthest = self.farthest.max(away.abs());
            }
            self.count += 1.0;
        }
    }

    /// Half the width of the range.
    fn half(&self) -> f64 {
        let most = self.squares.iter().copied().fold(0.0, f64::max);
        let deviation = (most / self.count.max(1.0)).sqrt();
        rounded_up((DEVIATIONS * deviation).max(BEYOND * self.farthest))
    }
}

/// The next number of two decimal digits, for `number` of 0 or more.
fn rounded_up(number: f64) -> f64 {
    if number <= 0.0 || !number.is_finite() {
        return 0.0;
    }
    let power = number.log10().floor() as i32 - 1;
    // A quotient of integers is the double nearest to the decimal; a product with a tenth is not.
    if power < 0 {
        let unit = 10_f64.powi(-power);
        (number * unit).ceil() / unit
    } else {
        let unit = 10_f64.powi(power);
        (number / unit).ceil() * unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_rounded_up_to_two_digits() {
        for (number, end) in [
            (0.0, 0.0),
            (3.0, 3.0),
            (2.999, 3.0),
            (3.01, 3.1),
            (0.0312, 0.032),
            (123.4, 130.0),
            (0.000_98, 0.000_98),
        ] {
            assert_eq!(rounded_up(number), end, "{number}");
        }
    }

    #[test]
    fn a_spread_reaches_six_deviations_or_a_quarter_beyond_the_farthest() {
        let mut even = Spread::default();
        even.add(1.0, 2, [[2.0, 1.0, 0.0], [0.0, 1.0, 0.0]].into_iter());
        assert_eq!(even.half(), 6.0);
        let mut lone = Spread::default();
        let values = (0..10_000).map(|at| [if at == 7 { 8.0 } else { 0.0 }; 3]);
        lone.add(0.0, 3, values);
        assert_eq!(lone.half(), 10.0);
    }
}
