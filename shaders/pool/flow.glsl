// Foam and small ripples that the flow carries over a lit pool (docs/models.md §17): patterns that move with the water are faded out and in
// again in two alternating phases, before the flow has distorted them.
#include "pool/ground.glsl"
uniform vec4 u_phases;          // of both phases: seconds since the middle of the phase; number of the phase

const float FOAM_ALBEDO = 0.75;

// Where the pattern of a phase is looked up.
vec2 carried(vec2 ground, vec2 velocity, vec2 phase) {
    return ground - velocity * phase.x + phase.y * vec2(7.31, 3.77) * HALF_LENGTH;
}

// The share of the first phase.
float first_phase() {
    return 1.0 - abs(u_phases.x) / (0.5 * FLOW_PERIOD);
}

float foam_pattern(vec2 place, float footprint) {
    float sum = 0.5 + 0.28 * ground_grain(place, 0.020 * HALF_LENGTH, footprint)
              + 0.20 * ground_grain(place.yx, 0.0075 * HALF_LENGTH, footprint)
              + 0.14 * ground_grain(place, 0.0028 * HALF_LENGTH, footprint);
    return clamp(sum, 0.0, 1.0);
}

// Coverage of a pixel by foam, 0 to 1.
float foam_over(vec2 ground, vec4 cover, float footprint) {
    if (cover.g < 0.004) return 0.0;
    float share = first_phase();
    float pattern = mix(
        foam_pattern(carried(ground, cover.ba, u_phases.zw), footprint),
        foam_pattern(carried(ground, cover.ba, u_phases.xy), footprint),
        share
    );
    // Blending flattens the pattern.
    pattern = 0.5 + (pattern - 0.5) / sqrt(share * share + (1.0 - share) * (1.0 - share));
    float bare = 1.0 - cover.g;
    return cover.g * smoothstep(bare - 0.12, bare + 0.22, pattern);
}

// Slope of noise of this wavelength, per metre.
vec2 ripple_slope(vec2 place, float wavelength, float footprint) {
    vec2 off = vec2(0.15 * wavelength, 0.0);
    return vec2(
        ground_grain(place + off, wavelength, footprint) - ground_grain(place - off, wavelength, footprint),
        ground_grain(place + off.yx, wavelength, footprint) - ground_grain(place - off.yx, wavelength, footprint)
    );
}

// Slope of the ripples on a flow.
vec2 flow_ripples(vec2 ground, vec4 cover, float footprint) {
    float speed = length(cover.ba);
    float strength = 0.05 * smoothstep(0.03, 1.2, speed);
    if (strength < 0.0005) return vec2(0.0);
    vec2 one = carried(ground, cover.ba, u_phases.xy);
    vec2 other = carried(ground, cover.ba, u_phases.zw);
    float broad = 0.016 * HALF_LENGTH;
    float fine = 0.006 * HALF_LENGTH;
    vec2 slope = mix(
        ripple_slope(other, broad, footprint) + 0.7 * ripple_slope(other.yx, fine, footprint),
        ripple_slope(one, broad, footprint) + 0.7 * ripple_slope(one.yx, fine, footprint),
        first_phase()
    );
    return strength * slope;
}
