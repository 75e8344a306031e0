// The bounding box of a lit pool's surface, between its lowest trough and its highest crest; two triangles a face. With back faces only,
// each pixel that may show the surface is covered once.
#include "lib/shape.glsl"
uniform mat4 u_view_projection;
uniform vec2 u_span;            // heights of bottom and top

#define MARGIN (MARGIN_SHARE * HALF_LENGTH)

void main() {
    int vertex = gl_VertexID;
    vec2 corner = vec2(
        vertex == 1 || vertex == 4 || vertex == 5 ? 1.0 : -1.0,
        vertex == 2 || vertex == 3 || vertex == 5 ? 1.0 : -1.0
    );
    // Counter-clockwise from outside.
    float side = (gl_InstanceID & 1) == 0 ? -1.0 : 1.0;
    vec3 on = vec3(side * corner.x, corner.y, side);
    on = gl_InstanceID < 2 ? on : gl_InstanceID < 4 ? on.yzx : on.zxy;
    vec2 span = u_span + vec2(-MARGIN, MARGIN);
    vec3 point = vec3(
        on.x * (u_half.x + MARGIN),
        on.y > 0.0 ? span.y : span.x,
        on.z * (u_half.y + MARGIN)
    );
    gl_Position = u_view_projection * vec4(point, 1.0);
}
