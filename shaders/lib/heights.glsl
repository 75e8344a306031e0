// The heights of the water: one texel for each cell, in the model's own format. HEIGHTS_INTEGER is defined for integers.
#ifdef HEIGHTS_INTEGER
uniform isampler2D u_heights;
#else
uniform sampler2D u_heights;
#endif
uniform ivec2 u_cells;  // columns, rows
uniform float u_unit;   // shown metres per stored unit

#ifdef WALLS
uniform sampler2D u_solid;      // obstacles: 1 solid, less than ½ open, 0 far from them; any resolution
uniform ivec2 u_solid_cells;    // columns, rows

// Whether the centre of a cell is inside an obstacle.
bool is_solid(ivec2 cell) {
    ivec2 inside = clamp(cell, ivec2(0), u_cells - 1);
    return texelFetch(u_solid, (2 * inside + 1) * u_solid_cells / (2 * u_cells), 0).r > 0.5;
}
#endif

// Shown height in metres; clamped to the edge.
float height_at(ivec2 cell) {
    return float(texelFetch(u_heights, clamp(cell, ivec2(0), u_cells - 1), 0).r) * u_unit;
}
