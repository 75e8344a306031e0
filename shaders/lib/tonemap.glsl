// Tone mapping: a curve, sRGB, and a dither of half a step against banding (docs/models.md §14).
#include "lib/constants.glsl"
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

#ifdef AGX
// Sobotka's AgX with the constants and the contrast curve of Wrensch's fit (2023), and its stronger look; as bright in middle tones as the
// filmic curve. Returns display colours. The colours are mixed before the curve, so that the brightest channel does not clip alone, and
// separated after it.
vec3 agx(vec3 x, vec3 y) {
    const mat3 INSET = mat3(
        0.842479, 0.042328, 0.042376,
        0.078434, 0.878469, 0.078434,
        0.079224, 0.079166, 0.879143
    );
    const mat3 OUTSET = mat3(
        1.196879, -0.052897, -0.052972,
        -0.098021, 1.151903, -0.098043,
        -0.099030, -0.098961, 1.151074
    );
    const float LIFT = 1.8;
    vec3 mixed = INSET * min(LIFT * x / max(y, 1e-6), 1e4);
    // 16.5 stops, of which 4 are above 1.
    vec3 c = clamp((log2(max(mixed, 1e-10)) + 12.47393) / 16.5, 0.0, 1.0);
    c = (((((15.5 * c - 40.14) * c + 31.96) * c - 6.868) * c + 0.4298) * c + 0.1191) * c - 0.00232;
    c = pow(max(c, 0.0), vec3(1.35));
    float level = dot(c, LUMINANCE);
    return clamp(OUTSET * (level + 1.4 * (c - level)), 0.0, 1.0);
}
#endif

#ifdef METERED
uniform sampler2D u_metered;    // factor of the exposure, in one texel
#endif

// The display colour of an exposed colour x/y.
vec3 tone_mapped(vec3 x, vec3 y) {
#ifdef METERED
    x *= texelFetch(u_metered, ivec2(0), 0).r;
#endif
#ifdef AGX
    vec3 display = agx(x, y);
#else
    vec3 display = srgb(filmic(x, y));
#endif
    return display + (noise_at(gl_FragCoord.xy) - 0.5) / 255.0;
}
