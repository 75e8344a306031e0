// A body: its model, placed; for its SHADOW, along the ray of the sun.
#ifdef SHADOW
#include "bodies/sun_path.glsl"
#endif
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec3 a_albedo;
layout(location = 3) in float a_gloss;
uniform mat4 u_model;           // from the model to the world, without shear
uniform mat4 u_view_projection;
out vec3 v_point;
out vec3 v_normal;
out vec3 v_albedo;
flat out float v_gloss;

void main() {
    v_point = (u_model * vec4(a_position, 1.0)).xyz;
    v_normal = mat3(u_model) * a_normal;
    v_albedo = a_albedo;
    v_gloss = a_gloss;
#ifdef SHADOW
    gl_Position = u_view_projection * vec4(straight_from_sun(v_point), 1.0);
#else
    gl_Position = u_view_projection * vec4(v_point, 1.0);
#endif
}
