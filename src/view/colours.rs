//! Colour maps of fields.
//!
//! Signed fields (height, velocity) use a diverging map from blue through white to red, symmetric about rest. Unsigned fields (slope,
//! foam, depth, speed) use steps of viridis, the map of Smith and van der Walt with evenly growing lightness. The Froude number has a step at
//! 1, between blue for subcritical and red for supercritical flow, and the direction of a flow is a hue. `lib/field_colour.glsl` has the same
//! maps.

use crate::parameter::choices;

/// The field that a view shows in colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colours {
    /// None: the view shows the water.
    None,
    /// Metres above the rest level.
    Height,
    /// Steepness |∇h|, dimensionless.
    Slope,
    /// Vertical velocity, metres a step.
    Velocity,
    /// Foam coverage, 0 to 1.
    Foam,
    /// Depth from the rest level to the floor, metres.
    Depth,
    /// Horizontal speed of a flow, m/s.
    Speed,
    /// Froude number of a flow, |u|/√(g·h), dimensionless.
    Froude,
    /// Direction of a flow as a hue, brighter where it is faster.
    Direction,
}

choices!(
    Colours: None = "none",
    Height = "height",
    Slope = "slope",
    Velocity = "velocity",
    Foam = "foam",
    Depth = "depth",
    Speed = "speed",
    Froude = "froude",
    Direction = "direction",
);

/// Diverging map: minimum, rest, maximum. sRGB.
pub(super) const SIGNED: [[f32; 3]; 3] = [[0.07, 0.22, 0.62], [0.97; 3], [0.80, 0.14, 0.10]];

/// Sequential map, evenly spaced from 0 to the maximum. sRGB.
pub(super) const GROWING: [[f32; 3]; 5] = [
    [0.267, 0.005, 0.329],
    [0.229, 0.322, 0.546],
    [0.128, 0.567, 0.551],
    [0.369, 0.789, 0.383],
    [0.993, 0.906, 0.144],
];

/// Map of the Froude number: 0, just below 1, 1, the last value. sRGB.
pub(super) const FROUDE: [[f32; 3]; 4] = [
    [0.05, 0.14, 0.42],
    [0.63, 0.83, 0.97],
    [1.0, 0.80, 0.46],
    [0.60, 0.03, 0.07],
];

/// Directions along x and z of greenest and bluest flows; flows along x are red.
pub(super) const HUES: [[f32; 2]; 2] = [[-0.5, 0.866_025_4], [-0.5, -0.866_025_4]];

/// The scale of the colours of a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColourScale {
    /// The field; not [`Colours::None`].
    pub colours: Colours,
    /// Value of the last colour, in the field's own unit; greater than 0. Of a direction, the speed of its brightest colours, m/s.
    pub full: f32,
}

impl Colours {
    /// Whether the field is signed, about 0.
    pub fn is_signed(self) -> bool {
        matches!(self, Self::Height | Self::Velocity)
    }

    /// Whether it is a field of water that flows.
    pub fn is_of_flow(self) -> bool {
        matches!(self, Self::Speed | Self::Froude | Self::Direction)
    }
}

impl ColourScale {
    /// Colour, sRGB from 0 to 1, of a value as a part of the full value: −1 to 1 for a signed field, else 0 to 1. Of a direction, that of
    /// a fast flow this part of a turn from x toward z.
    pub fn colour(&self, part: f32) -> [f32; 3] {
        let mix = |a: [f32; 3], b: [f32; 3], t: f32| [0, 1, 2].map(|i| a[i] + (b[i] - a[i]) * t);
        if self.colours == Colours::Direction {
            let (z, x) = (part * std::f32::consts::TAU).sin_cos();
            let toward = |[along_x, along_z]: [f32; 2]| along_x * x + along_z * z;
            return [x, toward(HUES[0]), toward(HUES[1])]
                .map(|cosine| (0.5 + 0.7 * cosine).clamp(0.0, 1.0));
        }
        if self.colours == Colours::Froude {
            let number = part * self.full;
            let past = ((number - 1.0) / (self.full - 1.0).max(1e-3)).clamp(0.0, 1.0);
            return match number < 1.0 {
                true => mix(FROUDE[0], FROUDE[1], number.max(0.0)),
                false => mix(FROUDE[2], FROUDE[3], past),
            };
        }
        if self.colours.is_signed() {
            let part = part.clamp(-1.0, 1.0);
            let level = part.abs();
            let end = SIGNED[if part > 0.0 { 2 } else { 0 }];
            return mix(SIGNED[1], end, level * level * (3.0 - 2.0 * level));
        }
        let last = GROWING.len() - 1;
        let at = part.clamp(0.0, 1.0) * last as f32;
        let step = (at as usize).min(last - 1);
        mix(GROWING[step], GROWING[step + 1], at - step as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_up_and_down_is_white_at_rest_and_the_rest_grows_lighter() {
        let scale = |colours| ColourScale { colours, full: 1.0 };
        let height = scale(Colours::Height);
        assert_eq!(height.colour(0.0), [0.97; 3]);
        assert!(height.colour(1.0)[0] > 0.7 && height.colour(7.0) == height.colour(1.0));
        assert!(height.colour(-1.0)[2] > 0.6);
        let slope = scale(Colours::Slope);
        let light = |part: f32| {
            let [red, green, blue] = slope.colour(part);
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        for step in 0..20 {
            let part = step as f32 / 20.0;
            assert!(light(part + 0.05) > light(part), "{part}");
        }
    }
}
