//! What draws surroundings, and what prepares them.

use crate::gl::{Gl, GlError, Program};
use crate::view::lit::caustics::compiled;
use crate::view::shader::{self, SCREEN, glsl};
use std::cell::OnceCell;

/// Compiled when first wanted; those that draw a frame once for pictures and once for radiance.
#[derive(Default)]
pub(super) struct Programs {
    ground: [OnceCell<Program>; 2],
    things: [OnceCell<Program>; 2],
    sky: [OnceCell<Program>; 2],
    cast: OnceCell<Program>,
    open: OnceCell<Program>,
    ground_light: OnceCell<Program>,
    dome: OnceCell<Program>,
}

fn define(radiance: bool) -> &'static str {
    if radiance { "LINEAR" } else { "" }
}

impl Programs {
    pub(super) fn ground(&self, gl: &Gl, radiance: bool) -> Result<&Program, GlError> {
        compiled(&self.ground[usize::from(radiance)], || {
            let texts = (glsl!("lit_ground.vert"), glsl!("lit_ground.frag"));
            shader::program(gl, "lit ground", &[define(radiance)], texts.0, texts.1)
        })
    }

    pub(super) fn things(&self, gl: &Gl, radiance: bool) -> Result<&Program, GlError> {
        compiled(&self.things[usize::from(radiance)], || {
            let texts = (glsl!("lit_things.vert"), glsl!("lit_things.frag"));
            shader::program(gl, "lit things", &[define(radiance)], texts.0, texts.1)
        })
    }

    pub(super) fn sky(&self, gl: &Gl, radiance: bool) -> Result<&Program, GlError> {
        compiled(&self.sky[usize::from(radiance)], || {
            let defines = [define(radiance), "TERRACE"];
            shader::program(gl, "lit country", &defines, SCREEN, glsl!("lit_sky.frag"))
        })
    }

    pub(super) fn cast(&self, gl: &Gl) -> Result<&Program, GlError> {
        compiled(&self.cast, || {
            let texts = (glsl!("lit_things.vert"), glsl!("lit_cast.frag"));
            shader::program(gl, "cast", &["CAST"], texts.0, texts.1)
        })
    }

    pub(super) fn open(&self, gl: &Gl) -> Result<&Program, GlError> {
        compiled(&self.open, || {
            shader::program(gl, "open sky", &[], SCREEN, glsl!("lit_open.frag"))
        })
    }

    pub(super) fn ground_light(&self, gl: &Gl) -> Result<&Program, GlError> {
        compiled(&self.ground_light, || {
            let text = glsl!("lit_ground_light.frag");
            shader::program(gl, "light on the ground", &[], SCREEN, text)
        })
    }

    pub(super) fn dome(&self, gl: &Gl) -> Result<&Program, GlError> {
        compiled(&self.dome, || {
            shader::program(gl, "country dome", &[], SCREEN, glsl!("lit_dome.frag"))
        })
    }
}
