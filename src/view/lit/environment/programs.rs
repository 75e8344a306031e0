//! The programs that draw and bake the surroundings. Variants of different cost are separate programs, because a software rasteriser
//! executes both sides of every branch.

use crate::view::levels::Levels;
use crate::view::shader::{SCREEN, Slot, Wanted, glsl};

/// For tone-mapped images, and for radiance.
type Both = [Slot; 2];

/// The programs that draw and bake the surroundings.
#[derive(Default)]
pub(super) struct Programs {
    ground: [Both; 3],
    things: [Both; 2],
    /// With the sky's table, or with the finer one.
    country: [[Both; 2]; 3],
    prepares: [Slot; 9],
    pub(super) levels: Levels,
}

/// A part of the ground.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    /// Paving near the eye.
    Near,
    /// Distant paving, from its image.
    Far,
    Lawn,
}

/// A band of the country and the sky.
#[derive(Clone, Copy)]
pub(super) enum Band {
    /// The country below the horizon.
    Below,
    /// Wood and hills in front of the sky.
    Horizon,
    /// The sky above the hills.
    Above,
}

/// A baked part.
#[derive(Clone, Copy)]
pub(super) enum Prepared {
    Cast,
    Open,
    /// Shadow map and sky visibility, blurred along one axis.
    SunAcross,
    OpenAcross,
    GroundLight,
    Paving,
    Wood,
    Hills,
    Dome,
}

fn define(radiance: bool) -> &'static str {
    if radiance { "LINEAR" } else { "" }
}

impl Programs {
    pub(super) fn ground(&self, part: Ground, radiance: bool) -> Wanted<'_> {
        let texts = (
            glsl!("environment/ground.vert"),
            glsl!("environment/ground.frag"),
        );
        let defines = [define(radiance), ["NEAR", "", "LAWN"][part as usize]];
        let slot = &self.ground[part as usize][usize::from(radiance)];
        slot.wanted("lit ground", defines, texts.0, texts.1)
    }

    pub(super) fn things(&self, leaves: bool, radiance: bool) -> Wanted<'_> {
        let texts = (
            glsl!("environment/props.vert"),
            glsl!("environment/props.frag"),
        );
        let defines = [define(radiance), if leaves { "LEAVES" } else { "" }];
        let slot = &self.things[usize::from(leaves)][usize::from(radiance)];
        slot.wanted("lit things", defines, texts.0, texts.1)
    }

    /// The program of a band, with the sky's variant `fine`.
    pub(super) fn country(&self, band: Band, fine: &'static str, radiance: bool) -> Wanted<'_> {
        let slots = &self.country[band as usize][usize::from(!fine.is_empty())];
        let texts = (
            glsl!("environment/country.vert"),
            glsl!("environment/sky.frag"),
        );
        let band = match band {
            Band::Below => ["COUNTRY", "BELOW_HORIZON"],
            Band::Horizon => ["COUNTRY", ""],
            Band::Above => ["ABOVE_COUNTRY", ""],
        };
        let defines = [define(radiance), fine, band[0], band[1]];
        slots[usize::from(radiance)].wanted("lit country", defines, texts.0, texts.1)
    }

    pub(super) fn prepared(&self, what: Prepared) -> Wanted<'_> {
        let far = glsl!("environment/distant_country.frag");
        let (define, vertex, fragment) = match what {
            Prepared::Cast => (
                "CAST",
                glsl!("environment/props.vert"),
                glsl!("environment/shadow_map.frag"),
            ),
            Prepared::Open => ("", SCREEN, glsl!("environment/open_sky.frag")),
            Prepared::SunAcross => ("SHADOWS", SCREEN, glsl!("environment/shadow_blur.frag")),
            Prepared::OpenAcross => ("", SCREEN, glsl!("environment/shadow_blur.frag")),
            Prepared::GroundLight => ("", SCREEN, glsl!("environment/ground_light.frag")),
            Prepared::Paving => ("", SCREEN, glsl!("environment/paving.frag")),
            Prepared::Wood => ("", SCREEN, far),
            Prepared::Hills => ("HILLS", SCREEN, far),
            Prepared::Dome => ("", SCREEN, glsl!("environment/reflection_dome.frag")),
        };
        self.prepares[what as usize].wanted("surroundings", [define], vertex, fragment)
    }
}
