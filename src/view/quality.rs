//! Quality: how finely a view draws, for machines of all kinds. A level says how many of the picture's pixels are drawn, how many of
//! the texels that light is gathered in, of the mesh's vertices, and of the cells that light is followed through (docs/models.md §14).

use crate::parameter::choices;

/// How finely a view draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quality {
    /// A quarter of the pixels: for software rasterisers.
    Low,
    /// A little over half of them.
    Medium,
    /// What the view's own parameters say.
    High,
    /// Light and mesh twice as fine as they say.
    Ultra,
    /// As fine as the machine can at a good pace; off screen, where nobody waits, high.
    Auto,
}

choices! { Quality: Low = "low", Medium = "medium", High = "high", Ultra = "ultra", Auto = "auto" }

/// What a quality comes to: factors, 1 being what the view's parameters say, and a stride.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Of the picture's pixels along each side that are drawn, 0 to 1; from these the others are blended.
    pub(crate) pixels: f32,
    /// Of the texels along each side that light is gathered in.
    pub(crate) texels: f32,
    /// Of the vertices along each side of a mesh.
    pub(crate) vertices: f32,
    /// Whether light is followed through the surface of half as many cells along each side.
    pub(crate) is_halved: bool,
    /// Cells of that surface from one that light is followed through to the next, 1 or more.
    pub(crate) stride: usize,
}

impl Level {
    /// What [`Quality::Auto`] chooses from, each finer than the one before it; the last is [`Quality::High`].
    pub const LADDER: [Self; 7] = [
        Self::of([0.4, 0.375, 0.34], true, 2),
        Self::LOW,
        Self::of([0.58, 0.5, 0.34], true, 1),
        Self::of([0.66, 0.625, 0.4], true, 1),
        Self::MEDIUM,
        Self::of([0.87, 0.875, 0.75], false, 1),
        Self::HIGH,
    ];

    /// Where [`Quality::Low`] is on the ladder.
    pub const LOW_STEP: usize = 1;

    const LOW: Self = Self::of([0.5, 0.5, 0.34], true, 2);
    const MEDIUM: Self = Self::of([0.75, 0.75, 0.5], false, 2);
    /// What the parameters say.
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

impl Quality {
    /// Its level, where `auto` is what [`Quality::Auto`] has come to.
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
