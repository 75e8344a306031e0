// The sky behind everything, with the sun in it; with COUNTRY a band about the horizon with what stands before the sky there, with
// BELOW_HORIZON the country alone, and with ABOVE_COUNTRY the sky over all that.
#include "daylight.glsl"
#ifdef COUNTRY
#include "shape.glsl"
#include "lit_garden.glsl"
#include "lit_clearing.glsl"
#include "lit_country.glsl"
in vec3 v_ray;
uniform vec3 u_eye;
#else
uniform vec3 u_sun_toward;      // unit
#ifdef ABOVE_COUNTRY
in vec3 v_ray;
#else
in vec2 v_uv;
uniform mat4 u_unproject;       // clip space to world directions
#endif
#endif
#include "tone.glsl"
out vec4 o_colour;
#ifdef FINE
uniform sampler2D u_sky_fine;   // the table above the horizon, by the root of the elevation
#endif
uniform float u_disc;           // radiance of the middle of the sun's disc, of its irradiance

const float SUN_RADIUS = 0.004651;

void main() {
#if defined(COUNTRY) || defined(ABOVE_COUNTRY)
    vec3 ray = normalize(v_ray);
#else
    vec4 point = u_unproject * vec4(v_uv * 2.0 - 1.0, 1.0, 1.0);
    vec3 ray = normalize(point.xyz / point.w);
#endif
#ifdef BELOW_HORIZON
    o_colour = shown(under_horizon(u_eye, ray, atan(ray.x, -ray.z) / (2.0 * PI)));
#else
    // Toward the rim the disc is darker. The cosine has not the digits for so small an angle.
    float off = length(cross(ray, u_sun_toward)) / SUN_RADIUS;
    float inside = dot(ray, u_sun_toward) > 0.0 ? clamp((1.0 - off) / max(fwidth(off), 1e-3) + 0.5, 0.0, 1.0) : 0.0;
    float limb = 0.4 + 0.6 * sqrt(max(1.0 - off * off, 0.0));
    vec2 place = sky_place(ray);
#ifdef FINE
    vec3 air = place.y < 0.5 ? textureLod(u_sky_fine, vec2(place.x, 1.0 - 2.0 * place.y), 0.0).rgb : textureLod(u_sky_table, place, 0.0).rgb;
#else
    vec3 air = textureLod(u_sky_table, place, 0.0).rgb;
#endif
    vec3 radiance = air + u_sun_facing * (u_disc * limb * inside);
#ifdef COUNTRY
    vec4 land = over_horizon(u_eye, ray, place.x - 0.5);
    radiance = mix(radiance, land.rgb, land.a);
#endif
    o_colour = shown(radiance);
#endif
}
