// The bounding box of the surface of a lit pool, between its lowest trough and its highest crest; two triangles a face. Of its faces
// seen from behind, each pixel that may see the surface sees one.
#include "lib/shape.glsl"
uniform mat4 u_view_projection;
uniform vec2 u_span;            // heights of the box's bottom and top

const float SPARE = 0.005;      // world metres all about

void main() {
    int vertex = gl_VertexID;
    vec2 corner = vec2(
        vertex == 1 || vertex == 4 || vertex == 5 ? 1.0 : -1.0,
        vertex == 2 || vertex == 3 || vertex == 5 ? 1.0 : -1.0
    );
    // Seen from without, vertices turn against the clock on every face.
    float side = (gl_InstanceID & 1) == 0 ? -1.0 : 1.0;
    vec3 on = vec3(side * corner.x, corner.y, side);
    on = gl_InstanceID < 2 ? on : gl_InstanceID < 4 ? on.yzx : on.zxy;
    vec2 span = u_span + vec2(-SPARE, SPARE);
    vec3 point = vec3(
        on.x * (u_half.x + SPARE),
        on.y > 0.0 ? span.y : span.x,
        on.z * (u_half.y + SPARE)
    );
    gl_Position = u_view_projection * vec4(point, 1.0);
}
