// The tank: a lit pool with walls that are glass from outside, on a table in a studio (docs/models.md §14).
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "pool/pool.glsl"
#include "lib/fresnel.glsl"
#include "lib/above_water.glsl"
#ifdef BODIES
#include "bodies/light.glsl"
#endif
uniform vec3 u_eye;

const float GLASS_INDEX = 1.52;
const vec3 GLASS_EDGE = vec3(0.30, 0.62, 0.56);     // transmittance along a pane
const vec3 TOP = vec3(0.150, 0.147, 0.145);         // albedo of the table
#define SPOT (2.6 * HALF_LENGTH)        // radius of the spotlight on the table

// Whether the wall with this inward normal lies between the eye and the water.
bool is_glass(vec3 inward) {
    return dot(inward, u_eye) < -dot(abs(inward.xz), u_half) && abs(inward.y) < 0.5;
}

// Entry and exit of a ray through the tank's outer box; no hit if the second is smaller.
vec2 tank_hit(vec3 from, vec3 ray) {
    vec3 low = vec3(-u_half.x - GLASS, -u_depth - GLASS, -u_half.y - GLASS);
    vec3 high = vec3(u_half.x + GLASS, RIM, u_half.y + GLASS);
    vec3 safe = mix(ray, vec3(1e-6), lessThan(abs(ray), vec3(1e-6)));
    vec3 a = (low - from) / safe;
    vec3 b = (high - from) / safe;
    vec3 first = min(a, b);
    vec3 last = max(a, b);
    return vec2(max(max(first.x, first.y), first.z), min(min(last.x, last.y), last.z));
}

// As `dome_radiance`, for discontinuous directions.
vec3 studio_dome(vec3 ray) {
    vec2 flat_on = ray.xz / (abs(ray.x) + ray.y + abs(ray.z));
    return textureLod(u_sky_dome, 0.5 + 0.5 * vec2(flat_on.x + flat_on.y, flat_on.x - flat_on.y), 1.0).rgb;
}

// Visibility of the sun at a point of the table: full, or transmitted through glass and water.
vec3 table_sun(vec3 point) {
    vec2 hit = tank_hit(point, u_sun_toward);
    float shade = hit.y > max(hit.x, 0.0) ? smoothstep(0.0, 0.06 * HALF_LENGTH, hit.y - max(hit.x, 0.0)) : 0.0;
    vec3 entered = point + max(hit.x, 0.0) * u_sun_toward;
    vec2 beyond = abs(entered.xz) - u_half;
    vec3 outward = beyond.x > beyond.y ? vec3(sign(entered.x), 0.0, 0.0) : vec3(0.0, 0.0, sign(entered.z));
    vec3 within = refract(u_sun_toward, outward, 1.0 / FRESH_WATER_INDEX.g);
    vec3 side;
    float path = pool_hit(entered, within, side);
    // From below the surface reflects it.
    float through = smoothstep(0.0, 0.03 * HALF_LENGTH, -(entered.y + path * within.y)) * step(entered.y, 0.0);
    return mix(vec3(1.0), 0.88 * through * exp(-u_beam * path), shade);
}

// Radiance of a point of the table.
vec3 table_radiance(vec3 point) {
    vec2 beyond = max(abs(point.xz) - u_half - GLASS, 0.0);
    float away = length(beyond);
    float high = u_depth + GLASS;
    // Share of the upper hemisphere that the tank's side covers.
    float tank = 0.5 * (1.0 - away / sqrt(away * away + high * high));
    float spot = exp(-pow(dot(point.xz, point.xz) / (SPOT * SPOT), 2.0));
    vec3 sun = table_sun(point);
#ifdef BODIES
    sun *= sun_past_bodies(point);
#endif
    vec3 light = u_sun_level * spot * sun + u_sky_level * (1.0 - 1.6 * tank) + 3.0 * u_upwelling_irradiance * tank;
    vec3 haze = studio_dome(normalize(vec3(point.x, 0.02 * HALF_LENGTH, point.z) + vec3(1e-5, 0.0, 0.0)));
    return mix(haze, TOP / PI * light, exp(-dot(point.xz, point.xz) / (40.0 * HALF_LENGTH * HALF_LENGTH)));
}

// Radiance along a ray outside of the tank.
vec3 studio_radiance(vec3 from, vec3 ray) {
    if (ray.y >= -1e-3) return studio_dome(vec3(ray.x, max(ray.y, 1e-3), ray.z));
    float path = (from.y + u_depth + GLASS) / -ray.y;
    return table_radiance(from + max(path, 0.0) * ray);
}
