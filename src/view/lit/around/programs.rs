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
    /// Under the sky's table, or under the finer one.
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
        let texts = (glsl!("lit_ground.vert"), glsl!("lit_ground.frag"));
        let defines = [define(radiance), ["NEAR", "", "LAWN"][part as usize]];
        let slot = &self.ground[part as usize][usize::from(radiance)];
        slot.wanted("lit ground", defines, texts.0, texts.1)
    }

    pub(super) fn things(&self, leaves: bool, radiance: bool) -> Wanted<'_> {
        let texts = (glsl!("lit_things.vert"), glsl!("lit_things.frag"));
        let defines = [define(radiance), if leaves { "LEAVES" } else { "" }];
        let slot = &self.things[usize::from(leaves)][usize::from(radiance)];
        slot.wanted("lit things", defines, texts.0, texts.1)
    }

    /// Of the band over the horizon with its sky, or of all below it.
    pub(super) fn country(&self, band: Band, fine: &'static str, radiance: bool) -> Wanted<'_> {
        let slots = &self.country[band as usize][usize::from(!fine.is_empty())];
        let texts = (glsl!("lit_country.vert"), glsl!("lit_sky.frag"));
        let band = match band {
            Band::Below => ["COUNTRY", "BELOW_HORIZON"],
            Band::Horizon => ["COUNTRY", ""],
            Band::Above => ["ABOVE_COUNTRY", ""],
        };
        let defines = [define(radiance), fine, band[0], band[1]];
        slots[usize::from(radiance)].wanted("lit country", defines, texts.0, texts.1)
    }

    pub(super) fn prepared(&self, what: Prepared) -> Wanted<'_> {
        let far = glsl!("lit_far.frag");
        let (define, vertex, fragment) = match what {
            Prepared::Cast => ("CAST", glsl!("lit_things.vert"), glsl!("lit_cast.frag")),
            Prepared::Open => ("", SCREEN, glsl!("lit_open.frag")),
            Prepared::SunAcross => ("SHADOWS", SCREEN, glsl!("lit_across.frag")),
            Prepared::OpenAcross => ("", SCREEN, glsl!("lit_across.frag")),
            Prepared::GroundLight => ("", SCREEN, glsl!("lit_ground_light.frag")),
            Prepared::Paving => ("", SCREEN, glsl!("lit_paving.frag")),
            Prepared::Wood => ("", SCREEN, far),
            Prepared::Hills => ("HILLS", SCREEN, far),
            Prepared::Dome => ("", SCREEN, glsl!("lit_dome.frag")),
        };
        self.prepares[what as usize].wanted("surroundings", [define], vertex, fragment)
    }
}
