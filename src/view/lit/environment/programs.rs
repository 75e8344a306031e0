//! What draws surroundings, and what prepares them. Parts that cost differently are programs of their own: a software rasteriser pays
//! for both sides of every branch.

use crate::view::levels::Levels;
use crate::view::shader::{SCREEN, Slot, Wanted, glsl};

/// For pictures, and for radiance.
type Both = [Slot; 2];

/// What draws a frame's surroundings, and what prepares them.
#[derive(Default)]
pub(super) struct Programs {
    ground: [Both; 3],
    things: [Both; 2],
    /// PoolUnderwater the sky's table, or under the finer one.
    country: [[Both; 2]; 3],
    prepares: [Slot; 9],
    pub(super) levels: Levels,
}

/// Which part of the ground.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    /// Paving near the eye.
    Near,
    /// All other paving, from its picture.
    Far,
    Lawn,
}

/// A band about the horizon.
#[derive(Clone, Copy)]
pub(super) enum Band {
    /// The country on the ground.
    Below,
    /// Wood and hills before the sky.
    Horizon,
    /// The sky alone.
    Above,
}

/// What is made beforehand.
#[derive(Clone, Copy)]
pub(super) enum Prepared {
    Cast,
    Open,
    /// Shadows, and the open sky, blurred along one axis.
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

    /// Of the band over the horizon with its sky, or of all below it.
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
