// Adds up the sky that level ground sees: 1 where nothing stands in one of its directions.
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_cast;       // height of what stands in the way
uniform float u_share;          // of the sky that comes from there

void main() {
    o_colour = vec4(texture(u_cast, v_uv).r > 0.0 ? 0.0 : u_share);
}
