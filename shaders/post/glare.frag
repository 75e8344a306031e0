// The finest level of the glare: the mean of the scene's light over u_factor × u_factor pixels.
out vec4 o_colour;
uniform sampler2D u_picture;
uniform float u_colour_code;
uniform int u_factor;

void main() {
    ivec2 first = u_factor * ivec2(gl_FragCoord.xy);
    ivec2 last = textureSize(u_picture, 0) - 1;
    vec3 sum = vec3(0.0);
    for (int row = 0; row < u_factor; row++) {
        for (int column = 0; column < u_factor; column++) {
            // In this order not a number is black: `min` returns its second argument if that is less.
            vec3 stored = min(vec3(1.0), texelFetch(u_picture, min(first + ivec2(column, row), last), 0).rgb);
            sum += u_colour_code * (1.0 - stored) / max(stored, 1e-6);
        }
    }
    o_colour = vec4(min(sum / float(u_factor * u_factor), 6e4), 1.0);
}
