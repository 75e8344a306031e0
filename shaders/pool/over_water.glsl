// What a ray that leaves the water of a lit pool hits above it: the strip of wall, obstacles, land and bodies.
#include "pool/pool.glsl"
#include "lib/above_water.glsl"
#ifdef GROUND
#include "lib/ground_shadow.glsl"
#endif
#ifdef WALLS
#include "pool/submerged_stone.glsl"
#include "pool/obstacle_stone.glsl"
#endif
#if defined(BODIES) && !defined(BODIES_APART)
#include "bodies/pool_light.glsl"
#include "bodies/bodies.glsl"
#endif
uniform vec3 u_tiles_mean;      // albedo
#ifdef GROUND
uniform float u_land_top;       // height of the highest ground

float above_ground(vec3 from, vec3 ray, float path) {
    vec3 point = from + path * ray;
    return point.y - floor_at(point.xz);
}

// Distance along a rising ray to the ground. `clear`: height of the ray's lowest point above the ground, negative if the ray hits it.
float land_hit(vec3 from, vec3 ray, float reach, out float clear) {
    const int STEPS = 12;
    float stride = reach / float(STEPS);
    // The first place below the ground, and the lowest one.
    float hit = reach;
    float lowest = 0.0;
    clear = 1e6;
    for (int i = STEPS; i >= 1; i--) {
        float path = float(i) * stride;
        float here = above_ground(from, ray, path);
        hit = here < 0.0 ? path : hit;
        lowest = here < clear ? path : lowest;
        clear = min(clear, here);
    }
    // Ridges between two steps; elsewhere no ground is so steep.
    int rounds = clear < 1.5 * stride ? 6 : 0;
    float before = max(lowest - stride, 0.0);
    float after = min(lowest + stride, reach);
    for (int i = 0; i < rounds; i++) {
        float low = mix(before, after, 0.382);
        float high = mix(before, after, 0.618);
        bool is_low = above_ground(from, ray, low) < above_ground(from, ray, high);
        after = is_low ? high : after;
        before = is_low ? before : low;
    }
    lowest = 0.5 * (before + after);
    clear = min(clear, above_ground(from, ray, lowest));
    hit = hit == reach ? lowest : hit;
    before = max(hit - stride, 0.0);
    for (int i = 0; i < rounds; i++) {
        float between = 0.5 * (before + hit);
        bool under = above_ground(from, ray, between) < 0.0;
        hit = under ? between : hit;
        before = under ? before : between;
    }
    return hit;
}
#endif

// Radiance of what is above the water along the upward ray `up` from a point of the surface, with a pixel footprint of `footprint`; `wall` is
// their coverage, 0 to 1.
vec3 over_water(vec3 point, vec3 up, float footprint, out float wall) {
    vec3 side;
    float path = pool_hit(point, up, side);
    vec3 hit = point + path * up;
    // A strip this thin resolves no tiles; where neighbours alternate between wall and sky, coverage is blended. A vertical ray never
    // hits a wall: heights beyond the pool's own length are clamped.
    float hit_above = min(hit.y, 2.0 * HALF_LENGTH);
    wall = clamp(0.5 + (RIM - hit_above) / max(fwidth(hit_above), 1e-4 * HALF_LENGTH), 0.0, 1.0);
    vec3 seen = vec3(0.0);
    if (wall > 0.0) seen = strip_radiance(hit, side, u_tiles_mean, strip_sun_without_bodies(hit, side), 1.0);
#ifdef WALLS
    // Obstacles are no taller than that.
    float reach = min(path, max(u_wall_height - point.y, 0.0) / max(up.y, 0.02));
    float stone_path = stone_hit(point, up, reach);
    if (stone_path < reach) {
        vec3 stone = point + stone_path * up;
        seen = stone_side(stone, stone_outward(stone.xz), footprint);
        wall = 1.0;
    }
#endif
#ifdef GROUND
    float clear;
    float land_path = land_hit(point, up, min(path, max(u_land_top - point.y, 0.0) / max(up.y, 0.02)), clear);
    float is_land = clamp(0.5 - clear / max(fwidth(clear), 1e-4 * HALF_LENGTH), 0.0, 1.0);
    // A software rasteriser skips the loop of the shadow where no pixel needs it.
    int steps = is_land > 0.0 ? SUN_STEPS : 0;
    if (is_land > 0.0) {
        vec3 land = point + land_path * up;
        vec3 normal = bottom_normal(land.xz);
        float sun = sun_over_pool(land) * sun_over_ground(land, u_sun_toward, steps);
        vec3 light = daylight_on(normal, sun, 0.5 + 0.5 * normal.y);
        vec3 albedo = land_albedo(land, normal, up, 2.0 * footprint) * wet_ground(cover_at(land.xz).r);
        float covered = is_land + (1.0 - is_land) * wall;
        seen = mix(seen, albedo / PI * light, is_land / covered);
        wall = covered;
    }
#endif
#if defined(BODIES) && !defined(BODIES_APART)
    vec3 body_normal;
    vec3 body_albedo;
#ifdef NEAR_BODIES
    float body_path = near_bodies_hit(bodies_near_rays().y, point, up, 1e3, body_normal, body_albedo);
#else
    float body_path = bodies_hit(point, up, 1e3, body_normal, body_albedo);
#endif
    if (body_path < 1e3) {
        vec3 body = point + body_path * up;
        seen = matte_body(body, body_normal, body_albedo, 1.0);
        wall = 1.0;
    }
#endif
    return seen;
}
