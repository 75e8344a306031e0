// The surface of the water: one texel a cell, as the model stores it. HEIGHTS_INTEGER is set for whole numbers.
#ifdef HEIGHTS_INTEGER
uniform isampler2D u_heights;
#else
uniform sampler2D u_heights;
#endif
uniform ivec2 u_cells;  // columns, rows
uniform float u_unit;   // shown metres per stored 1

#ifdef WALLS
uniform sampler2D u_solid;      // walls: 1 solid, less than ½ open, 0 far from them; of any number of cells
uniform ivec2 u_solid_cells;    // columns, rows

// Whether a wall stands in the middle of a cell.
bool is_solid(ivec2 cell) {
    ivec2 inside = clamp(cell, ivec2(0), u_cells - 1);
    return texelFetch(u_solid, (2 * inside + 1) * u_solid_cells / (2 * u_cells), 0).r > 0.5;
}
#endif

// Shown height in metres; beyond the edge the edge goes on.
float height_at(ivec2 cell) {
    return float(texelFetch(u_heights, clamp(cell, ivec2(0), u_cells - 1), 0).r) * u_unit;
}
