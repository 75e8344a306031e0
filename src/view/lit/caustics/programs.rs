//! The programs of the caustics passes: heights to optical surface, optical surface to irradiance, irradiance to final map.

use crate::gl::{Gl, GlError, Program};
use crate::view::bodies::BodyCount;
use crate::view::levels::Levels;
use crate::view::lit::penumbra::SAMPLES;
use crate::view::shader::{self, HeightProgram, SCREEN, compiled, glsl};
use std::cell::OnceCell;

/// The programs of all passes.
pub(in crate::view::lit) struct Programs {
    /// Heights at half resolution.
    pub(super) halved: HeightProgram,
    /// Row filter, at full and at half resolution.
    lines: [HeightProgram; 2],
    /// Optical surface, likewise, over a level and over an uneven floor; without and with a terrace; for each number of
    /// bodies.
    surface: [[[[HeightProgram; 2]; 2]; 2]; BodyCount::EACH.len()],
    /// Additive pass for each kind of receiver, without and with obstacles in the water, as triangles and as parts of cells.
    landing: [[[OnceCell<Program>; 2]; 2]; 4],
    /// Rays of the lamp, without and with bodies, and its light on each kind of receiver.
    lamp_rays: [OnceCell<Program>; 2],
    lamp_landing: [OnceCell<Program>; 4],
    lamp_penumbra: [OnceCell<Program>; 4],
    /// Blur of each kind of receiver, in clear water and with particles.
    penumbra: [[OnceCell<Program>; 2]; 4],
    pub(super) levels: Levels,
}

/// The `#define`s at full and at half resolution.
const CELLS: [&str; 2] = ["", "HALVED"];

/// A kind of receiver.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Onto {
    Floor,
    /// An uneven floor.
    Bottom,
    /// A wall of the pool.
    Side,
    /// A level plane under water.
    Level,
}

impl Onto {
    fn define(self) -> &'static str {
        ["", "BOTTOM", "SIDE", "LEVEL"][self as usize]
    }
}

impl Programs {
    pub(in crate::view::lit) fn new() -> Self {
        Self {
            halved: HeightProgram::new(
                "halved surface",
                SCREEN,
                glsl!("caustics/half_resolution.frag"),
                &[],
                &[],
            ),
            lines: CELLS.map(|cells| {
                HeightProgram::new(
                    "lines",
                    SCREEN,
                    glsl!("caustics/surface_rows.frag"),
                    &[cells],
                    &[],
                )
            }),
            surface: BodyCount::EACH.map(|bodies| {
                ["", "TERRACE"].map(|terrace| {
                    ["", "BOTTOM"].map(|bottom| {
                        CELLS.map(|cells| {
                            let text = glsl!("caustics/surface_optics.frag");
                            let defines = [cells, bottom, terrace, bodies.define()];
                            HeightProgram::new("surface", SCREEN, text, &defines, &[])
                        })
                    })
                })
            }),
            landing: Default::default(),
            lamp_rays: Default::default(),
            lamp_landing: Default::default(),
            lamp_penumbra: Default::default(),
            penumbra: Default::default(),
            levels: Levels::default(),
        }
    }

    pub(super) fn lines(&self, is_halved: bool) -> &HeightProgram {
        &self.lines[usize::from(is_halved)]
    }

    pub(super) fn surface(
        &self,
        [is_halved, over_bottom]: [bool; 2],
        on_terrace: bool,
        bodies: BodyCount,
    ) -> &HeightProgram {
        let cells = &self.surface[bodies as usize][usize::from(on_terrace)];
        &cells[usize::from(over_bottom)][usize::from(is_halved)]
    }

    pub(super) fn landing(
        &self,
        gl: &Gl,
        onto: Onto,
        [walled, in_parts]: [bool; 2],
    ) -> Result<&Program, GlError> {
        let programs = &self.landing[onto as usize][usize::from(walled)];
        compiled(&programs[usize::from(in_parts)], || {
            let texts = (
                glsl!("caustics/caustics.vert"),
                match in_parts {
                    true => glsl!("caustics/parts.frag"),
                    false => glsl!("caustics/caustics.frag"),
                },
            );
            let when = |is: bool, define| if is { define } else { "" };
            let defines = [
                onto.define(),
                when(walled, "WALLS"),
                when(in_parts, "PARTS"),
            ];
            shader::program(gl, "caustics", &defines, texts.0, texts.1)
        })
    }

