// The mesh of open water: square rings of points about the eye, laid out by view/clipmap.rs, each displaced to x + λD and h, the sum of
// the cascades averaged over the spacing of the points (docs/models.md §9). LIT: with the horizon of the lit view; PLACES: without one.
#include "lib/cascades.glsl"
#include "lib/constants.glsl"
#if defined(LIT)
#include "lib/horizon.glsl"
#elif !defined(PLACES)
#include "classic/sky.glsl"
#endif
uniform mat4 u_matrix;          // places relative to the eye to clip space
uniform vec3 u_eye;
uniform ivec2 u_first;          // first point of the piece, in indices of the ring's lattice
uniform int u_lines;            // 0: strips; 1: lines along x; 2: lines along z
uniform float u_spacing;        // metres between the points of the ring
uniform float u_half;           // cells from the middle of a ring to its inner edge
uniform float u_nearest;        // minimum distance for the level of detail
uniform vec3 u_horizon;         // points farther than x are stretched, so that those at y reach z
uniform float u_height;         // exaggeration of the heights

out vec2 v_rest;                // rest place of the point, relative to the eye
out vec3 v_surface;             // displaced point, relative to the eye
out float v_height;             // above the rest level
#ifndef PLACES
out vec3 v_horizon;             // colour of the sky at the horizon in the direction of the point
#endif

ivec2 point_of(int vertex, int instance) {
    if (u_lines == 1) return ivec2(vertex, instance);
    if (u_lines == 2) return ivec2(instance, vertex);
    return ivec2(vertex >> 1, instance + (vertex & 1));
}

void main() {
    ivec2 point = u_first + point_of(gl_VertexID, gl_InstanceID);
    vec2 away = abs(vec2(point) * u_spacing - u_eye.xz);
    float cells = max(away.x, away.y) / u_spacing;
    // Odd points morph onto even ones, completely where the next ring begins.
    float morph = clamp((cells - u_half - 1.25) / (u_half - 2.5), 0.0, 1.0);
    v_rest = (vec2(point) - morph * vec2(point & 1)) * u_spacing - u_eye.xz;
    // The spacing at this distance, independent of the ring.
    float far = max(max(abs(v_rest.x), abs(v_rest.y)), u_nearest);
    if (far > u_horizon.x) {
        float part = min((far - u_horizon.x) / (u_horizon.y - u_horizon.x), 1.0);
        float drawn_out = pow(u_horizon.z * far / (u_horizon.y * length(v_rest)), part);
        if (part == 1.0) drawn_out = u_horizon.z / length(v_rest);
        v_rest *= drawn_out;
        far *= drawn_out;
    }
    vec3 moved = moved_at(v_rest, 0.75 * far / u_half);
    v_height = moved.y * u_height;
    float drop = dot(v_rest, v_rest) / (2.0 * EARTH_RADIUS);
    v_surface = vec3(v_rest.x + moved.x, v_height - drop - u_eye.y, v_rest.y + moved.z);
    // Blurred: scattered light comes from all directions, and sharp clouds would streak the distant sea.
#if defined(LIT)
    v_horizon = horizon_toward(v_rest);
#elif !defined(PLACES)
    v_horizon = sky_colour(normalize(vec3(v_rest.x, 1e-6, v_rest.y)), 6.0);
#endif
    gl_Position = u_matrix * vec4(v_surface, 1.0);
}
