// The sky behind everything, with the sun in it; behind a TERRACE there is country before it.
#include "daylight.glsl"
#ifdef TERRACE
#include "shape.glsl"
#include "lit_garden.glsl"
#include "lit_country.glsl"
uniform vec3 u_eye;
#endif
#include "tone.glsl"
in vec2 v_uv;
out vec4 o_colour;
#ifndef TERRACE
uniform vec3 u_sun_toward;      // unit
#endif
uniform mat4 u_unproject;       // clip space to world directions
uniform float u_disc;           // radiance of the middle of the sun's disc, of its irradiance

const float SUN_RADIUS = 0.004651;

void main() {
    vec4 point = u_unproject * vec4(v_uv * 2.0 - 1.0, 1.0, 1.0);
    vec3 ray = normalize(point.xyz / point.w);
    // Toward the rim the disc is darker. The cosine has not the digits for so small an angle.
    float off = length(cross(ray, u_sun_toward)) / SUN_RADIUS;
    float inside = dot(ray, u_sun_toward) > 0.0 ? clamp((1.0 - off) / max(fwidth(off), 1e-3) + 0.5, 0.0, 1.0) : 0.0;
    float limb = 0.4 + 0.6 * sqrt(max(1.0 - off * off, 0.0));
    vec3 radiance = sky_radiance(ray) + u_sun_facing * (u_disc * limb * inside);
#ifdef TERRACE
    // Higher there is nothing but sky.
    if (ray.y < 0.3) {
        vec4 land = country(u_eye, ray);
        radiance = mix(radiance, land.rgb, land.a);
    }
#endif
    o_colour = shown(radiance);
}
