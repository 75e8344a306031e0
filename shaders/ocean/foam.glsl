// Foam of a lit sea (docs/models.md §15): which share of a pixel is foam of which kind, and its relief.
//
// Where `coverage` of the water is foam, a normally distributed pattern Z is foam above the quantile of 1 − coverage. Of the pattern a pixel
// resolves a part z with the variance v; the rest is distributed about it. The share of the pixel that is foam is then
//
//     Φ((z + √(1 + e)·Φ⁻¹(coverage)) / √(1 − v + e))
//
// with edges softened by the variance e. Its mean is the coverage, whether a pixel resolves the pattern or not.
uniform sampler2D u_worley;         // patterns: uniform from 0 to 1, normal with broad cells, unused, normal with fine cells
uniform vec2 u_wind;                // unit vector downwind
uniform vec4 u_lace;                // the eye's place in the pattern of old foam, and in that of fresh foam: along the wind and across, metres

const float RELIEF = 0.03;          // distance over which the relief shadows itself, metres

const vec2 FRESH_FINE = vec2(61.0, 67.0);       // repeats of the fine cells of fresh foam in FOAM_PERIOD

// Along the wind and across.
vec2 along_wind(vec2 rest) {
    return vec2(dot(rest, u_wind), dot(rest, vec2(-u_wind.y, u_wind.x)));
}

// A sum of patterns, and its resolved variance.
struct FoamPattern {
    float sum;
    float resolved;
};

// The standard normal distribution, to 2e-4 (Page 1977).
float normal_share(float z) {
    return 1.0 / (1.0 + exp2(-z * (2.302208 + 0.102943 * z * z)));
}

// Its inverse, to 3e-3 (Abramowitz and Stegun 1964, 26.2.22).
float normal_quantile(float share) {
    float tail = sqrt(-2.0 * log(clamp(min(share, 1.0 - share), 1e-6, 0.5)));
    float z = tail - (2.30753 + 0.27061 * tail) / (1.0 + tail * (0.99229 + 0.04481 * tail));
    return share < 0.5 ? -z : z;
}

// The mip level of a pattern that repeats so often in FOAM_PERIOD. `doublings`: log2 of the pixel's footprint in metres.
float foam_level(vec2 repeats, float doublings) {
    return max(doublings + log2(max(repeats.x, repeats.y) * FOAM_TEXELS / FOAM_PERIOD), 0.0);
}

// Broad and fine cells at a place, repeated so often in FOAM_PERIOD along and across the wind.
vec2 foam_cells(vec2 at, vec2 repeats, float level) {
    return (textureLod(u_worley, at * repeats / FOAM_PERIOD, level).ga - 0.5) * (255.0 / FOAM_DEVIATION);
}

// Adds them with these weights. The share of the patterns' variance in a mip level as view/worley.rs gives it.
void add_cells(inout FoamPattern foam, vec2 at, vec2 repeats, vec2 weight, float doublings) {
    float level = foam_level(repeats, doublings);
    foam.sum += dot(weight, foam_cells(at, repeats, level));
    foam.resolved += dot(weight * weight, 1.0 / (1.0 + exp2(FOAM_FADING * (level - FOAM_HALVED))));
}

// The share of foam where this share of it is fresh. The squares of the weights of each kind add up to 1.
float foam_share(vec2 rest, float coverage, float fresh, float doublings) {
    vec2 place = along_wind(rest);
    float whole = inversesqrt(fresh * fresh + (1.0 - fresh) * (1.0 - fresh));
    FoamPattern foam = FoamPattern(0.0, 0.0);
    if (fresh > 0.02) {
        // Clumps: the insides of broad cells, with threads in them.
        vec2 at = place + u_lace.zw;
        float part = fresh * whole;
        add_cells(foam, at, vec2(5.0, 3.0), part * vec2(-0.62, -0.55), doublings);
        add_cells(foam, at.yx, FRESH_FINE, part * vec2(0.45, 0.3328), doublings);
    }
    if (fresh < 0.98) {
        // Threads, drawn out by the wind and bent by eddies.
        vec2 at = place + u_lace.xy;
        at.y += 0.9 * sin(at.x * (2.0 * PI * 7.0 / FOAM_PERIOD)) + 0.5 * sin(at.x * (2.0 * PI * 19.0 / FOAM_PERIOD));
        float part = (1.0 - fresh) * whole;
        add_cells(foam, at, vec2(2.0, 6.0), part * vec2(0.65, 0.5), doublings);
        add_cells(foam, at, vec2(29.0, 43.0), part * vec2(0.45, 0.3536), doublings);
    }
    float edge = mix(0.16, 0.05, fresh);
    float unresolved = max(1.0 - foam.resolved, 0.0) + edge;
    return normal_share((foam.sum + sqrt(1.0 + edge) * normal_quantile(coverage)) * inversesqrt(unresolved));
}

// Relative change of the light by the relief of fresh foam under a sun in this horizontal direction.
float foam_relief(vec2 rest, vec2 toward, float doublings) {
    vec2 place = along_wind(rest) + u_lace.zw;
    vec2 off = RELIEF * along_wind(toward);
    float level = foam_level(FRESH_FINE, doublings);
    vec2 rise = foam_cells((place - off).yx, FRESH_FINE, level) - foam_cells((place + off).yx, FRESH_FINE, level);
    return 0.16 * clamp(rise.x + rise.y, -2.0, 2.0);
}
