// Colour maps of fields, as in view/colours.rs: signed fields (FIELD_SIGNED) from blue through white to red, FIELD_FROUDE with a step at 1,
// FIELD_DIRECTION as hues, others in five steps of viridis.
#include "lib/constants.glsl"
#include "lib/field.glsl"
uniform float u_full;               // the value of the last colour

vec3 field_colour(FIELD value) {
#if defined(FIELD_SIGNED)
    float part = clamp(value / u_full, -1.0, 1.0);
    vec3 end = part > 0.0 ? SIGNED_2 : SIGNED_0;
    return mix(SIGNED_1, end, smoothstep(0.0, 1.0, abs(part)));
#elif defined(FIELD_FROUDE)
    vec3 slow = mix(FROUDE_0, FROUDE_1, value);
    vec3 fast = mix(FROUDE_2, FROUDE_3, clamp((value - 1.0) / max(u_full - 1.0, 1e-3), 0.0, 1.0));
    return value < 1.0 ? slow : fast;
#elif defined(FIELD_DIRECTION)
    float speed = length(value);
    vec2 toward = value / max(speed, 1e-9);
    vec3 hue = clamp(0.5 + 0.7 * vec3(toward.x, dot(toward, HUE_GREEN), dot(toward, HUE_BLUE)), 0.0, 1.0);
    return hue * sqrt(min(speed / u_full, 1.0));
#else
    float at = 4.0 * clamp(value / u_full, 0.0, 1.0);
    vec3 colour = mix(GROWING_0, GROWING_1, min(at, 1.0));
    colour = mix(colour, GROWING_2, clamp(at - 1.0, 0.0, 1.0));
    colour = mix(colour, GROWING_3, clamp(at - 2.0, 0.0, 1.0));
    return mix(colour, GROWING_4, clamp(at - 3.0, 0.0, 1.0));
#endif
}
