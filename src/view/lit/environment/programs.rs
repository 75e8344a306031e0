//! The programs that draw and bake the surroundings. Variants of different cost are separate programs, because a software rasteriser
//! executes both sides of every branch.

use crate::view::levels::Levels;
use crate::view::shader::{SCREEN, Slot, Wanted, glsl};

/// The programs that draw and bake the surroundings.
#[derive(Default)]
pub(super) struct Programs {
    /// Each part of the ground without and with shadows of bodies, dry and in the rain.
    ground: [[[Slot; 2]; 2]; 3],
    grass: Slot,
    /// Props and leaves, likewise.
    things: [[Slot; 2]; 2],
    /// Without and with clouds.
    country: [[Slot; 2]; 3],
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
    /// Shadow map and sky visibility, blurred.
    SunBlur,
    OpenBlur,
    GroundLight,
    Paving,
    Wood,
    Hills,
    Dome,
}

impl Programs {
    pub(super) fn ground(&self, part: Ground, with_bodies: bool, in_rain: bool) -> Wanted<'_> {
        let texts = (
            glsl!("environment/ground.vert"),
            glsl!("environment/ground.frag"),
        );
        let bodies = if with_bodies { "BODIES" } else { "" };
        let rain = if in_rain { "RAIN" } else { "" };
        let defines = [["NEAR", "", "LAWN"][part as usize], bodies, rain];
        let slot = &self.ground[part as usize][usize::from(with_bodies)][usize::from(in_rain)];
        slot.wanted("lit ground", defines, texts.0, texts.1)
    }

    pub(super) fn grass(&self) -> Wanted<'_> {
        let texts = (
            glsl!("environment/grass.vert"),
            glsl!("environment/grass.frag"),
        );
        self.grass.wanted("blades of grass", [], texts.0, texts.1)
    }

    pub(super) fn things(&self, leaves: bool, with_bodies: bool) -> Wanted<'_> {
        let texts = (
            glsl!("environment/props.vert"),
            glsl!("environment/props.frag"),
        );
        let defines = [
            if leaves { "LEAVES" } else { "" },
            if with_bodies { "BODIES" } else { "" },
        ];
        let slot = &self.things[usize::from(leaves)][usize::from(with_bodies)];
        slot.wanted("lit things", defines, texts.0, texts.1)
    }

    /// The program of a band, with the sky's variant `clouds`.
    pub(super) fn country(&self, band: Band, clouds: &'static str) -> Wanted<'_> {
        let slot = &self.country[band as usize][usize::from(!clouds.is_empty())];
        let texts = (
            glsl!("environment/country.vert"),
            glsl!("environment/sky.frag"),
        );
        let band = match band {
            Band::Below => ["COUNTRY", "BELOW_HORIZON"],
            Band::Horizon => ["COUNTRY", ""],
            Band::Above => ["ABOVE_COUNTRY", ""],
        };
        let defines = [clouds, band[0], band[1]];
        slot.wanted("lit country", defines, texts.0, texts.1)
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
            Prepared::SunBlur => ("SHADOWS", SCREEN, glsl!("environment/shadow_blur.frag")),
            Prepared::OpenBlur => ("", SCREEN, glsl!("environment/shadow_blur.frag")),
            Prepared::GroundLight => ("", SCREEN, glsl!("environment/ground_light.frag")),
            Prepared::Paving => ("", SCREEN, glsl!("environment/paving.frag")),
            Prepared::Wood => ("", SCREEN, far),
            Prepared::Hills => ("HILLS", SCREEN, far),
            Prepared::Dome => ("", SCREEN, glsl!("environment/reflection_dome.frag")),
        };
        self.prepares[what as usize].wanted("surroundings", [define], vertex, fragment)
    }
}
