// The stone of a terrace: a course of rim stone, paving, a course of setts along the lawn (docs/models.md §14). Near the eye a fine grain
// adds detail below the texture's resolution.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "environment/vegetation.glsl"
uniform sampler2D u_deck;
uniform vec3 u_rings;           // distances from the pool's edge: end of the paving, inner and outer face of the hedge

const float DECK_PATCH = 7.2;   // period of the deck texture, metres
const float COPING = 0.42;      // width of the rim stone around the opening, metres
const float SETTS = 0.22;       // width of the course along the lawn, metres
const float JOINT = 0.006;      // width, metres

// 1 on stone, 0 in a joint at every whole `along`, in metres `each`; a pixel covers `footprint` metres.
float along_joint(float along, float each, float footprint) {
    float off = abs(fract(along + 0.5) - 0.5) * each;
    float wide = JOINT + footprint;
    return 1.0 - JOINT / wide * (1.0 - smoothstep(0.35 * wide, wide, off));
}

// Albedo of a course of stones, each `each` metres long.
vec3 course(float along, float each, vec3 stone, float footprint, vec4 near) {
    float place = along / each;
    float number = floor(place);
    vec4 own = textureLod(u_grain, vec2(0.137 * number, 0.071 * number + 0.31), 3.0);
    float fade = 1.0 - smoothstep(0.3, 1.2, footprint / each);
    vec3 colour = stone * (1.0 + fade * 0.5 * (own.b - 0.5));
    colour *= 1.0 + 0.30 * (near.g - 0.5) + 0.12 * (near.b - 0.5);
    return colour * mix(0.42, 1.0, along_joint(place, each, footprint));
}

// Slope of the rim, rounded toward the water: 0 level, 1 at the edge.
float rim_lean(float away) {
    float lean = 1.0 - clamp(away / 0.07, 0.0, 1.0);
    return lean * lean;
}

// Height of the grain of stone, 0 in the mean, in parts of its depth; pits go deeper.
float grit_height(vec2 ground, float pixel) {
    vec4 coarse = grain_at(mat2(0.8, 0.6, -0.6, 0.8) * ground, 0.083, pixel);
    vec4 fine = grain_at(mat2(0.6, -0.8, 0.8, 0.6) * ground, 0.023, pixel);
    float pits = smoothstep(0.24, 0.08, coarse.g + 0.25 * (fine.g - 0.5));
    return 0.7 * (coarse.g - 0.5) + 0.8 * (fine.g - 0.5) - 0.8 * pits + 0.05;
}

// Slope along x and z of grain 0.3 mm deep, and its height in parts of that; 0 where pixels are too large to show it.
vec3 grit(vec2 ground, float pixel) {
    float near = 1.0 - smoothstep(0.0006, 0.002, pixel);
    vec3 grit = vec3(0.0);
    // A software rasteriser skips the loop where no pixel needs it.
    int rounds = near > 0.0 ? 1 : 0;
    for (int i = 0; i < rounds; i++) {
        const float STEP = 0.00025;
        const float DEPTH = 0.0003;
        float high = grit_height(ground, pixel);
        vec2 next = vec2(grit_height(ground + vec2(STEP, 0.0), pixel), grit_height(ground + vec2(0.0, STEP), pixel));
        grit = near * vec3(DEPTH / STEP * (next - high), high);
    }
    return grit;
}

// Albedo at a point of the ground; `pixel` is the size of a pixel there, `high` the height of the grain.
vec3 paved(vec2 ground, float pixel, float high) {
    vec2 beyond = abs(ground) - u_half;
    float away = max(beyond.x, beyond.y);
    float along = beyond.y > beyond.x ? ground.x : ground.y;
    float paved_to = u_rings.x;
    vec4 near = grain(ground, 0.23);
    vec4 broad = grain(ground.yx, 5.1);
    vec3 paving = texture(u_deck, ground / DECK_PATCH).rgb;
    // Where texels are larger than pixels, joints and pits get procedural edges.
    float close = 1.0 - smoothstep(0.001, 0.006, pixel);
    vec4 pores = grain(ground.yx * vec2(1.0, 2.2), 0.47);
    float light = dot(paving, vec3(0.33));
    float gap = 1.0 - smoothstep(0.25, 0.31, light + 0.12 * (near.g - 0.5) + 0.06 * high);
    vec3 sharp = paving * mix(1.12, 0.55, gap);
    sharp *= 1.0 - 0.45 * (1.0 - smoothstep(0.13, 0.22, pores.g + 0.25 * (broad.b - 0.5) + 0.12 * high)) * (1.0 - gap);
    paving = mix(paving, sharp * (1.0 + 0.35 * (near.g - 0.5)), close);
    // Irregular wear and weathering hide the repetition.
    paving *= (0.80 + 0.26 * broad.b) * (1.0 + 0.22 * (near.g - 0.5));
    // Other courses have the paving's mean brightness: its joints do not go on in them.
    float mean = dot(textureLod(u_deck, vec2(0.5), 20.0).rgb, vec3(0.33)) * (0.80 + 0.26 * broad.b);
    vec3 pale = mix(vec3(mean), vec3(0.66, 0.62, 0.54), 0.62);
    vec3 rim = course(along, 0.8, pale, pixel, near);
    vec3 grey = mix(vec3(mean), vec3(0.30, 0.27, 0.23), 0.6);
    vec3 setts = course(along, 0.22, grey, pixel, near);
    float edge = 0.004 + pixel;
    float inner = smoothstep(COPING - edge, COPING + edge, away);
    float outer = smoothstep(paved_to - SETTS - edge, paved_to - SETTS + edge, away);
    vec3 albedo = 0.80 * mix(mix(rim, paving, inner), setts, outer);
    float joint = min(abs(away - COPING), abs(away - paved_to + SETTS));
    float wide = JOINT + pixel;
    albedo *= 1.0 - 0.6 * JOINT / wide * (1.0 - smoothstep(0.35 * wide, wide, joint));
    albedo *= 1.0 + 0.35 * high;
    // The waterside is damp in places.
    return albedo * (1.0 - 0.16 * (1.0 - smoothstep(0.05, 0.30, away + 0.18 * (broad.b - 0.5))));
}
