// A drop of rain or of a splash (docs/models.md §16b).
#include "lib/scene_colour.glsl"
in vec2 v_at;
flat in float v_share;
flat in vec3 v_radiance;
out vec4 o_colour;

void main() {
    float square = dot(v_at, v_at);
    if (square >= 1.0) discard;
    o_colour = vec4(scene_colour(v_radiance).rgb, v_share * (1.0 - square));
}
