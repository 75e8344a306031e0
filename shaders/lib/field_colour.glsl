// Colour maps of fields, as in view/colours.rs: signed fields (FIELD_SIGNED) from blue through white to red, others in five steps of
// viridis.
uniform float u_full;               // the value of the last colour

vec3 field_colour(float value) {
#ifdef FIELD_SIGNED
    float part = clamp(value / u_full, -1.0, 1.0);
    vec3 end = part > 0.0 ? vec3(0.80, 0.14, 0.10) : vec3(0.07, 0.22, 0.62);
    return mix(vec3(0.97), end, smoothstep(0.0, 1.0, abs(part)));
#else
    float at = 4.0 * clamp(value / u_full, 0.0, 1.0);
    vec3 colour = mix(vec3(0.267, 0.005, 0.329), vec3(0.229, 0.322, 0.546), min(at, 1.0));
    colour = mix(colour, vec3(0.128, 0.567, 0.551), clamp(at - 1.0, 0.0, 1.0));
    colour = mix(colour, vec3(0.369, 0.789, 0.383), clamp(at - 2.0, 0.0, 1.0));
    return mix(colour, vec3(0.993, 0.906, 0.144), clamp(at - 3.0, 0.0, 1.0));
#endif
}
