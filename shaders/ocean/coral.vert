// Colonies of coral under a sea (docs/models.md §15a): instances of a model, which grows up from the origin.
#include "lib/constants.glsl"
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
uniform vec4 u_corals[2 * int(CORALS)];     // foot relative to the eye, and turn; radius, slope that it follows, and a random number
uniform int u_kind;
uniform mat4 u_matrix;          // places relative to the eye to clip space
out vec3 v_point;               // relative to the eye
out vec3 v_normal;
out vec3 v_own;                 // place in the colony, metres; another part of the pattern for each
out float v_height;             // above the foot, in radii
out float v_tip;                // from 0 to 1 toward where it grows
flat out float v_colour;

void main() {
    vec4 foot = u_corals[2 * gl_InstanceID];
    vec4 form = u_corals[2 * gl_InstanceID + 1];
    vec3 up = normalize(vec3(-form.y, 1.0, -form.z));
    vec3 along = normalize(cross(up, vec3(sin(foot.w), 0.0, cos(foot.w))));
    mat3 turned = mat3(along, up, cross(along, up));
    v_point = foot.xyz + form.x * (turned * a_position);
    v_normal = turned * a_normal;
    v_own = form.x * a_position + 17.0 * form.w;
    v_height = a_position.y;
    // Plates grow at their rim.
    v_tip = u_kind == 1 ? smoothstep(0.75, 1.1, length(a_position.xz)) : smoothstep(0.55, 1.05, a_position.y);
    v_colour = form.w;
    gl_Position = u_matrix * vec4(v_point, 1.0);
}
