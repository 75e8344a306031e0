// The land over the pool's fractions, in display colours: its albedo, and the cosine of the slope toward the sun.
#include "lib/shape.glsl"
#include "pool/ground.glsl"
in vec2 v_uv;
out vec4 o_land;
uniform vec3 u_sun_above;       // unit, toward the sun

void main() {
    vec2 ground = (v_uv * 2.0 - 1.0) * u_half;
    vec3 normal = bottom_normal(ground);
    vec2 texel = fwidth(ground);
    vec3 albedo = ground_albedo(vec3(ground.x, floor_at(ground), ground.y), normal, max(texel.x, texel.y));
    o_land = vec4(pow(albedo, vec3(1.0 / 2.2)), max(dot(normal, u_sun_above), 0.0));
}
