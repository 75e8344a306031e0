// The waterline on the lens (docs/models.md §14): a meniscus, through which the scene is seen upside down and dim, with a thread of sky
// along its top. Drawn over the image, with alpha.
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
uniform sampler2D u_picture;    // the scene, as lib/scene_colour.glsl stores it
uniform float u_colour_code;

const float MINIFIED = 9.0;      // offset of what is seen per offset within the meniscus
const float TRANSMITTANCE = 0.45;
const int TAPS = 9;

// A line of this variance at `off` from its centre, in heights of the meniscus, at least as wide as pixels can show it.
float thread_at(float off, float variance) {
    float wide = max(variance, 0.2 / (u_thick * u_thick));
    return sqrt(variance / wide) * exp(-0.5 * off * off / wide);
}

void main() {
#ifdef OPEN
    vec4 at = u_unproject * vec4(v_uv * 2.0 - 1.0, 1.0, 1.0);
    float over = lens_over(normalize(at.xyz / at.w));
#else
    vec4 at = u_near * vec4(v_uv * 2.0 - 1.0, -1.0, 1.0);
    vec3 lens = at.xyz / at.w;
    float over = lens.y - water_at(lens.xz);
#endif
    // In pixels of the target, which may be finer than the scene; for an upright lens.
    vec2 pixel = vec2(dFdx(v_uv.x), dFdy(v_uv.y));
    vec2 slope = vec2(dFdx(over), dFdy(over));
    float up = over / max(length(slope), 1e-7) / u_thick;
    if (up < -1.5 || up > 2.5) discard;
#ifndef OPEN
    if (any(greaterThan(abs(lens.xz), u_half))) discard;
#endif
    float meniscus = smoothstep(-0.5, 0.0, up) * (1.0 - smoothstep(0.6, 1.0, up));
    float thread = 0.4 * thread_at(up - 1.0, 0.031) + 0.15 * thread_at(up + 0.35, 0.025);
    float alpha = meniscus + thread - meniscus * thread;
    // A convex wedge of water inverts what is behind it.
    vec2 across = slope / max(length(slope), 1e-7) * pixel;
    vec3 stored = vec3(0.0);
    // The mean over one and a half pixels of the meniscus, or the line would have steps.
    for (int tap = 0; tap < TAPS; tap++) {
        float aside = (float(tap) + 0.5) / float(TAPS) - 0.5;
        float place = MINIFIED * ((0.25 - up) * u_thick + 1.5 * aside);
        stored += textureLod(u_picture, v_uv + across * place, 0.0).rgb / float(TAPS);
    }
    vec3 inverted = TRANSMITTANCE * u_colour_code * (1.0 - stored) / max(stored, 1e-4);
    vec3 sky = 1.2 / PI * u_sky_level * u_exposure;
    vec3 colour = mix(inverted, sky, thread / max(alpha, 1e-4));
    o_colour = vec4(tone_mapped(colour, vec3(1.0)), alpha);
}
