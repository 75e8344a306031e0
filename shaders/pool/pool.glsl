// The pool under water (docs/models.md §14): radiance of floor and walls, and its attenuation on the way to the eye, as in
// light/basin_light.rs.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "lib/water_light.glsl"
uniform sampler2D u_tiles;
uniform sampler2D u_caustics;   // irradiance of the sun, relative to level ground: the floor, then the walls at −x, +x, −z, +z,
                                // each from the floor to the rim
uniform vec3 u_caustics_size;   // columns; rows of the floor; rows of a wall
#ifdef BODIES
uniform sampler2D u_openness;   // share of the sky that bodies leave visible, likewise
uniform vec3 u_openness_size;
#endif
uniform vec3 u_bounce;          // irradiance of a wall by the floor
uniform vec3 u_back;            // radiance backscattered by a metre of water, for an irradiance of 1


#ifdef FLOW
#include "pool/flow.glsl"
#endif

// TILE_DETAIL: what is near the eye has detail below the size of a texel.
#ifdef TILE_DETAIL
#include "lib/bspline.glsl"
#include "pool/tile_detail.glsl"
#else
vec3 detailed_tiles(vec2 on, vec3 tiles, float footprint) {
    return tiles;
}
#endif

// Texture coordinates of the tiles.
vec2 place_on_tiles(vec3 point, vec3 normal) {
    return (normal.y > 0.0 ? point.xz : abs(normal.x) > 0.5 ? point.zy : point.xy) / TILE_PATCH;
}

// The mip level of the tiles for a pixel of `footprint` metres.
float tiles_level(float footprint) {
    return log2(footprint * float(textureSize(u_tiles, 0).x) / TILE_PATCH);
}

// The tiles, with a pixel footprint of `footprint` metres.
vec3 tiles_at(vec3 point, vec3 normal, float footprint) {
#ifdef GROUND
    if (normal.y > 0.0) return 0.6 * ground_albedo(point, normal, footprint);
#endif
    vec2 on = place_on_tiles(point, normal);
    return detailed_tiles(on, textureLod(u_tiles, on, tiles_level(footprint)).rgb, footprint);
}

// The same where texture coordinates are continuous between pixels, except at edges between floor and walls. (A software rasteriser
// computes an explicit mip level for each pixel, which takes five times as long.)
vec3 tiles_seen(vec3 point, vec3 normal, float footprint) {
#ifdef GROUND
    return tiles_at(point, normal, footprint);
#endif
    vec2 on = place_on_tiles(point, normal);
    vec3 tiles = texture(u_tiles, on).rgb;
    float face = normal.y > 0.0 ? 0.0 : abs(normal.x) > 0.5 ? 1.0 : 2.0;
    if (fwidth(face) > 0.0) tiles = textureLod(u_tiles, on, tiles_level(footprint)).rgb;
    return detailed_tiles(on, tiles, footprint);
}

// Texture coordinates of a point of floor or wall in a map with the layout of u_caustics, at least `inset` texels from other receivers.
vec2 place_on_map(vec3 point, vec3 normal, vec3 size, float inset) {
    vec2 over = point.xz / (2.0 * u_half) + 0.5;
    // The row at the waterline is only partly lit: below the waterline the row below is used.
    float row = (u_depth + RIM) / size.z;
    float up = (min(point.y, -(inset + 0.5) * row) + u_depth) / (u_depth + RIM);
    float wall = abs(normal.x) > 0.5 ? 0.5 - 0.5 * normal.x : 2.5 - 0.5 * normal.z;
    bool level = normal.y > 0.0;
    vec2 texel = vec2(
        (level || abs(normal.z) > 0.5 ? over.x : over.y) * size.x,
        (level ? over.y * size.y : up * size.z)
    );
    float rows = level ? size.y : size.z;
    // Adjacent rows in the map belong to different receivers: clamp.
    texel.y = clamp(texel.y, inset, rows - inset) + (level ? 0.0 : size.y + wall * size.z);
    return texel / vec2(size.x, size.y + 4.0 * size.z);
}

// Irradiance of the sun at a point of floor or wall, in red, green and blue, for a pixel of `footprint` metres. (A slanted floor receives
// less than the level map says.)
vec3 sun_on(vec3 point, vec3 normal, float footprint) {
    vec3 sun = textureLod(u_caustics, place_on_map(point, normal, u_caustics_size, 0.5), 0.0).rgb;
#ifdef TILE_DETAIL
    // Large texels would show as squares. A software rasteriser skips the loop where no pixel needs it.
    vec2 level = 2.0 * u_half / u_caustics_size.xy;
    float along = 2.0 * (abs(normal.x) > 0.5 ? u_half.y : u_half.x) / u_caustics_size.x;
    float texel = normal.y > 0.0 ? max(level.x, level.y) : max(along, (u_depth + RIM) / u_caustics_size.z);
    float near = smoothstep(1.5, 3.0, texel / footprint);
    int rounds = near > 0.0 ? 1 : 0;
    for (int i = 0; i < rounds; i++) {
        sun = mix(sun, smoothly(u_caustics, place_on_map(point, normal, u_caustics_size, 1.5)).rgb, near);
    }
#endif
    return sun * (normal.y > 0.0 ? normal.y : 1.0);
}

