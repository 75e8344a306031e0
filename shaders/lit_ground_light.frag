// Sun and sky on level ground, from what is cast on it: edges a little soft, as the sun's disc and leaves make them.
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_cast;       // height of what stands between ground and sun
uniform sampler2D u_open;       // sum of the directions of the sky that are free

void main() {
    vec2 texel = 1.0 / vec2(textureSize(u_cast, 0));
    float sun = 0.0;
    float sum = 0.0;
    for (int j = -2; j <= 2; j++) {
        for (int i = -2; i <= 2; i++) {
            float weight = exp(-0.5 * float(i * i + j * j) / 1.2);
            sun += weight * (texture(u_cast, v_uv + vec2(i, j) * texel).r > 0.0 ? 0.0 : 1.0);
            sum += weight;
        }
    }
    vec2 wide = 1.0 / vec2(textureSize(u_open, 0));
    float open = 0.0;
    float all = 0.0;
    for (int j = -2; j <= 2; j++) {
        for (int i = -2; i <= 2; i++) {
            float weight = exp(-0.5 * float(i * i + j * j) / 1.6);
            open += weight * texture(u_open, v_uv + vec2(i, j) * wide).r;
            all += weight;
        }
    }
    o_colour = vec4(sun / sum, open / all, 0.0, 1.0);
}
