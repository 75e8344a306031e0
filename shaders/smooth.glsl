// Heights, smoothed, and their slopes: a low pass alike in all directions, (1 + x)·exp(−x) with x = (2·2π/length)²/2, lengths in
// cells, which is a Gaussian of 2 cells that leaves long waves as they are: those of 24 cells keep 99 %. Of those of 4, of which
// grids make patterns of their own, 3 % are left. As filters along lines: it is that Gaussian G, and X = −G″·2²/2, across each other.
// Wants heights.glsl before it.
const int REACH = 6;
// G and X of the mean of two cells as far before and after one.
const vec2 SMOOTH[REACH + 1] = vec2[](vec2(0.199400, 0.099402), vec2(0.175971, 0.066540), vec2(0.120949, 0.000328), vec2(0.064775, -0.040501), vec2(0.027090, -0.041020), vec2(0.008967, -0.024197), vec2(0.002548, -0.010850));
// Their derivatives, of what lies after a cell less what lies before it.
const vec2 SLOPE[REACH + 1] = vec2[](vec2(0.000000, 0.000000), vec2(0.043777, 0.060601), vec2(0.060106, 0.062654), vec2(0.048184, 0.020363), vec2(0.026846, -0.012599), vec2(0.011337, -0.019687), vec2(0.004565, -0.016362));

// The cell that mirrors one beyond the edge, as water does that is thrown back there.
ivec2 within(ivec2 cell) {
    ivec2 before = -1 - cell;
    ivec2 after = 2 * u_cells - 1 - cell;
    return clamp(ivec2(
        cell.x < 0 ? before.x : cell.x < u_cells.x ? cell.x : after.x,
        cell.y < 0 ? before.y : cell.y < u_cells.y ? cell.y : after.y
    ), ivec2(0), u_cells - 1);
}

// A wall is no slope: beside one, the surface goes on as it is.
#ifdef WALLS
bool is_beside(ivec2 cell) { return !is_solid(cell); }
#else
bool is_beside(ivec2 cell) { return true; }
#endif
