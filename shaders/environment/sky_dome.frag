// The sky above the horizon with its clouds in octahedral mapping, as the dome of light/sky: zenith in the centre, horizon along the edge.
#include "lib/sky_lighting.glsl"
#include "lib/clouds.glsl"
in vec2 v_uv;
out vec4 o_colour;

void main() {
    vec2 flat_on = 2.0 * v_uv - 1.0;
    vec2 level = 0.5 * vec2(flat_on.x + flat_on.y, flat_on.x - flat_on.y);
    vec3 ray = normalize(vec3(level.x, max(1.0 - abs(level.x) - abs(level.y), 0.0), level.y));
    vec4 air = clouds(ray);
    // The haze at the horizon belongs to both halves of the table.
    vec2 place = sky_place(ray);
    o_colour = vec4(textureLod(u_sky_table, place, 0.0).rgb * air.a + air.rgb, 1.0);
}
