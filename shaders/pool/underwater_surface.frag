// The surface of a lit pool from below, with exact optics at every pixel (docs/models.md §14).
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
in vec3 v_point;
out vec4 o_colour;
uniform vec3 u_eye;

void main() {
    vec3 ray = v_point - u_eye;
    float far = length(ray);
    ray /= far;
    vec3 normal = ceiling_normal(v_point);
    vec3 down = reflected_down(ray, normal);
    float path;
    vec3 outgoing = radiance_along(v_point, down, far, u_pixel, path);
    vec3 below = reflected_radiance(outgoing, v_point, down, path);
    vec3 seen = ceiling(v_point, ray, normal, far, below);
    o_colour = scene_colour(in_water(seen, u_eye, ray, far, shaft_here()));
}
