// Interleaved gradient noise (Jimenez 2014): neighbours differ as much as possible.
float noise_at(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}
