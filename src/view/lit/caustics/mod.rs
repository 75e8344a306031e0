//! Caustics: sunlight on the floor and walls of a pool as maps that the lit view samples (docs/models.md §14).
//!
//! First the heights become an optical surface with smooth slopes. Then the light of each part of the surface is drawn at the place where
//! its refracted sun rays land, with additive blending; the receivers lie above each other in one map. Finally each receiver is blurred by
//! the size of the sun's disc, and its colours are dispersed.
//!
//! | file | contents |
//! | --- | --- |
//! | `programs` | the programs of all passes |
//! | `plan` | resolution of the maps |
//! | `cells` | the cells of the surface that are drawn for a receiver |
//! | `lamp` | the caustics of an underwater lamp |
//! | `receivers` | floor and walls as parts of one map |
//! | `targets` | render targets |

mod cells;
mod lamp;
mod plan;
mod programs;
mod receivers;
mod targets;

use super::environment::{CastShadow, Environment};
use super::scene::LitScene;
use super::software::SoftwareCaustics;
use crate::gl::{
    Blend, Depth, Format, Gl, GlError, HeightTexture, Layout, Primitive, Program, Target, Texture,
};
use crate::grid::Grid;
use crate::view::Walls;
use crate::view::bodies::DrawnBodies;
use crate::view::masonry::set_soft;
use crate::view::surface::Bottom;
pub(super) use cells::{Cells, Followed};
use cells::{all, draw};
use glam::{Vec2, Vec3};
use lamp::LampMap;
use plan::Plan;
use programs::Onto;
pub(super) use programs::Programs;
pub(super) use receivers::{Receivers, SIDES};
use std::rc::Rc;
pub(super) use targets::laid_out;
use targets::{landing_map, sized};

/// Maximum irradiance of a texel from one triangle, as 16-bit floats hold it.
pub(in crate::view) const MAX_CAUSTICS: f32 = 4000.0;

/// How far the centres of parts of cells may lie outside the receiver that they light, texels.
pub(in crate::view) const PARTS_MARGIN: usize = 4;

/// Number of level planes under water, which light obstacles and shafts.
pub(in crate::view) const SLICES: usize = 3;

/// Texels of the floor's map for each texel of a plane, along a side.
const SLICE_SHRUNK: usize = 2;

/// Irradiance of the sun on the floor and walls of a pool in red, green and blue, relative to level ground above the water.
#[derive(Clone, Debug, PartialEq)]
pub struct CausticMaps {
    /// Columns along x, rows along z, from the corner at −x, −z.
    pub floor: Grid<[f32; 3]>,
    /// The walls at −x, +x, −z, +z: columns along z or x, rows from the floor up to the rim, which is a fortieth of the pool's length above the rest
    /// level.
    pub walls: [Grid<[f32; 3]>; 4],
}

/// What blocks or receives light besides the water.
pub(super) struct Obstacles<'a> {
    pub(super) walls: &'a Walls,
    /// The floor, if it is uneven.
    pub(super) bottom: Option<&'a Bottom>,
    /// The surroundings that cast shadows.
    pub(super) around: &'a Environment,
    pub(super) bodies: &'a DrawnBodies,
}

/// The caustics maps of one pool.
pub(super) struct Caustics {
    programs: Rc<Programs>,
    /// The heights at half resolution, if light is traced at half resolution.
    halved: Option<Target>,
    /// Intermediate result of the separable slope filter.
    lines: Option<Target>,
    surface: Option<Target>,
    /// Irradiance before the blur, on floor and walls.
    landed: Option<Target>,
    /// The software version of the additive pass.
    software: SoftwareCaustics,
    /// Whether the GPU pass is used in any case.
    is_left_to_driver: bool,
    /// Irradiance on level planes under water, for obstacles and shafts.
    slices: Option<Target>,
    /// The caustics of the lamp.
    lamp: LampMap,
    /// The final map of floor and walls, as `pool/pool.glsl` reads it.
    map: Option<Target>,
    /// Rows of the floor and of each wall.
    rows: [usize; 2],
    /// The state that the maps show.
    shown: Option<Shown>,
}

/// The inputs of the maps: revisions, the scene, and what `Environment::shadow_is_of` says of the terrace's shadow map.
#[derive(PartialEq)]
struct Shown([u64; 4], LitScene, Option<CastShadow>);

