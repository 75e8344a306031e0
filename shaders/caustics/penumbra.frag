// Blurs caustics on a receiver by the sun's disc and disperses their colours (docs/models.md §14): samples along the direction away from
// the sun and across it, weighted for each colour.
#include "lib/shape.glsl"
#include "lib/receiver.glsl"
in vec2 v_uv;
out vec4 o_light;
uniform vec2 u_along;           // offset between samples along that direction, texture coordinates at the greatest depth
uniform vec2 u_aside;           // offset across it
uniform vec4 u_weights[SAMPLES];   // for red, green, blue
#ifdef SCATTER
uniform vec3 u_scattered;       // optical depth of particles along the sun's ray to the greatest depth
uniform vec2 u_wide;            // width of forward scattering, texture coordinates
#endif
#ifdef SIDE
// The penumbra grows with the path length under water.
float spread() { return clamp(1.0 - v_uv.y, 0.0, 1.0); }
#else
float spread() { return floor_at((2.0 * v_uv - 1.0) * u_half) / -u_depth; }
#endif

void main() {
    vec3 sum = vec3(0.0);
    float grown = spread();
    for (int i = 0; i < SAMPLES; i++) {
        float place = float(i) - 0.5 * float(SAMPLES - 1);
        vec2 at = v_uv + grown * (place * u_along + ((i & 1) == 0 ? 1.0 : -1.0) * u_aside);
        sum += u_weights[i].rgb * light_at(at, 0.0);
    }
#ifdef SCATTER
    // Large-angle scattering leaves no pattern.
    vec2 size = vec2(textureSize(u_light, 0));
    float level = log2(clamp(u_wide.x * size.x, 1.0, max(0.5 * u_section.y * size.y, 1.0)));
    float wide = 0.0;
    for (int i = 0; i < 4; i++) {
        vec2 aside = vec2((i & 1) == 0 ? -0.5 : 0.5, i < 2 ? -0.5 : 0.5) * u_wide;
        wide += 0.25 * light_at(v_uv + aside, level);
    }
    sum = mix(vec3(wide), sum, exp(-u_scattered * grown));
#endif
    o_light = vec4(sum, 1.0);
}
