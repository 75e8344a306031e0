// How high over the deck the highest thing is that a ray of light meets on its way to a place of the ground.
in float v_high;
out vec4 o_colour;

void main() {
    o_colour = vec4(v_high, 0.0, 0.0, 1.0);
}
