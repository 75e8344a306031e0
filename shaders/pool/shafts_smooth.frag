// Denoises the light shafts: the mean of 5 × 5, with lower weights at the border.
in vec2 v_uv;
out vec4 o_shaft;
uniform sampler2D u_shafts;

void main() {
    vec2 apart = 1.5 / vec2(textureSize(u_shafts, 0));
    vec4 sum = vec4(0.0);
    for (int i = -1; i <= 1; i++) {
        for (int j = -1; j <= 1; j++) sum += textureLod(u_shafts, v_uv + vec2(i, j) * apart, 0.0);
    }
    o_shaft = sum / 9.0;
}
