// The surface of a sea from below (docs/models.md §15a): the sky inside Snell's window, and the reflected water or floor outside;
// separate refractive indices for the colours, blurred by the unresolved slopes.
#define CORALS_FROM_ABOVE
#include "lib/cascades.glsl"
#include "lib/cascade_slopes.glsl"
#include "lib/fresnel.glsl"
#include "lib/sky_lighting.glsl"
#include "lib/scatter.glsl"
#include "ocean/floor.glsl"
#include "ocean/underwater.glsl"
#include "lib/water_medium.glsl"
#include "lib/unresolved_slopes.glsl"
#include "lib/scene_colour.glsl"
in vec2 v_rest;
in vec3 v_surface;
out vec4 o_colour;
uniform vec3 u_eye;
uniform int u_foamy;            // 1 if there is any foam, or 0
uniform sampler2D u_foam;       // foam coverage of the first cascade, 0 to 1
uniform vec3 u_sun_toward;      // unit
uniform float u_pixel;          // width of a pixel at distance 1

const float VEIL = 0.5;                 // transmittance of foam

// Reflectance for this angle to a surface whose facets have the standard deviation `sigma`: 1 for the share beyond the critical angle,
// and Fresnel's law at the mean angle of the rest.
float mirrored_at(float facing, float index, float sigma) {
    float critical = sqrt(1.0 - 1.0 / (index * index));
    float past = 1.0 / (1.0 + exp(clamp(1.702 * (facing - critical) / max(sigma, 1e-4), -30.0, 30.0)));
    float spread = (facing - critical) / max(sigma, 1e-4);
    // Approximate mean of the normal distribution above the critical angle.
    float seen = max(facing, critical) + sigma * 0.8 * exp(-0.7 * abs(spread));
    return mix(reflectance(min(seen, 1.0), 1.0 / index), 1.0, past);
}

#ifdef UNEVEN
const vec3 MEAN_ROCK = vec3(0.30, 0.23, 0.14);      // mean albedo of what covers rock in ocean/underwater.glsl

// Mean radiance of a level floor of sand or rock under level water.
vec3 mean_bed_radiance(vec2 ground) {
    float depth = bed_at(ground);
    vec3 sky = u_sky_under * exp(-u_down * (SKY_PATH * depth));
    vec3 sand = gain_over_sand(depth) / PI * light_from_sand(depth, sky);
    return sand * mix(vec3(1.0), MEAN_ROCK / SAND_ALBEDO, smoothstep(0.42, 0.58, bed_rock(ground)));
}
#endif

// Radiance of floor and water along a ray that the surface mirrors down, `far` from the eye, with the standard deviation `rough` of
// unresolved slopes; the rays of a pixel diverge by so many radians.
vec3 radiance_below(vec3 from, vec3 down, float far, float rough, float divergence) {
#ifndef BED
    return in_water(vec3(0.0), from, down, ENDLESS, 1.0);
#else
    vec2 silhouette;
    float path = bed_hit(from, down, ENDLESS, 1.0, silhouette);
    float blocked = blocked_at(silhouette, down, divergence + u_pixel * far / max(silhouette.x, 1e-3));
    float seen = blocked > 0.0 ? silhouette.x : path;
    vec3 outgoing = bed_radiance(from.xz + seen * down.xz, u_pixel * (far + seen) / -down.y + seen * rough);
    vec3 radiance = in_water(outgoing, from, down, seen, 1.0);
#ifdef UNEVEN
    // What lies behind the edge of a silhouette is approximated by a mean.
    vec3 behind = in_water(mean_bed_radiance(from.xz + path * down.xz), from, down, path, 1.0);
    radiance = blocked > 0.0 ? mix(behind, radiance, blocked) : radiance;
#endif
    return radiance;
#endif
}

void main() {
    float far = length(v_surface);
    vec3 ray = v_surface / far;
    vec2 sides = sides_of(v_rest);
    sides.y = min(sides.y, 2.0 * far * u_pixel / max(abs(ray.y), 0.02));
    float footprint = footprint_of(sides);
    vec2 slope = world_slope(bent_at(v_rest, footprint));
    vec3 lost = unresolved_at(footprint).xyz * u_height * u_height;
    vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
    float turned = dot(ray, normal);
    normal = normalize(normal - 2.0 * min(turned, 0.0) * ray);
    float facing = max(abs(turned), 0.01);

    vec2 ahead = normalize(ray.xz + 1e-6);
    float along = max(dot(lost.xy, ahead * ahead) + 2.0 * lost.z * ahead.x * ahead.y, 0.0);
    float sigma = sqrt(along) * length(ray.xz);
    vec3 mirrored = vec3(mirrored_at(facing, SEA_WATER_INDEX.r, sigma), mirrored_at(facing, SEA_WATER_INDEX.g, sigma), mirrored_at(facing, SEA_WATER_INDEX.b, sigma));

    vec3 from = vec3(v_surface.x, v_surface.y + u_eye.y, v_surface.z);
    vec3 down = reflect(ray, normal);
    down.y = -max(abs(down.y), 1e-3);
    // The derivative contains the angle of the pixel itself. A mirrored ray turns by twice the slope.
    float divergence = 2.0 * sqrt(along) + max(length(dFdx(down)), length(dFdy(down)));
    vec3 below = radiance_below(from, down, far, sqrt(along), divergence);

    // Beyond the critical angle some facets of a rough surface transmit light from just above the horizon.
    vec3 across = normalize(ray - facing * normal + 1e-6);
    float sine = min(SEA_WATER_INDEX.g * sqrt(max(1.0 - facing * facing, 0.0)), 0.9995);
    vec3 up = sine * across + sqrt(1.0 - sine * sine) * normal;
    vec3 spread = fwidth(up);
    float variance = 0.12 * (lost.x + lost.y) + 0.25 * dot(spread, spread);
    vec3 sky = dome_blurred(up, sqrt(variance));
    float off = length(cross(up, u_sun_toward));
    variance += SUN_DISC_VARIANCE;
    float disc = dot(up, u_sun_toward) > 0.0 ? exp(-0.5 * off * off / variance) / (2.0 * PI * variance) : 0.0;
    vec3 above = sky + u_sun_facing * disc;

    vec3 radiance = mirrored * below + (1.0 - mirrored) * SEA_WATER_INDEX * SEA_WATER_INDEX * above;
    float coverage = 0.0;
    for (int i = 0; i < u_foamy; i++) coverage = foam_cover(u_foam, v_rest, footprint);
    radiance = mix(radiance, VEIL / PI * (u_sun_level + u_sky_level), 0.7 * coverage);
    if (lens_over(ray) > 0.0) discard;
#ifdef UNEVEN
    // The floor may rise in front; it is drawn after this.
    if (bed_hit(vec3(0.0, min(u_eye.y, 0.0), 0.0), ray, far, 0.3) < far) discard;
#endif
    o_colour = scene_colour(in_water(radiance, vec3(0.0, min(u_eye.y, 0.0), 0.0), ray, far, shaft_here()));
}
