// The ground of a lit pool: a grid of vertices drawn as triangle strips, one instance a strip. Where it rises above the rim, an outer row
// of vertices closes its side.
#include "lib/shape.glsl"
uniform ivec2 u_cells;
uniform mat4 u_view_projection;
uniform int u_stride;           // cells from vertex to vertex
out vec3 v_point;

void main() {
    ivec2 last = u_cells - 1;
    ivec2 index = ivec2(gl_VertexID >> 1, gl_InstanceID + (gl_VertexID & 1)) - 1;
    ivec2 inside = clamp(index, ivec2(0), (last + u_stride - 1) / u_stride);
    bool is_side = any(notEqual(index, inside));
    ivec2 cell = min(inside * u_stride, last);
    bvec2 first = equal(cell, ivec2(0));
    bvec2 final = equal(cell, last);
    vec2 across = (vec2(cell) + 0.5) / vec2(u_cells);
    across = vec2(
        first.x ? 0.0 : final.x ? 1.0 : across.x,
        first.y ? 0.0 : final.y ? 1.0 : across.y
    );
    vec2 ground = (across * 2.0 - 1.0) * u_half;
    float height = floor_at(ground);
    // The side stands a hair outside, in front of the water's edge in the ground.
    if (height > RIM) {
        ground += 0.001 * HALF_LENGTH * (step(u_half * 0.9999, ground) - step(u_half * 0.9999, -ground));
    }
    v_point = vec3(ground.x, is_side ? min(height, RIM) : height, ground.y);
    gl_Position = u_view_projection * vec4(v_point, 1.0);
}
