// The ground of a lit pool above the water, dry or wet.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "lib/above_water.glsl"
#include "pool/pool.glsl"
#include "environment/environment.glsl"
#include "lib/ground_shadow.glsl"
#include "lib/scene_colour.glsl"
in vec3 v_point;
out vec4 o_colour;
uniform vec3 u_eye;
uniform float u_pixel;          // width of a pixel at distance 1

void main() {
    vec3 ray = v_point - u_eye;
    float far = length(ray);
    vec3 normal = bottom_normal(v_point.xz);
    // Between its short and its long axis.
    float footprint = u_pixel * far / sqrt(max(abs(dot(ray / far, normal)), 0.06));
    vec3 albedo = ground_albedo(v_point, normal, footprint);
    float buried = floor_at(v_point.xz) - v_point.y;
    vec2 edge = step(u_half * 0.9999, abs(v_point.xz));
    if (edge.x + edge.y > 0.0 && buried > 0.0005 * HALF_LENGTH) {
        // Cut upright, above the rim.
        vec2 outward = sign(v_point.xz) * (edge.x > 0.0 ? vec2(1.0, 0.0) : vec2(0.0, 1.0));
        normal = vec3(outward.x, 0.0, outward.y);
        albedo = soil(edge.x > 0.0 ? v_point.z : v_point.x, v_point.y, buried, u_pixel * far);
    }
    // Four lookups hide the cells.
    vec2 off = 1.3 * u_half / vec2(textureSize(u_cover, 0));
    float wet = 0.25 * (cover_at(v_point.xz + off).r + cover_at(v_point.xz - off).r
                      + cover_at(v_point.xz + vec2(off.x, -off.y)).r + cover_at(v_point.xz + vec2(-off.x, off.y)).r);
    albedo *= wet_ground(wet);
    wet = smoothstep(0.15, 0.75, wet);
    float sun = sun_over_pool(v_point) * sun_over_ground(v_point, u_sun_toward, SUN_STEPS);
    vec3 light = daylight_on(normal, sun, 0.5 + 0.5 * normal.y);
    vec3 radiance = albedo / PI * light;
    // The film mirrors the sky.
    vec3 up = reflect(ray / far, normal);
    up.y = abs(up.y);
    float facing = max(-dot(ray / far, normal), 0.02);
    float mirrored = 0.02 + 0.98 * pow(1.0 - facing, 5.0);
    radiance += 0.35 * wet * mirrored * dome_blurred(up, 0.3);
    o_colour = scene_colour(radiance);
}
