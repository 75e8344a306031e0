//! What draws surroundings, and what prepares them. Parts that cost differently are programs of their own: a software rasteriser pays
//! for both sides of every branch.

use crate::gl::{Gl, GlError, Include, Program};
use crate::view::levels::Levels;
use crate::view::shader::{self, SCREEN, compiled, glsl};
use std::cell::OnceCell;

/// For pictures, and for radiance; compiled when first wanted.
type Both = [OnceCell<Program>; 2];

/// What draws a frame's surroundings, and what prepares them.
#[derive(Default)]
pub(super) struct Programs {
    ground: [Both; 3],
    things: [Both; 2],
    /// Under the sky's table, or under the finer one.
    country: [[Both; 2]; 3],
    prepares: [OnceCell<Program>; 9],
    pub(super) levels: Levels,
}

/// Which part of the ground.
#[derive(Clone, Copy)]
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
    pub(super) fn ground(
        &self,
        gl: &Gl,
        part: Ground,
        radiance: bool,
    ) -> Result<&Program, GlError> {
        compiled(&self.ground[part as usize][usize::from(radiance)], || {
            let texts = (glsl!("lit_ground.vert"), glsl!("lit_ground.frag"));
            let defines = [define(radiance), ["NEAR", "", "LAWN"][part as usize]];
            shader::program(gl, "lit ground", &defines, texts.0, texts.1)
        })
    }

    pub(super) fn things(
        &self,
        gl: &Gl,
        leaves: bool,
        radiance: bool,
    ) -> Result<&Program, GlError> {
        compiled(
            &self.things[usize::from(leaves)][usize::from(radiance)],
            || {
                let texts = (glsl!("lit_things.vert"), glsl!("lit_things.frag"));
                let defines = [define(radiance), if leaves { "LEAVES" } else { "" }];
                shader::program(gl, "lit things", &defines, texts.0, texts.1)
            },
        )
    }

    /// Of the band over the horizon with its sky, or of all below it.
    pub(super) fn country(
        &self,
        gl: &Gl,
        band: Band,
        fine: &'static str,
        radiance: bool,
    ) -> Result<&Program, GlError> {
        let cells = &self.country[band as usize][usize::from(!fine.is_empty())];
        compiled(&cells[usize::from(radiance)], || {
            let texts = (glsl!("lit_country.vert"), glsl!("lit_sky.frag"));
            let band: &[_] = match band {
                Band::Below => &["COUNTRY", "BELOW_HORIZON"],
                Band::Horizon => &["COUNTRY"],
                Band::Above => &["ABOVE_COUNTRY"],
            };
            let defines = [&[define(radiance), fine], band].concat();
            shader::program(gl, "lit country", &defines, texts.0, texts.1)
        })
    }

    pub(super) fn prepared(&self, gl: &Gl, what: Prepared) -> Result<&Program, GlError> {
        compiled(&self.prepares[what as usize], || {
            let far = glsl!("lit_far.frag");
            let (define, vertex, fragment): (&str, Include, Include) = match what {
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
            shader::program(gl, "surroundings", &[define], vertex, fragment)
        })
    }
}
