// Foam where something fell into the water (docs/models.md §16a): a disc whose vertices follow the surface of a pool, or (SEA) of open
// water. The triangle strip between two of its circles is an instance.
#ifdef SEA
#include "lib/cascades.glsl"
uniform float u_height;         // exaggeration of the heights
#else
#include "lib/water_height.glsl"
#endif
#include "lib/constants.glsl"
uniform vec4 u_patches[2 * PATCHES];       // for each patch: middle, x and z, radius, metres, number; age in seconds, share of its life, amount
uniform mat4 u_view_projection;
uniform vec3 u_eye;
out vec2 v_place;               // from the middle, in radii
out vec3 v_point;
flat out vec4 v_patch;          // radius, age, share of its life, amount
flat out float v_number;

const float REACH = 2.2;        // radius of the disc, in radii of the ring at first

void main() {
    int which = gl_InstanceID / CIRCLES;
    float circle = float(gl_InstanceID % CIRCLES + (gl_VertexID & 1)) / float(CIRCLES);
    float angle = 2.0 * PI * float(gl_VertexID >> 1) / float(SEGMENTS);
    vec4 lies = u_patches[2 * which];
    v_patch = vec4(lies.z, u_patches[2 * which + 1].xyz);
    v_number = lies.w;
    v_place = REACH * circle * vec2(cos(angle), sin(angle));
    vec2 ground = lies.xy + lies.z * v_place;
#ifdef SEA
    // The rest place of the point of the surface over `ground`, by fixed-point iteration.
    vec2 rest = ground - u_eye.xz;
    float apart = max(0.05, 0.01 * length(rest));
    vec3 moved = moved_at(rest, apart);
    for (int i = 0; i < 3; i++) moved = moved_at(ground - u_eye.xz - moved.xz, apart);
    float height = moved.y * u_height;
#else
    ground = clamp(ground, -u_half, u_half);
    float height = water_at(ground);
#endif
    v_point = vec3(ground.x, height, ground.y);
    gl_Position = u_view_projection * vec4(v_point, 1.0);
    // In front of the surface, whose mesh is another: as if it were a little nearer to the eye.
    vec3 toward = u_eye - v_point;
    vec4 nearer = u_view_projection * vec4(v_point + toward * min(0.06 * lies.z / length(toward), 0.5), 1.0);
    gl_Position.z = nearer.z / nearer.w * gl_Position.w;
}
