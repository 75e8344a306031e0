// The land of the mesh view, dry and under water.
#include "lib/shape.glsl"
#include "lib/land.glsl"
#include "classic/pool.glsl"
in vec3 v_point;
in float v_depth;
in float v_buried;
out vec4 o_colour;
uniform vec3 u_eye;
uniform float u_neutral;        // 1: grey, under a field in colours

#define DEEP (0.8 * HALF_LENGTH)                // the colour of the deepest water is that of a pool of this depth
const vec3 EARTH = vec3(0.55, 0.47, 0.38);

void main() {
    vec4 land = land_at(v_point.xz / (2.0 * u_half) + 0.5);
    vec3 albedo = mix(land.rgb, EARTH, smoothstep(0.0, 0.01 * HALF_LENGTH, v_buried));
    // Dry land has no water over it: one formula for both.
    float depth = max(v_depth, 0.0);
    float share = depth / max(u_eye.y - v_point.y, max(depth, 1e-6));
    vec3 point = vec3(v_point.x, -depth, v_point.z);
    float path = max(DEEP / u_depth, 1.0) * (share * distance(u_eye, v_point) + 0.5 * depth) - 0.5 * depth;
    vec3 colour = under_water_facing(albedo, point, land.a, 1.0, path);
    vec3 neutral = NEUTRAL_LAND * (0.55 + 0.55 * land.a);
    o_colour = vec4(mix(colour, neutral, u_neutral), 1.0);
}
