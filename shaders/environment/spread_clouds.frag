// Scales the coarse clouds up.
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_coarse;

void main() {
    o_colour = textureLod(u_coarse, v_uv, 0.0);
}
