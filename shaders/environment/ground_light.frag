// Visibility of sun and sky on level ground, with the soft edges of the sun's disc and of leaves: the second pass of the sun's blur, along
// z, after environment/shadow_blur.frag.
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_sun;        // visibility of the sun, blurred along x
uniform sampler2D u_open;       // visibility of the sky, blurred

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int last = textureSize(u_sun, 0).y - 1;
    float sun = 0.0;
    float sum = 0.0;
    for (int i = -2; i <= 2; i++) {
        float weight = exp(-0.5 * float(i * i) / 1.2);
        sun += weight * texelFetch(u_sun, ivec2(at.x, clamp(at.y + i, 0, last)), 0).r;
        sum += weight;
    }
    o_colour = vec4(sun / sum, textureLod(u_open, v_uv, 0.0).r, 0.0, 1.0);
}
