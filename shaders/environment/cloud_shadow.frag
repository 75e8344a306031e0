// The shadow of the clouds: for each place of their noise, the part of sunlight that they take from what passes through there.
#include "lib/constants.glsl"
#include "lib/cloud_noise.glsl"
in vec2 v_uv;
out vec4 o_colour;

void main() {
    vec2 place = v_uv * CLOUD_REPEATS;
    float inside = cloud_shape(vec3(place.x, CLOUD_SHADOW_HEIGHT * CLOUD_THICKNESS, place.y), CLOUD_SHADOW_HEIGHT, local_cover(place));
    o_colour = vec4(0.9 * smoothstep(-0.03, 0.12, inside));
}
