// Slope variance of open water below the resolution of a pixel (docs/models.md §15), for each footprint.
uniform float u_finest;             // texel size of the finest cascade, metres
uniform vec4 u_unresolved[UNRESOLVED];          // slope variances along x and z, covariance, and variance of the strain, that texels of u_finest·2^i average out

vec4 unresolved_at(float footprint) {
    float level = clamp(log2(footprint / u_finest), 0.0, float(UNRESOLVED - 1) - 0.001);
    // `clamp` of a NaN is undefined; the index stays in range in any case.
    int below = clamp(int(level), 0, UNRESOLVED - 2);
    return mix(u_unresolved[below], u_unresolved[below + 1], level - float(below));
}
