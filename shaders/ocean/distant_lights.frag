// A light far out at sea, added to the sky behind it.
#include "lib/bright_point.glsl"
in vec2 v_at;
flat in vec3 v_light;
flat in vec3 v_behind;
out vec4 o_colour;

void main() {
    vec3 light = v_light * eyes_see() * point_spread(dot(v_at, v_at));
    // Stored colours cannot be added. This blends to the right sum over the radiance expected, and nearly so over others: what is stored
    // for a colour c, code/(code + c), changes by −(stored)²/code with it. Of linear colours alpha is nearly 0, and the light is added.
    vec3 before = scene_colour(v_behind).rgb;
    vec3 after = scene_colour(v_behind + light).rgb;
    vec3 kept = pow(after / max(before, 1e-12), vec3(2.0));
    float alpha = max(1.0 - min(min(kept.r, kept.g), kept.b), 1e-4);
    o_colour = vec4((after - before * (1.0 - alpha)) / alpha, alpha);
}