    pub(super) fn lamp_rays(&self, gl: &Gl, with_bodies: bool) -> Result<&Program, GlError> {
        compiled(&self.lamp_rays[usize::from(with_bodies)], || {
            let bodies = if with_bodies { "BODIES" } else { "" };
            let text = glsl!("caustics/lamp_rays.frag");
            shader::program(gl, "lamp rays", &[bodies], SCREEN, text)
        })
    }

    pub(super) fn lamp_landing(&self, gl: &Gl, onto: Onto) -> Result<&Program, GlError> {
        compiled(&self.lamp_landing[onto as usize], || {
            let texts = (
                glsl!("caustics/caustics.vert"),
                glsl!("caustics/caustics.frag"),
            );
            let defines = [onto.define(), "LAMP"];
            shader::program(gl, "lamp caustics", &defines, texts.0, texts.1)
        })
    }

    pub(super) fn lamp_penumbra(&self, gl: &Gl, onto: Onto) -> Result<&Program, GlError> {
        compiled(&self.lamp_penumbra[onto as usize], || {
            let text = glsl!("caustics/lamp_penumbra.frag");
            shader::program(gl, "lamp penumbra", &[onto.define()], SCREEN, text)
        })
    }

    pub(super) fn penumbra(&self, gl: &Gl, onto: Onto, scatter: bool) -> Result<&Program, GlError> {
        compiled(&self.penumbra[onto as usize][usize::from(scatter)], || {
            let samples = format!("SAMPLES {SAMPLES}");
            let scatter = if scatter { "SCATTER" } else { "" };
            let defines = [samples.as_str(), onto.define(), scatter];
            shader::program(
                gl,
                "penumbra",
                &defines,
                SCREEN,
                glsl!("caustics/penumbra.frag"),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::view::shader::glsl;
    use std::f64::consts::TAU;

    /// The number pairs of a table in `lib/smooth.glsl`: the first of its name is for half resolution, the second for full.
    fn table(name: &str, which: usize) -> Vec<[f64; 2]> {
        let (_, text) = glsl!("lib/smooth.glsl");
        let mut lines = text
            .lines()
            .filter(|line| line.contains(&format!("vec2 {name}[")));
        let line = lines.nth(which).expect("a table");
        let (_, numbers) = line.split_once("](").expect("its numbers");
        let pairs = numbers.split("vec2(").filter_map(|pair| {
            let (pair, _) = pair.split_once(')')?;
            let (one, other) = pair.split_once(", ")?;
            Some([one.parse().ok()?, other.parse().ok()?])
        });
        pairs.collect()
    }

    #[test]
    fn slopes_are_those_of_a_low_pass_alike_in_all_directions() {
        // The Gaussian's standard deviation in cells, and the filter's taps.
        for (which, (sigma, taps)) in [(1.25, 5), (2.5, 8)].into_iter().enumerate() {
            let (smooth, slope) = (table("SMOOTH", which), table("SLOPE", which));
            assert_eq!((smooth.len(), slope.len()), (taps, taps));
            let over = |table: &[[f64; 2]], which: usize, wave: fn(f64) -> f64, k: f64| -> f64 {
                let cells = table.iter().enumerate().skip(1);
                cells
                    .map(|(cell, pair)| 2.0 * pair[which] * wave(k * cell as f64))
                    .sum()
            };
            for turn in [0.0, 0.3, 0.785, 1.2] {
                for length in [64.0, 32.0, 16.0, 12.0, 8.0, 6.0, 5.0, 4.0, 3.0] {
                    let k = TAU / length;
                    let (kx, kz) = (k * f64::cos(turn), k * f64::sin(turn));
                    // The filter's response to the slope of a wave along x.
                    let along = |which| over(&slope, which, f64::sin, kx);
                    let across =
                        |which: usize| smooth[0][which] + over(&smooth, which, f64::cos, kz);
                    let found = ((along(0) + along(1)) * across(0) + along(0) * across(1)) / kx;
                    let x = (sigma * k).powi(2) / 2.0;
                    let wanted = (1.0 + x) * (-x).exp();
                    assert!(
                        (found - wanted).abs() < 0.025,
                        "{sigma}, {turn}, {length}: {found}, {wanted}"
                    );
                }
            }
        }
    }
}
