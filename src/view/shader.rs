//! Shader sources of the views, and programs with variants for integer and for float heights.

use super::constants;
use super::walls::Walls;
use crate::gl::{Begun, Gl, GlError, HeightTexture, Include, Program, assemble_file};
use glam::Vec2;
use std::cell::{OnceCell, RefCell};
use std::sync::LazyLock;

/// A shader file: name and text.
macro_rules! glsl {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/shaders/", $name)),
        )
    };
}
pub(super) use glsl;

/// All files of `shaders/` that others include, listed by `build.rs`, and the shared constants.
static INCLUDES: LazyLock<Vec<Include>> = LazyLock::new(|| {
    let files = include!(concat!(env!("OUT_DIR"), "/includes.rs"));
    files.into_iter().chain([constants::file()]).collect()
});

/// A triangle that covers the target.
pub(super) const SCREEN: Include = glsl!("lib/screen.vert");

/// Compiles a program that does not read heights.
pub(super) fn program(
    gl: &Gl,
    name: &str,
    defines: &[&str],
    vertex: Include,
    fragment: Include,
) -> Result<Program, GlError> {
    captured_program(gl, name, defines, (vertex, fragment), &[])
}

/// As [`program`], with captured vertex outputs.
pub(super) fn captured_program(
    gl: &Gl,
    name: &str,
    defines: &[&str],
    (vertex, fragment): (Include, Include),
    captured: &[&str],
) -> Result<Program, GlError> {
    begun(gl, name, defines, (vertex, fragment), captured)?.finish()
}

/// Starts the compilation of a program, as [`captured_program`], without waiting.
fn begun(
    gl: &Gl,
    name: &str,
    defines: &[&str],
    (vertex, fragment): (Include, Include),
    captured: &[&str],
) -> Result<Begun, GlError> {
    let full = |text| assemble_file(gl.capability().profile, defines, &INCLUDES, text);
    Begun::of_a_view(gl, name, (full(vertex), full(fragment)), captured)
}

/// Storage for a program that is compiled on first use, or in the background before.
#[derive(Default)]
pub(super) struct Slot {
    begun: RefCell<Option<Begun>>,
    program: OnceCell<Program>,
}

/// Maximum number of `#define`s of a [`Wanted`] program.
const MAX_DEFINES: usize = 7;

/// A program of a slot and its sources.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    slot: &'a Slot,
    name: &'static str,
    defines: [&'static str; MAX_DEFINES],
    texts: (Include, Include),
}

impl Slot {
    /// A program with its sources; at most seven `defines`.
    pub(super) fn wanted<const N: usize>(
        &self,
        name: &'static str,
        defines: [&'static str; N],
        vertex: Include,
        fragment: Include,
    ) -> Wanted<'_> {
        const { assert!(N <= MAX_DEFINES) };
        let mut all = [""; MAX_DEFINES];
        all[..N].copy_from_slice(&defines);
        Wanted {
            slot: self,
            name,
            defines: all,
            texts: (vertex, fragment),
        }
    }
}

impl<'a> Wanted<'a> {
    /// Starts the compilation, unless it has been started: the driver may compile several programs in parallel.
    pub(super) fn begin(self, gl: &Gl) -> Result<(), GlError> {
        let mut there = self.slot.begun.borrow_mut();
        if there.is_none() && self.slot.program.get().is_none() {
            *there = Some(begun(gl, self.name, &self.defines, self.texts, &[])?);
        }
        Ok(())
    }

    /// The program; waits for the driver.
    pub(super) fn get(self, gl: &Gl) -> Result<&'a Program, GlError> {
        compiled(&self.slot.program, || {
            self.begin(gl)?;
            let begun = self.slot.begun.borrow_mut().take();
            let begun = begun.ok_or(GlError::Unsupported { what: "shaders" })?;
            begun.finish()
        })
    }
}

/// The program in a cell, compiled on first use.
pub(super) fn compiled(
    cell: &OnceCell<Program>,
    compile: impl FnOnce() -> Result<Program, GlError>,
) -> Result<&Program, GlError> {
    if cell.get().is_none() {
        let program = compile()?;
        let _ = cell.set(program);
    }
    let program = cell.get().ok_or(GlError::Unsupported { what: "shaders" })?;
    program.begin_use()?;
    Ok(program)
}

/// A program that reads heights. Its variants for texel types and obstacles are compiled on first use.
pub(super) struct HeightProgram {
    name: &'static str,
    vertex: Include,
    fragment: Include,
    captured: &'static [&'static str],
    defines: Vec<&'static str>,
    /// Integers, floats, and both with obstacles.
    variants: [OnceCell<Program>; 4],
}

impl HeightProgram {
    pub(super) fn new(
        name: &'static str,
        vertex: Include,
        fragment: Include,
        defines: &[&'static str],
        captured: &'static [&'static str],
    ) -> Self {
        Self {
            name,
            vertex,
            fragment,
            defines: defines.to_vec(),
            captured,
            variants: Default::default(),
        }
    }

    /// The variant for `heights` and `walls`, with the uniforms of `lib/heights.glsl` set; `scale` multiplies the heights.
    pub(super) fn reading(
        &self,
        gl: &Gl,
        heights: &HeightTexture,
        walls: Option<&Walls>,
        scale: f32,
    ) -> Result<&Program, GlError> {
        let integer = heights.is_integer();
        let walls = walls.filter(|walls| walls.are_there());
        let variant = usize::from(!integer) + 2 * usize::from(walls.is_some());
        let variant = &self.variants[variant];
        let program = match variant.get() {
            Some(program) => program,
            None => {
                let texels = if integer {
                    "HEIGHTS_INTEGER"
                } else {
                    "HEIGHTS_FLOAT"
                };
                let walled = if walls.is_some() { "WALLS" } else { "" };
                let mut defines = vec![texels, walled];
                defines.extend(&self.defines);
                let texts = (self.vertex, self.fragment);
                let program = captured_program(gl, self.name, &defines, texts, self.captured)?;
                variant.get_or_init(|| program)
            }
        };
        program.begin_use()?;
        let (columns, rows) = heights.size();
        if let Some(texture) = heights.texture() {
            program.set("u_heights", texture);
        }
        program.set("u_cells", [columns as i32, rows as i32]);
        program.set("u_unit", heights.unit() * scale);
        if let Some(walls) = walls {
            if let Some(solid) = walls.solid() {
                program.set("u_solid", solid);
            }
            let (columns, rows) = walls.size();
            program.set("u_solid_cells", [columns as i32, rows as i32]);
        }
        Ok(program)
    }
}

/// Half extents along x and z of a pool of this size in metres.
pub(super) fn half_extents(size: [f64; 2]) -> Vec2 {
    Vec2::from(size.map(|side| (0.5 * side) as f32))
}
