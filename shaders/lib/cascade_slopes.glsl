// The slopes of open water, averaged over a pixel.
#include "lib/cascades.glsl"
uniform float u_height;             // exaggeration of the heights
uniform float u_taps;               // maximum anisotropy: length over width of a pixel's footprint before it is averaged

// Slopes, strains λ∂xDx and λ∂zDz, and the shear λ∂xDz. FOAM: coverage by the foam of the first cascade, too, at the same places.
struct Bent {
    vec4 slope;
    float shear;
#ifdef FOAM
    float foam;
#endif
};

#ifdef FOAM
uniform sampler2D u_foam;           // foam coverage of the first cascade, 0 to 1
#endif

// The mip level of the first cascade's foam.
float cover_level(sampler2D foam, float footprint) {
    return log2(footprint * float(textureSize(foam, 0).x) / u_cascades[0].x);
}

// The sum over all cascades, averaged over the pixel. A software rasteriser pays for every texel: it computes the mip level once.
// LONG_CRESTS replaces the shear by that of waves along the slope. IN_VERTICES, which also needs FEW_TEXELS: without derivatives.
Bent bent_at(vec2 rest, float footprint) {
    Bent sum;
    sum.slope = vec4(0.0);
    sum.shear = 0.0;
#ifdef FOAM
    sum.foam = 0.0;
    float covered_level = cover_level(u_foam, footprint);
#endif
    for (int i = 0; i < CASCADES; i++) {
        vec4 cascade = u_cascades[i];
        vec3 at = vec3(cascade_uv(rest, cascade), float(i));
        float weight = present_at(at.xy, u_cells[i]);
#ifdef FEW_TEXELS
        float level = max(log2(footprint * float(textureSize(u_slope, 0).x) / cascade.x), 0.0);
#endif
        vec2 shift = vec2(0.0);
#ifdef TILED
        Taps taps = taps_at(rest, cascade, u_cells[i]);
#ifndef FEW_TEXELS
        // Offsets jump between triangles of the tiling: derivatives come from the untiled coordinates.
        vec2 along = dFdx(at.xy);
        vec2 down = dFdy(at.xy);
#endif
        for (int tap = 0; tap < 3; tap++) {
            weight = taps.weight[tap];
            shift = taps.shift[tap];
#endif
#ifdef FEW_TEXELS
            sum.slope += weight * textureLod(u_slope, at + vec3(shift, 0.0), level);
#ifndef LONG_CRESTS
            sum.shear += weight * textureLod(u_place, at + vec3(shift, 0.0), level).a;
#endif
#elif defined(TILED)
            sum.slope += weight * textureGrad(u_slope, at + vec3(shift, 0.0), along, down);
            sum.shear += weight * textureGrad(u_place, at + vec3(shift, 0.0), along, down).a;
#else
            sum.slope += weight * texture(u_slope, at);
            sum.shear += weight * texture(u_place, at).a;
#endif
#ifdef FOAM
            if (i == 0) sum.foam += weight * textureLod(u_foam, at.xy + shift, covered_level).r;
#endif
#ifdef TILED
        }
#ifdef FOAM
        if (i == 0) sum.foam /= taps.weight.x + taps.weight.y + taps.weight.z;
#endif
#endif
    }
#ifdef FOAM
    sum.foam = clamp(sum.foam, 0.0, 1.0);
#endif
    return sum;
}

#ifndef IN_VERTICES
// Shorter and longer side of a pixel's footprint on the surface, metres.
vec2 sides_of(vec2 rest) {
    vec2 sides = vec2(length(dFdx(rest)), length(dFdy(rest)));
    return vec2(min(sides.x, sides.y), max(sides.x, sides.y));
}
#endif

// The footprint over which a pixel is averaged: its shorter side, or more if the anisotropy exceeds the maximum.
float footprint_of(vec2 sides) {
    return max(sides.x, sides.y / u_taps);
}

// Slopes g of the displaced surface: (1 + λS)g = ∇h with the symmetric S = ∂D. Inverted along its two principal axes, whose stretches are
// middle ± apart. A stretch below a quarter is clamped, so that folds have a finite slope.
#ifdef LONG_CRESTS
vec2 world_slope(Bent bent) {
    return u_height * bent.slope.xy / max(1.0 + bent.slope.z + bent.slope.w, 0.25);
}
#else
vec2 world_slope(Bent bent) {
    vec2 stretch = 1.0 + bent.slope.zw;
    float middle = 0.5 * (stretch.x + stretch.y);
    vec2 aside = vec2(0.5 * (stretch.x - stretch.y), bent.shear);
    float apart = max(length(aside), 1e-6);
    vec2 undone = 1.0 / max(vec2(middle + apart, middle - apart), 0.25);
    vec2 slope = bent.slope.xy;
    vec2 turned = vec2(dot(aside, slope), aside.y * slope.x - aside.x * slope.y);
    return 0.5 * u_height * ((undone.x + undone.y) * slope + (undone.x - undone.y) / apart * turned);
}
#endif

// Foam coverage of the first cascade.
float foam_cover(sampler2D foam, vec2 rest, float footprint) {
    vec4 cascade = u_cascades[0];
    vec2 at = cascade_uv(rest, cascade);
    float level = cover_level(foam, footprint);
#ifdef TILED
    Taps taps = taps_at(rest, cascade, u_cells[0]);
    float cover = 0.0;
    for (int tap = 0; tap < 3; tap++) {
        cover += taps.weight[tap] * textureLod(foam, at + taps.shift[tap], level).r;
    }
    return clamp(cover / (taps.weight.x + taps.weight.y + taps.weight.z), 0.0, 1.0);
#else
    return clamp(textureLod(foam, at, level).r, 0.0, 1.0);
#endif
}
