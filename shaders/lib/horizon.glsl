// The sky at the horizon, blurred.
#include "lib/sky_lighting.glsl"

// Dome coordinates just above the horizon: along the edge, coarse mip levels would average in texels outside of the dome.
vec2 level_place(vec2 toward) {
    vec2 flat_on = 0.985 * toward / (abs(toward.x) + abs(toward.y) + 1e-6);
    return 0.5 + 0.5 * vec2(flat_on.x + flat_on.y, flat_on.x - flat_on.y);
}

vec3 horizon_toward(vec2 toward) {
    return textureLod(u_sky_dome, level_place(toward), log2(float(textureSize(u_sky_dome, 0).x) / 48.0)).rgb;
}
