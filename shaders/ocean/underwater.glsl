// Under a sea (docs/models.md §15a): its light, the waterline on the lens, and the radiance of a sand floor lit through the waves. Places
// are relative to the eye.
#include "lib/sky_lighting.glsl"
#include "lib/water_light.glsl"
#include "ocean/floor.glsl"
uniform vec4 u_lens;            // height above the water near the lens: gradient, and value at the eye
uniform vec3 u_forward;         // unit view direction

const float ENDLESS = 300.0;    // metres of water that hide everything

// Height above the surface, in metres, negative below it, of the point of the lens through which `ray` reaches the eye.
float lens_over(vec3 ray) {
    return dot(u_lens.xyz, ray) / max(dot(u_forward, ray), 1e-3) + u_lens.w;
}

#ifdef BED
uniform sampler2D u_irradiance;     // irradiance of the sun on the floor about the eye, relative to level ground above the water
uniform vec3 u_irradiance_at;       // centre of that map, and half its side, metres
uniform float u_irradiance_blur;    // mip level whose blur matches the sun's disc
uniform vec3 u_interreflection;       // reflections between sand and surface
uniform sampler2D u_grain;      // uniform from 0 to 1: cells and threads
uniform vec2 u_sand_at;         // the eye's place in the sand pattern, metres

// Albedo of dead rock, of weed, and of three kinds of living coral: brown, ochre and pink.
const vec3 ROCK = vec3(0.30, 0.24, 0.17);
const vec3 WEED = vec3(0.13, 0.14, 0.07);
const vec3 BROWN = vec3(0.27, 0.19, 0.09);
const vec3 OCHRE = vec3(0.50, 0.38, 0.20);
const vec3 PINK = vec3(0.46, 0.30, 0.27);
// Relief of coral: repeats of the pattern per metre, a whole number in SAND_PERIOD, so that it does not jump where the eye's place in
// the pattern starts again; and height in metres.
const float KNOBS = 1.25;
const float KNOB_HEIGHT = 0.05;
const float POLYPS = 5.0;
const float POLYP_HEIGHT = 0.008;

// Irradiance of the sun on the floor, relative to level ground above the water; at this depth, where level water would give `even`.
float sun_landed(vec2 ground, float footprint, float depth, float even) {
    vec2 off = (ground - u_irradiance_at.xy) / u_irradiance_at.z;
    float level = log2(footprint * 0.5 * float(textureSize(u_irradiance, 0).x) / u_irradiance_at.z);
    // Near the map's edge, light that enters outside of the patch is missing.
    vec2 edge = abs(off);
#ifdef UNEVEN
    // Over a shallower floor the point of entry is nearer and the blur narrower.
    edge = max(edge, abs(off + u_sun_under.xz / u_sun_under.y * (depth - u_bed) / u_irradiance_at.z));
    float blur = max(u_irradiance_blur + log2(depth / u_bed + 1e-4), 0.0);
#else
    float blur = u_irradiance_blur;
#endif
    float landed = textureLod(u_irradiance, 0.5 + 0.5 * off, max(level, blur)).r;
    float known = 1.0 - smoothstep(0.7, 0.85, max(edge.x, edge.y));
    return mix(even, landed, known);
}

#ifdef SAND_DETAIL
#include "ocean/sand_detail.glsl"
#endif

#ifdef UNEVEN
uniform sampler2D u_corals_above;   // colonies of coral from above: square root of their albedo, and sky visibility of the ground
const float CORAL_MIDDLE = 0.2;     // height of the middle of a colony, metres

// That map at a place of the floor; beyond it are no colonies.
vec4 corals_above(vec2 ground, float footprint) {
    vec2 at = ground * u_bed_at.zw + u_bed_at.xy;
    float level = log2(footprint * float(textureSize(u_corals_above, 0).x) * u_bed_at.z);
    vec4 corals = textureLod(u_corals_above, at, level);
    vec2 inside = 0.5 - abs(at - 0.5);
    corals.a = mix(1.0, corals.a, smoothstep(0.0, 0.02, min(inside.x, inside.y)));
    return corals;
}

