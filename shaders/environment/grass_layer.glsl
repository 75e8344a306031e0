// Grass beyond the blades near the eye (docs/models.md §14): upright blades in a layer over the ground, one in each cell of a grid, which a
// ray crosses cell by cell. They lean aside as seen by the ray, so that the lean turns with the eye.
#include "lib/random.glsl"

const float GRASS_HEIGHT = 0.06;            // of the layer, metres
const float GRASS_CELL = 0.018;             // side of the cells near the eye, metres; farther off it is twice that
const float GRASS_PIXEL = 0.024;            // width of a pixel from which no blades are drawn, metres
const int MAX_GRASS_CELLS = 14;             // that a ray crosses

struct GrassLayer {
    float covered;      // share of the pixel that blades cover
    float high;         // mean height of what is seen of them, as a share of the layer's
    float own;          // mean of their random numbers
    float near;         // 1, or less where they fade into the mean of the grass
};

// What a pixel of `pixel` metres shows of blades in cells of this side: the first three numbers of a GrassLayer. `drift`: how far the ray
// moves along x and z while it comes down by a metre relative to the ground; `share`: of the cells in which blades grow.
vec3 blades_at(vec2 ground, vec2 drift, float pixel, float cell, float share) {
    float path = max(length(drift) * GRASS_HEIGHT, 1e-4);
    vec2 along = drift * (GRASS_HEIGHT / path);
    vec2 from = (ground - drift * GRASS_HEIGHT) / cell;
    vec2 at = floor(from);
    vec2 forward = step(vec2(0.0), along);
    vec2 slow = 1.0 / max(abs(along), vec2(1e-4));
    vec2 next = mix(from - at, at + 1.0 - from, forward) * slow;
    float open = 1.0;
    vec3 sum = vec3(0.0);
    int crossed = min(3 + int(dot(abs(drift), vec2(GRASS_HEIGHT / cell))), MAX_GRASS_CELLS);
    int cells = share > 0.0 ? crossed : 0;
    for (int i = 0; i < cells; i++) {
        uvec2 name = uvec2(ivec2(at)) & 0xFFFFu;
        vec3 own = random(uvec3(name, 3u));
        vec3 more = random(uvec3(name, 5u));
        vec2 root = (at + 0.2 + 0.6 * own.xy - from) * cell;
        float height = 1.0 - dot(root, along) / path;
        float part = height / (0.45 + 0.55 * own.z);
        float off = abs(root.x * along.y - root.y * along.x + 0.6 * (more.x - 0.5) * cell * part * part);
        float wide = 0.17 * cell * (1.0 - part * part);
        float cover = clamp((min(off + 0.5 * pixel, wide) - max(off - 0.5 * pixel, -wide)) / pixel, 0.0, 1.0);
        cover *= part >= 0.0 && part <= 1.0 && more.y < share ? open : 0.0;
        sum += cover * vec3(1.0, height, more.z);
        open -= cover;
        vec2 step_on = next.x < next.y ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
        at += (2.0 * forward - 1.0) * step_on;
        next += slow * step_on;
    }
    return vec3(sum.x, sum.yz / max(sum.x, 1e-3));
}

// The same in cells of the size that the pixel needs.
GrassLayer grass_layer(vec2 ground, vec2 drift, float pixel, float share) {
    // The grid does not lie along the axes of the pool, along which eyes often look.
    const mat2 TURN = mat2(0.8, 0.6, -0.6, 0.8);
    ground = TURN * ground;
    drift = TURN * drift;
    float near = 1.0 - smoothstep(0.5, 1.0, pixel / GRASS_PIXEL);
    float later = smoothstep(1.5, 2.0, 3.5 * pixel / GRASS_CELL);
    // No cells where no pixel needs them.
    float grown = near > 0.0 ? share : 0.0;
    vec3 fine = blades_at(ground, drift, pixel, GRASS_CELL, later < 1.0 ? grown : 0.0);
    vec3 coarse = blades_at(ground, drift, pixel, 2.0 * GRASS_CELL, later > 0.0 ? grown : 0.0);
    vec3 blades = mix(fine, coarse, later);
    return GrassLayer(near * blades.x, blades.y, blades.z, near);
}
