// The strip of wall between the water and the rim, seen directly.
#define TILE_DETAIL
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "pool/pool.glsl"
#include "lib/rim_shadow.glsl"
#include "lib/above_water.glsl"
#include "lib/scene_colour.glsl"
in vec3 v_point;
flat in vec3 v_normal;
out vec4 o_colour;
uniform sampler2D u_slope;      // of the water, along x and z
uniform vec3 u_eye;
uniform float u_pixel;          // width of a pixel at distance 1

// Focusing of the sunlight that waves reflect onto a point above them, to first order: a mirror deflects light by twice its slope.
float gathered(vec3 point) {
    vec2 at = strip_thrown_from(point).xz / (2.0 * u_half) + 0.5;
    vec2 texel = 1.0 / vec2(textureSize(u_slope, 0));
    vec2 size = 4.0 * u_half * texel;
    float bend = (textureLod(u_slope, at + vec2(texel.x, 0.0), 0.0).r - textureLod(u_slope, at - vec2(texel.x, 0.0), 0.0).r) / size.x
               + (textureLod(u_slope, at + vec2(0.0, texel.y), 0.0).g - textureLod(u_slope, at - vec2(0.0, texel.y), 0.0).g) / size.y;
    float path = max(point.y, 0.0) / max(u_sun_toward.y, 0.05);
    return 1.0 / max(abs(1.0 - 2.0 * path * bend), 0.2);
}

void main() {
    vec2 on = place_on_tiles(v_point, v_normal);
    vec3 tiles = detailed_tiles(on, texture(u_tiles, on).rgb, u_pixel * distance(u_eye, v_point));
    // From outside, the near wall of a tank is glass.
    if (dot(v_normal, u_eye - v_point) < 0.0) discard;
    o_colour = scene_colour(strip_radiance(v_point, v_normal, tiles, strip_sun(v_point, v_normal), gathered(v_point)));
}
