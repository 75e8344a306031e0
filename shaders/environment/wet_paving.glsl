// Paving in the rain (docs/models.md §16b): stone under a film of water, and puddles. After environment/vegetation.glsl.
#include "lib/fresnel.glsl"
#include "lib/rain.glsl"
#include "environment/environment.glsl"

uniform vec3 u_parasol;         // the middle of the parasol, x and z, and its radius, metres

// Whether rain falls on a place, 0 to 1: not under the parasol. Drops splash in at its edge.
float rained_on(vec2 ground) {
    float ragged = 0.35 * grain(ground, 1.7).b + 0.15 * grain(ground, 0.37).g - 0.3;
    return smoothstep(-0.15, 0.1, distance(ground, u_parasol.xy) - u_parasol.z + ragged);
}

// Share of a place at this distance from the pool's edge that is under a puddle.
float puddle_at(vec2 ground, float away) {
    float hollow = grain(ground.yx, 3.1).b + 0.5 * grain(ground, 1.3).b + 0.05 * grain(ground, 0.23).g;
    return smoothstep(0.80, 0.86, hollow) * smoothstep(0.3, 0.6, away);
}

// Radiance of wet ground with this `radiance` below the film; `open`: visibility of the sky.
vec3 wet_radiance(vec3 radiance, vec3 point, vec3 ray, vec3 normal, float puddle, float footprint, float open) {
    float lost;
    vec2 slope = puddle * rain_slope(point.xz, footprint, lost);
    normal = normalize(mix(normal, vec3(-slope.x, 1.0, -slope.y), puddle));
    float facing = max(-dot(ray, normal), 0.02);
    float mirrored = reflectance(facing, FRESH_WATER_INDEX.g);
    vec3 up = reflect(ray, normal);
    up.y = max(abs(up.y), 0.01);
    vec3 inside = vec3(clamp(point.xz, -0.9 * u_around_rings.xy, 0.9 * u_around_rings.xy), point.y).xzy;
    vec3 film = 0.5 * open * dome_blurred(up, 0.5);
    return mix(radiance, mix(film, environment_radiance(inside, up), puddle), mirrored);
}
