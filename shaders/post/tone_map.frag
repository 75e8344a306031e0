// From scene colour to display colours.
#include "post/finished.glsl"
in vec2 v_uv;
out vec4 o_colour;

void main() {
    o_colour = finished(averaged(texelFetch(u_picture, ivec2(gl_FragCoord.xy), 0).rgb), v_uv);
}
