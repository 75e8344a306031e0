// A level of the glare with all coarser ones spread over it.
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_picture;    // the coarser ones
uniform sampler2D u_finer;

void main() {
    vec2 texel = 0.75 / vec2(textureSize(u_picture, 0));
    vec4 coarser = 0.25 * (textureLod(u_picture, v_uv + texel, 0.0) + textureLod(u_picture, v_uv - texel, 0.0)
        + textureLod(u_picture, v_uv + vec2(texel.x, -texel.y), 0.0) + textureLod(u_picture, v_uv + vec2(-texel.x, texel.y), 0.0));
    o_colour = textureLod(u_finer, v_uv, 0.0) + coarser;
}