// Triplanar noise on rock with frequency `often` per metre; `sides` are the weights of the projections.
float on_rock(vec2 at, float depth, vec3 sides, float often, float level) {
    float finer = level + log2(often);
    return sides.y * textureLod(u_grain, at * often + 0.53, finer).r
         + sides.x * textureLod(u_grain, vec2(at.y, depth) * often + 0.21, finer).r
         + sides.z * textureLod(u_grain, vec2(at.x, depth) * often + 0.83, finer).r;
}

// The same noise in x, and in yzw its gradient along x, up and z, per repeat.
vec4 relief_of_rock(vec2 at, float depth, vec3 sides, float often, float level) {
    // Half a level coarser: differences of neighbouring texels are noisy.
    float mip = max(level + log2(often) + 0.5, 0.0);
    float texel = exp2(mip) / float(textureSize(u_grain, 0).x);
    vec4 relief = vec4(0.0);
    for (int side = 0; side < 3; side++) {
        vec2 place = (side == 0 ? at : vec2(side == 1 ? at.y : at.x, depth)) * often + (side == 0 ? 0.53 : side == 1 ? 0.21 : 0.83);
        float here = textureLod(u_grain, place, mip).r;
        float u = (textureLod(u_grain, place + vec2(texel, 0.0), mip).r - here) / texel;
        float v = (textureLod(u_grain, place + vec2(0.0, texel), mip).r - here) / texel;
        relief += side == 0 ? sides.y * vec4(here, u, 0.0, v)
                : side == 1 ? sides.x * vec4(here, 0.0, -v, u)
                            : sides.z * vec4(here, u, -v, 0.0);
    }
    return relief;
}

// A normal, bent by a relief with this gradient.
vec3 bent_by(vec3 relief, vec3 normal) {
    return normalize(normal - relief + dot(relief, normal) * normal);
}

// Reflections between sand at this depth and the surface.
vec3 gain_over_sand(float depth) {
    return 1.0 / (1.0 - u_interreflection * exp(-u_down * (2.0 * SKY_PATH * depth)));
}

// Irradiance of a plane that faces the sand, by light of the sun and of the sky, `sky`, at this depth.
vec3 light_from_sand(float depth, vec3 sky) {
    return SAND_ALBEDO * (u_sun_level * u_entering * exp(-u_down * (depth / u_sun_under.y)) + sky);
}
#endif

