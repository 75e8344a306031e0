// The tank's outside: four panes, the top of each, or (TABLE) the table; two triangles a face.
#include "lib/shape.glsl"
uniform mat4 u_view_projection;
out vec3 v_point;
flat out vec3 v_normal;

#define TABLE_REACH (60.0 * HALF_LENGTH)

void main() {
    int vertex = gl_VertexID;
    vec2 corner = vec2(
        vertex == 1 || vertex == 4 || vertex == 5 ? 1.0 : -1.0,
        vertex == 2 || vertex == 3 || vertex == 5 ? 1.0 : -1.0
    );
    float bottom = -u_depth - GLASS;
#ifdef TABLE
    v_point = vec3(corner.x * TABLE_REACH, bottom, corner.y * TABLE_REACH);
    v_normal = vec3(0.0, 1.0, 0.0);
#else
    float side = (gl_InstanceID & 1) == 0 ? -1.0 : 1.0;
    bool facing_x = (gl_InstanceID & 2) == 0;
    vec2 outer = u_half + GLASS;
    if (gl_InstanceID < 4) {
        float y = corner.y > 0.0 ? RIM : bottom;
        v_point = facing_x ? vec3(side * outer.x, y, corner.x * outer.y) : vec3(corner.x * outer.x, y, side * outer.y);
        v_normal = facing_x ? vec3(side, 0.0, 0.0) : vec3(0.0, 0.0, side);
    } else {
        float beyond = 0.5 * (corner.x + 1.0) * GLASS;
        v_point = facing_x ? vec3(side * (u_half.x + beyond), RIM, corner.y * u_half.y)
                           : vec3(corner.y * outer.x, RIM, side * (u_half.y + beyond));
        v_normal = vec3(0.0, 1.0, 0.0);
    }
#endif
    gl_Position = u_view_projection * vec4(v_point, 1.0);
}
