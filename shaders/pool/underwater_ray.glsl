// Radiance along a ray in the water of a lit pool (docs/models.md §14).
#include "pool/pool.glsl"
#include "lib/water_medium.glsl"
#ifdef WALLS
#include "pool/submerged_stone.glsl"
#endif
#ifdef TANK
#include "pool/tank.glsl"
#endif

// Radiance of floor, wall or obstacle along the unit vector `ray`, and its distance; `before` is the path length of the view ray so far,
// `pixel` the width of a pixel at distance 1.
vec3 sent_along(vec3 from, vec3 ray, float before, float pixel, out float way) {
    vec3 side;
    vec3 down;
    way = pool_met_under(from, ray, side);
    float footprint = pixel * (before + way) / max(abs(dot(ray, side)), 0.2);
    vec3 sent = pool_sent(from + way * ray, side, tiles_at(from + way * ray, side, footprint), down);
#ifdef TANK
    if (is_glass(side)) {
        // Fresnel at the glass: transmission into the air, reflection into the water.
        vec3 met = from + way * ray;
        float back = reflectance(-dot(ray, side), 1.0 / TANK_INDEX);
        vec3 out_of = refract(ray, side, TANK_INDEX);
        vec3 again = reflect(ray, side);
        float further = pool_met(met, again, side);
        vec3 behind = met + further * again;
        vec3 seen = pool_sent(behind, side, tiles_at(behind, side, footprint), down) * exp(-u_beam * further);
        sent = back * seen + (1.0 - back) * TANK_INDEX * TANK_INDEX * studio_radiance(met, out_of);
    }
#endif
#ifdef WALLS
    float stone_way = stone_met(from, ray, way);
    if (stone_way < way) {
        way = stone_way;
        sent = stone_sent(from + way * ray, pixel * (before + way), down);
    }
#endif
    return sent;
}
