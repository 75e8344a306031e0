// The irradiance of a triangle of sunlight on its receiver: the flux through the triangle over the area of its image. Where the surface
// folds the light, overlapping triangles add up by blending.
#include "lib/constants.glsl"
in vec4 v_light;                // as in caustics/caustics.vert
out vec4 o_light;               // irradiance, relative to level ground above the water
uniform float u_texel;          // area of a texel of the receiver

#ifdef AT_SEA
const float MAX_IRRADIANCE = 16.0;      // where few triangles share a texel: a small one would not average out
#else
const float MAX_IRRADIANCE = MAX_CAUSTICS;
#endif

void main() {
    vec2 a = dFdx(v_light.xy);
    vec2 b = dFdy(v_light.xy);
    // An image smaller than a texel seldom covers a texel centre, and then counts for more.
    float gathered = abs(a.x * b.y - a.y * b.x) / u_texel;
    float open = smoothstep(-1.0, 1.0, v_light.w);
    o_light = vec4(min(v_light.z * open * gathered, MAX_IRRADIANCE));
}
