// The classic mesh (docs/models.md §2): a grid of vertices drawn as triangle strips, one instance a strip. Normals and both
// texture coordinates come from the height texture; no vertex carries data.
#include "lib/heights.glsl"
#ifdef LOOK_FIELD
#include "lib/field_value.glsl"
out FIELD v_value;              // value of the field
#endif
uniform mat4 u_view_projection;
#ifdef WALLS
uniform float u_wall_height;    // metres above the rest level
#endif
uniform int u_stride;           // cells from vertex to vertex
uniform int u_lines;            // 0: strips; 1: lines along x; 2: lines along z
uniform vec2 u_spacing;         // metres from cell to cell along x and z
#ifdef BOTTOM
#include "lib/shape.glsl"
out float v_depth;              // of the water over land, metres; negative where it is dry
#else
uniform vec2 u_half;
#endif
uniform float u_refraction;     // 0.05 in the source
uniform float u_margin;         // size of the refraction image, of the frame's
uniform float u_environment;    // 0.45 in the source
out vec2 v_uv0;                 // background
out vec2 v_uv1;                 // environment map
#ifdef OVERLAY
out vec2 v_uv;                  // overlay
#endif
out vec3 v_behind;              // screen position of the rest surface at v_uv0: x·w, y·w, w, 0 to 1
#ifdef WALLS
out vec3 v_straight;            // screen position of the surface itself, likewise
#endif
out vec3 v_surface;             // world position; y is the shown height
#if defined(TESSENDORF) || defined(PLASTIC_SHADING)
out vec2 v_normal;              // along x and z
#endif

#ifdef WALLS
// Inside an obstacle the height is that of the surroundings, so that the surface does not dip at the stone.
float level_at(ivec2 cell) {
    if (!is_solid(cell)) return height_at(cell);
    float sum = 0.0;
    float count = 0.0;
    for (int i = 0; i < 9; i++) {
        ivec2 neighbour = cell + (ivec2(i % 3, i / 3) - 1) * u_stride;
        if (!is_solid(neighbour)) {
            sum += height_at(neighbour);
            count += 1.0;
        }
    }
    // Stays below the top of the obstacle.
    return min(sum / max(count, 1.0), 0.9 * u_wall_height);
}

// The level at the next vertex, for a vertex at level `here`; level next to an obstacle.
float neighbour_level(ivec2 cell, float here) {
    return is_solid(cell) ? here : height_at(cell);
}
#else
float level_at(ivec2 cell) {
    return height_at(cell);
}

float neighbour_level(ivec2 cell, float here) {
    return height_at(cell);
}
#endif

ivec2 vertex_of(int vertex, int instance) {
    if (u_lines == 1) return ivec2(vertex, instance);
    if (u_lines == 2) return ivec2(instance, vertex);
    return ivec2(vertex >> 1, instance + (vertex & 1));
}

void main() {
    ivec2 last = u_cells - 1;
    ivec2 cell = min(vertex_of(gl_VertexID, gl_InstanceID) * u_stride, last);
    float here = level_at(cell);
#ifdef LOOK_FIELD
    v_value = value_at(cell);
#endif
    vec2 d = vec2(
        neighbour_level(cell - ivec2(u_stride, 0), here) - neighbour_level(cell + ivec2(u_stride, 0), here),
        neighbour_level(cell - ivec2(0, u_stride), here) - neighbour_level(cell + ivec2(0, u_stride), here)
    );
    vec3 n = normalize(vec3(d.x, d.y * u_spacing.x / u_spacing.y, 2.0 * u_spacing.x * float(u_stride)));
    vec2 uv = (vec2(cell) + 0.5) / vec2(u_cells);
#ifdef OVERLAY
    v_uv = uv;
#endif
    v_uv0 = uv + u_refraction * n.xy;
    v_uv1 = 0.5 + u_environment * n.xy;
#if defined(TESSENDORF) || defined(PLASTIC_SHADING)
    v_normal = n.xy;
#endif
    // The outermost vertices extend to the pool's walls, half a cell out.
    bvec2 first = equal(cell, ivec2(0));
    bvec2 final = equal(cell, last);
    vec2 across = vec2(
        first.x ? 0.0 : final.x ? 1.0 : uv.x,
        first.y ? 0.0 : final.y ? 1.0 : uv.y
    );
    // Looks up the refraction image along the straight line from the eye: a surface at rest shows it unchanged.
    vec2 bent = (clamp(across + u_refraction * n.xy, 0.0, 1.0) * 2.0 - 1.0) * u_half;
#ifdef BOTTOM
    // Over land the water can lie anywhere.
    float rest = here;
#else
    const float rest = 0.0;
#endif
    vec4 behind = u_view_projection * vec4(bent.x, rest, bent.y, 1.0);
    v_behind = vec3(0.5 * (behind.xy / u_margin + behind.w), behind.w);
    vec2 ground = (across * 2.0 - 1.0) * u_half;
    v_surface = vec3(ground.x, here, ground.y);
#ifdef BOTTOM
    v_depth = here - floor_at(ground);
#endif
    gl_Position = u_view_projection * vec4(v_surface, 1.0);
#ifdef WALLS
    v_straight = vec3(0.5 * (gl_Position.xy / u_margin + gl_Position.w), gl_Position.w);
#endif
}
