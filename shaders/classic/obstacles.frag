// The obstacles: the deck's stone without joints. TOPS in the sun; SIDES wet along the waterline; SIDES under water (UNDER_WATER) shaded
// like the pool; MARK writes alpha 0 where something stands above the water. Separate programs, because a software rasteriser executes
// both sides of every branch.
#include "lib/shape.glsl"
#include "lib/obstacles.glsl"
#include "lib/stone.glsl"
#ifdef UNDER_WATER
#include "classic/pool.glsl"
#endif
in vec3 v_point;
flat in vec3 v_normal;
out vec4 o_colour;
uniform vec3 u_eye;
uniform vec3 u_sun_above;       // unit, toward the sun, in the air
uniform float u_wall_height;    // metres above the rest level

vec3 lit(vec3 stone, vec3 normal, float open, float sun) {
    float overhead = 0.75 + 0.25 * normal.y;
    return stone * (vec3(0.44, 0.49, 0.55) * open * overhead
                  + vec3(0.80, 0.74, 0.63) * max(dot(normal, u_sun_above), 0.0) * sun);
}

#if defined(MARK)
void main() {
    // About the colour of wet stone, for pixels that are blended with it.
    o_colour = vec4(0.50, 0.52, 0.47, 0.0);
}
#elif defined(SIDES)
void main() {
    vec2 at = pool_fraction(v_point.xz);
    vec2 slope = outward_slope(at);
    vec2 outward = slope / max(length(slope), 1e-4);
    vec3 normal = normalize(vec3(outward.x, 0.0, outward.y) + 0.1 * v_normal);
    vec3 stone = stone_upright(v_point, normal, stone_footprint(v_point));
    float open = 1.0 - 0.75 * texture(u_soft, at + outward * 0.045 * HALF_LENGTH / (2.0 * u_half)).g;
    const vec3 WET = vec3(0.70, 0.72, 0.67);
#ifdef UNDER_WATER
    float share = u_eye.y > 0.0 ? max(-v_point.y, 0.0) / (u_eye.y - v_point.y) : 1.0;
    float rise = (v_point.y + u_depth) / HALF_LENGTH;
    float foot = 1.0 - 0.45 * exp2(-13.0 * rise);
    // Light from the ground, treated like sky.
    float sky = open * foot * (1.0 + 0.6 * exp2(-4.0 * rise));
    o_colour = vec4(under_water(stone * WET * 1.12, v_point, normal, sky, share * distance(u_eye, v_point)), 1.0);
#else
    // Rounded at the top; the waterline is uneven.
    float edge = smoothstep(u_wall_height - 0.008 * HALF_LENGTH, u_wall_height, v_point.y);
    normal = normalize(normal + vec3(0.0, 0.6 * edge, 0.0));
    float climb = (0.010 + 0.012 * (1.0 - stone.r)) * HALF_LENGTH;
    float wet = 1.0 - smoothstep(0.6 * climb, climb + 0.004 * HALF_LENGTH, v_point.y);
    vec2 from = v_point.xz + 0.02 * HALF_LENGTH * outward;
    float sun = sun_between(from, from + u_sun_above.xz / u_sun_above.y * (u_wall_height - v_point.y), 6);
    // Light from the water brightens the stone just above it.
    vec3 bounce = stone * vec3(0.07, 0.10, 0.10) * exp2(-55.0 / HALF_LENGTH * v_point.y);
    o_colour = vec4(lit(stone, normal, open, sun) * mix(vec3(1.0), WET, wet) + bounce, 1.0);
#endif
}
#else
void main() {
    vec2 slope = outward_slope(pool_fraction(v_point.xz));
    vec2 rounded = 2.0 * slope * smoothstep(0.02, 0.25, length(slope));
    o_colour = vec4(lit(stone_colour(v_point.xz, stone_footprint(v_point)), normalize(vec3(rounded.x, 1.0, rounded.y)), 1.0, 1.0), 1.0);
}
#endif
