// The image of the paving from above: square root of its albedo; slope of the rim.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "environment/vegetation.glsl"
#include "environment/paving.glsl"
in vec2 v_uv;
out vec4 o_colour;
uniform vec2 u_paving_half;     // half extents of the paving

void main() {
    vec2 ground = (2.0 * v_uv - 1.0) * u_paving_half;
    vec2 beyond = abs(ground) - u_half;
    float texel = fwidth(ground.x);
    o_colour = vec4(sqrt(paved(ground, texel, 0.0)), rim_lean(max(beyond.x, beyond.y)));
}
