// Blurs the visibility on level ground. SHADOWS: visibility of the sun, from its shadow map, along x; environment/ground_light.frag blurs
// it along z. Otherwise: visibility of the sky, along both axes.
out vec4 o_left;
uniform sampler2D u_cast;

#ifdef SHADOWS
const float VARIANCE = 1.2;     // square texels
const int ROWS = 0;             // that are blended on each side
float left_at(ivec2 texel) { return texelFetch(u_cast, texel, 0).r > 0.0 ? 0.0 : 1.0; }
#else
const float VARIANCE = 1.6;
const int ROWS = 2;
float left_at(ivec2 texel) { return texelFetch(u_cast, texel, 0).r; }
#endif

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    ivec2 last = textureSize(u_cast, 0) - 1;
    float left = 0.0;
    float sum = 0.0;
    for (int j = -ROWS; j <= ROWS; j++) {
        for (int i = -2; i <= 2; i++) {
            float weight = exp(-0.5 * float(i * i + j * j) / VARIANCE);
            left += weight * left_at(clamp(at + ivec2(i, j), ivec2(0), last));
            sum += weight;
        }
    }
    o_left = vec4(left / sum);
}
