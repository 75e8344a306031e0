// The sky above the horizon with its clouds in octahedral mapping, as the dome of light/sky: zenith in the centre, horizon along the edge.
#include "lib/sky_lighting.glsl"
#ifdef CLOUDS
#include "lib/clouds.glsl"
#endif
in vec2 v_uv;
out vec4 o_colour;

void main() {
    vec2 flat_on = 2.0 * v_uv - 1.0;
    vec2 level = 0.5 * vec2(flat_on.x + flat_on.y, flat_on.x - flat_on.y);
    vec3 ray = normalize(vec3(level.x, max(1.0 - abs(level.x) - abs(level.y), 0.0), level.y));
    vec3 radiance = textureLod(u_sky_table, sky_place(ray), 0.0).rgb;
#ifdef CLOUDS
    vec4 before = clouds(ray);
    radiance = radiance * before.a + before.rgb;
#endif
    o_colour = vec4(radiance, 1.0);
}
