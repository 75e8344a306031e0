// The obstacles in the pool, blurred.
#include "lib/shape.glsl"
uniform sampler2D u_soft;       // over the pool's fractions; r: solidity with rounded edges; g: share of solid surroundings

vec2 pool_fraction(vec2 ground) {
    return ground / (2.0 * u_half) + 0.5;
}

// Visibility along the straight path over the ground from one place to another, 0 to 1: blocked by obstacles.
float sun_between(vec2 from, vec2 to, int samples) {
    float solid = 0.0;
    for (int i = 0; i < samples; i++) {
        vec2 ground = mix(from, to, (float(i) + 0.5) / float(samples));
        // Nothing is solid beyond the edge, where the texture is clamped.
        float inside = all(lessThan(abs(ground), u_half)) ? 1.0 : 0.0;
        solid = max(solid, inside * texture(u_soft, pool_fraction(ground)).r);
    }
    return 1.0 - smoothstep(0.3, 0.7, solid);
}
