// The walls that stand in the pool, blurred. Wants lib/shape.glsl before it.
uniform sampler2D u_soft;       // over the pool's fractions; r: solid, with its edges rounded; g: share of wall around

vec2 pool_fraction(vec2 ground) {
    return ground / (2.0 * u_half) + 0.5;
}

// How much sun comes along the straight way over the ground from one place to another, 0 to 1: none through a wall.
float sun_between(vec2 from, vec2 to, int samples) {
    float solid = 0.0;
    for (int i = 0; i < samples; i++) {
        vec2 ground = mix(from, to, (float(i) + 0.5) / float(samples));
        // Nothing stands beyond the edge, where the texture goes on.
        float inside = all(lessThan(abs(ground), u_half)) ? 1.0 : 0.0;
        solid = max(solid, inside * texture(u_soft, pool_fraction(ground)).r);
    }
    return 1.0 - smoothstep(0.3, 0.7, solid);
}
