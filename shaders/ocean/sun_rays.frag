// Refraction of the sun at the surface of a sea about the eye (docs/models.md §15a): point of entry and direction for each point of a
// grid.
#include "lib/constants.glsl"
#include "lib/cascades.glsl"
#include "lib/cascade_slopes.glsl"
#include "lib/fresnel.glsl"
in vec2 v_uv;
layout(location = 0) out vec4 o_entered;    // the point: x and z relative to the eye, height above the rest level
layout(location = 1) out vec4 o_ray;        // horizontal offset of the refracted ray along x and z per metre of depth; transmitted irradiance,
                                            // relative to level ground
uniform vec3 u_patch;           // centre of the grid, relative to the eye, and its side: metres
uniform float u_cell;           // distance between points, metres
uniform vec3 u_sun_toward;      // unit

void main() {
    vec2 rest = u_patch.xy + (v_uv - 0.5) * u_patch.z;
    vec3 moved = moved_at(rest, u_cell);
    vec2 slope = world_slope(bent_at(rest, u_cell));
    vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
    float facing = max(dot(normal, u_sun_toward), 0.0);
    vec3 under = refract(-u_sun_toward, normal, 1.0 / SEA_WATER_INDEX.g);
    float passes = (1.0 - reflectance(facing, SEA_WATER_INDEX.g)) * facing / (normal.y * max(u_sun_toward.y, 1e-3));
    o_entered = vec4(rest.x + moved.x, u_height * moved.y, rest.y + moved.z, 1.0);
    o_ray = vec4(under.xz / max(-under.y, 0.05), passes, 1.0);
}
