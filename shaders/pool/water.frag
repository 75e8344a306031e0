// The surface of a lit pool with exact optics at every pixel (docs/models.md §14): by Fresnel's law it reflects the sky or the wall above
// the water, and transmits the pool along the refracted ray. DEFERRED: from the depth of the surface. In that case the pixels
// whose rays come near a body have a pass of their own, NEAR_BODIES; BODIES_APART copies its result.
#ifndef DEFERRED
#define TILE_DETAIL     // takes a fifth of a frame in software
#endif
#include "lib/shape.glsl"
#include "lib/fresnel.glsl"
#include "lib/sky_lighting.glsl"
#include "pool/pool.glsl"
#ifdef LAMP
#include "lib/scatter.glsl"
#include "pool/lamp.glsl"
#endif
#include "lib/rim_shadow.glsl"
#include "lib/above_water.glsl"
#include "environment/environment.glsl"
#include "lib/scene_colour.glsl"
#include "lib/water_slope.glsl"
#ifdef RAIN
#include "lib/rain.glsl"
#endif
#ifdef WALLS
#include "lib/obstacles.glsl"
#include "lib/stone.glsl"
#include "pool/obstacle_stone.glsl"
#include "pool/submerged_stone.glsl"
#endif
#include "pool/over_water.glsl"
uniform vec3 u_eye;
#ifndef DEFERRED
in vec3 v_point;
#else
#include "pool/seen_surface.glsl"
#endif
out vec4 o_colour;
uniform float u_pixel;          // width of a pixel at distance 1
#ifdef BODIES_APART
uniform sampler2D u_water_near_bodies;        // the result of NEAR_BODIES; alpha 0 elsewhere
#endif


float pow4(float x) {
    return x * x * x * x;
}

void main() {
#ifdef DEFERRED
    float depth;
    vec3 ray = ray_to_surface(depth);
    vec3 point = u_eye + ray;
#ifndef NEAR_BODIES
    gl_FragDepth = depth;
#endif
#else
    vec3 point = v_point;
    vec3 ray = point - u_eye;
#endif
    float far = length(ray);
    ray /= far;
    vec2 slope = slope_at(point.xz);
#ifdef FLOW
    vec4 cover = cover_at(point.xz);
    float over = u_pixel * far / max(abs(ray.y), 0.15);
    slope += flow_ripples(point.xz, cover, over);
#endif
    float rain_lost = 0.0;
#ifdef RAIN
    slope += rain_slope(point.xz, u_pixel * far / max(abs(ray.y), 0.1), rain_lost);
#endif
    vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
    // Facets that lean away from the eye are hidden behind those that lean toward it.
    float facing = max(-dot(ray, normal), 0.01);
    float mirrored = reflectance(facing, FRESH_WATER_INDEX.g);

    vec3 up = reflect(ray, normal);
    up.y = abs(up.y);
    float wall;
    vec3 above = over_water(point, up, u_pixel * far, wall);
    above = mix(environment_radiance(point, up), above, wall);

    vec3 side;
    vec3 down = refract(ray, normal, 1.0 / FRESH_WATER_INDEX.g);
    float length_under = pool_hit(point, down, side);
    vec3 at = point + length_under * down;
    float footprint = u_pixel * (far + length_under) / max(abs(dot(down, side)), 0.2);
    vec3 left;
    vec3 outgoing = pool_radiance(at, side, tiles_seen(at, side, footprint), footprint, left);
    vec3 below = watered(outgoing, left, down, length_under);

#ifdef WALLS
    // Obstacles in the water along the ray.
    float hit_at = stone_hit(point, down, length_under);
    if (hit_at < length_under) {
        outgoing = stone_radiance(point + hit_at * down, u_pixel * (far + hit_at), left);
        below = watered(outgoing, left, down, hit_at);
        length_under = hit_at;
    }
#endif

#if defined(BODIES) && !defined(BODIES_APART)
    vec3 body_normal;
    vec3 body_albedo;
#ifdef NEAR_BODIES
    float body_path = near_bodies_hit(bodies_near_rays().x, point, down, length_under, body_normal, body_albedo);
#else
    float body_path = bodies_hit(point, down, length_under, body_normal, body_albedo);
#endif
    if (body_path < length_under) {
        outgoing = submerged_body_radiance(point + body_path * down, body_normal, body_albedo, left);
        below = watered(outgoing, left, down, body_path);
        length_under = body_path;
    }
#endif

#ifdef LAMP
    below += lamp_glow(point, down, length_under);
#endif

    // The sun's glitter: the disc corresponds to slopes of variance SUN_SLOPE_VARIANCE, plus those within the pixel.
    vec2 bend = fwidth(slope) * 0.5;
    vec3 half_way = normalize(u_sun_toward - ray);
    half_way.y = max(half_way.y, 1e-3);
    vec2 wanted = -half_way.xz / half_way.y;
    float variance = SUN_SLOPE_VARIANCE + rain_lost + 0.25 * dot(bend, bend);
    vec2 off = wanted - slope;
    float rarity = 0.5 * dot(off, off) / variance;
    float glint = 0.0;
    // Most pixels have none.
    if (rarity < 40.0) {
        float share = exp(-rarity) / (2.0 * PI * variance);
        glint = share * mirrored / (4.0 * facing * pow4(half_way.y));
    }
#ifdef GROUND
    glint *= sun_over_ground(point, u_sun_toward, rarity < 40.0 ? SUN_STEPS : 0);
#endif
    float seen = 1.0 - wall;

    vec3 radiance = mirrored * above + (1.0 - mirrored) / (FRESH_WATER_INDEX.g * FRESH_WATER_INDEX.g) * below + u_sun_facing * glint * seen;
#ifdef FLOW
    float foam = foam_over(point.xz, cover, over);
    if (foam > 0.0) {
        vec3 white = FOAM_ALBEDO / PI * daylight_on(normal, sun_over_pool(point), 0.9);
        radiance = mix(radiance, white, foam);
    }
#endif
    o_colour = scene_colour(radiance);
#ifdef BODIES_APART
    vec4 near = texelFetch(u_water_near_bodies, ivec2(gl_FragCoord.xy), 0);
    o_colour = near.a > 0.0 ? near : o_colour;
#endif
#if defined(DEFERRED) && !defined(NEAR_BODIES)
    if (depth == 1.0) discard;
#endif
}
