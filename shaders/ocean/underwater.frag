// The background for an eye under a sea (docs/models.md §15a): the floor, or endless water.
#define SAND_DETAIL
#include "lib/fresnel.glsl"
#include "lib/sky_lighting.glsl"
#include "lib/scatter.glsl"
#include "ocean/floor.glsl"
#include "ocean/underwater.glsl"
#include "lib/water_medium.glsl"
#include "lib/scene_colour.glsl"
in vec2 v_uv;
out vec4 o_colour;
uniform mat4 u_unproject;       // clip space to the world's directions
uniform vec3 u_eye;
uniform float u_pixel;          // width of a pixel at distance 1

void main() {
    vec4 point = u_unproject * vec4(v_uv * 2.0 - 1.0, 1.0, 1.0);
    vec3 ray = normalize(point.xyz / point.w);
    // Gaps of the mesh at the lens are water, too.
    if (lens_over(ray) > 0.0 && ray.y > -0.02) discard;
    vec3 eye = vec3(0.0, min(u_eye.y, 0.0), 0.0);
    vec3 outgoing = vec3(0.0);
    float path = ENDLESS;
    if (ray.y > 0.0) {
        // The mesh ends at the lens and in the distance; level water continues it.
        path = min(path, -eye.y / max(ray.y, 1e-4));
        float mirrored = reflectance(ray.y, 1.0 / SEA_WATER_INDEX.g);
        float sine = min(SEA_WATER_INDEX.g * length(ray.xz), 0.9995);
        vec3 up = vec3(sine * normalize(ray.xz + 1e-6), sqrt(1.0 - sine * sine)).xzy;
        vec3 below = in_water(vec3(0.0), vec3(0.0), ray * vec3(1.0, -1.0, 1.0), ENDLESS, 1.0);
        outgoing = mirrored * below + (1.0 - mirrored) * SEA_WATER_INDEX.g * SEA_WATER_INDEX.g * dome_blurred(up, 0.0);
    }
#ifdef BED
    float hit = bed_hit(eye, ray, path, 0.3);
    if (hit < path) {
        path = hit;
#ifdef UNEVEN
        float facing = max(-dot(bed_normal(path * ray.xz), ray), 0.05);
#else
        float facing = max(-ray.y, 0.05);
#endif
        outgoing = bed_radiance(path * ray.xz, u_pixel * path / facing);
    }
#endif
    o_colour = scene_colour(in_water(outgoing, eye, ray, path, shaft_here()));
}
