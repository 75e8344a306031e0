//! Quality levels for machines of all kinds. A level scales the resolution of the image, of the light maps and of the mesh, and the
//! number of cells that light is traced through (docs/models.md §14).

use crate::parameter::{Settings, choices};

/// The user's choice of quality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quality {
    /// A quarter of the pixels; for software rasterisers.
    Low,
    /// A little over half of them.
    Medium,
    /// The values of the view's parameters.
    High,
    /// Twice the resolution of light and mesh.
    Ultra,
    /// The finest level with a good frame rate; High when rendering offscreen.
    Auto,
}

choices! { Quality: Low = "low", Medium = "medium", High = "high", Ultra = "ultra", Auto = "auto" }

/// The level of detail of a frame: factors relative to the view's parameters, and a stride.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Resolution of the image along each side, 0 to 1; it is then scaled up.
    pub(crate) pixels: f32,
    /// Resolution of light maps along each side.
    pub(crate) texels: f32,
    /// Number of vertices along each side of a mesh.
    pub(crate) vertices: f32,
    /// Whether light is traced at half resolution of the surface.
    pub(crate) is_halved: bool,
    /// Step between cells that light is traced through, 1 or more.
    pub(crate) stride: usize,
}

impl Level {
    /// The levels of [`Quality::Auto`], from coarse to fine; the last is [`Quality::High`].
    pub const LADDER: [Self; 7] = [
        Self::of([0.36, 0.375, 0.34], true, 2),
        Self::LOW,
        Self::of([0.58, 0.5, 0.34], true, 1),
        Self::of([0.66, 0.625, 0.4], true, 1),
        Self::MEDIUM,
        Self::of([0.87, 0.875, 0.75], false, 1),
        Self::HIGH,
    ];

    /// Index of [`Quality::Low`] in the ladder.
    pub const LOW_STEP: usize = 1;

    const LOW: Self = Self::of([0.5, 0.5, 0.34], true, 2);
    const MEDIUM: Self = Self::of([0.75, 0.75, 0.5], false, 2);
    /// The values of the view's parameters.
    pub const HIGH: Self = Self::of([1.0; 3], false, 1);
    const ULTRA: Self = Self::of([1.0, 2.0, 2.0], false, 1);

    const fn of([pixels, texels, vertices]: [f32; 3], is_halved: bool, stride: usize) -> Self {
        Self {
            pixels,
            texels,
            vertices,
            is_halved,
            stride,
        }
    }
}

impl Level {
    /// The level of a view with these settings; the highest, if it has no quality.
    pub fn of_settings(settings: &Settings, auto: Self) -> Self {
        match settings.get("quality") {
            Some(_) => settings.choice::<Quality>("quality").level(auto),
            None => Self::HIGH,
        }
    }
}

impl Quality {
    /// The level of this quality, where `auto` is the current level of [`Quality::Auto`].
    pub fn level(self, auto: Level) -> Level {
        match self {
            Self::Low => Level::LOW,
            Self::Medium => Level::MEDIUM,
            Self::High => Level::HIGH,
            Self::Ultra => Level::ULTRA,
            Self::Auto => auto,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_of_the_ladder_is_finer_than_the_one_before_it_and_has_less_than_twice_its_pixels_and_texels()
     {
        for pair in Level::LADDER.windows(2) {
            let [before, after] = [pair[0], pair[1]];
            assert!(before.pixels < after.pixels, "{pair:?}");
            assert!(before.texels <= after.texels, "{pair:?}");
            assert!(before.vertices <= after.vertices, "{pair:?}");
            let cells = |level: Level| level.stride << usize::from(level.is_halved);
            assert!(
                cells(before) >= cells(after) && after.stride > 0,
                "{pair:?}"
            );
            assert!((after.pixels / before.pixels).powi(2) < 2.0, "{pair:?}");
            assert!((after.texels / before.texels).powi(2) < 2.0, "{pair:?}");
        }
        assert_eq!(
            Level::LADDER[Level::LOW_STEP],
            Quality::Low.level(Level::HIGH)
        );
        assert_eq!(Level::LADDER.last(), Some(&Level::HIGH));
    }
}
