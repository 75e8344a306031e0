// A level of the glare with all coarser ones spread over it, smooth enough to be round about a point.
#include "lib/bspline.glsl"
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_picture;    // the coarser ones
uniform sampler2D u_finer;

void main() {
    o_colour = smoothly(u_finer, v_uv) + smoothly(u_picture, v_uv);
}