impl Caustics {
    pub(super) fn new(programs: &Rc<Programs>) -> Self {
        Self {
            programs: programs.clone(),
            halved: None,
            lines: None,
            surface: None,
            landed: None,
            software: SoftwareCaustics::default(),
            is_left_to_driver: false,
            slices: None,
            lamp: LampMap::default(),
            map: None,
            rows: [1, 1],
            shown: None,
        }
    }

    /// Uses the GPU pass even where the software version would be faster.
    pub(super) fn leave_to_driver(&mut self) {
        self.is_left_to_driver = true;
        self.shown = None;
    }

    /// Updates the maps for `heights`. `revisions` identify the surface, the obstacles, the floor and the bodies.
    pub(super) fn gather(
        &mut self,
        gl: &Gl,
        heights: &HeightTexture,
        revisions: [u64; 4],
        scene: &LitScene,
        standing: &Obstacles,
    ) -> Result<(), GlError> {
        let wanted = Some(Shown(revisions, *scene, standing.around.shadow_is_of()));
        if self.shown == wanted {
            return Ok(());
        }
        self.shown = None;
        let Obstacles { walls, bottom, .. } = *standing;
        let walled = walls.are_there();
        self.draw_surface(gl, heights, scene, standing)?;
        let Some(surface) = &self.surface else {
            return Ok(());
        };
        let plan = Plan::new(scene);
        let onto = match bottom {
            Some(_) => Onto::Bottom,
            None => Onto::Floor,
        };
        let pays = !self.is_left_to_driver && SoftwareCaustics::pays(gl.capability());
        let light = match pays && bottom.is_none() {
            true => {
                let lit = Plan::lit(scene, surface.size());
                let lit = lit.map(|(wall, cells)| (wall, cells, plan.texel_area(wall)));
                let maps = (plan.size[0], plan.landed);
                self.software.gather(surface, scene, maps, lit)
            }
            false => None,
        };
        let map_size = (plan.columns, plan.seen.all());
        let map = sized(&mut self.map, gl, Format::Rgba16F, map_size)?;
        self.rows = [plan.seen.floor, plan.seen.side];
        let full = |format| gl.capability().renders(format) && gl.capability().blends(format);
        let format = match light {
            // As computed, where such a texture can be filtered.
            Some(_) if full(Format::R32F) => Format::R32F,
            _ => Format::R16F,
        };
        let size = (plan.size[0], plan.landed.all());
        let scatter = scene.scattered != Vec3::ZERO;
        let landed = landing_map(&mut self.landed, gl, format, size, scatter)?;
        match (light, landed.colour()) {
            (Some(light), Some(landed)) => landed.upload(0, 0, light)?,
            _ => {
                // So many points would cost a software rasteriser more than all the rest.
                let in_parts = self.is_left_to_driver || !gl.capability().is_software();
                let parts = in_parts.then(|| plan.parts(surface.size(), scene.stride));
                landed.draw_here();
                gl.clear([0.0; 4]);
                for (wall, cells) in Plan::lit(scene, surface.size()) {
                    let onto = wall.map_or(onto, |_| Onto::Side);
                    let program = self.programs.landing(gl, onto, [walled, in_parts])?;
                    set(program, surface, scene);
                    match wall {
                        Some(index) => program.set("u_side", SIDES[index]),
                        None => set_bottom(program, bottom),
                    }
                    program.set("u_texel", plan.texel_area(wall));
                    if !in_parts {
                        plan.landed.draw_to(landed, wall);
                    } else {
                        let (first, rows) = plan.landed.rows(wall);
                        landed.draw_around_rows(first, rows, PARTS_MARGIN);
                        program.set("u_texels", Vec2::new(plan.size[0] as f32, rows as f32));
                        program.set("u_first_row", first as f32);
                    }
                    draw(gl, program, cells, parts);
                }
            }
        }
        if let Some(light) = landed.colour().filter(|light| light.layout().levels > 1) {
            self.programs.levels.draw(gl, light)?;
        }
        for wall in Receivers::each() {
            let onto = wall.map_or(onto, |_| Onto::Side);
            let program = self.programs.penumbra(gl, onto, scatter)?;
            program.set_where_known("u_half", scene.shape.half);
            program.set_where_known("u_depth", scene.shape.depth);
            set_bottom(program, bottom.filter(|_| wall.is_none()));
            plan.samples(wall).set(program);
            set_scattered(program, scene, plan.extent(wall));
            plan.landed.set(program, wall);
            plan.seen.draw_to(map, wall);
            draw_blurred(gl, program, landed);
        }
        if walled || scene.is_seen_within {
            let half = scene.shape.half;
            let cells = surface.size();
            let size = plan.size.map(|texels| (texels / SLICE_SHRUNK).max(8));
            let slices = sized(
                &mut self.slices,
                gl,
                Format::R16F,
                (size[0], SLICES * size[1]),
            )?;
            let program = self.programs.landing(gl, Onto::Level, [true, false])?;
            set(program, surface, scene);
            let texel = 2.0 * half / Vec2::new(size[0] as f32, size[1] as f32);
            program.set("u_texel", texel.x * texel.y);
            slices.draw_here();
            gl.clear([0.0; 4]);
            for slice in 0..SLICES {
                let part = (slice + 1) as f32 / (SLICES + 1) as f32;
                program.set("u_level", part * scene.shape.depth);
                slices.draw_to_rows(slice * size[1], size[1]);
                draw(gl, program, all(scene, cells), None);
            }
        }
        if let Some(lamp) = &scene.lamp {
            let blockers = (surface, standing);
            self.lamp
                .gather(gl, &self.programs, blockers, (scene, lamp), plan.size)?;
        }
        self.shown = wanted;
        Ok(())
    }

