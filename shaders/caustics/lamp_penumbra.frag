// Blurs the lamp's caustics on a receiver by the size of the lens (docs/models.md §14): a mean over the image of the lens that a point of
// the surface projects onto the receiver.
#include "lib/shape.glsl"
#include "lib/receiver.glsl"
in vec2 v_uv;
out vec4 o_light;
uniform vec2 u_lens;            // radius of that image for each metre below the rest level; texture coordinates

const float TURN = 2.3999632;   // the golden angle: samples are uniform in the disc
const int SAMPLES = 16;
const float MIN_RADIUS = 1.5;   // minimum radius in texels

void main() {
#ifdef SIDE
    float deep = u_depth - v_uv.y * (u_depth + RIM);
#else
    float deep = -floor_at((2.0 * v_uv - 1.0) * u_half);
#endif
    vec2 texels = vec2(textureSize(u_light, 0)) * vec2(1.0, u_section.y);
    vec2 wide = max(u_lens * max(deep, 0.0), MIN_RADIUS / texels);
    // The mip level matches the distance between samples.
    float level = max(log2(0.5 * wide.x * texels.x), 0.0);
    float sum = 0.0;
    for (int i = 0; i < SAMPLES; i++) {
        float far = sqrt((float(i) + 0.5) / float(SAMPLES));
        float turn = TURN * float(i);
        sum += light_at(v_uv + far * wide * vec2(cos(turn), sin(turn)), level);
    }
    o_light = vec4(vec3(sum / float(SAMPLES)), 1.0);
}
