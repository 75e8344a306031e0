// A triangle of sunlight where it lands: as much brighter as its image there is smaller than what entered. Where the surface
// folds the light, several land on one texel, and are added.
in vec4 v_light;                // as caustics/caustics.vert has it
out vec4 o_light;               // of what falls on level ground above the water
uniform float u_texel;          // area of a texel of the receiver

#ifdef AT_SEA
const float MOST = 16.0;        // where few triangles share a texel, a small one would be as large as that
#else
const float MOST = 4000.0;      // that a half float can add up
#endif

void main() {
    vec2 a = dFdx(v_light.xy);
    vec2 b = dFdy(v_light.xy);
    // Of an image smaller than a texel this is seldom asked, and then it is as much more.
    float gathered = abs(a.x * b.y - a.y * b.x) / u_texel;
    float open = smoothstep(-1.0, 1.0, v_light.w);
    o_light = vec4(min(v_light.z * open * gathered, MOST));
}
