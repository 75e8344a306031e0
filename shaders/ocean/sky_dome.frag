// The finer sky above the horizon in octahedral mapping, as the dome of light/sky: zenith in the centre, horizon along the edge.
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_sky_fine;   // by azimuth, and by the square root of the elevation

#include "lib/constants.glsl"

void main() {
    vec2 flat_on = 2.0 * v_uv - 1.0;
    vec2 level = 0.5 * vec2(flat_on.x + flat_on.y, flat_on.x - flat_on.y);
    float up = max(1.0 - abs(level.x) - abs(level.y), 0.0);
    float elevation = atan(up, length(level));
    vec2 place = vec2(0.5 + atan(level.x, -level.y) / (2.0 * PI), sqrt(elevation / (0.5 * PI)));
    o_colour = vec4(textureLod(u_sky_fine, place, 0.0).rgb, 1.0);
}
