// What stands out of a lit pool, by daylight: tops, or SIDES from the waterline up.
#include "shape.glsl"
#include "walls.glsl"
#include "stone.glsl"
#include "daylight.glsl"
#include "tone.glsl"
in vec3 v_point;
flat in vec3 v_normal;
out vec4 o_colour;
uniform vec3 u_sun_toward;      // unit
uniform float u_wall_height;    // world metres above the rest level
uniform vec3 u_sent_up;         // irradiance that the water sends up, on a wall

void main() {
    vec2 at = pool_fraction(v_point.xz);
    vec2 slope = outward_slope(at);
#ifdef SIDES
    vec2 outward = slope / max(length(slope), 1e-4);
    vec3 normal = normalize(vec3(outward.x, 0.0, outward.y) + 0.1 * v_normal);
    vec3 stone = stone_colour(abs(normal.x) > abs(normal.z) ? v_point.yz : v_point.yx);
    float open = 1.0 - 0.75 * texture(u_soft, at + outward * 0.045 / (2.0 * u_half)).g;
    // Rounded at the top; the waterline climbs into the stone, here more, there less.
    float edge = smoothstep(u_wall_height - 0.008, u_wall_height, v_point.y);
    normal = normalize(normal + vec3(0.0, 0.6 * edge, 0.0));
    float climb = 0.010 + 0.012 * (1.0 - stone.r);
    float wet = 1.0 - smoothstep(0.6 * climb, climb + 0.004, v_point.y);
    stone *= mix(1.0, 0.6, wet);
    vec2 from = v_point.xz + 0.02 * outward;
    vec2 shadow = u_sun_toward.xz / max(u_sun_toward.y, 0.02) * (u_wall_height - v_point.y);
    float sun = sun_between(from, from + shadow, 6);
    vec3 sky = u_sky_level * open * (0.5 + 0.5 * normal.y) + u_sent_up;
#else
    vec2 rounded = 2.0 * slope * smoothstep(0.02, 0.25, length(slope));
    vec3 normal = normalize(vec3(rounded.x, 1.0, rounded.y));
    vec3 stone = stone_colour(v_point.xz);
    float sun = 1.0;
    vec3 sky = u_sky_level;
#endif
    vec3 light = u_sun_facing * max(dot(normal, u_sun_toward), 0.0) * sun + sky;
    o_colour = shown(stone / PI * light);
}
