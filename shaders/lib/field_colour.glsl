// Colour maps of fields, as in view/colours.rs: signed fields (FIELD_SIGNED) from blue through white to red, others in five steps of
// viridis.
#include "lib/constants.glsl"
uniform float u_full;               // the value of the last colour

vec3 field_colour(float value) {
#ifdef FIELD_SIGNED
    float part = clamp(value / u_full, -1.0, 1.0);
    vec3 end = part > 0.0 ? SIGNED_2 : SIGNED_0;
    return mix(SIGNED_1, end, smoothstep(0.0, 1.0, abs(part)));
#else
    float at = 4.0 * clamp(value / u_full, 0.0, 1.0);
    vec3 colour = mix(GROWING_0, GROWING_1, min(at, 1.0));
    colour = mix(colour, GROWING_2, clamp(at - 1.0, 0.0, 1.0));
    colour = mix(colour, GROWING_3, clamp(at - 2.0, 0.0, 1.0));
    return mix(colour, GROWING_4, clamp(at - 3.0, 0.0, 1.0));
#endif
}
