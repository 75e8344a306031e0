// Visibility of sun and sky on level ground, with the soft edges of the sun's disc and of leaves. Second pass of the blur, along z;
// environment/shadow_blur.frag is the first, along x.
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_sun;        // visibility of the sun
uniform sampler2D u_open;       // sum over the unblocked sky directions

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int last = textureSize(u_sun, 0).y - 1;
    float texel = 1.0 / float(textureSize(u_open, 0).y);
    float sun = 0.0;
    float open = 0.0;
    vec2 sum = vec2(0.0);
    for (int i = -2; i <= 2; i++) {
        vec2 weight = exp(-0.5 * float(i * i) / vec2(1.2, 1.6));
        sun += weight.x * texelFetch(u_sun, ivec2(at.x, clamp(at.y + i, 0, last)), 0).r;
        open += weight.y * textureLod(u_open, v_uv + vec2(0.0, float(i) * texel), 0.0).r;
        sum += weight;
    }
    o_colour = vec4(vec2(sun, open) / sum, 0.0, 1.0);
}
