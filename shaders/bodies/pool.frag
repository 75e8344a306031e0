// A body in a lit pool, above the water or (UNDER_WATER) for an eye in it (docs/models.md §14).
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "pool/pool.glsl"
#include "lib/scatter.glsl"
#ifdef LAMP
#include "pool/lamp.glsl"
#endif
#include "bodies/pool_light.glsl"
#ifdef TERRACE
#include "environment/terrace_light.glsl"
#endif
#include "lib/scene_colour.glsl"
#include "lib/water_height.glsl"
#ifdef UNDER_WATER
#include "lib/water_medium.glsl"
#endif
in vec3 v_point;
in vec3 v_normal;
in vec3 v_albedo;
flat in float v_gloss;
out vec4 o_colour;
uniform vec3 u_eye;

#define WET (0.006 * HALF_LENGTH)   // height above the water to which a body is wet

void main() {
    vec3 ray = v_point - u_eye;
    float far = length(ray);
    ray /= far;
    vec3 normal = normalize(v_normal);
    float up = all(lessThan(abs(v_point.xz), u_half)) ? v_point.y - water_at(v_point.xz) : v_point.y;
#ifdef UNDER_WATER
    if (up < 0.0) {
        vec3 down;
        vec3 outgoing = submerged_body_radiance(v_point, normal, v_albedo, down);
        o_colour = scene_colour(in_water(outgoing, u_eye, ray, far, shaft_here()));
        return;
    }
#endif
    float wet = 1.0 - smoothstep(0.5 * WET, WET, up);
    vec3 radiance = body_radiance(v_point, normal, v_albedo * mix(1.0, 0.72, wet), max(v_gloss, 0.8 * wet), ray);
#ifdef TERRACE
    // The shade of the terrace's props.
    float shade = 1.0 - sun_visibility(v_point + 0.02 * normal);
    if (shade > 0.0) radiance = mix(radiance, matte_body(v_point, normal, v_albedo, 0.0), shade);
#endif
    o_colour = scene_colour(radiance);
}
