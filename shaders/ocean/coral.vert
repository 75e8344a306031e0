// Colonies of coral under a sea (docs/models.md §15a): instances of a model, which grows up from the origin.
#include "lib/constants.glsl"
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
uniform vec4 u_corals[3 * int(CORALS)];     // foot relative to the eye, and turn; slope that it follows; albedo, and radius
uniform int u_kind;
uniform mat4 u_matrix;          // places relative to the eye to clip space
out vec3 v_point;               // relative to the eye
out vec3 v_normal;
out vec3 v_own;                 // off the foot, metres, and moved to another part of the pattern for each
out float v_height;             // above the foot, in radii
out float v_tip;                // from 0 to 1 toward where it grows
flat out vec3 v_albedo;

const float SUNK = 0.15;        // how far the foot lies in the ground, in radii

void main() {
    int number = min(gl_InstanceID, int(CORALS) - 1);
    vec4 foot = u_corals[3 * number];
    vec2 slope = u_corals[3 * number + 1].xy;
    vec4 form = u_corals[3 * number + 2];
    vec3 up = normalize(vec3(-slope.x, 1.0, -slope.y));
    vec3 along = normalize(cross(up, vec3(sin(foot.w), 0.0, cos(foot.w))));
    mat3 turned = mat3(along, up, cross(along, up));
    vec3 off = form.w * (turned * (a_position - vec3(0.0, SUNK, 0.0)));
    v_point = foot.xyz + off;
    v_normal = turned * a_normal;
    v_own = off + 17.0 * foot.w;
    v_height = a_position.y;
    // Plates grow at their rim.
    v_tip = u_kind == 1 ? smoothstep(0.75, 1.1, length(a_position.xz)) : smoothstep(0.55, 1.05, a_position.y);
    v_albedo = form.rgb;
    gl_Position = u_matrix * vec4(v_point, 1.0);
}
