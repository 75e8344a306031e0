// What a pass after the scene reads and writes. SCENE: it reads scene colour and maps the tones of the result.
uniform sampler2D u_picture;

#ifdef SCENE
#include "lib/tonemap.glsl"
uniform float u_colour_code;
uniform sampler2D u_glare;      // sum of its levels
uniform vec2 u_glare_share;     // weight of that sum, and of what is not scattered

// Scene colour c as c/(code + c), which is close to its display colour, so that averages have no steps at edges; see lib/scene_colour.glsl.
vec3 averaged(vec3 stored) {
    return 1.0 - stored;
}

vec4 finished(vec3 average, vec2 place) {
    vec3 glare = u_glare_share.x * textureLod(u_glare, place, 0.0).rgb;
    return vec4(tone_mapped(u_glare_share.y * u_colour_code * average + glare * (1.0 - average), 1.0 - average), 1.0);
}
#else
vec3 averaged(vec3 stored) {
    return stored;
}

vec4 finished(vec3 average, vec2 place) {
    return vec4(average, 1.0);
}
#endif
