// A band about the horizon behind everything else: from the horizon to the top of wood and hills; BELOW_HORIZON, down to the edge of the
// polygonal ground; ABOVE_COUNTRY, from the hills to the zenith. One instance is one segment. Bands do not overlap other geometry: a
// rasteriser that shades before the depth test would pay for it.
#include "lib/shape.glsl"
#include "environment/clearing.glsl"
uniform mat4 u_view_projection;
uniform vec3 u_eye;
uniform vec2 u_extent;          // half extents of the polygonal ground
out vec3 v_ray;

// Steepness of a ray to the edge of the ground in this direction, from above it; vertical from elsewhere. The ground is convex:
// everything between two such rays is on it.
float slope_to_edge(vec2 level) {
    vec2 extent = 0.99 * u_extent;
    if (any(greaterThanEqual(abs(u_eye.xz), extent))) return -1e3;
    vec2 paths = (extent - sign(level) * u_eye.xz) / max(abs(level), 1e-5);
    return -max(u_eye.y - RIM, 1e-3) / min(paths.x, paths.y);
}

void main() {
    int vertex = gl_VertexID;
    float turn = (float(gl_InstanceID) + (vertex == 1 || vertex == 4 || vertex == 5 ? 1.0 : 0.0)) / COUNTRY_SEGMENTS * 2.0 * PI;
    bool is_far_end = vertex == 2 || vertex == 3 || vertex == 5;
#ifdef BELOW_HORIZON
    float up = is_far_end ? slope_to_edge(vec2(sin(turn), -cos(turn))) : 0.0;
#else
    float wood = (RIM + WOOD_TOP * u_trees - u_eye.y) / max(CLEARING - length(u_eye.xz), 1.0);
    float top = max(HILLS_TOP, wood) * 1.01;
#ifdef ABOVE_COUNTRY
    float up = is_far_end ? 1e5 : top;
#else
    float up = is_far_end ? top : 0.0;
#endif
#endif
    vec3 ray = vec3(sin(turn), up, -cos(turn));
    // As far away as rounding allows.
    v_ray = ray / max(length(ray), 1e-3);
    gl_Position = u_view_projection * vec4(u_eye + 10.0 * v_ray, 1.0);
    // In front of the clear sky, behind everything else.
    gl_Position.z = gl_Position.w * 0.9999995;
}
