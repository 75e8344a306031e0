// The table that the tank stands on.
#include "shape.glsl"
#include "optics.glsl"
#include "daylight.glsl"
#include "lit_pool.glsl"
#include "rim.glsl"
#include "lit_air.glsl"
#include "tank.glsl"
#include "tone.glsl"
in vec3 v_point;
out vec4 o_colour;

void main() {
    o_colour = shown(table_radiance(v_point));
}
