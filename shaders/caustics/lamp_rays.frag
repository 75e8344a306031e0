// The rays of an underwater lamp after reflection at the surface, in the format of caustics/caustics.vert (docs/models.md §14).
#include "lib/shape.glsl"
#include "lib/fresnel.glsl"
#include "lib/lamp_place.glsl"
#ifdef BODIES
#include "bodies/lamp_shadow.glsl"
#endif
out vec4 o_rays;                // height; horizontal offset along x and z per metre of depth; irradiance on a level plane, relative to the lamp's intensity
uniform sampler2D u_rays;       // height first
uniform sampler2D u_slope;      // along x and z

void main() {
    ivec2 cell = ivec2(gl_FragCoord.xy);
    ivec2 cells = textureSize(u_rays, 0);
    vec2 ground = ((vec2(cell) + 0.5) / vec2(cells) * 2.0 - 1.0) * u_half;
    float height = texelFetch(u_rays, cell, 0).r;
    vec2 slope = texelFetch(u_slope, cell, 0).rg;
    vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
    vec3 off = vec3(ground.x, height, ground.y) - u_lamp;
    float square = max(dot(off, off), 1e-4 * HALF_LENGTH * HALF_LENGTH);
    vec3 direction = off * inversesqrt(square);
    float facing = max(dot(direction, normal), 0.0);
    float axis = max(dot(direction, u_lamp_inward), 0.0);
    vec3 down = reflect(direction, normal);
    // Nearly horizontal rays land far outside.
    float falls = step(0.02, -down.y);
    float back = reflectance(facing, 1.0 / FRESH_WATER_INDEX.g) * axis * axis * facing / (square * normal.y);
#ifdef BODIES
    back *= lamp_past_bodies(direction, sqrt(square));
#endif
    o_rays = vec4(height, down.xz / max(-down.y, 0.02), back * falls);
}
