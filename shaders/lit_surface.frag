// The surface for optics (docs/models.md §14): its shown height, the sun that passes, and which way; and its slope, smooth enough
// that no cell shows.
#include "shape.glsl"
#include "heights.glsl"
#ifdef WALLS
#include "walls.glsl"
uniform float u_wall_height;
#endif
#include "optics.glsl"
layout(location = 0) out vec4 o_rays;   // height; level metres that light goes along x and z for each metre down; how much of the
                                        // sun on level ground passes
layout(location = 1) out vec4 o_slope;  // ∂h/∂x, ∂h/∂z
uniform vec2 u_spacing;         // metres from height to height along x and z
uniform vec3 u_sun_toward;      // unit
uniform float u_index;          // refractive index of the water

const float STEEPEST = 0.75;    // slope that no surface reaches: water breaks long before

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

void main() {
    ivec2 cell = ivec2(gl_FragCoord.xy);
    float here = height_at(cell);
    float h[9];
    for (int i = 0; i < 9; i++) h[i] = height_beside(cell + ivec2(i % 3, i / 3) - 1, here);
    vec2 slope = vec2(
        h[2] + 2.0 * h[5] + h[8] - h[0] - 2.0 * h[3] - h[6],
        h[6] + 2.0 * h[7] + h[8] - h[0] - 2.0 * h[1] - h[2]
    ) / (8.0 * u_spacing);
    slope /= sqrt(1.0 + dot(slope, slope) / (STEEPEST * STEEPEST));
    vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));

    vec2 ground = ((vec2(cell) + 0.5) / vec2(u_cells) * 2.0 - 1.0) * u_half;
    float facing = max(dot(normal, u_sun_toward), 0.0);
    vec3 ray = refract(-u_sun_toward, normal, 1.0 / u_index);
    vec2 drift = ray.xz / max(-ray.y, 1e-3);
    float through = (1.0 - reflectance(facing, u_index)) * facing / (normal.y * max(u_sun_toward.y, 1e-4));
#ifdef WALLS
    vec2 shadow = u_sun_toward.xz / max(u_sun_toward.y, 1e-2) * u_wall_height;
    through *= sun_between(ground, ground + shadow, 8) * sun_between(ground + drift * u_depth, ground, 24);
    // What stands out of the water keeps the sun off it.
    through *= is_solid(cell) ? 0.0 : 1.0;
#endif
    o_rays = vec4(here, drift, u_sun_toward.y > 0.0 ? through : 0.0);
    o_slope = vec4(slope, 0.0, 1.0);
}