    /// Draws the heights at half resolution.
    fn halve(&mut self, gl: &Gl, heights: &HeightTexture) -> Result<HeightTexture, GlError> {
        let (columns, rows) = heights.size();
        let layout = Layout::new(Format::R32F, (columns.div_ceil(2), rows.div_ceil(2)));
        let target = laid_out(&mut self.halved, gl, layout)?;
        let program = self.programs.halved.reading(gl, heights, None, 1.0)?;
        target.draw_here();
        gl.state(Blend::Off, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);
        let texture = target.colour().cloned();
        let texture = texture.ok_or(GlError::Unsupported { what: "textures" })?;
        Ok(HeightTexture::of(gl, texture, 1.0))
    }

    fn draw_surface(
        &mut self,
        gl: &Gl,
        heights: &HeightTexture,
        scene: &LitScene,
        &Obstacles {
            walls,
            bottom,
            around,
            bodies,
        }: &Obstacles,
    ) -> Result<(), GlError> {
        let halved = match scene.is_halved {
            true => Some(self.halve(gl, heights)?),
            false => None,
        };
        let heights = halved.as_ref().unwrap_or(heights);
        let target = self.surface_of(gl, heights.size(), walls.are_there())?;
        let lines = sized(
            &mut self.lines,
            gl,
            gl.capability().finest_floats(),
            heights.size(),
        )?;
        let program = self.programs.lines(scene.is_halved);
        let program = program.reading(gl, heights, Some(walls), scene.height_scale)?;
        lines.draw_here();
        gl.state(Blend::Off, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);

        let program = self.programs.surface(
            [scene.is_halved, bottom.is_some()],
            around.throws_shadows(),
            bodies.count(gl),
        );
        let program = program.reading(gl, heights, Some(walls), scene.height_scale)?;
        set_bottom(program, bottom);
        program.set_where_known("u_sunk", scene.sunk);
        around.set_shadows(program);
        if bodies.are_there() {
            bodies.set(program);
        }
        if let Some(lines) = lines.colour() {
            program.set("u_lines", lines);
        }
        program.set("u_spacing", scene.shape.spacing);
        program.set("u_half", scene.shape.half);
        program.set("u_depth", scene.shape.depth);
        program.set("u_sun_toward", scene.light.toward);
        if walls.are_there() {
            set_soft(program, walls);
            program.set("u_wall_height", scene.wall_height);
        }
        target.draw_here();
        gl.draw(program, Primitive::Triangles, 3, 1);
        self.surface = Some(target);
        Ok(())
    }

    /// Creates the targets of an optical surface of `size` cells, unless they fit.
    fn surface_of(
        &mut self,
        gl: &Gl,
        cells: (usize, usize),
        walled: bool,
    ) -> Result<Target, GlError> {
        let capability = gl.capability();
        let formats = [capability.finest_floats(), Format::Rg16F, Format::R8];
        let formats = &formats[..if walled { 3 } else { 2 }];
        let fits = |target: &Target| {
            let outputs = 2 + usize::from(target.colour_at(2).is_some());
            target.size() == cells && outputs == formats.len()
        };
        match self.surface.take().filter(fits) {
            Some(target) => Ok(target),
            None => Target::with_formats(gl, formats, cells, false),
        }
    }

