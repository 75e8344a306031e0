// The stone of obstacles: the deck's without joints, and its normals.
#include "lib/obstacles.glsl"
uniform sampler2D u_deck;

const vec4 SLAB = vec4(0.268, 0.142, 0.220, 0.345);     // one slab of the deck's texture: corner and size
#define SLAB_PATCH (vec2(0.44, 0.69) * HALF_LENGTH)    // size of the mirrored slab

// Colour with an explicit footprint of `footprint` metres, for discontinuous coordinates.
vec3 stone_colour(vec2 on, float footprint) {
    // Mirrored repetition hides joints, and a skew hides the mirroring.
    vec2 aslant = vec2(on.x + 0.45 * on.y, on.y - 0.25 * on.x);
    vec2 there = abs(fract(aslant / (2.0 * SLAB_PATCH)) * 2.0 - 1.0);
    float texels = float(textureSize(u_deck, 0).x) * SLAB.z / SLAB_PATCH.x;
    vec3 stone = textureLod(u_deck, SLAB.xy + SLAB.zw * there, log2(max(footprint * texels, 1.0))).rgb;
    return mix(stone, vec3(dot(stone, vec3(0.333))), 0.25);
}

// Colour of an upright side that faces `normal`; blends two projections around a post.
vec3 stone_upright(vec3 point, vec3 normal, float footprint) {
    float along_z = smoothstep(0.35, 0.65, normal.x * normal.x / max(dot(normal.xz, normal.xz), 1e-6));
    return mix(stone_colour(point.yx, footprint), stone_colour(point.yz, footprint), along_z);
}

// Footprint of a pixel on a surface that faces the eye.
float stone_footprint(vec3 point) {
    return max(length(dFdx(point)), length(dFdy(point)));
}

// Toward the open side, as steep as the rounded obstacles are there.
vec2 outward_slope(vec2 at) {
    vec2 texel = 1.0 / vec2(textureSize(u_soft, 0));
    return vec2(
        texture(u_soft, at - vec2(texel.x, 0.0)).r - texture(u_soft, at + vec2(texel.x, 0.0)).r,
        texture(u_soft, at - vec2(0.0, texel.y)).r - texture(u_soft, at + vec2(0.0, texel.y)).r
    );
}
