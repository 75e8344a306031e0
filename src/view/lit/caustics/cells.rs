//! The cells of a surface that can send light to a receiver.

use crate::gl::{Blend, Depth, Gl, Primitive, Program};
use crate::view::lit::scene::LitScene;
use glam::Vec2;

/// Maximum horizontal deflection of light by waves, metres for each metre down: slopes are bounded (`caustics/surface_optics.frag`).
const TURNED: f32 = 0.3;

/// A rectangle of cells of the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::view::lit) struct Followed {
    /// First cell along x and z.
    first: [usize; 2],
    /// Number of cells along x and z.
    count: [usize; 2],
    /// Step between cells that light is traced through.
    stride: usize,
}

impl Followed {
    /// Number of triangle corners along x and z.
    pub(in crate::view::lit) fn corners(self) -> [usize; 2] {
        self.count
            .map(|count| count.saturating_sub(1).div_ceil(self.stride) + 1)
    }

    /// The cell of a corner along one axis; `last` is the index of the last cell of the surface.
    pub(in crate::view::lit) fn cell(self, axis: usize, corner: usize, last: usize) -> usize {
        (self.first[axis] + corner * self.stride).min(last)
    }
}

/// The cells that light is traced through; `None` without sun.
pub(in crate::view::lit) type Cells = Option<Followed>;

/// All cells.
pub(super) fn all(scene: &LitScene, (columns, rows): (usize, usize)) -> Cells {
    let light = &scene.light;
    let shines = light.toward.y > 0.0 && light.facing.max_element() > 0.0;
    shines.then_some(Followed {
        first: [0, 0],
        count: [columns, rows],
        stride: scene.stride,
    })
}

/// All cells of a surface, independent of the light.
pub(super) fn every((columns, rows): (usize, usize), stride: usize) -> Cells {
    Some(Followed {
        first: [0, 0],
        count: [columns, rows],
        stride,
    })
}

/// The cells from which light can reach the wall with this outward normal.
pub(super) fn before(outward: Vec2, scene: &LitScene, size: (usize, usize)) -> Cells {
    let mut cells = all(scene, size)?;
    let toward = scene.light.toward;
    let level = -Vec2::new(toward.x, toward.z) / scene.index;
    let slant = level.dot(outward) / (1.0 - level.length_squared()).max(1e-3).sqrt();
    let reach = scene.shape.depth * (slant + TURNED);
    if reach <= 0.0 {
        return None;
    }
    let axis = usize::from(outward.y != 0.0);
    let reached = (reach / scene.shape.spacing[axis]).ceil() as usize + 2;
    let (stride, count) = (cells.stride, cells.count[axis]);
    if outward[axis] > 0.0 {
        // The same triangles as for the floor, so that the receivers share each triangle without gaps.
        cells.first[axis] = count.saturating_sub(reached) / stride * stride;
        cells.count[axis] = count - cells.first[axis];
    } else {
        cells.count[axis] = (reached.next_multiple_of(stride) + 1).min(count);
    }
    Some(cells)
}

/// Adds the light of these cells to the target: of two triangles for each, or of `parts` points along each side.
pub(super) fn draw(gl: &Gl, program: &Program, cells: Cells, parts: Option<usize>) {
    let Some(cells) = cells else {
        return;
    };
    let [columns, rows] = cells.corners();
    program.set("u_first", cells.first.map(|cell| cell as i32));
    program.set("u_stride", cells.stride as i32);
    gl.state(Blend::Add, Depth::Off);
    match parts {
        Some(parts) => {
            program.set("u_parts", parts as i32);
            let [columns, rows] = [columns, rows].map(|corners| (corners - 1) * parts);
            gl.draw(program, Primitive::Points, columns, rows);
        }
        None => gl.draw(program, Primitive::TriangleStrip, 2 * columns, rows - 1),
    }
}
