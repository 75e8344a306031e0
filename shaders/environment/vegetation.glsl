// Vegetation around a lit pool (docs/models.md §14): albedo of lawn and leaves, and the haze in front of it.
#include "lib/sky_lighting.glsl"
uniform float u_sunlit_air;     // 1 by day, 0 after sunset
uniform sampler2D u_grain;      // brightness of leaves, fine noise, broad noise, a random number for each leaf; the mean of each is a half

// Factor of the albedo of wet grass, which is less rough than stone; chosen.
const float WET_GRASS = 0.75;

const float CLEAR_AIR = 1560.0; // metres of haze that leave 1/e of the contrast
const float MAX_HAZE = 0.94;

// The pattern with a period of `patch_size` metres, with automatic mip levels.
vec4 grain(vec2 on, float patch_size) {
    return texture(u_grain, on / patch_size);
}

// The same with an explicit footprint in metres, for discontinuous coordinates.
vec4 grain_at(vec2 on, float patch_size, float footprint) {
    float level = log2(footprint * float(textureSize(u_grain, 0).x) / patch_size);
    return textureLod(u_grain, on / patch_size, level);
}

// Fades a pattern of this period into its mean before the repetition becomes visible.
vec4 faded(vec4 pattern, float patch_size, float footprint) {
    return mix(pattern, vec4(0.5), smoothstep(0.018, 0.075, footprint / patch_size));
}

// Width of a pixel on level ground: between its extents across and along the ray.
float level_footprint(float pixel, float far, vec3 ray) {
    return pixel * far / pow(max(abs(ray.y), 0.01), 0.6);
}

// Patches of grass with two rotations, so that they do not repeat together.
vec2 broad_patch(vec2 ground) {
    return mat2(0.78, 0.62, -0.62, 0.78) * ground;
}
vec2 small_patch(vec2 ground) {
    return mat2(0.93, -0.37, 0.37, 0.93) * ground;
}

// Albedo of mown grass for these patches and tufts.
vec3 grass(vec4 broad, vec4 patches, vec4 tufts) {
    vec3 colour = mix(vec3(0.052, 0.098, 0.020), vec3(0.098, 0.125, 0.036), clamp(0.9 * broad.b + 0.6 * patches.b - 0.25, 0.0, 1.0));
    return colour * (0.72 + 0.28 * (tufts.g + tufts.b)) * (0.40 + 0.80 * tufts.r + 0.40 * tufts.a);
}

// Mowing stripes, 1 in the mean.
float lanes(float across, float footprint) {
    float lane = across / 1.7;
    float wide = footprint / 1.7;
    float wave = sin(PI * lane);
    return 1.0 + 0.15 * clamp(wave / (0.15 + 2.0 * wide), -1.0, 1.0) * (1.0 - smoothstep(0.4, 1.0, wide));
}

// Radiance of the horizon in the direction of `ray`, from a mip level of the dome.
vec3 horizon_at(vec3 ray, float mip) {
    vec2 level = ray.xz / (abs(ray.x) + abs(ray.z) + 1e-6);
    return textureLod(u_sky_dome, 0.5 + 0.499 * vec2(level.x + level.y, level.x - level.y), mip).rgb;
}

vec3 horizon(vec3 ray) {
    return horizon_at(ray, 1.0);
}

// Radiance after `far` metres of air. After sunset the air near the ground has only sky light: the glow at the horizon is far away.
vec3 hazed_before(vec3 radiance, vec3 horizon, float far) {
    vec3 air = mix(u_sky_level / (2.0 * PI), horizon, u_sunlit_air);
    return mix(radiance, air, MAX_HAZE * (1.0 - exp(-far / CLEAR_AIR)));
}

vec3 hazed(vec3 radiance, vec3 ray, float far) {
    return hazed_before(radiance, horizon(ray), far);
}

// The same for a near object, with haze of an average direction.
vec3 near_haze(vec3 radiance, float far) {
    return mix(radiance, u_sky_level / PI, MAX_HAZE * (1.0 - exp(-far / CLEAR_AIR)));
}
