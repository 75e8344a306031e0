// A plain loop of the scheme of docs/models.md §17 (second order, walls all round, no friction), to compare `benches/shallow.rs` with:
//
//     cc -O3 -march=native benches/shallow.c -o /tmp/shallow -lm && /tmp/shallow
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SIDE 1024
#define MARGIN 2
#define STRIDE (SIDE + 2 * MARGIN)
#define STEPS 40

// Level, its residual, and the velocities along x and z, before, between and after the stages.
static float *level[3], *residual[3], *along[3], *across[3];
static float *bed;

static const float gravity = 9.81f, theta = 1.5f, least_depth = 0.0005f;

typedef struct {
    float level, depth, normal, lateral;
} Side;

typedef struct {
    float mass, before, after, lateral;
} Flux;

static inline float least(float a, float b) { return a < b ? a : b; }
static inline float most(float a, float b) { return a > b ? a : b; }
static inline int at(int row, int column) { return row * STRIDE + column; }

static inline float slope(float before, float here, float after) {
    float back = theta * (here - before), forth = theta * (after - here), middle = 0.5f * (after - before);
    return most(least(least(back, forth), middle), 0) + least(most(most(back, forth), middle), 0);
}

static inline float depth(int stage, int cell) {
    return most(0, (level[stage][cell] - bed[cell]) + residual[stage][cell]);
}

// Hydrostatic reconstruction and HLL.
static inline Flux flux(Side left, Side right) {
    float step = most(left.level - left.depth, right.level - right.depth);
    float h0 = most(0, left.level - step), h1 = most(0, right.level - step);
    float c0 = sqrtf(gravity * h0), c1 = sqrtf(gravity * h1);
    float slow = least(least(left.normal - c0, right.normal - c1), 0);
    float fast = most(most(left.normal + c0, right.normal + c1), 0);
    float m0 = h0 * left.normal, m1 = h1 * right.normal;
    float pressure = 0.5f * gravity * (h1 * h1 - h0 * h0);
    float q0 = m0 * left.normal, q1 = m1 * right.normal;
    float both = slow * fast, inverse = 1 / most(fast - slow, 1e-30f), exchange = both * (m1 - m0);
    Flux flux;
    flux.mass = ((fast * m0 - slow * m1) + both * (h1 - h0)) * inverse;
    flux.before = ((fast * q0 - slow * (q1 + pressure)) + exchange) * inverse;
    flux.after = ((fast * (q0 - pressure) - slow * q1) + exchange) * inverse;
    flux.lateral = flux.mass * (flux.mass > 0 ? left.lateral : right.lateral);
    return flux;
}

static void mirror(int stage, int to, int from, float x, float z) {
    level[stage][to] = level[stage][from];
    residual[stage][to] = residual[stage][from];
    along[stage][to] = x * along[stage][from];
    across[stage][to] = z * across[stage][from];
}

static void surround(int stage) {
    for (int place = MARGIN; place < SIDE + MARGIN; place++) {
        for (int step = 0; step < MARGIN; step++) {
            int beyond[2] = {MARGIN - 1 - step, SIDE + MARGIN + step}, inside[2] = {MARGIN + step, SIDE + MARGIN - 1 - step};
            for (int end = 0; end < 2; end++) {
                mirror(stage, at(place, beyond[end]), at(place, inside[end]), -1, 1);
                mirror(stage, at(beyond[end], place), at(inside[end], place), 1, -1);
            }
        }
    }
}

// The water at the side of a cell after it (sign 1) or before it (−1), along x (step 1) or z (step STRIDE).
static inline Side side(int stage, int cell, int step, float sign) {
    const float *normal = step == 1 ? along[stage] : across[stage], *lateral = step == 1 ? across[stage] : along[stage];
    float half = 0.5f * sign;
    int before = cell - step, after = cell + step;
    Side side;
    side.level = level[stage][cell] + half * slope(level[stage][before], level[stage][cell], level[stage][after]);
    side.depth = depth(stage, cell) + half * slope(depth(stage, before), depth(stage, cell), depth(stage, after));
    side.normal = normal[cell] + half * slope(normal[before], normal[cell], normal[after]);
    side.lateral = lateral[cell] + half * slope(lateral[before], lateral[cell], lateral[after]);
    return side;
}

