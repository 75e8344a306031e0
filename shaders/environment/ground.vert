// The ground within the hedge, or its paving: tiles of the four pieces around an opening, two triangles each. NEAR selects the tiles near
// the eye, FAR the others, LAWN both.
#include "lib/shape.glsl"
uniform mat4 u_view_projection;
uniform vec3 u_eye;
uniform vec2 u_opening;         // half extents of the opening in the middle
uniform vec2 u_reach;           // outer half extents
uniform float u_near;           // distance from the eye at which near tiles end
uniform int u_tiles;            // along each side of a piece
out vec3 v_point;

#define OVERLAP (0.0005 * HALF_LENGTH)  // overlap of adjacent pieces: T-junctions would leave cracks

void main() {
    int piece = gl_InstanceID / (u_tiles * u_tiles);
    ivec2 tile = ivec2(gl_InstanceID % u_tiles, gl_InstanceID / u_tiles % u_tiles);
    float side = (piece & 1) == 0 ? -1.0 : 1.0;
    // Across the piece from the opening outward, and along it.
    vec2 inner = piece < 2 ? vec2(u_opening.x, -u_opening.y) - OVERLAP : vec2(u_opening.y - OVERLAP, -u_reach.x);
    vec2 outer = piece < 2 ? vec2(u_reach.x, u_opening.y + OVERLAP) : vec2(u_reach.y, u_reach.x);
    vec2 corner = vec2(
        gl_VertexID == 1 || gl_VertexID == 4 || gl_VertexID == 5 ? 1.0 : 0.0,
        gl_VertexID == 2 || gl_VertexID == 3 || gl_VertexID == 5 ? 1.0 : 0.0
    );
    vec2 from = mix(inner, outer, vec2(tile) / float(u_tiles));
    vec2 to = mix(inner, outer, vec2(tile + 1) / float(u_tiles));
    vec2 at = mix(from, to, corner);
    vec2 ground = piece < 2 ? vec2(side * at.x, at.y) : vec2(at.y, side * at.x);
    vec2 eye = piece < 2 ? vec2(side * u_eye.x, u_eye.z) : vec2(side * u_eye.z, u_eye.x);
    float off = length(vec3(eye - clamp(eye, from, to), u_eye.y - RIM));
    v_point = vec3(ground.x, RIM, ground.y);
    gl_Position = u_view_projection * vec4(v_point, 1.0);
#ifdef NEAR
    if (off > u_near) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
#elif !defined(LAWN)
    if (off <= u_near) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
#endif
}
