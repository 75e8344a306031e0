// Foam of a lit sea (docs/models.md §15): which share of a pixel is foam of which kind, and its relief.
//
// Where `coverage` of the water is foam, a normally distributed pattern Z is foam above the quantile of 1 − coverage. Of the pattern a pixel
// resolves a part z with the variance v; the rest is distributed about it. The share of the pixel that is foam is then
//
//     Φ((z + √(1 + e²)·Φ⁻¹(coverage)) / √(1 − v + e²))
//
// with edges softened by e. Its mean is the coverage, whether a pixel resolves the pattern or not.
uniform sampler2D u_worley;         // the pattern: uniform from 0 to 1, normal
uniform float u_resolved[FOAM_LEVELS];        // share of the normal pattern's variance in each of its mip levels
uniform vec2 u_wind;                // unit vector downwind
uniform vec4 u_lace;                // the eye's place in the pattern of old foam, and in that of fresh foam: along the wind and across, metres

const float RELIEF = 0.03;          // distance over which the relief shadows itself, metres

// Two sums of patterns, of old and of fresh foam, and their resolved variances.
struct FoamPattern {
    vec2 sum;
    vec2 resolved;
};

// The standard normal distribution, to 2e-4 (Page 1977).
float normal_share(float z) {
    return 0.5 + 0.5 * tanh(z * (0.797885 + 0.035677 * z * z));
}

// Its inverse, to 3e-3 (Abramowitz and Stegun 1964, 26.2.22).
float normal_quantile(float share) {
    float tail = sqrt(-2.0 * log(clamp(min(share, 1.0 - share), 1e-6, 0.5)));
    float z = tail - (2.30753 + 0.27061 * tail) / (1.0 + tail * (0.99229 + 0.04481 * tail));
    return share < 0.5 ? -z : z;
}

// Adds an octave of this weight, repeated so often in FOAM_PERIOD along and across the wind.
void add_octave(inout float sum, inout float resolved, vec2 at, vec2 repeats, float weight, float footprint) {
    float level = clamp(log2(footprint * max(repeats.x, repeats.y) * float(textureSize(u_worley, 0).x) / FOAM_PERIOD), 0.0, float(FOAM_LEVELS - 1));
    sum += weight * (textureLod(u_worley, at * repeats / FOAM_PERIOD, level).g - 0.5) * (255.0 / FOAM_DEVIATION);
    int below = min(int(level), FOAM_LEVELS - 2);
    resolved += weight * weight * mix(u_resolved[below], u_resolved[below + 1], level - float(below));
}

// The patterns at a place; squares of the weights add up to 1.
FoamPattern foam_pattern(vec2 rest, float footprint) {
    vec2 place = vec2(dot(rest, u_wind), dot(rest, vec2(-u_wind.y, u_wind.x)));
    FoamPattern foam = FoamPattern(vec2(0.0), vec2(0.0));
    // Fresh foam: the insides of the cells in clumps, with threads in them.
    vec2 at = place + u_lace.zw;
    add_octave(foam.sum.y, foam.resolved.y, at, vec2(4.0, 2.0), -0.50, footprint);
    add_octave(foam.sum.y, foam.resolved.y, at + 17.0, vec2(15.0, 11.0), -0.60, footprint);
    add_octave(foam.sum.y, foam.resolved.y, at.yx, vec2(53.0, 59.0), 0.50, footprint);
    add_octave(foam.sum.y, foam.resolved.y, at, vec2(211.0, 223.0), 0.3742, footprint);
    // Old foam: threads, drawn out by the wind and bent by eddies.
    at = place + u_lace.xy;
    vec2 bent = at + vec2(0.0, 0.9 * sin(at.x * (2.0 * PI * 7.0 / FOAM_PERIOD)) + 0.5 * sin(at.x * (2.0 * PI * 19.0 / FOAM_PERIOD)));
    add_octave(foam.sum.x, foam.resolved.x, bent, vec2(1.0, 5.0), 0.50, footprint);
    add_octave(foam.sum.x, foam.resolved.x, bent, vec2(5.0, 13.0), 0.55, footprint);
    add_octave(foam.sum.x, foam.resolved.x, bent, vec2(21.0, 37.0), 0.50, footprint);
    add_octave(foam.sum.x, foam.resolved.x, bent + 5.0, vec2(97.0, 113.0), 0.4445, footprint);
    return foam;
}

// The share of foam where this share of it is fresh.
float foam_share(FoamPattern foam, float coverage, float fresh) {
    vec2 part = vec2(1.0 - fresh, fresh);
    float whole = dot(part, part);
    float z = dot(part, foam.sum) * inversesqrt(whole);
    float resolved = dot(part * part, foam.resolved) / whole;
    float edge = mix(0.16, 0.05, fresh);
    return normal_share((z + sqrt(1.0 + edge) * normal_quantile(coverage)) * inversesqrt(max(1.0 - resolved, 0.0) + edge));
}

// Relative change of the light by the relief of the foam under a sun in this horizontal direction.
float foam_relief(vec2 rest, vec2 toward, float footprint) {
    vec2 place = vec2(dot(rest, u_wind), dot(rest, vec2(-u_wind.y, u_wind.x))) + u_lace.zw;
    vec2 turned = vec2(dot(toward, u_wind), dot(toward, vec2(-u_wind.y, u_wind.x)));
    float rise = 0.0;
    float unused = 0.0;
    vec2 off = turned * RELIEF;
    add_octave(rise, unused, place - off, vec2(97.0, 113.0), 1.0, footprint);
    add_octave(rise, unused, place + off, vec2(97.0, 113.0), -1.0, footprint);
    return 0.16 * clamp(rise, -2.0, 2.0);
}
