// Copies the pool's floor and walls from the refraction image, pixel by pixel.
out vec4 o_colour;
uniform sampler2D u_behind;
uniform vec2 u_output;          // size of the target in pixels
uniform float u_margin;         // size of that image, of the target's

void main() {
    o_colour = vec4(texture(u_behind, (gl_FragCoord.xy / u_output - 0.5) / u_margin + 0.5).rgb, 1.0);
}
