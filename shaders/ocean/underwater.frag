// The background for an eye under a sea (docs/models.md §15a): the floor, or endless water.
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
uniform float u_index;
uniform float u_pixel;          // width of a pixel at distance 1

void main() {
    vec4 point = u_unproject * vec4(v_uv * 2.0 - 1.0, 1.0, 1.0);
    vec3 ray = normalize(point.xyz / point.w);
    // Gaps of the mesh at the lens are water, too.
    if (lens_over(ray) > 0.0 && ray.y > -0.02) discard;
    vec3 eye = vec3(0.0, min(u_eye.y, 0.0), 0.0);
    vec3 sent = vec3(0.0);
    float way = ENDLESS;
    if (ray.y > 0.0) {
        // The mesh ends at the lens and in the distance; level water continues it.
        way = min(way, -eye.y / max(ray.y, 1e-4));
        float mirrored = reflectance(ray.y, 1.0 / u_index);
        float sine = min(u_index * length(ray.xz), 0.9995);
        vec3 up = vec3(sine * normalize(ray.xz + 1e-6), sqrt(1.0 - sine * sine)).xzy;
        vec3 below = in_water(vec3(0.0), vec3(0.0), ray * vec3(1.0, -1.0, 1.0), ENDLESS, 1.0);
        sent = mirrored * below + (1.0 - mirrored) * u_index * u_index * dome_blurred(up, 0.0);
    }
#ifdef BED
    float met = bed_met(eye, ray, way, 0.3);
    if (met < way) {
        way = met;
#ifdef UNEVEN
        float facing = max(-dot(bed_normal(way * ray.xz), ray), 0.05);
#else
        float facing = max(-ray.y, 0.05);
#endif
        sent = bed_sent(way * ray.xz, u_pixel * way / facing);
    }
#endif
    o_colour = scene_colour(in_water(sent, eye, ray, way, shaft_here()));
}