    /// The optical surface.
    pub(super) fn surface(&self) -> Option<&Texture> {
        self.surface.as_ref().and_then(Target::colour)
    }

    /// Its slopes alone, filtered between cells.
    pub(super) fn slopes(&self) -> Option<&Texture> {
        self.surface.as_ref().and_then(|target| target.colour_at(1))
    }

    /// Reads back the caustics of the sun.
    pub(super) fn read(&self) -> Option<CausticMaps> {
        self.map.as_ref().map(|map| read(map, self.rows))
    }

    /// Reads back the caustics of the lamp, relative to its intensity, equal in all colours.
    pub(super) fn read_lamp(&self) -> Option<CausticMaps> {
        let (map, rows) = self.lamp.parts()?;
        Some(read(map, rows))
    }

    /// Sets the uniforms of the level planes for `pool/shafts.frag`.
    pub(super) fn set_slices(&self, program: &Program) {
        if let Some(slices) = self.slices.as_ref().and_then(Target::colour) {
            program.set("u_slices", slices);
        }
    }

    /// Sets the uniforms of the maps for `pool/pool.glsl`.
    pub(super) fn set_maps(&self, program: &Program) {
        if let Some(map) = self.map.as_ref().and_then(Target::colour) {
            program.set("u_caustics", map);
            let [floor, side] = self.rows.map(|rows| rows as f32);
            program.set(
                "u_caustics_size",
                Vec3::new(map.size().0 as f32, floor, side),
            );
        }
        if let Some(slices) = self.slices.as_ref().and_then(Target::colour) {
            program.set_where_known("u_slices", slices);
        }
    }

    /// Sets the uniforms of the lamp's map for `pool/lamp.glsl`.
    pub(super) fn set_lamp(&self, program: &Program) {
        self.lamp.set(program);
    }
}

/// Reads back floor and walls from a map with these numbers of rows.
fn read(map: &Target, [floor, side]: [usize; 2]) -> CausticMaps {
    let map = map.read_floats(0);
    let part = |first: usize, rows: usize| {
        Grid::from_fn(map.columns(), rows, |column, row| {
            // Images are read from the top.
            let [red, green, blue, _] = map[(column, map.rows() - 1 - first - row)];
            [red, green, blue]
        })
    };
    CausticMaps {
        floor: part(0, floor),
        walls: [0, 1, 2, 3].map(|wall| part(floor + wall * side, side)),
    }
}

/// Sets the uniforms of `caustics/caustics.vert`, except those of the receiver.
fn set(program: &Program, surface: &Target, scene: &LitScene) {
    let (columns, rows) = surface.size();
    if let Some(rays) = surface.colour() {
        program.set("u_rays", rays);
    }
    if let Some(clear) = surface.colour_at(2) {
        program.set_where_known("u_clear", clear);
    }
    program.set("u_cells", [columns as i32, rows as i32]);
    program.set("u_half", scene.shape.half);
    program.set("u_depth", scene.shape.depth);
    program.set("u_sun_toward", scene.light.toward);
}

/// Sets the uniforms of `caustics/penumbra.frag` for scattering by particles, for a receiver of this size.
fn set_scattered(program: &Program, scene: &LitScene, size: Vec2) {
    if scene.scattered != Vec3::ZERO {
        let toward = scene.light.toward;
        let sine = Vec2::new(toward.x, toward.z).length() / scene.index;
        let path_length = scene.shape.depth / (1.0 - sine * sine).max(0.1).sqrt();
        let turns = scene.scattered * path_length;
        program.set("u_scattered", turns);
        // The mean deflection of a scattering event is 0.4; deflections add like a random walk.
        let turned = 0.4 * turns.y.max(1.0).sqrt();
        program.set("u_wide", Vec2::splat(turned * path_length) / size);
    }
}

/// Sets the uniforms of `lib/shape.glsl` for an uneven floor.
pub(super) fn set_bottom(program: &Program, bottom: Option<&Bottom>) {
    if let Some(bottom) = bottom {
        bottom.set(program);
    }
}

/// Draws the blur of a receiver on the GPU.
fn draw_blurred(gl: &Gl, program: &Program, landed: &Target) {
    if let Some(light) = landed.colour() {
        program.set("u_light", light);
    }
    gl.state(Blend::Off, Depth::Off);
    gl.draw(program, Primitive::Triangles, 3, 1);
}