// Radiance of the floor for a pixel that covers `footprint` metres of it.
vec3 bed_radiance(vec2 ground, float footprint) {
    vec2 at = ground + u_sand_at;
    float texels = float(textureSize(u_grain, 0).x);
    float level = log2(footprint * texels);
    float coarse = textureLod(u_grain, at / SAND_PERIOD, level - log2(SAND_PERIOD)).r;
    float patches = textureLod(u_grain, at * (3.0 / SAND_PERIOD) + 0.37, level - log2(SAND_PERIOD / 3.0)).r;
    float grains = textureLod(u_grain, at * 0.5 + 0.11, level - 1.0).r;
    vec3 albedo = SAND_ALBEDO * (0.74 + 0.18 * coarse + 0.14 * patches + 0.2 * grains);
    // Sand ripples across a direction that wanders over some metres, with sharp crests.
    float wander = textureLod(u_grain, at / SAND_PERIOD, max(level - log2(SAND_PERIOD), 2.5)).r;
    float phase = 2.0 * PI * (4.0 * at.x + 1.0 * at.y + 5.0 * wander);
    phase -= 0.6 * cos(phase);
    float fade = 1.0 - smoothstep(0.05, 0.14, footprint);
    vec2 slope = 0.55 * fade * cos(phase) * vec2(0.97, 0.24);
#ifdef SAND_DETAIL
    add_sand_detail(at, footprint, level, albedo, slope);
#endif
    float depth = bed_at(ground);
#ifdef UNEVEN
    vec3 up = bed_normal(ground);
    // Rock is overgrown on its sides, too, which need triplanar noise.
    vec3 sides = up * up;
    float growth = on_rock(at, depth, sides, 9.0 / SAND_PERIOD, level);
    vec4 knobs = relief_of_rock(at, depth, sides, KNOBS, level);
    vec4 polyps = relief_of_rock(at, depth, sides, POLYPS, level);
    // Sharp at the foot of a head, ragged by its knobs: the map of rock is coarse.
    float rock = bed_rock(ground) + 0.5 * (1.0 - smoothstep(0.70, 0.84, up.y)) + 0.35 * (knobs.x - 0.5) + 0.15 * (growth - 0.5);
    rock = smoothstep(0.42, 0.58, rock);
    // Colonies of one kind each; weed and bare rock between them.
    float kind = on_rock(at, depth, sides, 14.0 / SAND_PERIOD, level);
    // Far away the noise is averaged to a half, and thresholds as wide as its range give the mean colour.
    float blurred = mix(0.03, 0.5, smoothstep(3.0, 7.0, level + log2(14.0 / SAND_PERIOD)));
    vec3 living = mix(BROWN, OCHRE, smoothstep(0.33 - blurred, 0.33 + blurred, kind));
    living = mix(living, PINK, smoothstep(0.74 - blurred, 0.74 + blurred, kind));
    vec3 bare = mix(ROCK, WEED, smoothstep(0.35, 0.7, growth));
    float cavity = (0.5 + 0.7 * knobs.x) * (0.8 + 0.3 * polyps.x);
    vec3 grown = mix(bare, living, smoothstep(0.37 - blurred, 0.43 + blurred, growth)) * cavity;
    albedo = mix(albedo, grown, rock);
    // The shade of colonies, of the sky and of the sun.
    vec4 corals = corals_above(ground, footprint);
    float sky_visibility = corals.a;
    float sun_visibility = smoothstep(0.2, 0.55, corals_above(ground + CORAL_MIDDLE / u_sun_under.y * u_sun_under.xz, footprint).a);
#ifdef CORALS_FROM_ABOVE
    // What they cover, where no corals are drawn.
    float covered = 1.0 - smoothstep(0.45, 0.7, corals.a);
    albedo = mix(albedo, corals.rgb * corals.rgb * (0.65 + 0.7 * polyps.x), covered);
    rock = max(rock, covered);
    sky_visibility = mix(sky_visibility, 1.0, covered);
    sun_visibility = mix(sun_visibility, 1.0, covered);
#endif
    slope *= 1.0 - rock;
    // A slope receives less light than level ground, sees less of the sky, and some of the sand.
    vec3 relief = rock * (KNOB_HEIGHT * KNOBS * knobs.yzw + POLYP_HEIGHT * POLYPS * polyps.yzw);
    vec3 bumped = bent_by(relief, up);
    float lit = sun_visibility * up.y * min(max(dot(bumped, u_sun_under), 0.0) / max(dot(up, u_sun_under), 0.1), 2.0);
    float open = 0.5 + 0.5 * bumped.y;
    // Direct sunlight on the slope, per metre of ground.
    float even = u_entering * max(dot(up, u_sun_under), 0.0) / (up.y * u_sun_under.y);
    vec3 gain = gain_over_sand(depth);
#else
    const float lit = 1.0;
    const float open = 1.0;
    float even = u_entering;
    vec3 gain = u_gain;
#endif
    float facing = max(1.0 - dot(slope, u_sun_under.xz) / u_sun_under.y, 0.0) * lit;
    vec3 sun = u_sun_level * exp(-u_down * (depth / u_sun_under.y)) * (sun_landed(ground, footprint, depth, even) * facing);
    vec3 sky = u_sky_under * exp(-u_down * (SKY_PATH * depth)) * open;
#ifdef UNEVEN
    sky = sky_visibility * (sky + (1.0 - open) * light_from_sand(depth, sky));
#endif
    return albedo * gain / PI * (sun + sky);
}
#endif
