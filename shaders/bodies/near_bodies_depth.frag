// Depth 1 at the pixels of a lit pool's surface whose rays come near a body, 0 at all others. The early depth test of a software rasteriser
// skips those in the pass for bodies; it skips nothing in a branch.
#include "lib/constants.glsl"
out vec4 o_colour;
uniform sampler2D u_seen_depth;     // of the surface; 1 where there is none
uniform sampler2D u_near_bodies;    // of bodies/near_bodies.frag

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    bool is_water = texelFetch(u_seen_depth, pixel, 0).r < 1.0;
    bool is_near = texelFetch(u_near_bodies, pixel / int(WATER_BLOCK), 0) != vec4(0.0);
    o_colour = vec4(0.0);
    gl_FragDepth = is_water && is_near ? 1.0 : 0.0;
}
