// The surface of a sea. LOOK_FIELD with FIELD_HEIGHT, FIELD_SLOPE, FIELD_VELOCITY, FIELD_FOAM or FIELD_DEPTH, LOOK_LINES,
// BACKGROUND_PICTURE, TESSENDORF, PLASTIC_SHADING select the look; one program each.
//
// As in the classic mesh (docs/models.md §2) the normal looks up the sky and refracts the background: here deep water of one colour, or
// the picture. Fresnel's law (docs/models.md §10) blends both, for a surface roughened by unresolved waves: for a roughness σ, after
// Bruneton, Neyret and Holzschuch (2010),
//   R = R0 + (1 − R0)·(1 − cos θ)^(5·exp(−2.69σ)) / (1 + 22.7·σ^1.5)
// The sun glitters where slopes of that roughness reflect it.
#include "lib/cascades.glsl"
#include "classic/sky.glsl"
in vec2 v_rest;
in vec3 v_surface;
in float v_height;
in vec3 v_horizon;
out vec4 o_colour;
uniform sampler2D u_foam;           // foam coverage of the first cascade, 0 to 1
uniform sampler2D u_worley;         // threshold pattern of foam: uniform from 0 to 1
uniform sampler2D u_background;
uniform float u_environment;        // deflection of the reflection by the normal; 1 is physical
uniform float u_refraction;         // displacement of the picture by the normal
uniform float u_background_alpha;
uniform float u_environment_alpha;
uniform float u_crest;              // height of a typical crest
uniform float u_finest;             // texel size of the finest cascade, metres
uniform float u_unresolved[UNRESOLVED];         // slope variance that texels of u_finest·2^i average out
uniform float u_lace;               // periods of the lace pattern in the first cascade
uniform vec3 u_deep;
uniform vec3 u_sun;                 // unit vector toward the sun
uniform float u_haze;               // metres of air that leave 1/e of the contrast

#if defined(LOOK_LINES)
void main() {
    o_colour = vec4(0.92, 1.0, 1.0, 0.75);
}
#else

#include "lib/cascade_slopes.glsl"

#ifdef LOOK_FIELD
#include "lib/field_colour.glsl"
#include "ocean/floor.glsl"
#ifdef FIELD_VELOCITY
uniform sampler2DArray u_rise;      // vertical velocity in metres a step, a layer for each cascade
#endif

float field_value(vec2 slope, float footprint) {
#if defined(FIELD_HEIGHT)
    return v_height / max(u_height, 1e-6);
#elif defined(FIELD_SLOPE)
    return length(slope) / max(u_height, 1e-6);
#elif defined(FIELD_VELOCITY)
    float sum = 0.0;
    for (int i = 0; i < CASCADES; i++) {
        vec4 cascade = u_cascades[i];
        vec3 at = vec3(cascade_uv(v_rest, cascade), float(i));
        float level = log2(footprint * float(textureSize(u_rise, 0).x) / cascade.x);
#ifdef TILED
        Taps taps = taps_at(v_rest, cascade, u_cells[i]);
        for (int tap = 0; tap < 3; tap++) {
            sum += taps.weight[tap] * textureLod(u_rise, at + vec3(taps.shift[tap], 0.0), level).r;
        }
#else
        sum += present_at(at.xy, u_cells[i]) * textureLod(u_rise, at, level).r;
#endif
    }
    return sum;
#elif defined(FIELD_FOAM)
    return foam_cover(u_foam, v_rest, footprint);
#elif defined(BED)
    return bed_at(v_surface.xz);
#else
    return 0.0;
#endif
}

void main() {
    float footprint = footprint_of(sides_of(v_rest));
    vec2 slope = world_slope(bent_at(v_rest, footprint));
    vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
    float shade = 1.0 + 0.225 * (normal.x - normal.z);
    o_colour = vec4(field_colour(field_value(slope, footprint)) * shade, 1.0);
}
#elif defined(TESSENDORF)
#include "lib/fresnel.glsl"
#include "classic/tessendorf.glsl"
void main() {
    vec2 slope = world_slope(bent_at(v_rest, footprint_of(sides_of(v_rest))));
    o_colour = vec4(tessendorf(v_surface, normalize(vec3(-slope.x, 1.0, -slope.y))), 1.0);
}
#elif defined(PLASTIC_SHADING)
#include "classic/plastic.glsl"
void main() {
    vec2 slope = world_slope(bent_at(v_rest, footprint_of(sides_of(v_rest))));
    o_colour = vec4(plastic(normalize(v_surface), normalize(vec3(-slope.x, 1.0, -slope.y))), 1.0);
}
#else
const vec3 THIN = vec3(0.05, 0.36, 0.33);   // colour of light through a crest
const vec3 SUNLIGHT = vec3(1.0, 0.93, 0.80);
const vec3 FOAM = vec3(0.93, 0.96, 0.97);
const float FINEST = 0.0012;        // variance of slopes too small for any cascade

float unresolved_at(float footprint) {
    float level = clamp(log2(footprint / u_finest), 0.0, float(UNRESOLVED - 1) - 0.001);
    // `clamp` of a NaN is undefined; the index stays in range in any case.
    int below = clamp(int(level), 0, UNRESOLVED - 2);
    return mix(u_unresolved[below], u_unresolved[below + 1], level - float(below));
}

