// From scene colour to display colours.
#include "lib/tonemap.glsl"
out vec4 o_colour;
uniform sampler2D u_scene;
uniform float u_colour_code;    // as in lib/scene_colour.glsl

void main() {
    vec3 colour = texelFetch(u_scene, ivec2(gl_FragCoord.xy), 0).rgb;
    if (u_colour_code > 0.0) colour = u_colour_code * (1.0 / max(colour, 1e-7) - 1.0);
    o_colour = vec4(tone_mapped(colour), 1.0);
}
