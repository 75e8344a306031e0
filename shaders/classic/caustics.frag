// Sun gathered on the floor by the curvature of the surface, to first order (docs/models.md §11), as light/focusing.rs has it:
// a patch of surface whose rays meet the floor on a patch 1 + (1 − 1/n)·D·∇²h times as large is seen there as many times less
// bright.
#include "lib/heights.glsl"
in vec2 v_uv;
out vec4 o_colour;
uniform vec2 u_spacing;         // metres from cell to cell along x and z
uniform float u_depth;          // metres from the rest level to the floor
uniform float u_focusing;       // strength of the effect, 1 for the law
uniform ivec2 u_reach;          // cells along x and z: waves shorter than this blur out before they reach the floor

const float BENDING = 0.25;     // 1 − 1/n
const float BOUND = 0.66;       // what the bounded gathering never reaches

#ifdef WALLS
// A wall is no slope: beside one, the surface goes on as it is.
float height_beside(ivec2 cell, float here) {
    return is_solid(cell) ? here : height_at(cell);
}
#else
float height_beside(ivec2 cell, float here) {
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
        height_beside(cell + x, here) + height_beside(cell - x, here),
        height_beside(cell + z, here) + height_beside(cell - z, here)
    ) - 2.0 * here;
    float corners = height_beside(cell + r, here) + height_beside(cell - r, here)
                  + height_beside(cell + s, here) + height_beside(cell - s, here);
    vec2 step = u_spacing * vec2(r);
    vec2 each = 1.0 / (step * step);
    return dot(each, bends) + (each.x + each.y) / 12.0 * (corners - 4.0 * here - 2.0 * (bends.x + bends.y));
}

void main() {
    float gathering = -BENDING * u_depth * laplacian(ivec2(v_uv * vec2(u_cells))) * u_focusing;
    // Past the focus rays cross and spread again: the law to first order ends there, the brightness must not.
    float bounded = gathering > 0.0 ? gathering / (1.0 + gathering / BOUND) : gathering;
    // A quarter for even light, so that up to four times as much fits.
    o_colour = vec4(vec3(0.25 / (1.0 - bounded)), 1.0);
}
