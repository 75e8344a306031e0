// A pane of the tank from outside (docs/models.md §14): the reflected studio, and through glass and water the surface from below, or
// floor and walls; above the waterline only the reflection, with alpha. Its edges show light guided along the glass.
#include "lib/shape.glsl"
#include "lib/fresnel.glsl"
#include "lib/sky_lighting.glsl"
#include "pool/pool.glsl"
#include "lib/scatter.glsl"
#ifdef LAMP
#include "pool/lamp.glsl"
#endif
#include "lib/rim_shadow.glsl"
#include "lib/above_water.glsl"
#include "environment/environment.glsl"
#include "lib/scene_colour.glsl"
#ifdef WALLS
#include "lib/obstacles.glsl"
#include "lib/stone.glsl"
#include "pool/obstacle_stone.glsl"
#include "pool/submerged_stone.glsl"
#endif
#include "pool/over_water.glsl"
#include "lib/water_medium.glsl"
#include "pool/underwater_ray.glsl"
#include "pool/underwater_surface.glsl"
#include "lib/water_height.glsl"
#include "pool/tank.glsl"
in vec3 v_point;
flat in vec3 v_normal;
out vec4 o_colour;

#define TOP_EDGE (0.006 * HALF_LENGTH)  // width of a ground edge
#define HIGHEST (0.06 * HALF_LENGTH)    // maximum wave height for ray marching

// Distance along an upward ray to the surface, from below; `most` without a hit.
float surface_hit(vec3 from, vec3 ray, float most) {
    if (ray.y <= 0.0) return most;
    float first = clamp((-HIGHEST - from.y) / ray.y, 0.0, most);
    float last = clamp((HIGHEST - from.y) / ray.y, 0.0, most);
    const int STEPS = 10;
    float path = last;
    for (int i = STEPS; i >= 1; i--) {
        float here = mix(first, last, float(i) / float(STEPS));
        vec3 point = from + here * ray;
        path = point.y > water_at(point.xz) ? here : path;
    }
    float under = max(path - (last - first) / float(STEPS), first);
    for (int i = 0; i < 5; i++) {
        float between = 0.5 * (under + path);
        vec3 point = from + between * ray;
        bool over = point.y > water_at(point.xz);
        path = over ? between : path;
        under = over ? under : between;
    }
    vec3 end = from + path * ray;
    return end.y > water_at(end.xz) - 1e-4 * HALF_LENGTH ? path : most;
}

// Glass seen edge-on: dark without a background, bright where the bevel reflects a light.
vec3 edge_radiance(vec3 ray, vec3 normal, vec3 aside) {
    vec3 bevel = normalize(normal + aside);
    vec3 along = refract(ray, bevel, 1.0 / GLASS_INDEX);
    float mirrored = reflectance(max(-dot(ray, bevel), 0.0), GLASS_INDEX);
    vec3 behind = 0.5 * studio_radiance(v_point, along) + 0.6 * u_upwelling_irradiance / PI;
    return mirrored * studio_radiance(v_point, reflect(ray, bevel)) + (1.0 - mirrored) * GLASS_EDGE * behind;
}

void main() {
    vec3 ray = v_point - u_eye;
    float far = length(ray);
    ray /= far;
    float facing = -dot(ray, v_normal);
    if (facing <= 0.0) discard;
    float mirrored = reflectance(facing, GLASS_INDEX);
    vec3 mirror = studio_radiance(v_point, reflect(ray, v_normal));
    vec3 in_glass = refract(ray, v_normal, 1.0 / GLASS_INDEX);
    vec3 inner = v_point + in_glass * (GLASS / max(-dot(in_glass, v_normal), 0.05));
    vec2 over = abs(inner.xz) - u_half;
    // On the inner side of the pane, or at its joints.
    float past = abs(v_normal.x) > 0.5 ? over.y : over.x;
    float below = max(-u_depth - inner.y, inner.y - (RIM - TOP_EDGE));
    bool is_top = v_normal.y > 0.5;
    if (is_top || past > 0.0 || below > 0.0) {
        vec3 aside = below > past ? vec3(0.0, sign(inner.y), 0.0)
                   : abs(v_normal.x) > 0.5 ? vec3(0.0, 0.0, sign(inner.z)) : vec3(sign(inner.x), 0.0, 0.0);
        vec3 beyond = vec3(abs(v_point.x) - u_half.x - 0.5 * GLASS, 0.0, abs(v_point.z) - u_half.y - 0.5 * GLASS);
        vec3 top_aside = beyond.x > beyond.z ? vec3(sign(v_point.x) * sign(beyond.x), 0.0, 0.0)
                       : vec3(0.0, 0.0, sign(v_point.z) * sign(beyond.z));
        vec3 bevel = is_top ? 0.35 * top_aside : 0.6 * aside;
        o_colour = vec4(scene_colour(edge_radiance(ray, v_normal, bevel)).rgb, 1.0);
        return;
    }
    inner.xz = clamp(inner.xz, -0.9999 * u_half, 0.9999 * u_half);
#ifdef GROUND
    float buried = floor_at(inner.xz) - inner.y;
    if (buried > 0.0) {
        float along_pane = abs(v_normal.x) > 0.5 ? inner.z : inner.x;
        vec3 earth = soil(along_pane, inner.y, buried, u_pixel * far) / PI * daylight_on(v_normal, 1.0, 0.6);
        o_colour = vec4(scene_colour(mirrored * mirror + (1.0 - mirrored) * earth).rgb, 1.0);
        return;
    }
#endif
    float water = water_at(inner.xz);
    float up = inner.y - water;
    if (up > 0.0) {
        // The meniscus on the glass.
        float wet = exp(-up / (0.0025 * HALF_LENGTH));
        float alpha = min(2.0 * mirrored + 0.5 * wet, 1.0);
        o_colour = vec4(scene_colour(mix(mirror, 0.4 * u_sky_level / PI, wet)).rgb, alpha);
        return;
    }
    vec3 within = refract(ray, v_normal, 1.0 / FRESH_WATER_INDEX.g);
    vec3 side;
    float ground = pool_hit(inner, within, side);
    float hit = surface_hit(inner, within, ground);
    bool is_surface = hit < ground;
    // Floor and walls are traced by one call, along the ray or the one that the surface reflects: the compiler inlines each call, and a
    // software rasteriser would compile twice as long.
    vec3 from = inner;
    vec3 along = within;
    float before = far;
    vec3 normal = vec3(0.0, 1.0, 0.0);
    if (is_surface) {
        from = inner + hit * within;
        normal = ceiling_normal(from);
        along = reflected_down(within, normal);
        before = far + hit;
    }
    float path;
    vec3 seen = radiance_along(from, along, before, u_pixel, path);
    if (is_surface) {
        seen = ceiling(from, within, normal, before, reflected_radiance(seen, from, along, path));
        path = hit;
    }
    seen = in_water(seen, inner, within, path, shaft_here());
    float line = 1.0 - 0.5 * exp(up / (0.003 * HALF_LENGTH));
    vec3 radiance = mirrored * mirror + (1.0 - mirrored) / (FRESH_WATER_INDEX.g * FRESH_WATER_INDEX.g) * seen * line;
    o_colour = vec4(scene_colour(radiance).rgb, 1.0);
}
