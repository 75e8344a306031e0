// A body on a lit sea (docs/models.md §15): sun and sky from above, water from below, and what its gloss mirrors.
#include "lib/sky_lighting.glsl"
#include "lib/fresnel.glsl"
#include "bodies/sea_light.glsl"
#include "lib/scene_colour.glsl"
in vec3 v_point;
in vec3 v_normal;
in vec3 v_albedo;
flat in float v_gloss;
out vec4 o_colour;
uniform vec3 u_eye;
uniform vec3 u_upwelling;       // water-leaving radiance

void main() {
    vec3 ray = normalize(v_point - u_eye);
    vec3 normal = normalize(v_normal);
    float sun = sun_on_body(v_point, normal);
    vec3 from_below = light_from_sea(u_upwelling);
    float mirrored = v_gloss * varnish_mirrors(ray, normal);
    vec3 up = reflect(ray, normal);
    vec3 seen = mix(from_below / PI, dome_blurred(up, 0.05), smoothstep(-0.08, 0.08, up.y));
    seen += u_sun_facing * sun * varnish_glint(ray, normal, u_sun_toward);
    o_colour = scene_colour(mirrored * seen + (1.0 - mirrored) * matte_body(normal, v_albedo, sun, from_below));
}
