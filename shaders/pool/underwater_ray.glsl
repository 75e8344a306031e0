// Radiance along a ray in the water of a lit pool (docs/models.md §14).
#include "pool/pool.glsl"
#include "lib/water_medium.glsl"
#ifdef WALLS
#include "pool/submerged_stone.glsl"
#endif
#ifdef TANK
#include "pool/tank.glsl"
#endif
#ifdef BODIES
#include "bodies/pool_light.glsl"
#include "bodies/bodies.glsl"
#endif

// Radiance of floor, wall or obstacle along the unit vector `ray`, and its distance; `before` is the path length of the view ray so far,
// `pixel` the width of a pixel at distance 1.
vec3 radiance_along(vec3 from, vec3 ray, float before, float pixel, out float path) {
    vec3 side;
    vec3 down;
    path = pool_hit_under(from, ray, side);
    float footprint = pixel * (before + path) / max(abs(dot(ray, side)), 0.2);
    vec3 seen = from + path * ray;
    vec3 share = vec3(1.0);
    vec3 transmitted = vec3(0.0);
#ifdef TANK
    if (is_glass(side)) {
        // Fresnel at the glass: transmission into the air, reflection into the water.
        vec3 hit = seen;
        float back = reflectance(-dot(ray, side), 1.0 / FRESH_WATER_INDEX.g);
        vec3 out_of = refract(ray, side, FRESH_WATER_INDEX.g);
        vec3 again = reflect(ray, side);
        float further = pool_hit(hit, again, side);
        seen = hit + further * again;
        share = back * exp(-u_beam * further);
        transmitted = (1.0 - back) * FRESH_WATER_INDEX.g * FRESH_WATER_INDEX.g * studio_radiance(hit, out_of);
    }
#endif
    vec3 outgoing = share * pool_radiance(seen, side, tiles_at(seen, side, footprint), footprint, down) + transmitted;
#ifdef WALLS
    float stone_path = stone_hit(from, ray, path);
    if (stone_path < path) {
        path = stone_path;
        outgoing = stone_radiance(from + path * ray, pixel * (before + path), down);
    }
#endif
#ifdef BODIES
    vec3 body_normal;
    vec3 body_albedo;
    float body_path = bodies_hit(from, ray, path, body_normal, body_albedo);
    if (body_path < path) {
        path = body_path;
        outgoing = submerged_body_radiance(from + path * ray, body_normal, body_albedo, down);
    }
#endif
    return outgoing;
}
