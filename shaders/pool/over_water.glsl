// What a ray that leaves the water of a lit pool hits above it: the strip of wall, and obstacles.
#include "pool/pool.glsl"
#include "lib/above_water.glsl"
#ifdef WALLS
#include "pool/submerged_stone.glsl"
#include "pool/obstacle_stone.glsl"
#endif
#if defined(BODIES) && !defined(BODIES_APART)
#include "bodies/pool_light.glsl"
#include "bodies/bodies.glsl"
#endif
uniform vec3 u_tiles_mean;      // albedo

// Radiance of wall or obstacle along the upward ray `up` from a point of the surface, with a pixel footprint of `footprint`; `wall` is
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
    if (wall > 0.0) seen = strip_radiance(hit, side, u_tiles_mean, 1.0);
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
#if defined(BODIES) && !defined(BODIES_APART)
    vec3 body_normal;
    vec3 body_albedo;
    float body_path = bodies_hit(point, up, 1e3, body_normal, body_albedo);
    if (body_path < 1e3) {
        vec3 body = point + body_path * up;
        seen = matte_body(body, body_normal, body_albedo, 1.0);
        wall = 1.0;
    }
#endif
    return seen;
}
