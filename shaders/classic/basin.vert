// Floor, walls and deck: faces worked out from the vertex and instance numbers, two triangles a face. DECK, ABOVE_WATER,
// DOWN_TO_TROUGHS and UP_TO_RIM choose which faces.
#include "lib/shape.glsl"
uniform mat4 u_view_projection;
#ifdef DOWN_TO_TROUGHS
uniform float u_trough;         // world metres that waves fall below the rest level at most
#endif
out vec3 v_point;
flat out vec3 v_normal;

const float DECK_REACH = 150.0; // metres of deck on every side

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
    // Two pieces beside the pool, two across the whole width before and behind it.
    float beyond = 0.5 * (corner.x + 1.0) * DECK_REACH;
    v_point = facing_x ? vec3(side * (u_half.x + beyond), RIM, corner.y * u_half.y)
                       : vec3(corner.y * (u_half.x + DECK_REACH), RIM, side * (u_half.y + beyond));
    v_normal = vec3(0.0, 1.0, 0.0);
#else
#if defined(ABOVE_WATER)
    vec2 span = vec2(0.0, RIM);
#elif defined(DOWN_TO_TROUGHS)
    // What water covers of it is hidden. Up to the very rim, a crack would be left beside the ground's vertices.
    vec2 span = vec2(-min(u_trough, u_depth), RIM + 0.0005);
#elif defined(UP_TO_RIM)
    // Beyond the rest level, lest a ray bent along the waterline find the air behind the wall.
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
