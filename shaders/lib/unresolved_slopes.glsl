// What pixels of a surface without end do not show of its slopes (docs/models.md §15), for each size of pixel.
uniform float u_finest;             // metres from texel to texel of the finest cascade
uniform vec4 u_lost[LOST];          // variances along x and z, and covariance, of the slope that texels of u_finest·2^i have lost

vec3 lost_at(float footprint) {
    float level = clamp(log2(footprint / u_finest), 0.0, float(LOST - 1) - 0.001);
    // Of what is no number clamp may make anything, and an index past the end is nobody's.
    int below = clamp(int(level), 0, LOST - 2);
    return mix(u_lost[below].xyz, u_lost[below + 1].xyz, level - float(below));
}
