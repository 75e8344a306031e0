// The sky behind everything. AT_SEA, directions below the horizon show water, for an eye below the surface.
#include "classic/sky.glsl"
in vec2 v_uv;
out vec4 o_colour;
uniform mat4 u_unproject;       // clip space to world directions
#ifdef AT_SEA
uniform vec3 u_deep;            // colour of deep water
#endif

void main() {
    vec4 point = u_unproject * vec4(v_uv * 2.0 - 1.0, 1.0, 1.0);
    vec3 ray = normalize(point.xyz / point.w);
    vec3 colour = sky_colour(ray, 0.0);
#ifdef AT_SEA
    colour = mix(colour, u_deep, smoothstep(0.002, 0.12, -ray.y));
#endif
    o_colour = vec4(colour, 1.0);
}
