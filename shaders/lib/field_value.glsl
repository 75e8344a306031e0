// The value of a field at a cell of the heights: FIELD_HEIGHT in metres, FIELD_SLOPE, or what a texture of its own holds. Wants
// lib/heights.glsl before it.
#if defined(FIELD_HEIGHT) || defined(FIELD_SLOPE)
uniform float u_true;               // metres per stored 1, as it is and not as it is shown

float metres_at(ivec2 cell) {
    return float(texelFetch(u_heights, clamp(cell, ivec2(0), u_cells - 1), 0).r) * u_true;
}
#endif

#if defined(FIELD_HEIGHT)
float value_at(ivec2 cell) {
    return metres_at(cell);
}
#elif defined(FIELD_SLOPE)
uniform vec2 u_apart;               // metres from cell to cell, along x and z

// Beside a wall the surface goes on level.
float metres_beside(ivec2 cell, float here) {
#ifdef WALLS
    if (is_solid(cell)) return here;
#endif
    return metres_at(cell);
}

// Half the differences of the neighbours; at an edge, which is a neighbour of its own, over half the way.
float value_at(ivec2 cell) {
    ivec2 inside = clamp(cell, ivec2(0), u_cells - 1);
    float here = metres_at(inside);
    vec2 rise = vec2(
        metres_beside(inside + ivec2(1, 0), here) - metres_beside(inside - ivec2(1, 0), here),
        metres_beside(inside + ivec2(0, 1), here) - metres_beside(inside - ivec2(0, 1), here)
    );
    return length(rise / (2.0 * u_apart));
}
#else
uniform sampler2D u_field;          // as many texels as there are cells, or one for all
uniform float u_field_unit;         // the field per stored 1

float value_at(ivec2 cell) {
    return texelFetch(u_field, clamp(cell, ivec2(0), textureSize(u_field, 0) - 1), 0).r * u_field_unit;
}
#endif
