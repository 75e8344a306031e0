//! Reads back what a vertex shader computes (transform feedback), so that tests can hold it against theory.

use super::{Gl, GlError, Program, Target};
use glow::HasContext;

/// Runs the vertex shader for `vertices × instances` points and returns the captured outputs, `floats` numbers each, in
/// order of instance, then vertex. `program` must come from [`Program::with_captured`].
pub fn capture_points(
    gl: &Gl,
    program: &Program,
    vertices: usize,
    instances: usize,
    floats: usize,
) -> Result<Vec<f32>, GlError> {
    let raw = gl.raw();
    let mut numbers = vec![0f32; vertices * instances * floats];
    let bytes = std::mem::size_of_val(numbers.as_slice());
    // Nothing is drawn, but GL runs nothing without a framebuffer, and a surfaceless context has none of its own. Without a
    // texture, so that those bound for `program` stay bound.
    let target = Target::multisampled(gl, 1, 1, 0)?;
    target.draw_here();
    program.bind();
    gl.bind_vertices();
    // SAFETY: the context is current; what the draw call captures beyond the buffer's size GL leaves unwritten, and the
    // mapped range is all of the buffer, which lives until it is deleted here, after the copy.
    unsafe {
        let buffer = raw.create_buffer().map_err(|reason| GlError::Exhausted {
            what: "buffer",
            reason,
        })?;
        raw.bind_buffer(glow::TRANSFORM_FEEDBACK_BUFFER, Some(buffer));
        raw.buffer_data_size(
            glow::TRANSFORM_FEEDBACK_BUFFER,
            bytes as i32,
            glow::STREAM_READ,
        );
        raw.bind_buffer_base(glow::TRANSFORM_FEEDBACK_BUFFER, 0, Some(buffer));
        raw.enable(glow::RASTERIZER_DISCARD);
        raw.begin_transform_feedback(glow::POINTS);
        raw.draw_arrays_instanced(glow::POINTS, 0, vertices as i32, instances as i32);
        raw.end_transform_feedback();
        raw.disable(glow::RASTERIZER_DISCARD);
        // Mapped, since GLES has no other way to read a buffer.
        let mapped = raw.map_buffer_range(
            glow::TRANSFORM_FEEDBACK_BUFFER,
            0,
            bytes as i32,
            glow::MAP_READ_BIT,
        );
        let readable = !mapped.is_null();
        if readable {
            let read = std::slice::from_raw_parts(mapped, bytes);
            bytemuck::cast_slice_mut(&mut numbers).copy_from_slice(read);
            raw.unmap_buffer(glow::TRANSFORM_FEEDBACK_BUFFER);
        }
        raw.bind_buffer_base(glow::TRANSFORM_FEEDBACK_BUFFER, 0, None);
        raw.bind_buffer(glow::TRANSFORM_FEEDBACK_BUFFER, None);
        raw.bind_vertex_array(None);
        raw.delete_buffer(buffer);
        raw.bind_framebuffer(glow::FRAMEBUFFER, None);
        if readable {
            Ok(numbers)
        } else {
            Err(GlError::Exhausted {
                what: "mapping of a buffer",
                reason: "the driver gave no address".to_owned(),
            })
        }
    }
}
