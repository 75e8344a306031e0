//! What stands around the water: floor, walls, rim, deck and sky, and the light on the floor. Drawn before the water.

use super::shader::{self, HeightProgram, SCREEN, half_extents, spacing};
use super::{Eye, Materials};
use crate::gl::{Blend, Depth, Gl, GlError, HeightTexture, Primitive, Program, Target};
use glam::{Vec2, Vec3};

/// Texture units, the same in every program of the 3D views; 0 holds the heights.
pub(super) const TILES: u32 = 1;
pub(super) const LIGHT: u32 = 2;
pub(super) const SKY: u32 = 3;
pub(super) const PICTURE: u32 = 4;
const DECK: u32 = 1 + PICTURE;
const PANORAMA: u32 = 1 + DECK;

/// Most texels along a side of the light map: caustics are soft, and every texel costs nine heights.
const LIGHT_SIDE: usize = 192;

/// Shape of a pool in world metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PoolShape {
    /// Half extents along x and z.
    pub(super) half: Vec2,
    /// Metres from cell to cell.
    pub(super) spacing: f32,
    /// From the rest level to the floor.
    pub(super) depth: f32,
}

impl PoolShape {
    pub(super) fn new(cells: (usize, usize), depth: f32) -> Self {
        Self {
            half: half_extents(cells),
            spacing: spacing(cells),
            depth,
        }
    }
}

/// Where the sun stands, as the light under water sees it: refracted at a level surface.
fn sun() -> Vec3 {
    let above = Vec3::new(0.42, 1.0, 0.38).normalize();
    let level = Vec2::new(above.x, above.z) / 1.333;
    Vec3::new(level.x, (1.0 - level.length_squared()).sqrt(), level.y)
}

/// The surroundings of a pool.
pub(super) struct Basin {
    backdrop: Program,
    stone: Program,
    gathering: HeightProgram,
    light: Option<Target>,
    lit: Option<(u64, PoolShape, f32)>,
}

impl Basin {
    pub(super) fn new(gl: &Gl) -> Result<Self, GlError> {
        Ok(Self {
            backdrop: shader::program(
                gl,
                "backdrop",
                SCREEN,
                include_str!("../../shaders/backdrop.frag"),
            )?,
            stone: shader::program(
                gl,
                "basin",
                include_str!("../../shaders/basin.vert"),
                include_str!("../../shaders/basin.frag"),
            )?,
            gathering: HeightProgram::new(
                "light",
                SCREEN,
                include_str!("../../shaders/light.frag"),
                &[],
            ),
            light: None,
            lit: None,
        })
    }

    /// Brings the light on the floor up to date with a surface; `revision` names the surface's state. Draws into a target
    /// of its own, so it must come before the frame's target is chosen.
    pub(super) fn gather_light(
        &mut self,
        gl: &Gl,
        heights: &HeightTexture,
        revision: u64,
        shape: PoolShape,
        focusing: f32,
    ) -> Result<(), GlError> {
        let wanted = Some((revision, shape, focusing));
        if self.lit == wanted {
            return Ok(());
        }
        let (columns, rows) = heights.size();
        let shrink = columns.max(rows).div_ceil(LIGHT_SIDE).max(1);
        let size = (columns.div_ceil(shrink), rows.div_ceil(shrink));
        if self.light.as_ref().is_none_or(|light| light.size() != size) {
            self.light = Some(Target::texture(gl, size.0, size.1, false)?);
        }
        let Some(light) = &self.light else {
            return Ok(());
        };
        let program = self.gathering.reading(gl, heights, 1.0)?;
        program.set("u_spacing", shape.spacing);
        program.set("u_depth", shape.depth);
        program.set("u_focusing", focusing);
        // Waves of a few centimetres cross before they reach the floor; the law to first order holds for longer ones.
        let reach = (0.024 / shape.spacing).round().max(1.0);
        program.set("u_reach", reach as i32);
        light.draw_here();
        gl.state(Blend::Off, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);
        self.lit = wanted;
        Ok(())
    }

    /// Draws the sky and everything solid into the current target.
    pub(super) fn draw(
        &self,
        gl: &Gl,
        eye: &Eye,
        materials: &Materials,
        shape: PoolShape,
        pixel: f32,
    ) {
        materials.panorama.bind(PANORAMA);
        self.backdrop.set("u_panorama", PANORAMA as i32);
        let mut turn = eye.view;
        turn.w_axis = glam::Vec4::W;
        self.backdrop
            .set("u_unproject", (eye.projection * turn).inverse());
        gl.state(Blend::Off, Depth::Off);
        gl.draw(&self.backdrop, Primitive::Triangles, 3, 1);

        self.set_pool(&self.stone, eye, materials, shape, pixel);
        materials.deck.bind(DECK);
        self.stone.set("u_deck", DECK as i32);
        self.stone.set("u_haze", Vec3::new(0.78, 0.83, 0.86));
        self.stone.set("u_view_projection", eye.view_projection());
        gl.state(Blend::Off, Depth::Write);
        gl.draw(&self.stone, Primitive::Triangles, 6, 9);
    }

    /// Sets the uniforms of `pool.glsl`.
    pub(super) fn set_pool(
        &self,
        program: &Program,
        eye: &Eye,
        materials: &Materials,
        shape: PoolShape,
        pixel: f32,
    ) {
        materials.tiles.bind(TILES);
        program.set("u_tiles", TILES as i32);
        if let Some(light) = self.light.as_ref().and_then(Target::colour) {
            light.bind(LIGHT);
        }
        program.set("u_light", LIGHT as i32);
        program.set("u_eye", eye.position);
        program.set("u_half", shape.half);
        program.set("u_depth", shape.depth);
        program.set("u_sun", sun());
        program.set("u_pixel", pixel);
    }
}
