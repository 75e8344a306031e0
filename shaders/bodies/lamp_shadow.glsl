// Shadows of bodies in the light of a pool's lamp, from the map of bodies/lamp_shadow_map.frag. Directions are mapped stereographically
// about the axis of the lamp.
#include "lib/lamp_place.glsl"
uniform sampler2D u_lamp_shadows;
uniform vec4 u_lamp_window;     // middle and half sides of the mapped part of that plane
uniform vec3 u_lamp_right;      // with u_lamp_up and u_lamp_inward an orthonormal basis
uniform vec3 u_lamp_up;

// The place of a unit vector from the lamp in the map, 0 to 1.
vec2 lamp_shadow_place(vec3 direction) {
    vec2 place = vec2(dot(direction, u_lamp_right), dot(direction, u_lamp_up)) / (1.0 + max(dot(direction, u_lamp_inward), 0.0));
    return 0.5 + 0.5 * (place - u_lamp_window.xy) / u_lamp_window.zw;
}

// Visible share of the lens, 0 to 1, at distance `far`, for a texel of the map.
float lamp_light(vec2 met, float far) {
    // From there, the lens covers this share of its radius where the ray passes the body.
    float lens = 1.0 - met.r / far;
    float light = clamp(0.5 + 0.5 * met.g / max(lens, 1e-3), 0.0, 1.0);
    return lens > 0.0 ? light * light * (3.0 - 2.0 * light) : 1.0;
}

// The same past the bodies, along a unit vector from the lamp.
float lamp_past_bodies(vec3 direction, float far) {
    return lamp_light(textureLod(u_lamp_shadows, lamp_shadow_place(direction), 0.0).rg, far);
}

// The same from the nearest texel, which costs a software rasteriser a fraction.
float lamp_nearly_past_bodies(vec3 direction, float far) {
    vec2 size = vec2(textureSize(u_lamp_shadows, 0));
    ivec2 texel = ivec2(clamp(lamp_shadow_place(direction) * size, vec2(0.0), size - 1.0));
    return lamp_light(texelFetch(u_lamp_shadows, texel, 0).rg, far);
}
