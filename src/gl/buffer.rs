//! Vertex and index buffers: triangle meshes in GPU memory.

use super::{Gl, GlError, Program};
use glow::HasContext;
use std::ops::Range;

/// Vertices with float attributes, and triangles of them. Deleted when dropped.
pub struct Buffer {
    gl: Gl,
    array: glow::VertexArray,
    /// Vertices, indices.
    buffers: Vec<glow::Buffer>,
    triangles: usize,
}

impl Buffer {
    /// Uploads vertices and triangles. `attributes` lists the number of floats, 1 to 4, of the attributes at locations 0, 1, …; `vertices`
    /// has the attributes of each vertex one after the other. A triangle lists the indices of its vertices; one with a vertex that does not
    /// exist is left out, so that draw calls read no other memory.
    pub fn new(
        gl: &Gl,
        attributes: &[usize],
        vertices: &[f32],
        triangles: &[[u32; 3]],
    ) -> Result<Self, GlError> {
        let floats: usize = attributes.iter().sum();
        let count = vertices.len() / floats.max(1);
        let exists = |triangle: &&[u32; 3]| triangle.iter().all(|index| (*index as usize) < count);
        let triangles: Vec<[u32; 3]> = triangles.iter().filter(exists).copied().collect();
        let exhausted = |reason| GlError::Exhausted {
            what: "vertex buffer",
            reason,
        };
        let raw = gl.raw();
        // SAFETY: the context is current.
        let array = unsafe { raw.create_vertex_array() }.map_err(exhausted)?;
        let mut made = Self {
            gl: gl.clone(),
            array,
            buffers: Vec::new(),
            triangles: triangles.len(),
        };
        let contents = [
            (glow::ARRAY_BUFFER, bytemuck::cast_slice(vertices)),
            (glow::ELEMENT_ARRAY_BUFFER, bytemuck::cast_slice(&triangles)),
        ];
        let size = size_of::<f32>();
        // SAFETY: the context is current. The attributes of `count` vertices, which are all that the indices name, lie within the vertex
        // buffer; without memory for a buffer, which is a GL error, draw calls read nothing from it.
        unsafe {
            raw.bind_vertex_array(Some(array));
            for (target, bytes) in contents {
                let buffer = raw.create_buffer().map_err(exhausted)?;
                made.buffers.push(buffer);
                raw.bind_buffer(target, Some(buffer));
                raw.buffer_data_u8_slice(target, bytes, glow::STATIC_DRAW);
            }
            let mut first = 0;
            for (location, floats_here) in (0..).zip(attributes) {
                let (wide, stride) = (*floats_here as i32, (floats * size) as i32);
                raw.enable_vertex_attrib_array(location);
                raw.vertex_attrib_pointer_f32(location, wide, glow::FLOAT, false, stride, first);
                first += wide * size as i32;
            }
            raw.bind_vertex_array(None);
            raw.bind_buffer(glow::ARRAY_BUFFER, None);
        }
        Ok(made)
    }

    /// Number of triangles.
    pub fn triangles(&self) -> usize {
        self.triangles
    }

    /// Draws a range of the triangles.
    pub fn draw(&self, program: &Program, range: Range<usize>) {
        self.draw_instances(program, range, 1);
    }

    /// Draws a range of the triangles several times; `gl_InstanceID` counts them.
    pub fn draw_instances(&self, program: &Program, range: Range<usize>, instances: u16) {
        let end = range.end.min(self.triangles);
        let first = range.start.min(end);
        program.bind();
        program.bind_textures();
        program.check_complete();
        let (count, first) = (3 * (end - first), 3 * size_of::<u32>() * first);
        // SAFETY: the context is current, and the range lies within the index buffer.
        unsafe {
            let raw = self.gl.raw();
            raw.bind_vertex_array(Some(self.array));
            raw.draw_elements_instanced(
                glow::TRIANGLES,
                count as i32,
                glow::UNSIGNED_INT,
                first as i32,
                instances.into(),
            );
            raw.bind_vertex_array(None);
        }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if self.gl.is_lost() {
            return;
        }
        // SAFETY: the context is current as long as `gl` lives.
        unsafe {
            self.gl.raw().delete_vertex_array(self.array);
            for buffer in &self.buffers {
                self.gl.raw().delete_buffer(*buffer);
            }
        }
    }
}