static void advance(int from, int to, float share, float ratio, Flux *x, Flux *z) {
    for (int row = MARGIN; row < SIDE + MARGIN; row++) {
        for (int column = MARGIN - 1; column < SIDE + MARGIN; column++) {
            int cell = at(row, column);
            x[cell] = flux(side(from, cell, 1, 1), side(from, cell + 1, 1, -1));
        }
    }
    for (int row = MARGIN - 1; row < SIDE + MARGIN; row++) {
        for (int column = MARGIN; column < SIDE + MARGIN; column++) {
            int cell = at(row, column);
            z[cell] = flux(side(from, cell, STRIDE, 1), side(from, cell + STRIDE, STRIDE, -1));
        }
    }
    for (int row = MARGIN; row < SIDE + MARGIN; row++) {
        for (int column = MARGIN; column < SIDE + MARGIN; column++) {
            int cell = at(row, column);
            Side near = side(from, cell, 1, -1), far = side(from, cell, 1, 1);
            float slope_x = 0.5f * gravity * (near.depth + far.depth) * (far.level - near.level);
            near = side(from, cell, STRIDE, -1), far = side(from, cell, STRIDE, 1);
            float slope_z = 0.5f * gravity * (near.depth + far.depth) * (far.level - near.level);
            float here = depth(from, cell), begun = depth(0, cell);
            float gained = ratio * ((x[cell - 1].mass - x[cell].mass) + (z[cell - STRIDE].mass - z[cell].mass));
            float hu = here * along[from][cell]
                + ratio * (((x[cell - 1].after - x[cell].before) - slope_x) + (z[cell - STRIDE].lateral - z[cell].lateral));
            float hv = here * across[from][cell]
                + ratio * (((z[cell - STRIDE].after - z[cell].before) - slope_z) + (x[cell - 1].lateral - x[cell].lateral));
            float old = level[0][cell], rest = residual[0][cell];
            float change = ((level[from][cell] - old) + (residual[from][cell] - rest)) + gained;
            float added = share * change + rest, sum = old + added, left = added - (sum - old);
            float now = (sum - bed[cell]) + left, wet = most(now, 0), square = wet * wet;
            float inverse = 2 * wet / (square + most(square, least_depth * least_depth));
            float hu0 = begun * along[0][cell], hv0 = begun * across[0][cell];
            int is_dry = now <= 0;
            level[to][cell] = is_dry ? bed[cell] : sum;
            residual[to][cell] = is_dry ? 0 : left;
            along[to][cell] = is_dry ? 0 : (hu0 + share * (hu - hu0)) * inverse;
            across[to][cell] = is_dry ? 0 : (hv0 + share * (hv - hv0)) * inverse;
        }
    }
}

static void swap(float **fields) {
    float *first = fields[0];
    fields[0] = fields[2];
    fields[2] = first;
}

int main(void) {
    size_t cells = (size_t)STRIDE * STRIDE;
    for (int stage = 0; stage < 3; stage++) {
        level[stage] = calloc(cells, sizeof(float));
        residual[stage] = calloc(cells, sizeof(float));
        along[stage] = calloc(cells, sizeof(float));
        across[stage] = calloc(cells, sizeof(float));
    }
    bed = calloc(cells, sizeof(float));
    Flux *x = calloc(cells, sizeof(Flux)), *z = calloc(cells, sizeof(Flux));
    for (int row = 0; row < STRIDE; row++) {
        for (int column = 0; column < STRIDE; column++) {
            int r = row - MARGIN, c = column - MARGIN;
            bed[at(row, column)] = -1 + 0.3f * sinf(c * 0.02f) * cosf(r * 0.03f);
            level[0][at(row, column)] = 0.2f * sinf(c * 0.05f) * cosf(r * 0.04f);
        }
    }
    float ratio = (1 / 120.f) / 0.1f;
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int step = 0; step < STEPS; step++) {
        surround(0);
        advance(0, 1, 1, ratio, x, z);
        surround(1);
        advance(1, 2, 0.5f, ratio, x, z);
        swap(level), swap(residual), swap(along), swap(across);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    printf("%.1f million cells a second, two stages each; a level: %f m\n", (double)SIDE * SIDE * STEPS / seconds / 1e6, level[0][at(500, 500)]);
}
