// The sky: radiance over all directions, and the sun (docs/models.md §13). As light/sky has it.
uniform sampler2D u_sky_table;      // middle column toward −z; straight up in the first row, the horizon in the middle
uniform sampler2D u_sky_dome;       // its upper half as an octahedron laid flat, straight up in the middle: cheap to look up
uniform vec3 u_sun_facing;          // irradiance on a surface that faces the sun
uniform vec3 u_sky_level;           // irradiance of the sky without the sun on a level surface

const float PI = 3.14159265;

vec2 sky_place(vec3 ray) {
    float elevation = asin(clamp(ray.y, -1.0, 1.0));
    // More rows about the horizon.
    float v = 0.5 - 0.5 * sign(elevation) * sqrt(abs(elevation) / (0.5 * PI));
    return vec2(0.5 + atan(ray.x, -ray.z) / (2.0 * PI), v);
}

// Where the dome has a direction above the horizon.
vec2 dome_place(vec3 ray) {
    vec2 flat_on = ray.xz / (abs(ray.x) + ray.y + abs(ray.z));
    return 0.5 + 0.5 * vec2(flat_on.x + flat_on.y, flat_on.x - flat_on.y);
}

// As `sky_radiance`, of a direction above the horizon.
vec3 dome_radiance(vec3 ray) {
    // Where neighbours see far apart, the mean of what lies between.
    return texture(u_sky_dome, dome_place(ray)).rgb;
}

// As `dome_radiance`, over a solid angle of `width` radians across, a hair above the horizon at the least. Between two mip levels by hand:
// a software rasteriser takes the nearer one, and where that changes a line would run over the water.
vec3 dome_blurred(vec3 ray, float width) {
    ray.y = max(ray.y, 0.003);
    vec2 place = dome_place(ray);
    float level = log2(1.0 + float(textureSize(u_sky_dome, 0).x) / PI * width);
    float finer = floor(level);
    return mix(textureLod(u_sky_dome, place, finer), textureLod(u_sky_dome, place, finer + 1.0), level - finer).rgb;
}

// Without the sun's disc. Level by hand: the seam of `atan` would pick the smallest in one column of pixels.
vec3 sky_radiance(vec3 ray) {
    return textureLod(u_sky_table, sky_place(ray), 0.0).rgb;
}
