// The table of the tank.
#include "lib/shape.glsl"
#include "lib/fresnel.glsl"
#include "lib/sky_lighting.glsl"
#include "pool/pool.glsl"
#include "lib/rim_shadow.glsl"
#include "lib/above_water.glsl"
#include "pool/tank.glsl"
#include "lib/scene_colour.glsl"
in vec3 v_point;
out vec4 o_colour;

void main() {
    o_colour = scene_colour(table_radiance(v_point));
}
