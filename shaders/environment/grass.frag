// A blade of grass.
#include "lib/scene_colour.glsl"
in vec3 v_radiance;
out vec4 o_colour;

void main() {
    o_colour = scene_colour(v_radiance);
}
