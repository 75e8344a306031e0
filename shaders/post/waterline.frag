// The waterline on the lens (docs/models.md §14): a dark meniscus with a thread of sky along its top. Drawn over the image, with alpha.
#ifndef OPEN
#include "lib/shape.glsl"
#endif
#include "lib/sky_lighting.glsl"
#include "lib/tonemap.glsl"
#ifdef OPEN
#include "ocean/underwater.glsl"
#else
#include "lib/water_height.glsl"
#endif
in vec2 v_uv;
out vec4 o_colour;
#ifdef OPEN
uniform mat4 u_unproject;       // clip space to the world's directions
#else
uniform mat4 u_near;            // clip space to the world
#endif
uniform float u_thick;          // height of the meniscus, pixels
uniform float u_exposure;

void main() {
#ifdef OPEN
    vec4 at = u_unproject * vec4(v_uv * 2.0 - 1.0, 1.0, 1.0);
    float over = lens_over(normalize(at.xyz / at.w));
#else
    vec4 at = u_near * vec4(v_uv * 2.0 - 1.0, -1.0, 1.0);
    vec3 lens = at.xyz / at.w;
    float over = lens.y - water_at(lens.xz);
#endif
    // In pixels, for an upright lens.
    vec2 slope = vec2(dFdx(over), dFdy(over));
    float up = over / max(length(slope), 1e-7) / u_thick;
    if (up < -1.5 || up > 2.5) discard;
#ifndef OPEN
    if (any(greaterThan(abs(lens.xz), u_half))) discard;
#endif
    float dark = 0.75 * smoothstep(-0.5, 0.05, up) * (1.0 - smoothstep(0.55, 1.0, up));
    float thread = 0.55 * exp(-16.0 * (up - 1.0) * (up - 1.0)) + 0.2 * exp(-20.0 * (up + 0.35) * (up + 0.35));
    float alpha = dark + thread - dark * thread;
    vec3 sky = u_sky_level / PI;
    vec3 colour = mix(vec3(0.05, 0.12, 0.14) * sky, 1.2 * sky, thread / max(alpha, 1e-4));
    o_colour = vec4(tone_mapped(colour * u_exposure, vec3(1.0)), alpha);
}
