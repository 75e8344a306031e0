// Height above the deck of the highest blocker on the ray of light toward a point of the ground.
in float v_high;
out vec4 o_colour;

void main() {
    o_colour = vec4(v_high, 0.0, 0.0, 1.0);
}
