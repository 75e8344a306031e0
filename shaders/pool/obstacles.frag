// The obstacles above the water of a lit pool: tops, or SIDES from the waterline up.
#include "lib/shape.glsl"
#include "lib/obstacles.glsl"
#include "lib/stone.glsl"
#include "lib/sky_lighting.glsl"
#include "lib/rim_shadow.glsl"
#include "lib/above_water.glsl"
#include "pool/obstacle_stone.glsl"
#include "lib/scene_colour.glsl"
in vec3 v_point;
flat in vec3 v_normal;
out vec4 o_colour;

void main() {
    vec2 slope = outward_slope(pool_fraction(v_point.xz));
#ifdef SIDES
    vec2 outward = normalize(slope / max(length(slope), 1e-4) + 0.1 * v_normal.xz);
    o_colour = scene_colour(stone_side(v_point, outward, stone_footprint(v_point)));
#else
    vec2 rounded = 2.0 * slope * smoothstep(0.02, 0.25, length(slope));
    vec3 normal = normalize(vec3(rounded.x, 1.0, rounded.y));
    o_colour = scene_colour(stone_colour(v_point.xz, stone_footprint(v_point)) / PI * daylight_on(normal, 1.0, 1.0));
#endif
}
