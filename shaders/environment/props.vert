// The props of a terrace. CAST projects them onto the deck along rays of light, with higher points nearer to the eye.
#include "lib/shape.glsl"
layout(location = 0) in vec3 a_position;
#ifdef CAST
uniform vec3 u_toward;          // unit, toward the light
uniform vec2 u_extent;          // half extents of the plan
uniform float u_tallest;        // height above the deck
out float v_high;
#else
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec3 a_albedo;
layout(location = 3) in float a_kind;
uniform mat4 u_view_projection;
out vec3 v_point;
out vec3 v_normal;
flat out vec3 v_albedo;
flat out int v_kind;
#endif

void main() {
#ifdef CAST
    v_high = a_position.y - RIM;
    vec2 ground = a_position.xz - u_toward.xz / u_toward.y * v_high;
    gl_Position = vec4(ground / u_extent, 1.0 - 2.0 * clamp(v_high / u_tallest, 0.0, 1.0), 1.0);
#else
    v_point = a_position;
    v_normal = a_normal;
    v_albedo = a_albedo;
    v_kind = int(a_kind + 0.5);
    gl_Position = u_view_projection * vec4(a_position, 1.0);
#endif
}
