// Tone mapping: a filmic curve, sRGB, and a dither of half a step against banding (docs/models.md §14).

// Narkowicz (2015): nearly linear for dark and middle tones, with a shoulder at the top.
vec3 filmic(vec3 x) {
    return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
}

// IEC 61966-2-1, with roots for the power (Taylor 2013): faster, with an error below 0.3/255.
vec3 srgb(vec3 linear) {
    vec3 half_power = sqrt(linear);
    vec3 quarter = sqrt(half_power);
    vec3 curved = 0.662002687 * half_power + 0.684122060 * quarter - 0.323583601 * sqrt(quarter) - 0.0225411470 * linear;
    return mix(curved, 12.92 * linear, vec3(lessThan(linear, vec3(0.0031308))));
}

// Interleaved gradient noise (Jimenez 2014): neighbours differ as much as possible.
float noise_at(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

// The display colour of an exposed colour.
vec3 tone_mapped(vec3 colour) {
    return srgb(filmic(colour)) + (noise_at(gl_FragCoord.xy) - 0.5) / 255.0;
}
