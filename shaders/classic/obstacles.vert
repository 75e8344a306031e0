// The obstacles: faces read from a texture by the instance number, two triangles each. SIDES are upright along a segment of the outline;
// otherwise the faces are tops, two texels each.
#include "lib/shape.glsl"
uniform mat4 u_view_projection;
uniform sampler2D u_faces;      // places in cells
uniform int u_faces_across;     // texels in a row of that texture
uniform int u_first;            // the first texel of these faces
uniform vec2 u_outline_cells;   // columns, rows of the pool
uniform vec2 u_span;            // lower and upper end, metres above the rest level; tops lie at the upper end
out vec3 v_point;
flat out vec3 v_normal;

vec4 face_texel(int index) {
    return texelFetch(u_faces, ivec2(index % u_faces_across, index / u_faces_across), 0);
}

void main() {
    // Corners 0 1 2 and 0 2 3.
    int corner = gl_VertexID < 3 ? gl_VertexID : gl_VertexID == 3 ? 0 : gl_VertexID - 2;
#ifdef SIDES
    vec4 ends = face_texel(u_first + gl_InstanceID);
    vec2 cell = corner == 0 || corner == 3 ? ends.xy : ends.zw;
    vec2 along = ends.zw - ends.xy;
    float y = corner < 2 ? u_span.x : u_span.y;
    v_normal = normalize(vec3(along.y, 0.0, -along.x));
#else
    vec4 corners = face_texel(u_first + 2 * gl_InstanceID + (corner >> 1));
    vec2 cell = (corner & 1) == 0 ? corners.xy : corners.zw;
    float y = u_span.y;
    v_normal = vec3(0.0, 1.0, 0.0);
#endif
    vec2 ground = (cell / u_outline_cells * 2.0 - 1.0) * u_half;
    v_point = vec3(ground.x, y, ground.y);
    gl_Position = u_view_projection * vec4(v_point, 1.0);
}
