// The land of the mesh view: the vertices of its water (classic/pool.vert) at the heights of the ground. Where it rises above the rim, an
// outer row of vertices closes its side.
#include "lib/heights.glsl"
#include "lib/shape.glsl"
uniform mat4 u_view_projection;
uniform int u_stride;           // cells from vertex to vertex
out vec3 v_point;
out float v_depth;              // of the water over it, metres; negative where it is dry
out float v_buried;             // metres below the land at a side

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
    v_depth = height_at(cell) - height;
    v_point = vec3(ground.x, is_side ? min(height, RIM) : height, ground.y);
    v_buried = height - v_point.y;
    gl_Position = u_view_projection * vec4(v_point, 1.0);
}
