// Scales an image up to the whole target.
#include "post/finished.glsl"
in vec2 v_uv;
out vec4 o_colour;

void main() {
    o_colour = finished(averaged(textureLod(u_picture, v_uv, 0.0).rgb), v_uv);
}
