// The pool's floor and walls as they were drawn before into a picture of their own: the same pixel of it.
out vec4 o_colour;
uniform sampler2D u_behind;
uniform vec2 u_output;          // size of the target in pixels
uniform float u_margin;         // how much wider than the target that picture is

void main() {
    o_colour = vec4(texture(u_behind, (gl_FragCoord.xy / u_output - 0.5) / u_margin + 0.5).rgb, 1.0);
}
