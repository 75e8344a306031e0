// The sky about the water: the upper half of a panorama, zenith in the first row, horizon in the last.
uniform sampler2D u_panorama;

#include "lib/constants.glsl"
const float TURN = 2.0 * PI;

// Texture coordinates of the panorama for a unit direction; directions below the horizon are clamped to it.
vec2 sky_place(vec3 ray) {
    float down = acos(clamp(ray.y, 0.0, 1.0)) / (0.25 * TURN);
#ifdef AT_SEA
    // At sea the lowest part of the panorama is stretched to hide its land.
    down -= 0.055 * smoothstep(0.55, 1.0, down);
#endif
    return vec2(atan(ray.z, ray.x) / TURN, min(down, 0.998));
}

// Explicit mip level: at the seam of `atan` the derivatives would select the smallest level in one column of pixels.
vec3 sky_colour(vec3 ray, float level) {
    vec2 place = sky_place(ray);
#ifdef AT_SEA
    // Keeps land out of the averages.
    place.y = min(place.y, 0.95 - 0.6 * exp2(ceil(level)) / float(textureSize(u_panorama, 0).y));
#endif
    return textureLod(u_panorama, place, level).rgb;
}
