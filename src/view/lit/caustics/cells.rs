//! The cells of a surface whose light is followed to a receiver.

use crate::gl::{Blend, Depth, Gl, Primitive, Program};
use crate::view::lit::LitScene;
use glam::Vec2;

/// Level metres that waves turn light aside at most, for each metre down: their slopes are bounded (`lit_surface.frag`).
const TURNED: f32 = 0.3;

/// Cells of the surface: the first along each axis, and how many; none where there is no sun.
pub(super) type Cells = Option<([usize; 2], [usize; 2])>;

/// All of them.
pub(super) fn all(scene: &LitScene, (columns, rows): (usize, usize)) -> Cells {
    let light = &scene.light;
    let shines = light.toward.y > 0.0 && light.facing.max_element() > 0.0;
    shines.then_some(([0, 0], [columns, rows]))
}

/// Those from which light can reach the wall with this outward normal.
pub(super) fn before(outward: Vec2, scene: &LitScene, size: (usize, usize)) -> Cells {
    let (mut first, mut count) = all(scene, size)?;
    let toward = scene.light.toward;
    let level = -Vec2::new(toward.x, toward.z) / scene.index;
    let slant = level.dot(outward) / (1.0 - level.length_squared()).max(1e-3).sqrt();
    let reach = scene.shape.depth * (slant + TURNED);
    if reach <= 0.0 {
        return None;
    }
    let axis = usize::from(outward.y != 0.0);
    let cells = (reach / scene.shape.spacing[axis]).ceil() as usize + 2;
    let kept = cells.min(count[axis]);
    if outward[axis] > 0.0 {
        first[axis] = count[axis] - kept;
    }
    count[axis] = kept;
    Some((first, count))
}

/// Adds what these cells send to what the target has.
pub(super) fn draw(gl: &Gl, program: &Program, cells: Cells) {
    if let Some((first, [columns, rows])) = cells {
        program.set("u_first", first.map(|cell| cell as i32));
        gl.state(Blend::Add, Depth::Off);
        gl.draw(
            program,
            Primitive::TriangleStrip,
            2 * columns,
            rows.saturating_sub(1),
        );
    }
}
