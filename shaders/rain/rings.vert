// Rings of raindrops on water, in a patch that repeats (docs/models.md §16b): a ring is drawn once, and again on the other side of each
// edge that it crosses.
#include "lib/constants.glsl"
#include "lib/random.glsl"
uniform float u_turn;           // lives since the start, fraction
uniform int u_generation;       // and whole number
uniform float u_slope;          // slope of the distribution of diameters, per mm
out vec2 v_off;                 // from the centre, metres
flat out float v_age;           // seconds
flat out float v_diameter;      // of the drop, metres

void main() {
    uint drop = uint(gl_InstanceID >> 2);
    float turn = u_turn + random(uvec3(drop, 3u, 11u)).x;
    v_age = RAIN_LIFE * fract(turn);
    uint generation = uint(u_generation + int(floor(turn))) & 0xFFFFu;
    vec3 own = random(uvec3(drop, generation, 5u));
    v_diameter = 1e-3 * min(RAIN_SMALLEST - log(max(own.z, 1e-4)) / u_slope, 5.0);
    // The ring lies between the slowest and the fastest waves.
    float angle = 2.0 * PI * float(gl_VertexID >> 1) / RAIN_SEGMENTS;
    float radius = v_age * ((gl_VertexID & 1) == 0 ? RAIN_SLOWEST : RAIN_FASTEST / cos(PI / RAIN_SEGMENTS));
    v_off = radius * vec2(cos(angle), sin(angle));
    vec2 other_side = vec2(lessThan(own.xy, vec2(0.5))) * 2.0 - 1.0;
    vec2 middle = own.xy + other_side * vec2(gl_InstanceID & 1, (gl_InstanceID >> 1) & 1);
    gl_Position = vec4(2.0 * (middle + v_off / RAIN_PATCH) - 1.0, 0.0, 1.0);
}
