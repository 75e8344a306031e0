// Adds one direction to the sky visibility of level ground: 1 where nothing blocks it.
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_cast;       // height of the blocker
uniform float u_share;          // share of the sky in that direction

void main() {
    o_colour = vec4(texture(u_cast, v_uv).r > 0.0 ? 0.0 : u_share);
}
