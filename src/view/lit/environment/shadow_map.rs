//! Shadow maps: for each point of the ground, the height of the highest blocker on the ray toward the sun and toward directions of the
//! sky; and the resulting visibility of sun and sky.

use super::plan::Plan;
use super::programs::{Prepared, Programs};
use super::props::Props;
use crate::gl::{Blend, Depth, Filter, Format, Gl, GlError, Layout, Primitive, Target, Texture};
use glam::Vec3;
use std::f32::consts::TAU;

/// Texels along the longer side of the plan: of the sun's shadow map, of the sky visibility.
const SUN_SIDE: usize = 1536;
const OPEN_SIDE: usize = 512;

/// Number of sky directions.
const SKY_DIRECTIONS: usize = 28;

/// Sky directions added in one step.
const SKY_DIRECTIONS_A_STEP: usize = 7;

/// A one-channel target over the plan, with `longer` texels along its longer side.
fn room(
    gl: &Gl,
    plan: &Plan,
    longer: usize,
    format: Format,
    depth: bool,
) -> Result<Target, GlError> {
    let extent = plan.extent() / plan.extent().max_element();
    let side = |side: f32| ((side * longer as f32) as usize).max(1);
    Target::with_formats(gl, &[format], (side(extent.x), side(extent.y)), depth)
}

/// Renders the sun's shadow map.
pub(super) fn toward_sun(
    gl: &Gl,
    programs: &Programs,
    plan: &Plan,
    props: &Props,
    toward: Vec3,
) -> Result<Target, GlError> {
    let format = Format::R16F;
    let cast = room(gl, plan, SUN_SIDE, format, true)?;
    throw(gl, programs, plan, props, toward, &cast)?;
    Ok(cast)
}

fn throw(
    gl: &Gl,
    programs: &Programs,
    plan: &Plan,
    props: &Props,
    toward: Vec3,
    onto: &Target,
) -> Result<(), GlError> {
    let program = programs.prepared(Prepared::Cast).get(gl)?;
    program.set("u_toward", toward);
    program.set("u_half", plan.half);
    program.set("u_extent", plan.extent());
    program.set("u_tallest", plan.things_top().max(plan.hedge_top()));
    onto.draw_here();
    gl.clear([0.0; 4]);
    gl.state(Blend::Off, Depth::Write);
    props.draw_all(program);
    Ok(())
}

/// Cosine-weighted sky visibility of each point of the plan. Independent of the sun.
pub(super) struct OpenSky {
    sum: Target,
    cast: Target,
    /// Number of directions added so far.
    added: usize,
}

impl OpenSky {
    /// Without any direction yet.
    pub(super) fn new(gl: &Gl, plan: &Plan) -> Result<Self, GlError> {
        let sum = room(gl, plan, OPEN_SIDE, Format::R16F, false)?;
        sum.draw_here();
        gl.clear([0.0; 4]);
        Ok(Self {
            cast: room(gl, plan, OPEN_SIDE, Format::R16F, true)?,
            sum,
            added: 0,
        })
    }

    /// Adds some directions; returns whether that was the last step.
    pub(super) fn go_on(
        &mut self,
        gl: &Gl,
        programs: &Programs,
        plan: &Plan,
        props: &Props,
    ) -> Result<bool, GlError> {
        let end = (self.added + SKY_DIRECTIONS_A_STEP).min(SKY_DIRECTIONS);
        for index in self.added..end {
            throw(gl, programs, plan, props, sky_direction(index), &self.cast)?;
            let program = programs.prepared(Prepared::Open).get(gl)?;
            if let Some(heights) = self.cast.colour() {
                program.set("u_cast", heights);
            }
            program.set("u_share", 1.0 / SKY_DIRECTIONS as f32);
            self.sum.draw_here();
            gl.state(Blend::Add, Depth::Off);
            gl.draw(program, Primitive::Triangles, 3, 1);
        }
        self.added = end;
        Ok(end == SKY_DIRECTIONS)
    }

    /// The sum so far.
    pub(super) fn sum(&self) -> &Target {
        &self.sum
    }
}

/// One of the sky directions, which have equal irradiance on level ground: uniform on the unit disc under the hemisphere.
fn sky_direction(index: usize) -> Vec3 {
    /// Golden section, in turns.
    const SPIRAL: f32 = 0.381_966;
    let radius = ((index as f32 + 0.5) / SKY_DIRECTIONS as f32).sqrt();
    let (sin, cos) = (TAU * SPIRAL * index as f32).sin_cos();
    Vec3::new(radius * cos, (1.0 - radius * radius).sqrt(), radius * sin)
}

/// Visibility of sun and sky on the ground, as one texture with mip levels.
pub(super) fn ground_light(
    gl: &Gl,
    programs: &Programs,
    cast: &Target,
    open: &Target,
) -> Result<Texture, GlError> {
    let size = cast.size();
    let layout = Layout {
        filter: Filter::Mipmapped,
        levels: Layout::all_levels(size),
        ..Layout::new(Format::Rgba8, size)
    };
    let texture = Texture::empty(gl, layout)?;
    let sun = blurred(gl, programs, Prepared::SunBlur, cast)?;
    let open = blurred(gl, programs, Prepared::OpenBlur, open)?;
    let target = Target::onto(gl, vec![(texture.clone(), 0, 0)], false)?;
    let program = programs.prepared(Prepared::GroundLight).get(gl)?;
    for (name, of) in [("u_sun", &sun), ("u_open", &open)] {
        if let Some(colour) = of.colour() {
            program.set(name, colour);
        }
    }
    target.draw_here();
    gl.draw(program, Primitive::Triangles, 3, 1);
    programs.levels.draw(gl, &texture)?;
    Ok(texture)
}

/// Blurs the sun's shadow map along x, or the sky visibility along both axes.
fn blurred(gl: &Gl, programs: &Programs, blur: Prepared, of: &Target) -> Result<Target, GlError> {
    let blurred = Target::with_formats(gl, &[Format::R8], of.size(), false)?;
    let program = programs.prepared(blur).get(gl)?;
    if let Some(colour) = of.colour() {
        program.set("u_cast", colour);
    }
    blurred.draw_here();
    gl.state(Blend::Off, Depth::Off);
    gl.draw(program, Primitive::Triangles, 3, 1);
    Ok(blurred)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_directions_of_the_sky_light_level_ground_evenly() {
        let all: Vec<Vec3> = (0..SKY_DIRECTIONS).map(sky_direction).collect();
        let mean = all.iter().sum::<Vec3>() / SKY_DIRECTIONS as f32;
        assert!(mean.x.abs() < 0.05 && mean.z.abs() < 0.05, "{mean}");
        // Cosine-weighted, the mean cosine is ⅔.
        assert!((mean.y - 2.0 / 3.0).abs() < 0.02, "{mean}");
    }
}
