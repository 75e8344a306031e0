// The strip of wall between the water and the rim, seen directly.
#include "shape.glsl"
#include "daylight.glsl"
#include "lit_pool.glsl"
#include "rim.glsl"
#include "lit_air.glsl"
#include "tone.glsl"
in vec3 v_point;
flat in vec3 v_normal;
out vec4 o_colour;
uniform vec3 u_eye;
uniform float u_pixel;

void main() {
    float far = distance(u_eye, v_point);
    vec3 tiles = tiles_at(v_point, v_normal, u_pixel * far);
    o_colour = shown(strip_radiance(v_point, v_normal, tiles));
}
