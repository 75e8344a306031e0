// The optical surface (docs/models.md §14): shown height, refracted and transmitted sunlight, and the slope, smooth enough to hide the
// grid.
#include "lib/shape.glsl"
#include "lib/heights.glsl"
#include "lib/smooth.glsl"
#ifdef WALLS
#include "lib/obstacles.glsl"
uniform float u_wall_height;
#endif
#include "lib/fresnel.glsl"
#ifdef BOTTOM
#include "lib/ground_shadow.glsl"
#endif
#ifdef BODIES
#include "bodies/bodies.glsl"
#include "bodies/light.glsl"
#endif
#ifdef TERRACE
#include "environment/terrace_light.glsl"
#endif
layout(location = 0) out vec4 o_rays;   // height, no lower than the floor; horizontal offset of the refracted ray along x and z per metre of depth;
                                        // transmitted irradiance, relative to level ground
layout(location = 1) out vec4 o_slope;  // ∂h/∂x, ∂h/∂z
#ifdef WALLS
layout(location = 2) out vec4 o_clear;  // visibility of floor and walls past obstacles
#endif
uniform sampler2D u_lines;      // as in caustics/surface_rows.frag
uniform vec2 u_spacing;         // distance between heights along x and z, metres
uniform vec3 u_sun_toward;      // unit
uniform float u_sunk;           // how far the surface may lie below the floor, metres: where ground rises out of the water

const float STEEPEST = 0.75;    // maximum slope: water breaks long before

// The row filter's result of a cell; of an obstacle, that of `here`.
vec4 neighbour_lines(ivec2 cell, vec4 here) {
    ivec2 place = within(cell);
    return is_neighbour(place) ? texelFetch(u_lines, place, 0) : here;
}

void main() {
    ivec2 cell = ivec2(gl_FragCoord.xy);
    float here = height_at(cell);
    vec4 lines = texelFetch(u_lines, cell, 0);
    // G across the rows, and X of G along them: (1 + x + z)·exp(−x − z).
    vec2 slope = vec2(SMOOTH[0].x * (lines.z + lines.w) + SMOOTH[0].y * lines.z, 0.0);
    for (int i = 1; i <= REACH; i++) {
        vec4 after = neighbour_lines(cell + ivec2(0, i), lines);
        vec4 before = neighbour_lines(cell - ivec2(0, i), lines);
        vec4 sum = after + before;
        vec4 rise = after - before;
        slope.x += SMOOTH[i].x * (sum.z + sum.w) + SMOOTH[i].y * sum.z;
        slope.y += SLOPE[i].x * (rise.x + rise.y) + SLOPE[i].y * rise.x;
    }
    slope /= u_spacing;
    slope /= sqrt(1.0 + dot(slope, slope) / (STEEPEST * STEEPEST));
    vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));

    vec2 ground = ((vec2(cell) + 0.5) / vec2(u_cells) * 2.0 - 1.0) * u_half;
    here = max(here, floor_at(ground) - u_sunk);
    float facing = max(dot(normal, u_sun_toward), 0.0);
    vec3 ray = refract(-u_sun_toward, normal, 1.0 / FRESH_WATER_INDEX.g);
    vec2 drift = ray.xz / max(-ray.y, 1e-3);
    float through = (1.0 - reflectance(facing, FRESH_WATER_INDEX.g)) * facing / (normal.y * max(u_sun_toward.y, 1e-4));
#ifdef WALLS
    vec2 shadow = u_sun_toward.xz / max(u_sun_toward.y, 1e-2) * u_wall_height;
    through *= sun_between(ground, ground + shadow, 8);
    o_clear = vec4(sun_between(landed_on_floor(ground, here, drift), ground, 24));
    // Obstacles above the water block the sun.
    through *= is_solid(cell) ? 0.0 : 1.0;
#endif
#ifdef BODIES
    // Bodies block the sun in the air and in the water.
    vec3 entry = vec3(ground.x, here, ground.y);
    float soft = 0.5 * max(u_spacing.x, u_spacing.y);
    through *= sun_past_bodies(entry) * bodies_light(entry, ray, u_depth / max(-ray.y, 1e-3), soft);
#endif
#ifdef BOTTOM
    if (u_sunk > 0.0) {
        through *= sun_over_ground(vec3(ground.x, here, ground.y), u_sun_toward, SUN_STEPS);
    }
#endif
#ifdef TERRACE
    through *= sun_visibility(vec3(ground.x, here, ground.y));
#endif
    o_rays = vec4(here, drift, u_sun_toward.y > 0.0 ? through : 0.0);
    o_slope = vec4(slope, 0.0, 1.0);
}
