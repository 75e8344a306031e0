//! Colour maps of fields.
//!
//! Signed fields (height, velocity) use a diverging map from blue through white to red, symmetric about rest. Unsigned fields (slope,
//! foam, depth) use steps of viridis, the map of Smith and van der Walt with evenly growing lightness. `lib/field_colour.glsl` has the
//! same maps.

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
}

choices!(
    Colours: None = "none",
    Height = "height",
    Slope = "slope",
    Velocity = "velocity",
    Foam = "foam",
    Depth = "depth",
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

/// The scale of the colours of a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColourScale {
    /// The field; not [`Colours::None`].
    pub colours: Colours,
    /// Value of the last colour, in the field's own unit; greater than 0.
    pub full: f32,
}

impl Colours {
    /// Whether the field is signed, about 0.
    pub fn is_signed(self) -> bool {
        matches!(self, Self::Height | Self::Velocity)
    }
}

impl ColourScale {
    /// Colour, sRGB from 0 to 1, of a value as a part of the full value: −1 to 1 for a signed field, else 0 to 1.
    pub fn colour(&self, part: f32) -> [f32; 3] {
        let mix = |a: [f32; 3], b: [f32; 3], t: f32| [0, 1, 2].map(|i| a[i] + (b[i] - a[i]) * t);
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
