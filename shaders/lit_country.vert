// A band about the horizon behind everything else: from the horizon up as high as wood and hills reach, or, BELOW_HORIZON, down to
// straight below. An instance is one stretch of it.
#include "shape.glsl"
#include "lit_clearing.glsl"
uniform mat4 u_view_projection;
uniform vec3 u_eye;
out vec3 v_ray;

const float STRETCHES = 48.0;

void main() {
    int vertex = gl_VertexID;
    float turn = (float(gl_InstanceID) + (vertex == 1 || vertex == 4 || vertex == 5 ? 1.0 : 0.0)) / STRETCHES * 6.2831853;
    bool is_far_end = vertex == 2 || vertex == 3 || vertex == 5;
#ifdef BELOW_HORIZON
    float up = is_far_end ? -1e3 : 0.0;
#else
    float wood = (RIM + WOOD_TOP * u_trees - u_eye.y) / max(CLEARING - length(u_eye.xz), 1.0);
    float up = is_far_end ? max(HILLS_TOP, wood) * 1.01 : 0.0;
#endif
    vec3 ray = vec3(sin(turn), up, -cos(turn));
    // As far away as rounding leaves corners exact.
    v_ray = ray / max(length(ray), 1e-3);
    gl_Position = u_view_projection * vec4(u_eye + 10.0 * v_ray, 1.0);
    // Before the clear sky, behind all else.
    gl_Position.z = gl_Position.w * 0.9999995;
}
