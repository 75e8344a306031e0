// Open water as a sum of CASCADES cascades, one layer each. Places are rest places relative to the eye, metres.
uniform sampler2DArray u_place;         // λDx, h, λDz in metres, λ∂xDz
uniform sampler2DArray u_slope;         // ∂h/∂x, ∂h/∂z, λ∂xDx, λ∂zDz
uniform vec4 u_cascades[CASCADES];      // length along x and z, and offset before the division by it

vec2 cascade_uv(vec2 rest, vec4 cascade) {
    return (rest + cascade.zw) / cascade.xy;
}

uniform vec4 u_cells[CASCADES];         // the eye in its lattice cell, and the shift there; −1 for a repeating cascade, −2 for one that lies once

// Weight of a cascade at a coordinate: 0 outside of one that lies once.
float present_at(vec2 uv, vec4 cell) {
    return cell.x > -1.5 ? 1.0 : float(all(lessThan(abs(uv - 0.5), vec2(0.5))));
}

#ifdef TILED
#include "lib/constants.glsl"
// Tiling without repetition, as in tiling.rs: shifted patches, blended over a lattice of triangles.
uniform vec4 u_steps;                   // the shifts along the lattice
uniform vec3 u_alike;                   // correlations of the shifted patches

// The blend at a point: shifts of the patches, and weights of the waves.
struct Taps {
    vec2 shift[3];
    vec3 weight;
};

Taps taps_at(vec2 rest, vec4 cascade, vec4 cell) {
    if (cell.x < 0.0) return Taps(vec2[](vec2(0.0), vec2(0.0), vec2(0.0)), vec3(present_at(cascade_uv(rest, cascade), cell), 0.0, 0.0));
    vec2 uv = rest / cascade.xy;
    vec2 place = vec2(uv.x + TILING_SHEAR * uv.y, TILING_STRETCH * uv.y) + cell.xy;
    vec2 corner = floor(place);
    vec2 within = place - corner;
    vec2 first = cell.zw + corner.x * u_steps.xy + corner.y * u_steps.zw;
    bool upper = within.x + within.y > 1.0;
    vec3 part = upper ? vec3(within.x + within.y - 1.0, 1.0 - within) : vec3(1.0 - within.x - within.y, within);
    vec3 weight = max(part - MIN_BARYCENTRIC, 0.0);
    weight *= weight;
    float square = dot(weight, weight) + 2.0 * dot(u_alike, weight.xxy * weight.yzz);
    vec2 far = first + u_steps.xy + u_steps.zw;
    return Taps(
        vec2[](upper ? far : first, first + (upper ? u_steps.zw : u_steps.xy), first + (upper ? u_steps.xy : u_steps.zw)),
        weight * inversesqrt(max(square, 1e-12))
    );
}
#endif

// Displacement and height, the sum of all cascades, each at the mip level whose texels are as far apart as the points. Repeating cascades
// that average out completely are skipped. (A loop of no iterations is free, but a software rasteriser executes both sides of a branch.)
vec3 moved_at(vec2 rest, float apart) {
    vec3 sum = vec3(0.0);
    for (int i = 0; i < CASCADES; i++) {
        vec4 cascade = u_cascades[i];
        float level = log2(apart * float(textureSize(u_place, 0).x) / cascade.x);
        vec3 at = vec3(cascade_uv(rest, cascade), float(i));
#ifdef TILED
        Taps taps = taps_at(rest, cascade, u_cells[i]);
        for (int tap = 0; tap < 3; tap++) {
            sum += taps.weight[tap] * textureLod(u_place, at + vec3(taps.shift[tap], 0.0), level).xyz;
        }
#else
        int rounds = apart < 0.25 * cascade.x ? 1 : 0;
        for (int j = 0; j < rounds; j++) sum += present_at(at.xy, u_cells[i]) * textureLod(u_place, at, level).xyz;
#endif
    }
    return sum;
}
