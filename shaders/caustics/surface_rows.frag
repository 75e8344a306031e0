// First pass of the separable slope filter: along rows of constant z, smoothed heights and their slope along x (docs/models.md §14).
#include "lib/heights.glsl"
#include "lib/smooth.glsl"
layout(location = 0) out vec4 o_lines;  // along the line, by G and X of lib/smooth.glsl: smoothed; its difference from cell to cell

float neighbour_height(ivec2 cell, float here) {
    ivec2 place = within(cell);
    return is_neighbour(place) ? height_at(place) : here;
}

void main() {
    ivec2 cell = ivec2(gl_FragCoord.xy);
    float here = height_at(cell);
    vec4 sum = vec4(SMOOTH[0] * here, 0.0, 0.0);
    for (int i = 1; i <= REACH; i++) {
        float after = neighbour_height(cell + ivec2(i, 0), here);
        float before = neighbour_height(cell - ivec2(i, 0), here);
        sum += vec4(SMOOTH[i] * (after + before), SLOPE[i] * (after - before));
    }
    o_lines = sum;
}
