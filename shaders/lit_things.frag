// What stands on a terrace, by its light: sun where nothing is higher along its ray, sky, and what the ground sends up.
#include "shape.glsl"
#include "daylight.glsl"
#include "lit_garden.glsl"
#include "lit_terrace.glsl"
#include "tone.glsl"
in vec3 v_point;
in vec3 v_normal;
flat in vec3 v_albedo;
flat in int v_kind;
out vec4 o_colour;
uniform vec3 u_sun_toward;      // unit
uniform vec3 u_eye;
uniform float u_pixel;          // width of a pixel at distance 1

// As `Kind` in mesh.rs numbers them.
const int CLOTH = 1;
const int STEEL = 2;
const int LEAVES = 3;
const int WOOD = 4;

const vec3 GROUND = vec3(0.34, 0.31, 0.25);     // albedo of what lies around, in the mean

void main() {
    vec3 ray = v_point - u_eye;
    float far = length(ray);
    ray /= far;
    vec3 normal = normalize(v_normal);
    float high = (v_point.y - RIM) / u_metre;
    float footprint = u_pixel * far;
    vec3 albedo = v_albedo;
    float open = 1.0;
    float soft = 0.0;
    if (v_kind == CLOTH) normal = dot(normal, ray) > 0.0 ? -normal : normal;
    if (v_kind == WOOD) {
        vec4 rings = grain(vec2(v_point.x + v_point.y, 0.12 * v_point.z), 0.5, footprint);
        albedo *= 0.65 + 0.5 * rings.b + 0.2 * rings.g;
    }
    if (v_kind == LEAVES) {
        vec2 on = abs(normal.y) > 0.7 ? v_point.xz : abs(normal.x) > abs(normal.z) ? v_point.zy : v_point.xy;
        vec4 leaves = grain(on, 0.85, footprint);
        vec4 twigs = grain(on.yx, 2.9, footprint);
        albedo *= (0.30 + 1.15 * leaves.r) * (0.75 + 0.5 * twigs.b) * mix(vec3(0.85, 0.92, 0.9), vec3(1.25, 1.12, 1.0), leaves.a);
        normal = normalize(normal + 0.9 * vec3(leaves.a - 0.5, twigs.r - 0.5, leaves.r - 0.5));
        // Light gets in between the leaves, and out again.
        soft = 0.22;
        open = 0.75;
    }
    // Less of the sky near the ground.
    open *= mix(0.45, 1.0, smoothstep(0.0, 0.35, high)) * (0.5 + 0.5 * normal.y);
    float sun = sun_at(v_point + 0.02 * u_metre * normal);
    float facing = dot(normal, u_sun_toward);
    float lit = mix(max(facing, 0.0), clamp(0.5 + 0.5 * facing, 0.0, 1.0), soft);
    vec3 ground = GROUND / PI * (u_sun_facing * max(u_sun_toward.y, 0.0) * 0.75 + 0.7 * u_sky_level);
    vec3 light = u_sun_facing * lit * sun + u_sky_level * open + PI * ground * (0.5 - 0.5 * normal.y);
    if (v_kind == CLOTH) {
        // What falls on the other side comes through in part, wherever this side looks.
        float through = max(-facing, 0.0);
        light = u_sun_facing * max(facing, 0.0) + u_sky_level * open + PI * ground * (0.5 - 0.5 * normal.y);
        light += 0.34 * (u_sun_facing * through + 0.5 * u_sky_level);
    }
    vec3 radiance = albedo / PI * light;
    if (v_kind == STEEL) {
        vec3 up = reflect(ray, normal);
        vec3 seen = up.y > 0.0 ? dome_radiance(up) : ground;
        vec3 half_way = normalize(u_sun_toward - ray);
        float glint = pow(max(dot(normal, half_way), 0.0), 400.0) * 30.0;
        radiance = albedo * (seen + u_sun_facing * sun * glint);
    }
    o_colour = shown(hazed(radiance, ray, far));
}
