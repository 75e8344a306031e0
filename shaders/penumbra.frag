// Caustics as the sun's disc blurs them and the water's colours spread them, over a receiver (docs/models.md §14): samples along
// the way from the sun and to either side of it, weighted for each colour.
#include "shape.glsl"
in vec2 v_uv;
out vec4 o_light;
uniform sampler2D u_light;
uniform vec2 u_along;           // from sample to sample along that way, texture coordinates at the greatest depth
uniform vec2 u_aside;           // to either side of it
uniform vec4 u_weights[SAMPLES];   // for red, green, blue
#ifdef SIDE
// The penumbra grows with the way under water.
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
        sum += u_weights[i].rgb * textureLod(u_light, at, 0.0).r;
    }
    o_light = vec4(sum, 1.0);
}
