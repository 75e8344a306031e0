// A band about the horizon behind everything else: from the horizon up as high as wood and hills reach; BELOW_HORIZON, down to where
// the ground begins that has polygons; ABOVE_COUNTRY, from the hills to straight above. An instance is one stretch of it. No band reaches
// over what others cover: a rasteriser that shades before it looks at depth would pay for it.
#include "lib/shape.glsl"
#include "environment/clearing.glsl"
uniform mat4 u_view_projection;
uniform vec3 u_eye;
uniform vec2 u_extent;          // half extents of the ground that has polygons
out vec3 v_ray;

const float STRETCHES = 48.0;

// How steeply a ray in that direction comes down to the edge of the ground, from over it; straight down from elsewhere. The ground is
// convex: what lies between two such rays is on it.
float slope_to_edge(vec2 level) {
    vec2 extent = 0.99 * u_extent;
    if (any(greaterThanEqual(abs(u_eye.xz), extent))) return -1e3;
    vec2 ways = (extent - sign(level) * u_eye.xz) / max(abs(level), 1e-5);
    return -max(u_eye.y - RIM, 1e-3) / min(ways.x, ways.y);
}

void main() {
    int vertex = gl_VertexID;
    float turn = (float(gl_InstanceID) + (vertex == 1 || vertex == 4 || vertex == 5 ? 1.0 : 0.0)) / STRETCHES * 6.2831853;
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
    // As far away as rounding leaves corners exact.
    v_ray = ray / max(length(ray), 1e-3);
    gl_Position = u_view_projection * vec4(u_eye + 10.0 * v_ray, 1.0);
    // Before the clear sky, behind all else.
    gl_Position.z = gl_Position.w * 0.9999995;
}
