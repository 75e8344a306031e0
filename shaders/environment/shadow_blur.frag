// First pass of the blur of shadows on level ground, along x; the second is environment/ground_light.frag. SHADOWS: converts shadow
// heights to visibility of the sun first.
out vec4 o_left;
uniform sampler2D u_cast;

#ifdef SHADOWS
const float VARIANCE = 1.2;     // square texels
float left_at(ivec2 texel) { return texelFetch(u_cast, texel, 0).r > 0.0 ? 0.0 : 1.0; }
#else
const float VARIANCE = 1.6;
float left_at(ivec2 texel) { return texelFetch(u_cast, texel, 0).r; }
#endif

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int last = textureSize(u_cast, 0).x - 1;
    float left = 0.0;
    float sum = 0.0;
    for (int i = -2; i <= 2; i++) {
        float weight = exp(-0.5 * float(i * i) / VARIANCE);
        left += weight * left_at(ivec2(clamp(at.x + i, 0, last), at.y));
        sum += weight;
    }
    o_left = vec4(left / sum);
}
