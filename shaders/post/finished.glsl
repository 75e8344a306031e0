// What a pass after the scene reads and writes. SCENE: it reads scene colour and maps the tones of the result.
uniform sampler2D u_picture;

#ifdef SCENE
#include "lib/tonemap.glsl"
uniform float u_colour_code;

// Scene colour c as c/(code + c), which is close to its display colour, so that averages have no steps at edges; see lib/scene_colour.glsl.
vec3 averaged(vec3 stored) {
    return 1.0 - stored;
}

vec4 finished(vec3 average) {
    return vec4(tone_mapped(u_colour_code * average, 1.0 - average), 1.0);
}
#else
vec3 averaged(vec3 stored) {
    return stored;
}

vec4 finished(vec3 average) {
    return vec4(average, 1.0);
}
#endif
