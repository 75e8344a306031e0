// What bodies block of the light of a pool's lamp, over the directions from it (view/bodies/lamp_shadow.rs): the distance at which the ray
// from the middle of the lens passes deepest into a body, or closest by one; and how far from its surface that is, negative inside, in
// radii of the lens. Both change slowly between directions, so that few texels resolve the edge of a shadow.
#include "bodies/bodies.glsl"
#include "bodies/lamp_shadow.glsl"
in vec2 v_uv;
out vec4 o_met;
uniform float u_lamp_texel;     // width of a texel at distance 1, metres

// The direction of the texel, a unit vector.
vec3 lamp_ray() {
    vec2 place = u_lamp_window.xy + u_lamp_window.zw * (2.0 * v_uv - 1.0);
    float square = dot(place, place);
    return (2.0 * place.x * u_lamp_right + 2.0 * place.y * u_lamp_up + (1.0 - square) * u_lamp_inward) / (1.0 + square);
}

void main() {
    const int STEPS = 24;
    const float CLEAR = 8.0;    // radii of the lens where nothing is near
    vec3 ray = lamp_ray();
    vec2 met = vec2(0.0, CLEAR);
    float entry = -1e6;
    for (int i = 0; i < u_body_count && met.y > -1.0; i++) {
        int body = next_body(u_lamp, ray, 1e3, u_lamp_lens, u_lamp_texel, entry);
        if (body < 0) break;
        vec3 size = texelFetch(u_bodies, ivec2(3, body), 0).xyz;
        vec3 start = to_body(body, vec4(u_lamp, 1.0));
        vec3 along = to_body(body, vec4(ray, 0.0));
        // Distances in the volume end at BODY_BAND: a lens that is larger counts as that large.
        float lens = min(u_lamp_lens, 0.9 * BODY_BAND * size.z);
        float margin = lens + u_lamp_texel * (max(entry, 0.0) + 2.0 * u_body_spheres[body].w);
        vec2 span = box_span(body, start, along, margin / (BODY_SIDE * size.z), 1e3);
        float path = span.x;
        for (int step = 0; step < STEPS && path < span.y && met.y > -1.0; step++) {
            vec3 place = start + path * along;
            vec3 beyond = place - clamp(place, 0.5 / BODY_SIDE, 1.0 - 0.5 / BODY_SIDE);
            float far = body_volume(place, size.y).a * size.z + length(beyond) * BODY_SIDE * size.z;
            met = far < met.y * lens ? vec2(path, far / lens) : met;
            path += max(abs(far), 0.25 * size.z);
        }
    }
    o_met = vec4(met, 0.0, 1.0);
}
