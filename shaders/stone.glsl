// The stone of walls: the deck's, cut without joints, and which way it faces. Wants walls.glsl before it.
uniform sampler2D u_deck;

const vec4 SLAB = vec4(0.268, 0.142, 0.220, 0.345);     // one slab of the deck's texture: corner and size
const vec2 SLAB_PATCH = vec2(0.44, 0.69);               // metres that it covers, there and back again

vec3 stone_colour(vec2 on) {
    // A wall runs on for longer than a slab is: it is laid down mirrored, which leaves no joint, and aslant, lest that show.
    vec2 aslant = vec2(on.x + 0.45 * on.y, on.y - 0.25 * on.x);
    vec2 there = abs(fract(aslant / (2.0 * SLAB_PATCH)) * 2.0 - 1.0);
    vec3 stone = texture(u_deck, SLAB.xy + SLAB.zw * there).rgb;
    return mix(stone, vec3(dot(stone, vec3(0.333))), 0.25);
}

// Toward the open, as steep as the rounded walls are there.
vec2 outward_slope(vec2 at) {
    vec2 texel = 1.0 / vec2(textureSize(u_soft, 0));
    return vec2(
        texture(u_soft, at - vec2(texel.x, 0.0)).r - texture(u_soft, at + vec2(texel.x, 0.0)).r,
        texture(u_soft, at - vec2(0.0, texel.y)).r - texture(u_soft, at + vec2(0.0, texel.y)).r
    );
}
