// The sky with the country before it, as water in the middle sees them: laid flat as the sky's own dome is.
#include "shape.glsl"
#include "daylight.glsl"
#include "lit_garden.glsl"
#include "lit_country.glsl"
in vec2 v_uv;
out vec4 o_colour;

void main() {
    vec2 flat_on = 2.0 * v_uv - 1.0;
    vec2 level = 0.5 * vec2(flat_on.x + flat_on.y, flat_on.x - flat_on.y);
    vec3 ray = normalize(vec3(level.x, max(1.0 - abs(level.x) - abs(level.y), 0.0), level.y));
    vec4 land = country(vec3(0.0, RIM, 0.0), ray);
    o_colour = vec4(mix(textureLod(u_sky_dome, v_uv, 0.0).rgb, land.rgb, land.a), 1.0);
}
