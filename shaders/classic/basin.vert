// Floor, walls and deck: faces derived from vertex and instance numbers, two triangles a face. DECK, ABOVE_WATER, DOWN_TO_TROUGHS and
// UP_TO_RIM select the faces.
#include "lib/shape.glsl"
uniform mat4 u_view_projection;
#ifdef DOWN_TO_TROUGHS
uniform float u_trough;         // maximum depth of a trough below the rest level
#endif
out vec3 v_point;
flat out vec3 v_normal;

#define DECK_REACH (150.0 * HALF_LENGTH)        // width of the deck on every side

void main() {
    // Two triangles over [−1, 1]².
    int vertex = gl_VertexID;
    vec2 corner = vec2(
        vertex == 1 || vertex == 4 || vertex == 5 ? 1.0 : -1.0,
        vertex == 2 || vertex == 3 || vertex == 5 ? 1.0 : -1.0
    );
    float side = (gl_InstanceID & 1) == 0 ? -1.0 : 1.0;
    bool facing_x = gl_InstanceID < 2;
#if defined(DECK)
    // Two pieces at the sides of the pool, two across the full width before and behind it.
    float beyond = 0.5 * (corner.x + 1.0) * DECK_REACH;
    v_point = facing_x ? vec3(side * (u_half.x + beyond), RIM, corner.y * u_half.y)
                       : vec3(corner.y * (u_half.x + DECK_REACH), RIM, side * (u_half.y + beyond));
    v_normal = vec3(0.0, 1.0, 0.0);
#else
#if defined(ABOVE_WATER)
    vec2 span = vec2(0.0, RIM);
#elif defined(DOWN_TO_TROUGHS)
    // The part below the water is hidden by it. A small overlap at the rim prevents a crack next to the ground.
    vec2 span = vec2(-min(u_trough, u_depth), 1.01 * RIM);
#elif defined(UP_TO_RIM)
    // Extends above the rest level, so that a ray refracted at the waterline does not miss the wall.
    vec2 span = vec2(-u_depth, RIM);
#else
    vec2 span = vec2(-u_depth, 0.0);
#endif
    float y = corner.y > 0.0 ? span.y : span.x;
    v_point = facing_x ? vec3(side * u_half.x, y, corner.x * u_half.y)
                       : vec3(corner.x * u_half.x, y, side * u_half.y);
    v_normal = facing_x ? vec3(-side, 0.0, 0.0) : vec3(0.0, 0.0, -side);
    if (gl_InstanceID == 4) {
        v_point = vec3(corner.x * u_half.x, -u_depth, corner.y * u_half.y);
        v_normal = vec3(0.0, 1.0, 0.0);
    }
#endif
    gl_Position = u_view_projection * vec4(v_point, 1.0);
}
