// A body in the mesh view: in daylight, or (UNDER_WATER) shaded like the pool. Colours are display-referred.
#include "lib/shape.glsl"
#ifdef UNDER_WATER
#include "classic/pool.glsl"
#endif
in vec3 v_point;
in vec3 v_normal;
in vec3 v_albedo;
flat in float v_gloss;
out vec4 o_colour;
uniform vec3 u_eye;
uniform vec3 u_sun_above;       // unit, toward the sun, in the air

void main() {
    vec3 normal = normalize(v_normal);
    vec3 colour = pow(v_albedo, vec3(1.0 / 2.2));
#ifdef UNDER_WATER
    float share = u_eye.y > 0.0 ? max(-v_point.y, 0.0) / max(u_eye.y - v_point.y, 1e-3) : 1.0;
    o_colour = vec4(under_water(colour, v_point, normal, 0.65 + 0.35 * normal.y, share * distance(u_eye, v_point)), 1.0);
#else
    vec3 light = vec3(0.44, 0.49, 0.55) * (0.68 + 0.32 * normal.y) + vec3(0.70, 0.65, 0.56) * max(dot(normal, u_sun_above), 0.0);
    vec3 half_way = normalize(u_sun_above + normalize(u_eye - v_point));
    float glint = v_gloss * pow(max(dot(normal, half_way), 0.0), 120.0);
    o_colour = vec4(min(colour * light + 0.8 * glint, 1.0), 1.0);
#endif
}
