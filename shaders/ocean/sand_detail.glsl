// What is smaller than the pattern of the sand (docs/models.md §15a), near the eye: grains, and shells.
#include "lib/random.glsl"

const float SHELL_CELL = 0.32;          // side of a square with one shell at most, metres; a whole number in SAND_PERIOD
const float SHELLS = 0.45;              // share of squares with one
const vec3 PALE_SHELL = vec3(0.88, 0.84, 0.78);
const vec3 DARK_SHELL = vec3(0.40, 0.24, 0.18);

// Adds a share of a shell at the place `at` in the pattern to the albedo and the slope of the sand.
void add_shell(vec2 at, float footprint, float share, inout vec3 albedo, inout vec2 slope) {
    vec2 cell = floor(at / SHELL_CELL);
    // The pattern repeats. On one side of its edge, numbers of cells are negative.
    const int PERIOD = int(SAND_PERIOD / SHELL_CELL + 0.5);
    uvec2 number = uvec2((ivec2(cell) + 64 * PERIOD) % PERIOD);
    vec3 own = random(uvec3(number, 5u));
    vec3 look = random(uvec3(number, 6u));
    float radius = 0.008 + 0.022 * look.x * look.x;
    // It lies within its square, with the sand in its shade.
    vec2 off = (at - SHELL_CELL * (cell + mix(vec2(0.18), vec2(0.82), own.xy))) / radius;
    float turn = 6.2832 * look.y;
    vec2 own_off = mat2(cos(turn), -sin(turn), sin(turn), cos(turn)) * off;
    // A fan, whose ribs spread from the hinge.
    vec2 from_hinge = own_off + vec2(0.0, 0.85);
    float far = length(vec2(1.1, 1.0) * own_off);
    float ribs = 0.5 + 0.5 * cos(26.0 * atan(from_hinge.x, from_hinge.y));
    float rings = 0.5 + 0.5 * cos(11.0 * length(from_hinge));
    float wide = footprint / radius;
    share = own.z < SHELLS ? share : 0.0;
    float inside = share * (1.0 - smoothstep(1.0 - wide, 1.0 + wide, far));
    float fine = 1.0 - smoothstep(0.08, 0.25, wide);
    vec3 shell = mix(PALE_SHELL, DARK_SHELL, look.z * look.z) * (1.0 - fine * (0.45 * ribs + 0.2 * rings));
    float shade = 1.0 - 0.5 * share * (1.0 - smoothstep(0.9, 1.4, far));
    albedo = mix(albedo * shade, shell, inside);
    slope = mix(slope, -0.8 * off, inside);
}

// Adds grains and shells where pixels of `footprint` metres show them; `level` is the mip level of a pattern that repeats every metre.
void add_sand_detail(vec2 at, float footprint, float level, inout vec3 albedo, inout vec2 slope) {
    // A software rasteriser skips the loop where no pixel needs it.
    float near = 1.0 - smoothstep(0.005, 0.012, footprint);
    int rounds = near > 0.0 ? 1 : 0;
    for (int i = 0; i < rounds; i++) {
        float middling = textureLod(u_grain, 4.0 * at + 0.31, level + 2.0).r;
        float fine = textureLod(u_grain, 19.0 * at + 0.77, level + 4.25).r;
        albedo *= 1.0 + near * (0.16 * (middling - 0.5) + 0.5 * (fine - 0.5));
        add_shell(at, footprint, near, albedo, slope);
    }
}
