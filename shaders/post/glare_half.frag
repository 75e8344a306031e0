// A level of the glare from the one before: a tent of four bilinear samples, half as fine.
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_picture;

void main() {
    vec2 texel = 1.0 / vec2(textureSize(u_picture, 0));
    o_colour = 0.25 * (textureLod(u_picture, v_uv + texel, 0.0) + textureLod(u_picture, v_uv - texel, 0.0)
        + textureLod(u_picture, v_uv + vec2(texel.x, -texel.y), 0.0) + textureLod(u_picture, v_uv + vec2(-texel.x, texel.y), 0.0));
}
