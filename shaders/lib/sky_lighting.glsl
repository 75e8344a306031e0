// The sky's radiance in all directions, and the sun (docs/models.md §13), as in light/sky.
uniform sampler2D u_sky_table;      // middle column toward −z; zenith in the first row, horizon in the middle
uniform sampler2D u_sky_dome;       // its upper half in octahedral mapping, zenith in the centre: cheap to look up
uniform vec3 u_sun_facing;          // irradiance on a surface that faces the sun
uniform vec3 u_sky_level;           // irradiance of the sky without the sun on a level surface

#include "lib/constants.glsl"

vec2 sky_place(vec3 ray) {
    float elevation = asin(clamp(ray.y, -1.0, 1.0));
    // Rows are denser about the horizon.
    float v = 0.5 - 0.5 * sign(elevation) * sqrt(abs(elevation) / (0.5 * PI));
    return vec2(0.5 + atan(ray.x, -ray.z) / (2.0 * PI), v);
}

// Texture coordinates of the dome for a direction above the horizon.
vec2 dome_place(vec3 ray) {
    vec2 flat_on = ray.xz / (abs(ray.x) + ray.y + abs(ray.z));
    return 0.5 + 0.5 * vec2(flat_on.x + flat_on.y, flat_on.x - flat_on.y);
}

// As `sky_radiance`, for a direction above the horizon.
vec3 dome_radiance(vec3 ray) {
    // Automatic mip level: an average where neighbouring rays diverge.
    return texture(u_sky_dome, dome_place(ray)).rgb;
}

// As `dome_radiance`, over a cone `width` radians across, clamped just above the horizon. Interpolates mip levels explicitly: a software
// rasteriser picks the nearer one, and the switch would show as a line on the water.
vec3 dome_blurred(vec3 ray, float width) {
    ray.y = max(ray.y, 0.003);
    vec2 place = dome_place(ray);
    float level = log2(1.0 + float(textureSize(u_sky_dome, 0).x) / PI * width);
    float finer = floor(level);
    return mix(textureLod(u_sky_dome, place, finer), textureLod(u_sky_dome, place, finer + 1.0), level - finer).rgb;
}

// Without the sun's disc. Explicit mip level: at the seam of `atan` the derivatives would select the smallest one in one column of
// pixels.
vec3 sky_radiance(vec3 ray) {
    return textureLod(u_sky_table, sky_place(ray), 0.0).rgb;
}
