// Tone mapping: a filmic curve, sRGB, and a dither of half a step against banding (docs/models.md §14).
#include "lib/gradient_noise.glsl"

// Narkowicz (2015): nearly linear for dark and middle tones, with a shoulder at the top.
// Of the quotient x/y, which may be infinite.
vec3 filmic(vec3 x, vec3 y) {
    return clamp(x * (2.51 * x + 0.03 * y) / (x * (2.43 * x + 0.59 * y) + 0.14 * y * y), 0.0, 1.0);
}

// IEC 61966-2-1, with a polynomial of the root for the power: faster, with an error below 0.21/255, and 1 at 1.
vec3 srgb(vec3 linear) {
    vec3 root = sqrt(linear);
    vec3 curved = (((-0.28637 * root + 0.80097) * root - 0.92106) * root + 1.44323) * root - 0.03675;
    return mix(curved, 12.92 * linear, lessThan(linear, vec3(0.0031308)));
}

// The display colour of an exposed colour x/y.
vec3 tone_mapped(vec3 x, vec3 y) {
    return srgb(filmic(x, y)) + (noise_at(gl_FragCoord.xy) - 0.5) / 255.0;
}
