//! The mesh of open water in one frame: a [`Clipmap`] about the eye, the uniforms of `classic/ocean_mesh.vert`, and the draw calls. All
//! views of a sea use it.

use super::Eye;
use super::cascades::{CascadeTextures, MAX_CASCADES};
use super::clipmap::{Clipmap, Piece};
use crate::gl::{Gl, Primitive, Program};
use crate::tiling::{Cell, Tiling};
use glam::{Mat4, Vec3, Vec4};

/// Distance from crest to eye at which a wave is about a pixel high, in wave heights.
const SEEN: f32 = 800.0;

/// The near plane: a share of the eye's height, and its bounds in metres.
const NEAR: f32 = 0.02;
const NEAREST: (f32, f32) = (0.04, 2.0);

/// Open water seen from one eye.
pub(super) struct OpenMesh<'a> {
    cascades: &'a CascadeTextures,
    eye: &'a Eye,
    clipmap: Clipmap,
    /// Places relative to the eye to clip space.
    matrix: Mat4,
    height_scale: f32,
}

impl<'a> OpenMesh<'a> {
    /// A mesh with heights scaled by `height_scale`; `detail`/8 cells lie from the centre of a ring to its inner edge.
    pub(super) fn new(
        cascades: &'a CascadeTextures,
        eye: &'a Eye,
        height_scale: f32,
        detail: usize,
    ) -> Self {
        let measure = cascades.measure();
        let reach = SEEN * measure.most * height_scale.max(1.0);
        Self {
            cascades,
            eye,
            clipmap: Clipmap::new(eye.position, reach, 0.25 * measure.finest, detail),
            matrix: matrix(eye),
            height_scale,
        }
    }

    /// Sets the uniforms of `lib/cascades.glsl` and `lib/cascade_slopes.glsl`.
    pub(super) fn set_cascades(&self, program: &Program) {
        set_cascades(program, self.cascades, self.eye, self.height_scale);
    }

    /// Sets the uniforms of `classic/ocean_mesh.vert`, `lib/cascades.glsl` and `lib/cascade_slopes.glsl`, except the piece.
    pub(super) fn set(&self, program: &Program) {
        self.set_cascades(program);
        program.set("u_eye", self.eye.position);
        program.set("u_matrix", self.matrix);
        program.set("u_half", self.clipmap.half() as f32);
        program.set("u_nearest", self.clipmap.height());
        program.set("u_horizon", Vec3::from(self.clipmap.horizon()));
    }

    /// Draws the surface as triangle strips.
    pub(super) fn draw(&self, gl: &Gl, program: &Program) {
        program.set("u_lines", 0);
        self.draw_pieces(|piece| {
            self.place(program, piece);
            let [columns, rows] = piece.cells.map(|cells| cells as usize);
            gl.draw(program, Primitive::TriangleStrip, 2 * (columns + 1), rows);
        });
    }

    /// Draws the lines of the mesh.
    pub(super) fn draw_lines(&self, gl: &Gl, program: &Program) {
        for lines in [1, 2] {
            program.set("u_lines", lines);
            self.draw_pieces(|piece| {
                self.place(program, piece);
                let points = piece.cells.map(|cells| cells as usize + 1);
                let [along, across] = match lines {
                    1 => points,
                    _ => [points[1], points[0]],
                };
                gl.draw(program, Primitive::LineStrip, along, across);
            });
        }
    }

    /// All pieces, also those outside of the image.
    pub(super) fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.clipmap.pieces()
    }

    /// Sets the piece that is drawn next.
    pub(super) fn place(&self, program: &Program, piece: &Piece) {
        program.set("u_first", piece.first);
        program.set("u_spacing", self.clipmap.spacing(piece.ring));
    }

    fn draw_pieces(&self, draw: impl Fn(&Piece)) {
        let most = self.cascades.measure().most;
        let up = most * self.height_scale;
        let seen = |piece: &Piece| self.clipmap.is_seen(piece, &self.matrix, most, up);
        self.pieces().filter(seen).for_each(|piece| draw(&piece));
    }
}

/// Sets the uniforms of `lib/cascades.glsl` and `lib/cascade_slopes.glsl`.
pub(super) fn set_cascades(
    program: &Program,
    cascades: &CascadeTextures,
    eye: &Eye,
    height_scale: f32,
) {
    let count = cascades.count().clamp(1, MAX_CASCADES);
    let (mut lie, mut cells) = ([[1.0; 4]; MAX_CASCADES], [[-1.0; 4]; MAX_CASCADES]);
    for (index, (lies, own)) in lie.iter_mut().zip(&mut cells).take(count).enumerate() {
        let place = cascades.place(index, eye.place());
        let [length, phase] = [place.length, place.phase];
        *lies = [length.x, length.y, phase.x, phase.y];
        own[0] = if place.once { -2.0 } else { -1.0 };
        if let Some(Cell { within, shift }) = place.cell {
            *own = [within.x, within.y, shift.x, shift.y].map(|part| part as f32);
        }
    }
    program.set("u_cascades", &lie[..count]);
    program.set("u_cells", &cells[..count]);
    if let Some(Tiling { steps, correlation }) = cascades.tiling() {
        let [along, across] = steps.map(|step| step.as_vec2());
        let [ab, ac, bc] = correlation.map(|rho| rho as f32);
        program.set("u_steps", Vec4::new(along.x, along.y, across.x, across.y));
        program.set("u_alike", Vec3::new(ab, ac, bc));
    }
    if let Some([place, slope, foam]) = cascades.textures() {
        program.set("u_place", place);
        program.set_where_known("u_slope", slope);
        program.set_where_known("u_foam", foam);
    }
    program.set("u_height", height_scale);
}

/// Distance of the near plane, which is the lens, metres.
pub(super) fn near(eye: &Eye) -> f32 {
    (NEAR * eye.position.y.abs()).clamp(NEAREST.0, NEAREST.1)
}

/// World to clip space as the mesh has it, for what stands in the water: depths agree.
pub(super) fn view_projection(eye: &Eye) -> Mat4 {
    matrix(eye) * Mat4::from_translation(-eye.position)
}

/// Places relative to the eye to clip space, with a near plane close enough for the surface just below the eye, and no far plane.
pub(super) fn matrix(eye: &Eye) -> Mat4 {
    let near = near(eye);
    let mut projection = eye.projection;
    projection.z_axis.z = -1.0;
    projection.w_axis.z = -2.0 * near;
    let mut turn = eye.view;
    turn.w_axis = Vec4::W;
    projection * turn
}