// The share of foam in a pixel with this coverage, in the pattern of lace as far as the pixel resolves it. The threads of the lace are
// metres apart and some tenths wide: where the shorter side of the pixel's footprint approaches these, they fade into a uniform veil.
float foam_at(float coverage, float shorter, float footprint) {
    vec2 at = cascade_uv(v_rest, u_cascades[0]);
    float level = log2(footprint * float(textureSize(u_worley, 0).x) / u_cascades[0].x);
    float fine = textureLod(u_worley, at * u_lace, level + log2(u_lace)).r;
    float coarse = textureLod(u_worley, at * vec2(2.0, -2.0) + 0.37, level + 1.0).r;
    float lace = 0.62 * fine + 0.38 * coarse;
    float edge = 0.16;
    float shaped = smoothstep(1.0 - coverage - edge, 1.0 - coverage + edge, lace) * min(1.0, 6.0 * coverage);
    float melted = max(smoothstep(0.05, 0.2, shorter), smoothstep(0.5, 3.0, footprint));
    // The share of the lace above that threshold: the lace is the mean of two uniform patterns.
    float veil = coverage * coverage * (3.0 - 2.0 * coverage);
    return mix(shaped, veil, melted);
}

void main() {
    float far = length(v_surface);
    vec3 view = -v_surface / far;
    vec2 sides = sides_of(v_rest);
    float footprint = footprint_of(sides);
    vec2 slope = world_slope(bent_at(v_rest, footprint));
    float variance = u_height * u_height * unresolved_at(footprint) + FINEST;
    float sigma = sqrt(variance);

    // At grazing angles slopes toward the eye dominate.
    vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
    float level = max(dot(normal, view), 0.0);
    vec2 lean = normalize(view.xz + 1e-6) * min(variance * (1.0 - level) / max(level, 0.05), 1.1 * sigma);
    vec3 seen = normalize(vec3(lean.x - slope.x, 1.0, lean.y - slope.y));
    float hidden = dot(seen, view);
    if (hidden < 0.03) seen = normalize(seen + view * (0.03 - hidden));
    float facing = clamp(dot(seen, view), 0.0, 1.0);

    float power = 5.0 * exp(-2.69 * sigma);
    float fresnel = MESH_R0 + (1.0 - MESH_R0) * pow(1.0 - facing, power) / (1.0 + 22.7 * pow(sigma, 1.5));
    float mirrored = clamp(fresnel * u_environment_alpha, 0.0, 1.0);

    vec3 ray = reflect(-view, normalize(vec3(seen.x, seen.y / max(u_environment, 1e-3), seen.z)));
    // Blur of the reflection in texels, from the typical slope.
    float blur = clamp(1.2 + log2(sigma * float(textureSize(u_panorama, 0).x) / TURN), 0.0, 6.0);
    vec3 sky = sky_colour(normalize(vec3(ray.x, max(ray.y, 0.0), ray.z)), blur);
    // A reflected ray that leads down hits more water.
    sky = mix(sky, u_deep, 0.7 * smoothstep(0.0, 0.35, -ray.y));

    // Light from the water: deep water, and sunlight through thin crests, strongest against the sun.
    float day = 0.75 + 0.45 * max(dot(normal, u_sun), 0.0);
    vec3 body = u_deep * day;
    float top = clamp(0.35 + v_height / (2.5 * u_crest), 0.0, 1.6);
    float steep = smoothstep(0.02, 0.55, length(slope));
    float against = 0.4 + 0.6 * max(-dot(view.xz, u_sun.xz), 0.0);
    body += THIN * top * top * steep * against * (0.45 + 0.55 * facing);
#ifdef BACKGROUND_PICTURE
    vec2 uv = cascade_uv(v_rest, u_cascades[0]);
    body = texture(u_background, uv + u_refraction * normal.xz).rgb * (0.5 + 0.5 * day);
#endif
    body = mix(u_deep, body, u_background_alpha);
    vec3 colour = mix(body, sky, mirrored);

    // The density of slopes that reflect the sun, by a normal distribution about the resolved slope.
    vec3 middle = normalize(view + u_sun);
    vec2 off = -middle.xz / middle.y - slope;
    float glitter = exp(-0.5 * dot(off, off) / variance) / (6.2831853 * variance);
    glitter *= fresnel / (4.0 * max(facing, 0.08) * pow(middle.y, 4.0));
    colour += SUNLIGHT * min(0.5 * glitter, 1.2) * u_environment_alpha;

    float coverage = foam_cover(u_foam, v_rest, footprint);
    float foam = 0.0;
    int rounds = coverage > 0.002 ? 1 : 0;
    for (int i = 0; i < rounds; i++) foam = foam_at(coverage, sides.x, footprint);
    colour = mix(colour, FOAM * (0.55 + 0.45 * max(dot(normal, u_sun), 0.0)), 0.92 * foam);

    // Seen from below. Where the surface folds, its inside is visible from above, but a pixel as large as a fold would show a dark speck.
    float inside = !gl_FrontFacing && dot(normal, view) < 0.0 ? 1.0 : 0.0;
    inside *= 1.0 - smoothstep(0.1, 0.4, footprint);
    colour = mix(colour, u_deep * (0.6 + 0.8 * facing), inside);
    float air = 1.0 - exp(-far / u_haze);
    o_colour = vec4(mix(colour, v_horizon, air * air), 1.0);
}
#endif
#endif
