//! The tank (docs/models.md §14): a free-standing lit pool in a dark studio, seen through glass, on a table that receives its light. A
//! wall is glass when seen from outside.

use super::pool_underwater::PoolUnderwater;
use super::uniforms::{ByKind, DrawContext};
use crate::gl::{Blend, Depth, Gl, GlError, Primitive, Program};
use crate::grid::Grid;
use crate::light::{Panorama, SkyConditions};
use crate::view::bodies::BodyCount;
use crate::view::shader::{self, compiled, glsl};
use crate::view::{Frame, SkyLight};
use glam::{Vec2, Vec3};
use std::cell::OnceCell;
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use std::rc::Rc;

/// Distance from the floor to the table, in half lengths of the pool: the thickness of the glass.
pub(in crate::view) const GLASS: f32 = 0.02;

/// Columns of the studio's image.
const COLUMNS: usize = 512;

/// Panes and their tops.
const FACES: usize = 8;

/// Compiled on first use of a tank.
#[derive(Default)]
struct Programs {
    /// Indexed by [`Kind::variant`].
    panes: ByKind<OnceCell<Program>>,
    table: [OnceCell<Program>; BodyCount::EACH.len()],
}

/// Draws the surroundings of the water in the tank setting.
pub(super) struct Tank {
    programs: Rc<Programs>,
}

impl Tank {
    pub(super) fn new() -> Self {
        Self {
            programs: Rc::default(),
        }
    }

    /// Another instance with the same programs.
    pub(super) fn new_sharing(&self) -> Self {
        Self {
            programs: self.programs.clone(),
        }
    }

    /// Draws the table.
    pub(super) fn draw_table(&self, frame: &Frame, within: &DrawContext) -> Result<(), GlError> {
        let bodies = within.bodies.count(frame.gl);
        let program = compiled(&self.programs.table[bodies as usize], || {
            let texts = (glsl!("pool/tank.vert"), glsl!("pool/tank_table.frag"));
            let defines = ["TANK", "TABLE", bodies.define()];
            shader::program(frame.gl, "table", &defines, texts.0, texts.1)
        })?;
        within.lit.set(program)?;
        within.lit.set_basin(program, within.caustics);
        within.bodies.set(program);
        frame.gl.draw(program, Primitive::Triangles, 6, 1);
        Ok(())
    }

    /// Draws the glass over the image.
    pub(super) fn draw_panes(
        &self,
        frame: &Frame,
        within: &DrawContext,
        under: &PoolUnderwater,
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        let kind = within.kind(gl);
        let program = compiled(&self.programs.panes[&kind], || {
            let texts = (glsl!("pool/tank.vert"), glsl!("pool/tank_pane.frag"));
            let [walls, bottom, lamp, bodies] = kind.defines();
            let defines = [walls, bottom, lamp, bodies, "TANK"];
            shader::program(gl, "panes", &defines, texts.0, texts.1)
        })?;
        under.set(program, frame, within)?;
        if let Some(surface) = within.caustics.surface() {
            program.set("u_rays", surface);
        }
        gl.state(Blend::Alpha, Depth::Write);
        gl.draw(program, Primitive::Triangles, 6, FACES);
        Ok(())
    }
}

/// The studio's light under the sun of these conditions; reuses and updates `studio`.
pub(super) fn studio(gl: &Gl, studio: Option<SkyLight>, conditions: SkyConditions) -> SkyLight {
    let conditions = SkyConditions {
        clouds: 0.0,
        ..conditions
    };
    let mut studio = studio.unwrap_or_else(|| {
        let mut studio = SkyLight::new(gl, conditions);
        studio.set_panorama(Panorama::new(&room()));
        studio
    });
    studio.set(conditions);
    studio
}

/// The panorama of the studio: dark, with a large soft light above the tank, a narrow one beside it, and windows.
fn room() -> Grid<[f32; 3]> {
    let rows = COLUMNS / 2;
    Grid::from_fn(COLUMNS, rows, |column, row| {
        let elevation = FRAC_PI_2 - (row as f32 + 0.5) / rows as f32 * PI;
        let azimuth = (column as f32 + 0.5) / COLUMNS as f32 * TAU - PI;
        let (up, level) = elevation.sin_cos();
        let (right, ahead) = azimuth.sin_cos();
        let ray = Vec3::new(right * level, up, -ahead * level);
        // On a ceiling at a height of one metre, and on a wall.
        let ceiling = Vec2::new(ray.x, ray.z) / ray.y.max(1e-3);
        let wall = Vec2::new(ray.z, ray.y) / (-ray.x).max(1e-3);
        let over = soft_box(ceiling - Vec2::new(0.25, -0.45), Vec2::new(0.62, 0.42));
        let beside = soft_box(wall - Vec2::new(-0.1, 0.75), Vec2::new(0.10, 0.45));
        // Four windows high on the walls behind and in front of the tank: seen from above, the waves mirror them.
        let far = Vec2::new(ray.x, ray.y) / ray.z.abs().max(1e-3);
        let pane = Vec2::new((2.0 * far.x).rem_euclid(1.0) - 0.5, far.y - 0.62);
        let windows = match far.x.abs() < 1.0 {
            true => soft_box(pane, Vec2::new(0.36, 0.16)),
            false => 0.0,
        };
        // A glow on the backdrop behind the tank, and a little ambient light.
        let behind = ray.dot(Vec3::new(-0.60, 0.10, -0.79)).max(0.0).powf(6.0);
        let glow = 0.003 + 0.032 * behind + 0.004 * (-4.0 * elevation.abs()).exp();
        let dark = Vec3::new(0.80, 0.97, 1.15) * glow;
        (dark + Vec3::new(1.0, 0.97, 0.92) * (0.75 * over + 0.5 * beside + 0.5 * windows))
            .to_array()
    })
}

/// 1 on a rectangle of this half size about the origin, falling to 0 outside.
fn soft_box(at: Vec2, half: Vec2) -> f32 {
    let edge = |at: f32, half: f32| {
        let part = ((half + 0.04 - at.abs()) / 0.08).clamp(0.0, 1.0);
        part * part * (3.0 - 2.0 * part)
    };
    edge(at.x, half.x) * edge(at.y, half.y)
}
