// The shape of the pool: metres, y up, rest level 0.
#include "lib/constants.glsl"
uniform vec2 u_half;            // half extents of the pool along x and z
uniform float u_depth;          // from the rest level to the floor

// GROUND: a floor that can rise out of the water. FLOW: foam and ripples that the water carries.
#ifdef GROUND
#define BOTTOM
#define FLOW
#endif
#ifdef BOTTOM
uniform sampler2D u_bottom;     // depth over the pool's fractions, as a share of the maximum; negative on land
#endif

// Half of the longer side of the pool. What is built for the pool grows with it: lengths below are shares of this one.
#define HALF_LENGTH max(u_half.x, u_half.y)
#define TILE_PATCH HALF_LENGTH               // period of the tile texture
#define GLASS (GLASS_SHARE * HALF_LENGTH)    // thickness of a tank's panes
#define RIM (RIM_SHARE * HALF_LENGTH)        // height of the deck above the rest level

// Height of the floor at a point of the ground.
float floor_at(vec2 ground) {
#ifdef BOTTOM
    return -u_depth * textureLod(u_bottom, ground / (2.0 * u_half) + 0.5, 0.0).r;
#else
    return -u_depth;
#endif
}

#ifdef BOTTOM
vec3 bottom_normal(vec2 ground) {
    vec2 texel = 2.0 * u_half / vec2(textureSize(u_bottom, 0));
    vec2 rise = vec2(
        floor_at(ground + vec2(texel.x, 0.0)) - floor_at(ground - vec2(texel.x, 0.0)),
        floor_at(ground + vec2(0.0, texel.y)) - floor_at(ground - vec2(0.0, texel.y))
    ) / (2.0 * texel);
    return normalize(vec3(-rise.x, 1.0, -rise.y));
}
#endif

// The point on the floor that light reaches if it enters at this height over a point of the ground; `drift` is its horizontal offset per
// metre of depth.
vec2 landed_on_floor(vec2 ground, float height, vec2 drift) {
    vec2 landed = ground + drift * (u_depth + height);
#ifdef BOTTOM
    // Fixed-point iteration from the deepest level up.
    for (int i = 0; i < 6; i++) landed = ground + drift * max(height - floor_at(landed), 0.0);
#endif
    return landed;
}
