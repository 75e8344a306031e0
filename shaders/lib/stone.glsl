// The stone of walls: the deck's, cut without joints, and which way it faces. Wants lib/obstacles.glsl before it.
uniform sampler2D u_deck;

const vec4 SLAB = vec4(0.268, 0.142, 0.220, 0.345);     // one slab of the deck's texture: corner and size
const vec2 SLAB_PATCH = vec2(0.44, 0.69);               // metres that it covers, there and back again

// Where a pixel covers `footprint` metres of it: by hand, for where neighbours may see something else.
vec3 stone_colour(vec2 on, float footprint) {
    // A wall runs on for longer than a slab is: it is laid down mirrored, which leaves no joint, and aslant, lest that show.
    vec2 aslant = vec2(on.x + 0.45 * on.y, on.y - 0.25 * on.x);
    vec2 there = abs(fract(aslant / (2.0 * SLAB_PATCH)) * 2.0 - 1.0);
    float texels = float(textureSize(u_deck, 0).x) * SLAB.z / SLAB_PATCH.x;
    vec3 stone = textureLod(u_deck, SLAB.xy + SLAB.zw * there, log2(max(footprint * texels, 1.0))).rgb;
    return mix(stone, vec3(dot(stone, vec3(0.333))), 0.25);
}

// Of an upright side that faces `normal`: its two ways over go over into each other, round a post.
vec3 stone_upright(vec3 point, vec3 normal, float footprint) {
    float along_z = smoothstep(0.35, 0.65, normal.x * normal.x / max(dot(normal.xz, normal.xz), 1e-6));
    return mix(stone_colour(point.yx, footprint), stone_colour(point.yz, footprint), along_z);
}

// What a pixel covers of what lies plainly before the eye.
float stone_footprint(vec3 point) {
    return max(length(dFdx(point)), length(dFdy(point)));
}

// Toward the open, as steep as the rounded walls are there.
vec2 outward_slope(vec2 at) {
    vec2 texel = 1.0 / vec2(textureSize(u_soft, 0));
    return vec2(
        texture(u_soft, at - vec2(texel.x, 0.0)).r - texture(u_soft, at + vec2(texel.x, 0.0)).r,
        texture(u_soft, at - vec2(0.0, texel.y)).r - texture(u_soft, at + vec2(0.0, texel.y)).r
    );
}
