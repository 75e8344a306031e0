// The props of a terrace: triangles read from a texture, two texels a vertex. CAST projects them onto the deck along rays of light, with
// higher points nearer to the eye.
#include "lib/shape.glsl"
uniform sampler2D u_mesh;
uniform int u_mesh_across;      // texels in a row of it
uniform int u_first;            // the first vertex
#ifdef CAST
uniform vec3 u_toward;          // unit, toward the light
uniform vec2 u_extent;          // half extents of the plan
uniform float u_tallest;        // height above the deck
out float v_high;
#else
uniform mat4 u_view_projection;
uniform vec3 u_eye;
out vec3 v_point;
out vec3 v_normal;
flat out vec3 v_albedo;
flat out int v_kind;
#endif

vec4 mesh_texel(int index) {
    return texelFetch(u_mesh, ivec2(index % u_mesh_across, index / u_mesh_across), 0);
}

// Unpacks a direction; as packed by mesh.rs.
vec3 unpacked(float code) {
    vec2 flat_on = vec2(mod(code, 4096.0), floor(code / 4096.0)) / 2047.5 - 1.0;
    float up = 1.0 - abs(flat_on.x) - abs(flat_on.y);
    float fold = max(-up, 0.0);
    return normalize(vec3(flat_on.x - (flat_on.x < 0.0 ? -fold : fold), flat_on.y - (flat_on.y < 0.0 ? -fold : fold), up));
}

void main() {
    vec4 place = mesh_texel(2 * (u_first + gl_VertexID));
#ifdef CAST
    v_high = place.y - RIM;
    vec2 ground = place.xz - u_toward.xz / u_toward.y * v_high;
    gl_Position = vec4(ground / u_extent, 1.0 - 2.0 * clamp(v_high / u_tallest, 0.0, 1.0), 1.0);
#else
    vec4 facing = mesh_texel(2 * (u_first + gl_VertexID) + 1);
    v_point = place.xyz;
    v_normal = unpacked(facing.x);
    v_kind = int(facing.w + 0.5);
    vec3 steps = floor(mod(vec3(place.w, place.w / 256.0, place.w / 65536.0), 256.0)) / 255.0;
    v_albedo = steps * steps;
    gl_Position = u_view_projection * vec4(place.xyz, 1.0);
    // Culls back faces.
    if (dot(unpacked(facing.y), u_eye) < facing.z) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
#endif
}
