// The shadow of the obstacles over the pool's fractions: transmittance of the sun. r: to the floor, past obstacles above and under water;
// g: to the surface.
#include "lib/shape.glsl"
#include "lib/obstacles.glsl"
in vec2 v_uv;
out vec4 o_colour;
uniform vec3 u_sun;             // unit, toward the sun, refracted into the water
uniform vec3 u_sun_above;       // the same in the air
uniform float u_wall_height;    // metres above the rest level

void main() {
    vec2 entry = (v_uv * 2.0 - 1.0) * u_half;
    float air = sun_between(entry, entry + u_sun_above.xz / u_sun_above.y * u_wall_height, 12);
    float water = sun_between(entry - u_sun.xz / u_sun.y * u_depth, entry, 40);
    o_colour = vec4(air * water, air, 0.0, 1.0);
}
