// The country beyond the hedge: a meadow in a clearing, the surrounding wood, hills (docs/models.md §14). Without polygons: a ray is
// intersected with planes and a cylinder.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "environment/vegetation.glsl"
#include "environment/clearing.glsl"
uniform vec3 u_sun_toward;      // unit
uniform float u_pixel;          // width of a pixel at distance 1
uniform sampler2D u_wood;       // panorama from −z over +x, with coverage; its foot in the first row
uniform sampler2D u_hills;      // likewise

// Where a ray leaves the clearing: horizontal distance; azimuth as a fraction of a turn from −z over +x; height. `around` is the azimuth
// of the ray's direction.
vec3 clearing_left(vec3 from, vec3 ray, float around) {
    float slope = max(length(ray.xz), 1e-5);
    vec2 level = ray.xz / slope;
    float along = dot(from.xz, level);
    float aside = from.x * level.y - from.z * level.x;
    float path = sqrt(max(CLEARING * CLEARING - aside * aside, 0.0)) - along;
    return vec3(path, around + asin(clamp(aside / CLEARING, -1.0, 1.0)) / (2.0 * PI), from.y + path * ray.y / slope);
}

// Radiance and coverage of the wood where a ray leaves the clearing.
vec4 wood_hit(vec3 left) {
    float level = log2(max(u_pixel * left.x * float(textureSize(u_wood, 0).x) / (2.0 * PI * CLEARING), 1.0));
    return textureLod(u_wood, vec2(0.5 + left.y, (left.z - RIM) / (WOOD_TOP * u_trees)), level);
}

// Radiance and coverage along a ray that does not hit the ground.
vec4 over_horizon(vec3 from, vec3 ray, float around) {
    float up = ray.y / max(length(ray.xz), 1e-5);
    float level = log2(max(u_pixel * float(textureSize(u_hills, 0).x) / (2.0 * PI), 1.0));
    vec4 hills = textureLod(u_hills, vec2(0.5 + around, up / HILLS_TOP), level);
    vec4 wood = wood_hit(clearing_left(from, ray, around));
    float cover = max(hills.a, wood.a);
    return vec4(mix(hills.rgb, wood.rgb, wood.a), cover);
}

#ifdef BELOW_HORIZON
// Albedo of the meadow, which at some distance from the pool is laid out in fields with hedgerows between them.
vec3 meadow(vec2 ground, float footprint) {
    float bend = textureLod(u_grain, ground / 690.0, 4.5).b;
    float sway = textureLod(u_grain, ground.yx / 570.0 + 0.4, 4.5).b;
    vec2 bent = mat2(0.84, 0.54, -0.54, 0.84) * ground / 83.0 + 1.3 * (vec2(bend, sway) - 0.5) + 0.23;
    vec2 number = floor(bent);
    vec2 inside = min(bent - number, 1.0 - bent + number) * 83.0;
    vec4 own = textureLod(u_grain, 0.29 * number + 0.13 * number.yx, 2.0);
    vec3 green = grass(
        grain_at(broad_patch(ground), 43.0, footprint),
        faded(grain_at(small_patch(ground), 7.3, footprint), 7.3, footprint),
        faded(grain_at(ground, 0.53, footprint), 0.53, footprint)
    );
    vec4 mottled = grain_at(ground.yx, 61.0, footprint);
    vec3 hay = mix(vec3(0.16, 0.135, 0.055), vec3(0.075, 0.105, 0.034), smoothstep(0.30, 0.62, own.b + 0.4 * (own.a - 0.5)));
    // Rows of the plough, or of the rake.
    float rows = dot(ground, own.a > 0.5 ? vec2(0.84, -0.54) : vec2(0.54, 0.84)) / 2.6;
    float wide = footprint / 2.6;
    hay *= 0.75 + 0.5 * mottled.b + 0.05 * sin(2.0 * PI * rows) * (1.0 - smoothstep(0.25, 0.8, wide));
    vec4 crowns = grain_at(ground, 23.0, footprint);
    float hedgerow = 1.0 + 2.4 * crowns.b;
    float edge = 0.6 + footprint;
    float row = 1.0 - smoothstep(hedgerow - edge, hedgerow + edge, min(inside.x, inside.y));
    row *= min(1.0, 4.0 * hedgerow / edge);
    vec3 fields = mix(hay, vec3(0.036, 0.060, 0.020) * (0.4 + 1.2 * crowns.r), row);
    return mix(green, fields, smoothstep(16.0, 34.0, length(ground) + 24.0 * (mottled.b - 0.5)));
}

// Radiance along a ray that hits the meadow, or the wood beyond it.
vec3 under_horizon(vec3 from, vec3 ray, float around) {
    vec3 lit = (u_sun_facing * max(u_sun_toward.y, 0.0) + u_sky_level) / PI;
    vec3 left = clearing_left(from, ray, around);
    float slope = max(length(ray.xz), 1e-5);
    float down = max(-ray.y / slope, 1e-6);
    float ground_path = max(from.y - RIM, 1e-3) / down;
    // Share of the pixel above the edge of the meadow.
    float beyond = clamp(0.5 + (left.z - RIM) / (u_pixel * left.x), 0.0, 1.0);
    bool is_meadow = beyond < 1.0;
    // The outermost crowns may be lower than those behind.
    float path = is_meadow ? min(ground_path, left.x) : max((from.y - RIM - 0.72 * u_trees) / down, left.x);
    vec2 ground = from.xz + path / slope * ray.xz;
    float far = path / slope;
    float footprint = level_footprint(u_pixel, far, ray);
    float woods = clamp(1.6 * grain_at(ground, 260.0, footprint).b - 0.3, 0.0, 1.0);
    vec4 tops = grain_at(mat2(0.8, 0.6, -0.6, 0.8) * ground, 31.0, footprint);
    vec3 crowns = mix(vec3(0.030, 0.055, 0.018), vec3(0.075, 0.10, 0.034), woods) * (0.4 + 1.1 * tops.r);
    vec3 radiance = hazed((is_meadow ? meadow(ground, footprint) : crowns) * lit, ray, far);
    vec4 wood = wood_hit(left);
    return mix(radiance, wood.rgb, beyond * wood.a);
}
#endif
