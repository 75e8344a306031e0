// From scene colour to display colours. CODED: it is stored by the code of lib/scene_colour.glsl.
#include "lib/tonemap.glsl"
out vec4 o_colour;
uniform sampler2D u_scene;
#ifdef CODED
uniform float u_colour_code;
#endif

void main() {
    vec3 colour = texelFetch(u_scene, ivec2(gl_FragCoord.xy), 0).rgb;
#ifdef CODED
    colour = u_colour_code * (1.0 / max(colour, 1e-7) - 1.0);
#endif
    o_colour = vec4(tone_mapped(colour), 1.0);
}
