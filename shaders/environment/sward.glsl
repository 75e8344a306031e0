// Grass beyond the blades near the eye (docs/models.md §14): upright blades in a layer over the ground, one in each cell of a grid, which a
// ray crosses cell by cell. Blades and cells grow with the pixel, so that far ones do not shimmer.
#include "lib/random.glsl"

const float SWARD = 0.06;               // height of the layer, metres
const float SWARD_CELL = 0.018;         // side of the smallest cells, metres
const float SWARD_WIDEST = 2.0;         // side of the largest ones, relative to that
const float SWARD_LAST = 0.024;         // width of a pixel from which no blades are drawn, metres
const int SWARD_CELLS = 14;             // that a ray crosses at most; between the last ones hardly anything is seen

struct Sward {
    float covered;      // share of the pixel that blades cover
    float high;         // mean height of what is seen of them, as a share of the layer's
    float own;          // mean of their random numbers
    float near;         // 1, or less where they fade into the mean of the grass
};

// What a pixel of `pixel` metres shows of blades in cells of this side. `drift`: how far the ray moves along x and z while it comes down by
// a metre, relative to the ground; `share`: the part of the blades that grow.
Sward sward_of(vec2 ground, vec2 drift, float pixel, float cell, float share, int cells) {
    float path = max(length(drift) * SWARD, 1e-4);
    vec2 along = drift * (SWARD / path);
    vec2 from = (ground - drift * SWARD) / cell;
    vec2 at = floor(from);
    vec2 forward = step(vec2(0.0), along);
    vec2 slow = 1.0 / max(abs(along), vec2(1e-4));
    vec2 next = mix(from - at, at + 1.0 - from, forward) * slow;
    float open = 1.0;
    vec3 sum = vec3(0.0);
    for (int i = 0; i < cells; i++) {
        uvec2 name = uvec2(ivec2(at)) & 0xFFFFu;
        vec3 own = random(uvec3(name, 3u));
        vec3 more = random(uvec3(name, 5u));
        vec2 root = (at + 0.1 + 0.8 * own.xy - from) * cell;
        float before = dot(root, along);
        float height = 1.0 - before / path;
        float tall = 0.45 + 0.55 * own.z;
        float part = height / tall;
        // They lean aside, the more the higher.
        float off = abs(root.x * along.y - root.y * along.x + (more.x - 0.5) * 0.8 * cell * part * part);
        float wide = 0.17 * cell * (1.0 - part * part);
        float cover = clamp((min(off + 0.5 * pixel, wide) - max(off - 0.5 * pixel, -wide)) / pixel, 0.0, 1.0);
        cover *= part >= 0.0 && part <= 1.0 && more.y < share ? open : 0.0;
        sum += cover * vec3(1.0, height, more.z);
        open -= cover;
        bool is_x = next.x < next.y;
        at += (2.0 * forward - 1.0) * (is_x ? vec2(1.0, 0.0) : vec2(0.0, 1.0));
        next += slow * (is_x ? vec2(1.0, 0.0) : vec2(0.0, 1.0));
    }
    return Sward(sum.x, sum.y / max(sum.x, 1e-3), sum.z / max(sum.x, 1e-3), 1.0);
}

// The same in cells as large as the pixel needs, blended between two sizes.
Sward sward_at(vec2 ground, vec2 drift, float pixel, float share) {
    // The grid does not lie along the axes of the pool, along which eyes often look.
    const mat2 TURN = mat2(0.8, 0.6, -0.6, 0.8);
    ground = TURN * ground;
    drift = TURN * drift;
    float octave = log2(clamp(3.5 * pixel / SWARD_CELL, 1.0, SWARD_WIDEST));
    float cell = SWARD_CELL * exp2(floor(octave));
    // A software rasteriser skips the loops where no pixel needs them.
    int cells = pixel < SWARD_LAST && share > 0.0 ? SWARD_CELLS : 0;
    float later = smoothstep(0.6, 1.0, fract(octave));
    Sward fine = sward_of(ground, drift, pixel, cell, share, cells);
    Sward coarse = sward_of(ground, drift, pixel, 2.0 * cell, share, later > 0.0 ? cells : 0);
    float near = 1.0 - smoothstep(0.5, 1.0, pixel / SWARD_LAST);
    return Sward(
        near * mix(fine.covered, coarse.covered, later),
        mix(fine.high, coarse.high, later),
        mix(fine.own, coarse.own, later),
        near
    );
}
