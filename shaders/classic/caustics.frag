// Caustics from the curvature of the surface, to first order (docs/models.md §11): a patch of surface is imaged
// on the floor 1 + (1 − 1/n)·D·∇²h times as large, and that many times less bright.
#include "lib/constants.glsl"
#include "lib/heights.glsl"
in vec2 v_uv;
out vec4 o_colour;
uniform vec2 u_spacing;         // metres from cell to cell along x and z
uniform float u_depth;          // metres from the rest level to the floor
uniform float u_focusing;       // strength of the effect; 1 is physical
uniform ivec2 u_reach;          // radius in cells along x and z: shorter waves blur out before they reach the floor

const float BOUND = 0.66;       // upper bound of the focusing

#ifdef WALLS
// An obstacle counts as level with its neighbour.
float neighbour_height(ivec2 cell, float here) {
    return is_solid(cell) ? here : height_at(cell);
}
#else
float neighbour_height(ivec2 cell, float here) {
    return height_at(cell);
}
#endif

// ∇²h in 1/m from nine heights.
float laplacian(ivec2 cell) {
    ivec2 r = u_reach;
    ivec2 x = ivec2(r.x, 0);
    ivec2 z = ivec2(0, r.y);
    ivec2 s = ivec2(r.x, -r.y);
    float here = height_at(cell);
    vec2 bends = vec2(
        neighbour_height(cell + x, here) + neighbour_height(cell - x, here),
        neighbour_height(cell + z, here) + neighbour_height(cell - z, here)
    ) - 2.0 * here;
    float corners = neighbour_height(cell + r, here) + neighbour_height(cell - r, here)
                  + neighbour_height(cell + s, here) + neighbour_height(cell - s, here);
    vec2 step = u_spacing * vec2(r);
    vec2 each = 1.0 / (step * step);
    return dot(each, bends) + (each.x + each.y) / 12.0 * (corners - 4.0 * here - 2.0 * (bends.x + bends.y));
}

void main() {
    float gathering = -(1.0 - 1.0 / MESH_INDEX) * u_depth * laplacian(ivec2(v_uv * vec2(u_cells))) * u_focusing;
    // Past the focus rays cross and diverge; the first-order law does not hold there, so the brightness is bounded.
    float bounded = gathering > 0.0 ? gathering / (1.0 + gathering / BOUND) : gathering;
    // A quarter is uniform light, so that up to four times as much can be stored.
    o_colour = vec4(vec3(0.25 / (1.0 - bounded)), 1.0);
}
