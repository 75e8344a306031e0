// The value of a field at a cell: FIELD_HEIGHT in metres, FIELD_SLOPE, of a flow FIELD_SPEED, FIELD_FROUDE and FIELD_DIRECTION in m/s, or
// the field's own texture.
#include "lib/field.glsl"
#include "lib/heights.glsl"
#if defined(FIELD_HEIGHT) || defined(FIELD_SLOPE) || defined(FIELD_FROUDE)
uniform float u_true;               // metres per stored unit, without exaggeration

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

// An obstacle counts as level with its neighbour.
float neighbour_metres(ivec2 cell, float here) {
#ifdef WALLS
    if (is_solid(cell)) return here;
#endif
    return metres_at(cell);
}

// Central differences; one-sided at an edge.
float value_at(ivec2 cell) {
    ivec2 inside = clamp(cell, ivec2(0), u_cells - 1);
    float here = metres_at(inside);
    vec2 rise = vec2(
        neighbour_metres(inside + ivec2(1, 0), here) - neighbour_metres(inside - ivec2(1, 0), here),
        neighbour_metres(inside + ivec2(0, 1), here) - neighbour_metres(inside - ivec2(0, 1), here)
    );
    return length(rise / (2.0 * u_apart));
}
#elif defined(FIELD_SPEED) || defined(FIELD_FROUDE) || defined(FIELD_DIRECTION)
#include "lib/cover.glsl"
#ifdef FIELD_FROUDE
#ifdef BOTTOM
#include "lib/shape.glsl"
#endif
uniform float u_deepest;            // largest depth of the floor, metres
uniform float u_gravity;

// Of the water, metres; at least a millimetre.
float water_depth(ivec2 cell) {
    float floor_depth = 1.0;
#ifdef BOTTOM
    floor_depth = texelFetch(u_bottom, cell, 0).r;
#endif
    return max(metres_at(cell) + u_deepest * floor_depth, 1e-3);
}
#endif

FIELD value_at(ivec2 cell) {
    cell = clamp(cell, ivec2(0), u_cells - 1);
    vec2 velocity = texelFetch(u_cover, cell, 0).ba;
#if defined(FIELD_DIRECTION)
    return velocity;
#elif defined(FIELD_FROUDE)
    return length(velocity) / sqrt(u_gravity * water_depth(cell));
#else
    return length(velocity);
#endif
}
#else
uniform sampler2D u_field;          // one texel for each cell, or one for all
uniform float u_field_unit;         // field value per stored unit

float value_at(ivec2 cell) {
    return texelFetch(u_field, clamp(cell, ivec2(0), textureSize(u_field, 0) - 1), 0).r * u_field_unit;
}
#endif
