// The props of a terrace: sunlight with shadows, sky light, and light from the ground.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "environment/vegetation.glsl"
#include "environment/terrace_light.glsl"
#include "environment/garden_light.glsl"
#ifdef BODIES
#include "bodies/light.glsl"
#endif
#include "lib/scene_colour.glsl"
in vec3 v_point;
in vec3 v_normal;
flat in vec3 v_albedo;
flat in int v_kind;
out vec4 o_colour;
uniform vec3 u_sun_toward;      // unit
uniform vec3 u_eye;

#ifndef LEAVES
// As `kind` in props.rs numbers them.
const int CLOTH = 1;
const int STEEL = 2;
const int WOOD = 3;
#endif

const vec3 GROUND = vec3(0.34, 0.31, 0.25);     // mean albedo of the ground

void main() {
    vec3 ray = v_point - u_eye;
    float far = length(ray);
    ray /= far;
    vec3 normal = normalize(v_normal);
    float high = v_point.y - RIM;
    vec3 albedo = v_albedo;
    vec3 ground = GROUND / PI * (0.75 * u_sun_facing * max(u_sun_toward.y, 0.0) + 0.7 * u_sky_level);
    // Less of the sky is visible near the ground.
    float open = mix(0.45, 1.0, smoothstep(0.0, 0.35, high));
#ifdef LEAVES
    vec2 on = abs(normal.y) > 0.7 ? v_point.xz : abs(normal.x) > abs(normal.z) ? v_point.zy : v_point.xy;
    vec4 leaves = grain(on, 0.85);
    albedo *= (0.30 + 1.15 * leaves.r) * (0.75 + 0.5 * leaves.b) * mix(vec3(0.85, 0.92, 0.9), vec3(1.25, 1.12, 1.0), leaves.a);
    // Leaves face in all directions and let light through.
    float facing = dot(normal, u_sun_toward) + 0.9 * (leaves.a - 0.5);
    float lit = clamp(mix(max(facing, 0.0), 0.5 + 0.5 * facing, 0.22), 0.0, 1.0) * sun_between_leaves(v_point);
#ifdef BODIES
    lit *= sun_past_bodies(v_point);
#endif
    vec3 light = u_sun_facing * lit + u_sky_level * (0.375 + 0.375 * normal.y) * open + PI * ground * (0.5 - 0.5 * normal.y);
    light += garden_light(v_point, normal, 0.6);
    vec3 radiance = albedo / PI * light;
#else
    if (v_kind == CLOTH) normal = dot(normal, ray) > 0.0 ? -normal : normal;
    if (v_kind == WOOD) {
        vec4 rings = grain(vec2(v_point.x + v_point.y, 0.12 * v_point.z), 0.5);
        albedo *= 0.65 + 0.5 * rings.b + 0.2 * rings.g;
    }
    float facing = dot(normal, u_sun_toward);
    // Canvas is above everything else, and transmits light from its other side.
    float sun = v_kind == CLOTH ? 1.0 : sun_visibility(v_point + 0.02 * normal);
#ifdef BODIES
    sun *= sun_past_bodies(v_point);
#endif
    float through = v_kind == CLOTH ? 0.34 : 0.0;
    vec3 light = u_sun_facing * sun * (max(facing, 0.0) + through * max(-facing, 0.0))
               + u_sky_level * ((0.5 + 0.5 * normal.y) * open + 0.5 * through) + PI * ground * (0.5 - 0.5 * normal.y);
    light += garden_light(v_point, normal, 0.0);
    vec3 radiance = albedo / PI * light;
    if (v_kind == WOOD) radiance += lantern_lens(v_point);
    if (v_kind == STEEL) {
        vec3 up = reflect(ray, normal);
        vec3 seen = mix(ground, u_sky_level / PI, smoothstep(-0.15, 0.15, up.y));
        vec3 half_way = normalize(u_sun_toward - ray);
        float glint = pow(max(dot(normal, half_way), 0.0), 400.0) * 30.0;
        radiance = albedo * (seen + u_sun_facing * sun * glint + 0.3 * garden_light(v_point, normal, 0.5));
    }
#endif
    o_colour = scene_colour(near_haze(radiance, far));
}
