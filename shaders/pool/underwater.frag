// Floor and walls of a lit pool, and (STONE) obstacles, for an eye under water (docs/models.md §14).
#define TILE_DETAIL
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "pool/pool.glsl"
#include "lib/scatter.glsl"
#ifdef LAMP
#include "pool/lamp.glsl"
#endif
#include "lib/rim_shadow.glsl"
#include "lib/above_water.glsl"
#include "lib/scene_colour.glsl"
#ifdef WALLS
#include "lib/obstacles.glsl"
#include "lib/stone.glsl"
#include "pool/submerged_stone.glsl"
#endif
#include "lib/water_medium.glsl"
#include "pool/underwater_ray.glsl"
#include "lib/water_height.glsl"
in vec3 v_point;
flat in vec3 v_normal;
out vec4 o_colour;
uniform vec3 u_eye;
uniform float u_pixel;
#ifdef BOTTOM
uniform mat4 u_view_projection;
#endif

void main() {
    vec3 ray = v_point - u_eye;
    float far = length(ray);
    ray /= far;
    vec3 down;
#ifdef STONE
    vec3 outgoing = stone_radiance(v_point, u_pixel * far, down);
#else
    float water = water_at(v_point.xz);
    // Seen from below, there is no gap between the surface and the wall.
    if (v_point.y > water + clamp(-u_eye.y, 0.0, 0.01 * HALF_LENGTH)) {
        o_colour = scene_colour(strip_radiance(v_point, v_normal, tiles_at(v_point, v_normal, u_pixel * far), strip_sun(v_point, v_normal), 1.0));
#ifdef BOTTOM
        gl_FragDepth = gl_FragCoord.z;
#endif
        return;
    }
    vec3 point = v_point;
    vec3 normal = v_normal;
#ifdef BOTTOM
    far = pool_hit_under(u_eye, ray, normal);
    point = u_eye + far * ray;
    vec4 clip = u_view_projection * vec4(point, 1.0);
    gl_FragDepth = clamp(0.5 + 0.5 * clip.z / clip.w, 0.0, 1.0);
#endif
    float footprint = u_pixel * far / max(abs(dot(ray, normal)), 0.2);
    vec3 outgoing = pool_radiance(point, normal, tiles_at(point, normal, footprint), footprint, down);
#endif
    o_colour = scene_colour(in_water(outgoing, u_eye, ray, far, shaft_here()));
}
