// The heights at half resolution: means of four (docs/models.md §14).
#include "lib/heights.glsl"
out vec4 o_height;

void main() {
    ivec2 first = 2 * ivec2(gl_FragCoord.xy);
    float sum = height_at(first) + height_at(first + ivec2(1, 0))
              + height_at(first + ivec2(0, 1)) + height_at(first + ivec2(1, 1));
    o_height = vec4(0.25 * sum);
}
