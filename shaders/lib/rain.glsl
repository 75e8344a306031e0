// Rings of rain on water (docs/models.md §16b), from two patches that repeat apart.
#include "lib/constants.glsl"
uniform sampler2D u_rain_rings;     // slopes along x and z, half of their square
uniform vec2 u_rain;                // strength, 0 without rain; texels per metre
uniform vec4 u_rain_place;          // the origin of places in the two patches, as fractions of them

// Factor of the albedo of wet stone: light is reflected back into the film of water (Lekner and Dorf 1988).
const vec3 WET_STONE = vec3(0.50, 0.52, 0.55);

const mat2 RAIN_TURN = mat2(RAIN_ROTATION.x, -RAIN_ROTATION.y, RAIN_ROTATION.y, RAIN_ROTATION.x);

vec3 rain_rings(vec2 at, float level) {
    float finer = floor(level);
    return mix(textureLod(u_rain_rings, at, finer).rgb, textureLod(u_rain_rings, at, finer + 1.0).rgb, level - finer);
}

// Slopes along x and z at a place in metres, for a pixel that covers `footprint` metres; `lost`: variance along each axis within the pixel.
vec2 rain_slope(vec2 place, float footprint, out float lost) {
    vec2 slope = vec2(0.0);
    lost = 0.0;
    int rounds = u_rain.x > 0.0 ? 1 : 0;
    for (int i = 0; i < rounds; i++) {
        float level = max(log2(footprint * u_rain.y), 0.0);
        vec3 one = rain_rings(place / RAIN_PATCH + u_rain_place.xy, level);
        vec3 other = rain_rings(RAIN_TURN * place / RAIN_PATCH + u_rain_place.zw, level);
        slope = u_rain.x * (one.xy + other.xy * RAIN_TURN);
        lost = u_rain.x * u_rain.x * max(one.z + other.z - 0.5 * (dot(one.xy, one.xy) + dot(other.xy, other.xy)), 0.0);
    }
    return slope;
}
