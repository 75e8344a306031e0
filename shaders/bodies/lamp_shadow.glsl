// Shadows of bodies in the light of a pool's lamp, from the map of bodies/lamp_shadow_map.frag. Directions are mapped stereographically
// about the axis of the lamp.
#include "lib/lamp_place.glsl"
uniform sampler2D u_lamp_shadows;
uniform vec4 u_lamp_window;     // middle and half sides of the mapped part of that plane
uniform vec3 u_lamp_right;      // with u_lamp_up and u_lamp_inward an orthonormal basis
uniform vec3 u_lamp_up;

// Visible share of the lens past the bodies, 0 to 1, at distance `far` along the unit vector `direction` from it.
float lamp_past_bodies(vec3 direction, float far) {
    vec2 place = vec2(dot(direction, u_lamp_right), dot(direction, u_lamp_up)) / (1.0 + max(dot(direction, u_lamp_inward), 0.0));
    vec2 met = textureLod(u_lamp_shadows, 0.5 + 0.5 * (place - u_lamp_window.xy) / u_lamp_window.zw, 0.0).rg;
    // From there, the lens covers this share of its radius where the ray passes the body.
    float lens = 1.0 - met.r / far;
    float light = clamp(0.5 + 0.5 * met.g / max(lens, 1e-3), 0.0, 1.0);
    return lens > 0.0 ? light * light * (3.0 - 2.0 * light) : 1.0;
}
