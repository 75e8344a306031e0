// The surface of a lit pool from below, by exact optics at every pixel (docs/models.md §14).
#include "shape.glsl"
#include "optics.glsl"
#include "daylight.glsl"
#include "lit_pool.glsl"
#include "scatter.glsl"
#ifdef LAMP
#include "lit_lamp.glsl"
#endif
#include "rim.glsl"
#include "lit_air.glsl"
#include "lit_around.glsl"
#include "tone.glsl"
#ifdef WALLS
#include "walls.glsl"
#include "stone.glsl"
#include "lit_stone.glsl"
#include "stone_in_water.glsl"
#endif
#include "over_water.glsl"
#include "in_water.glsl"
#include "lit_depths.glsl"
#include "lit_ceiling.glsl"
in vec3 v_point;
out vec4 o_colour;
uniform vec3 u_eye;

void main() {
    vec3 ray = v_point - u_eye;
    float far = length(ray);
    ray /= far;
    o_colour = shown(in_water(ceiling(v_point, ray, far), u_eye, ray, far, shaft_here()));
}
