// A mip level from the one before: each texel is the mean of four.
out vec4 o_mean;
uniform sampler2D u_finer;

void main() {
    ivec2 first = 2 * ivec2(gl_FragCoord.xy);
    // A side of one texel has no second one.
    ivec2 second = min(first + 1, textureSize(u_finer, 0) - 1);
    vec4 sum = texelFetch(u_finer, first, 0) + texelFetch(u_finer, second, 0)
             + texelFetch(u_finer, ivec2(second.x, first.y), 0) + texelFetch(u_finer, ivec2(first.x, second.y), 0);
    o_mean = 0.25 * sum;
}
