// Scales an image up to the whole target.
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_picture;

void main() {
    o_colour = vec4(textureLod(u_picture, v_uv, 0.0).rgb, 1.0);
}
