// Sun gathered on the floor by the curvature of the surface, to first order (reference §11): a patch of surface whose rays
// meet the floor on a patch 1 + (1 − 1/n)·D·∇²h times as large is seen there as many times less bright.
#include "heights.glsl"
in vec2 v_uv;
out vec4 o_colour;
uniform float u_spacing;        // metres from cell to cell
uniform float u_depth;
uniform float u_focusing;
uniform int u_reach;            // cells: waves shorter than this blur out before they reach the floor

void main() {
    ivec2 cell = ivec2(v_uv * vec2(u_cells));
    ivec2 r = ivec2(u_reach, 0);
    float axes = height_at(cell + r) + height_at(cell - r) + height_at(cell + r.yx) + height_at(cell - r.yx);
    float corners = height_at(cell + r.xx) + height_at(cell - r.xx)
                  + height_at(cell + ivec2(u_reach, -u_reach)) + height_at(cell + ivec2(-u_reach, u_reach));
    float step = u_spacing * float(u_reach);
    float laplacian = (4.0 * axes + corners - 20.0 * height_at(cell)) / (6.0 * step * step);
    float gathering = -0.25 * u_depth * laplacian * u_focusing;
    // Past the focus rays cross and spread again: the law to first order ends there, the brightness must not.
    float bounded = gathering > 0.0 ? gathering / (1.0 + gathering / 0.66) : gathering;
    o_colour = vec4(vec3(0.25 / (1.0 - bounded)), 1.0);
}
