// The ground within the hedge: four pieces around the pool's opening, two triangles each.
#include "shape.glsl"
uniform mat4 u_view_projection;
uniform vec2 u_extent;          // half extents of the plan
out vec3 v_point;

void main() {
    int vertex = gl_VertexID;
    vec2 corner = vec2(
        vertex == 1 || vertex == 4 || vertex == 5 ? 1.0 : 0.0,
        vertex == 2 || vertex == 3 || vertex == 5 ? 1.0 : -1.0
    );
    float side = (gl_InstanceID & 1) == 0 ? -1.0 : 1.0;
    vec2 beside = vec2(side * mix(u_half.x, u_extent.x, corner.x), corner.y * u_half.y);
    vec2 before = vec2(corner.y * u_extent.x, side * mix(u_half.y, u_extent.y, corner.x));
    vec2 ground = gl_InstanceID < 2 ? beside : before;
    v_point = vec3(ground.x, RIM, ground.y);
    gl_Position = u_view_projection * vec4(v_point, 1.0);
}
