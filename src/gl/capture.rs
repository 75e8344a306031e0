//! Transform feedback: reads back the outputs of a vertex shader, so that tests can compare them with theory.

use super::{Gl, GlError, Profile, Program, Target};
use glow::HasContext;

/// Runs the vertex shader for `vertices × instances` points and returns the captured outputs as one list of floats, ordered by instance,
/// then vertex. Returns an empty list for a program without captured outputs. Returns an error if the outputs do not fit into a buffer of
/// the driver, or exceed 2 GiB.
pub fn capture_points(
    gl: &Gl,
    program: &Program,
    vertices: usize,
    instances: usize,
) -> Result<Vec<f32>, GlError> {
    let outputs = vertices
        .checked_mul(instances)
        .and_then(|points| points.checked_mul(program.captured()));
    if outputs == Some(0) {
        return Ok(Vec::new());
    }
    let too_many = || GlError::Exhausted {
        what: "buffer to capture into",
        reason: format!("{vertices} × {instances} points are more than one can hold"),
    };
    let bytes = outputs.and_then(|outputs| outputs.checked_mul(size_of::<f32>()));
    let bytes = bytes.and_then(|bytes| i32::try_from(bytes).ok());
    let bytes = bytes.ok_or_else(too_many)?;
    // Each factor is at most the number of bytes.
    let counts = [vertices, instances].map(i32::try_from);
    let [Ok(vertices), Ok(instances)] = counts else {
        return Err(too_many());
    };
    // Nothing is drawn, but GL requires a framebuffer, and a surfaceless context has none.
    let target = Target::multisampled(gl, 1, 1, 0)?;
    target.draw_here();
    program.bind();
    program.bind_textures();
    gl.bind_vertices();
    let raw = gl.raw();
    // SAFETY: the context is current. The buffer has `bytes` bytes, all 0 at first, which is asked before it is captured into; it
    // lives until it is deleted here.
    let numbers = unsafe {
        let buffer = raw.create_buffer().map_err(|reason| GlError::Exhausted {
            what: "buffer",
            reason,
        })?;
        raw.bind_buffer(glow::TRANSFORM_FEEDBACK_BUFFER, Some(buffer));
        raw.buffer_data_u8_slice(
            glow::TRANSFORM_FEEDBACK_BUFFER,
            &vec![0; bytes as usize],
            glow::STREAM_READ,
        );
        let room = raw.get_buffer_parameter_i32(glow::TRANSFORM_FEEDBACK_BUFFER, glow::BUFFER_SIZE);
        if room < bytes {
            raw.bind_buffer(glow::TRANSFORM_FEEDBACK_BUFFER, None);
            raw.bind_vertex_array(None);
            raw.delete_buffer(buffer);
            return Err(too_many());
        }
        raw.bind_buffer_base(glow::TRANSFORM_FEEDBACK_BUFFER, 0, Some(buffer));
        raw.enable(glow::RASTERIZER_DISCARD);
        raw.begin_transform_feedback(glow::POINTS);
        raw.draw_arrays_instanced(glow::POINTS, 0, vertices, instances);
        raw.end_transform_feedback();
        raw.disable(glow::RASTERIZER_DISCARD);
        let numbers = read_back(gl, bytes);
        raw.bind_buffer_base(glow::TRANSFORM_FEEDBACK_BUFFER, 0, None);
        raw.bind_buffer(glow::TRANSFORM_FEEDBACK_BUFFER, None);
        raw.bind_vertex_array(None);
        raw.delete_buffer(buffer);
        raw.bind_framebuffer(glow::FRAMEBUFFER, None);
        numbers
    };
    numbers.ok_or_else(|| GlError::Exhausted {
        what: "mapping of a buffer",
        reason: "the driver gave no address".to_owned(),
    })
}

/// The first `bytes` bytes of the transform feedback buffer, as floats.
///
/// # Safety
/// The context must be current. A buffer of at least `bytes` bytes must be bound for transform feedback, and must not be mapped.
unsafe fn read_back(gl: &Gl, bytes: i32) -> Option<Vec<f32>> {
    let (raw, of) = (gl.raw(), glow::TRANSFORM_FEEDBACK_BUFFER);
    // GLES can only map a buffer; WebGL cannot map one.
    if cfg!(target_arch = "wasm32") || gl.capability().profile == Profile::Core {
        let mut numbers = vec![0.0_f32; bytes as usize / size_of::<f32>()];
        let into = bytemuck::cast_slice_mut(&mut numbers);
        // SAFETY: as many bytes are read as there is room for, and as the caller promises that there are.
        unsafe { raw.get_buffer_sub_data(of, 0, into) };
        return Some(numbers);
    }
    // SAFETY: mapping gives that many bytes to read, or no address; they are copied before the buffer is unmapped.
    unsafe {
        let mapped = raw.map_buffer_range(of, 0, bytes, glow::MAP_READ_BIT);
        (!mapped.is_null()).then(|| {
            let read = std::slice::from_raw_parts(mapped, bytes as usize);
            let numbers = bytemuck::pod_collect_to_vec(read);
            raw.unmap_buffer(of);
            numbers
        })
    }
}
