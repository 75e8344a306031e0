// Smoothed heights and slopes: an isotropic low-pass filter, (1 + x)·exp(−x) with x = (2.5·2π/length)²/2, lengths in cells. A Gaussian of
// 2.5 cells that preserves long waves: those of 32 cells keep 99 %, those of 16 91 %. Those of 6 keep an eighth, and those of 4, which
// alias on the grid, a hundredth. Separable: that Gaussian G, and X = −G″·2.5²/2, across each other.
#include "lib/heights.glsl"
#ifdef HALVED
// The same at half resolution: a Gaussian of 1.25 cells.
const int REACH = 4;
const vec2 SMOOTH[REACH + 1] = vec2[](vec2(0.319096, 0.159398), vec2(0.231758, 0.042151), vec2(0.088716, -0.069422), vec2(0.017985, -0.042783), vec2(0.001992, -0.009644));
const vec2 SLOPE[REACH + 1] = vec2[](vec2(0.000000, 0.000000), vec2(0.148214, 0.175513), vec2(0.113393, 0.025886), vec2(0.034476, -0.047204), vec2(0.005393, -0.021419));
#else
const int REACH = 7;
// G and X for the mean of the two cells at this distance before and after a cell.
const vec2 SMOOTH[REACH + 1] = vec2[](vec2(0.159574, 0.077548), vec2(0.147291, 0.062276), vec2(0.115835, 0.021347), vec2(0.077623, -0.016599), vec2(0.044369, -0.034427), vec2(0.021742, -0.033001), vec2(0.009375, -0.023370), vec2(0.003980, -0.015000));
// Their derivatives, for the difference of the cells after and before a cell.
const vec2 SLOPE[REACH + 1] = vec2[](vec2(0.000000, 0.000000), vec2(0.023380, 0.031404), vec2(0.036710, 0.045481), vec2(0.036786, 0.031418), vec2(0.027921, 0.008553), vec2(0.017126, -0.007682), vec2(0.009261, -0.014472), vec2(0.005709, -0.017941));
#endif

// The cell that mirrors one beyond the edge, as a wave reflects there.
ivec2 within(ivec2 cell) {
    ivec2 before = -1 - cell;
    ivec2 after = 2 * u_cells - 1 - cell;
    return clamp(ivec2(
        cell.x < 0 ? before.x : cell.x < u_cells.x ? cell.x : after.x,
        cell.y < 0 ? before.y : cell.y < u_cells.y ? cell.y : after.y
    ), ivec2(0), u_cells - 1);
}

// An obstacle counts as level with its neighbour.
#ifdef WALLS
bool is_neighbour(ivec2 cell) { return !is_solid(cell); }
#else
bool is_neighbour(ivec2 cell) { return true; }
#endif
