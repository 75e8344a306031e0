// A body on a lit sea (docs/models.md §15): sun and sky from above, water from below, and what its gloss mirrors.
#include "lib/sky_lighting.glsl"
#include "lib/fresnel.glsl"
#include "bodies/bodies.glsl"
#include "lib/scene_colour.glsl"
in vec3 v_point;
in vec3 v_normal;
flat in vec3 v_albedo;
flat in float v_gloss;
out vec4 o_colour;
uniform vec3 u_eye;
uniform vec3 u_sun_toward;      // unit
uniform vec3 u_upwelling;       // water-leaving radiance

const float VARNISH = 1.5;      // refractive index of a glossy surface

void main() {
    vec3 ray = normalize(v_point - u_eye);
    vec3 normal = normalize(v_normal);
    float offset = body_offset();
    float sun = bodies_light(v_point + offset * normal, u_sun_toward, 1e3, 0.4 * offset);
    // A rough sea mirrors a share of the sky, and little of the sun, from below.
    vec3 from_below = PI * u_upwelling + 0.06 * u_sky_level;
    vec3 light = u_sun_facing * max(dot(normal, u_sun_toward), 0.0) * sun + u_sky_level * (0.5 + 0.5 * normal.y)
               + from_below * (0.5 - 0.5 * normal.y);
    float facing = max(-dot(ray, normal), 0.02);
    float mirrored = v_gloss * reflectance(facing, VARNISH);
    vec3 up = reflect(ray, normal);
    vec3 seen = mix(from_below / PI, dome_blurred(up, 0.05), smoothstep(-0.08, 0.08, up.y));
    vec3 half_way = normalize(u_sun_toward - ray);
    float level = max(dot(half_way, normal), 1e-3);
    const float VARIANCE = 0.004;
    float glint = exp((1.0 - 1.0 / (level * level)) / (2.0 * VARIANCE)) / (2.0 * PI * VARIANCE * pow(level, 4.0));
    seen += u_sun_facing * sun * min(glint * 0.25 / facing, 60.0);
    o_colour = scene_colour(mirrored * seen + (1.0 - mirrored) * v_albedo / PI * light);
}