#ifdef LAMP
// Defined by pool/lamp.glsl, which includes this file: irradiance at a point, radiance of the lens, and in-scattered light of the lamp.
vec3 lamp_on(vec3 point, vec3 normal);
vec3 lamp_lens(vec3 point);
vec3 lamp_glow(vec3 from, vec3 ray, float path);
#endif

// Corners see less of the sky.
float openness(vec3 point, vec3 normal) {
    vec2 gap = u_half - abs(point.xz);
    vec2 edges = normal.y > 0.0 ? gap : vec2(point.y + u_depth, abs(normal.x) > 0.5 ? gap.y : gap.x);
    vec2 corner = 1.0 - 0.42 * exp2(-13.0 / HALF_LENGTH * max(edges, 0.0));
#ifdef BODIES
    corner.x *= textureLod(u_openness, place_on_map(point, normal, u_openness_size, 0.5), 0.0).r;
#endif
    return corner.x * corner.y;
}

// Transmitted radiance after `way` along the unit vector `ray`, plus in-scattering; `down` is the transmittance of daylight at its
// origin.
vec3 watered(vec3 radiance, vec3 down, vec3 ray, float path) {
    vec3 kept = exp(-u_beam * path);
    vec3 lost = u_beam + u_down * (SKY_PATH * max(-ray.y, 0.0));
    return radiance * kept + (u_sun_level + u_sky_under) * u_back * (1.0 - kept * down) / lost;
}

// Radiance of a point of floor or wall into the water, with tiles of this albedo, for a pixel of `footprint` metres; `down` is the
// transmittance of sky light there.
vec3 pool_radiance(vec3 point, vec3 normal, vec3 tiles, float footprint, out vec3 down) {
    float deep = max(-point.y, 0.0);
    // Attenuation of the sky's light and of the sun's.
    down = exp(-u_down * SKY_PATH * deep);
    vec3 sun = u_sun_level * sun_on(point, normal, footprint) * exp(-u_down * deep / u_sun_under.y);
    // A wall receives sky light from the side, and light from the floor.
    vec3 sky = u_sky_under * down;
    sky = normal.y > 0.0 ? sky : 0.2 * sky + u_bounce;
    vec3 light = sun + sky * openness(point, normal);
#ifdef LAMP
    return tiles / PI * (light + lamp_on(point, normal)) * u_gain + lamp_lens(point);
#else
    return tiles / PI * light * u_gain;
#endif
}

#ifdef BOTTOM
// Distance along `ray` to the uneven floor; `most` without a hit.
float bottom_hit(vec3 from, vec3 ray, float most) {
    const int STEPS = 20;
    float path = most;
    for (int i = STEPS - 1; i >= 0; i--) {
        // Finer steps at first, where the floor is near.
        float part = (float(i) + 1.0) / float(STEPS);
        float here = most * part * part;
        vec3 point = from + here * ray;
        path = point.y < floor_at(point.xz) ? here : path;
    }
    float part = max(sqrt(path / most) - 1.0 / float(STEPS), 0.0);
    float before = most * part * part;
    float after = path;
    for (int i = 0; i < 7; i++) {
        float between = 0.5 * (before + after);
        vec3 point = from + between * ray;
        bool under = point.y < floor_at(point.xz);
        after = under ? between : after;
        before = under ? before : between;
    }
    // The deepest place is at the level floor.
    vec3 last = from + most * ray;
    return path < most || last.y < floor_at(last.xz) + 1e-4 * HALF_LENGTH ? after : most;
}
#endif

// The first hit of a ray from inside with floor or walls: distance and normal.
float pool_hit(vec3 from, vec3 ray, out vec3 normal) {
    vec3 inverse = 1.0 / (abs(ray) + 1e-6);
    vec2 sides = (u_half - sign(ray.xz) * from.xz) * inverse.xz;
    float floor_path = ray.y < 0.0 ? (from.y + u_depth) * inverse.y : 1e6;
    float path = min(min(sides.x, sides.y), floor_path);
#ifdef BOTTOM
    float hit = ray.y < 0.0 ? bottom_hit(from, ray, path) : path;
    if (hit < path) {
        normal = bottom_normal(from.xz + hit * ray.xz);
        return hit;
    }
#endif
    normal = path == floor_path ? vec3(0.0, 1.0, 0.0)
           : sides.x < sides.y ? vec3(-sign(ray.x), 0.0, 0.0) : vec3(0.0, 0.0, -sign(ray.z));
    return max(path, 0.0);
}

// The same for a ray that starts under water and may lead up to a rising floor.
float pool_hit_under(vec3 from, vec3 ray, out vec3 normal) {
    float path = pool_hit(from, ray, normal);
#ifdef BOTTOM
    if (ray.y >= 0.0) {
        float hit = bottom_hit(from, ray, path);
        if (hit < path) normal = bottom_normal(from.xz + hit * ray.xz);
        path = min(hit, path);
    }
#endif
    return path;
}
