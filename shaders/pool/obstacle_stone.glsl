// The sides of obstacles above the water of a lit pool.
#include "lib/shape.glsl"
#include "lib/obstacles.glsl"
#include "lib/stone.glsl"
#include "lib/sky_lighting.glsl"
#include "lib/rim_shadow.glsl"
#include "lib/above_water.glsl"
uniform float u_wall_height;    // metres above the rest level

// Radiance of a point that faces `outward`, a horizontal unit vector, with a pixel footprint of `footprint`.
vec3 stone_side(vec3 point, vec2 outward, float footprint) {
    vec3 normal = vec3(outward.x, 0.0, outward.y);
    vec3 stone = stone_upright(point, normal, footprint);
    float open = 1.0 - 0.75 * texture(u_soft, pool_fraction(point.xz) + outward * 0.045 * HALF_LENGTH / (2.0 * u_half)).g;
    // Rounded at the top; the waterline is uneven.
    float edge = smoothstep(u_wall_height - 0.008 * HALF_LENGTH, u_wall_height, point.y);
    normal = normalize(normal + vec3(0.0, 0.6 * edge, 0.0));
    float climb = (0.010 + 0.012 * (1.0 - stone.r)) * HALF_LENGTH;
    float wet = 1.0 - smoothstep(0.6 * climb, climb + 0.004 * HALF_LENGTH, point.y);
    vec2 from = point.xz + 0.02 * HALF_LENGTH * outward;
    vec2 shadow = u_sun_toward.xz / max(u_sun_toward.y, 0.02) * (u_wall_height - point.y);
    float sun = sun_between(from, from + shadow, 6);
    vec3 light = daylight_on(normal, sun, open * (0.5 + 0.5 * normal.y)) + u_upwelling_irradiance;
    return stone * mix(1.0, 0.6, wet) / PI * light;
}
