// The sky above the horizon with clouds, at a higher resolution than the table of light/sky: columns by azimuth as in the table, rows
// from the horizon up by the square root of the elevation. The same clouds and formulas as light/sky/clouds.rs, with added towers and
// flat bases.
#include "lib/constants.glsl"
in vec2 v_uv;
out vec4 o_colour;              // radiance, and transmittance of the clouds
uniform sampler2D u_clear;      // the sky without clouds, as the table
uniform vec2 u_texel;           // extent of a texel in azimuth and in v
uniform vec3 u_sun_toward;      // unit
uniform float u_cover;          // cloud cover, 0 to 1
uniform float u_overcast;       // degree of overcast
uniform float u_haze;           // haze, relative to a clear day
uniform vec3 u_sunlight;        // irradiance of the sun on a surface facing it, at cloud height
uniform vec3 u_skylight;        // irradiance of the clear sky on level ground
uniform vec3 u_daylight;        // total irradiance of sun and sky

const float TOWER = 2.2;        // height of a cloud in km where the noise exceeds the threshold by one
const float HIGHEST = 1.2;      // km
const int STEPS = 18;
const float LUMP = 0.35;        // km
const float LUMPY = 0.5;

vec2 gradient(ivec2 cell, uint seed) {
    uint bits = uint(cell.x) * 0x9E3779B1u + uint(cell.y) * 0x85EBCA77u + seed * 0xC2B2AE3Du;
    bits = (bits ^ (bits >> 16u)) * 0x7FEB352Du;
    bits = (bits ^ (bits >> 15u)) * 0x846CA68Bu;
    bits ^= bits >> 16u;
    float tangent = float(bits >> 8u) / 8388608.0 - 1.0;
    float square = tangent * tangent;
    return vec2(1.0 - square, 2.0 * tangent) * (((bits & 1u) == 0u ? 1.0 : -1.0) / (1.0 + square));
}

float noise(vec2 place, uint seed) {
    vec2 first = floor(place);
    vec2 at = place - first;
    ivec2 cell = ivec2(first);
    vec2 blend = at * at * at * (at * (6.0 * at - 15.0) + 10.0);
    float nw = dot(gradient(cell, seed), at);
    float ne = dot(gradient(cell + ivec2(1, 0), seed), at - vec2(1.0, 0.0));
    float sw = dot(gradient(cell + ivec2(0, 1), seed), at - vec2(0.0, 1.0));
    float se = dot(gradient(cell + ivec2(1, 1), seed), at - vec2(1.0, 1.0));
    return mix(mix(nw, ne, blend.x), mix(sw, se, blend.x), blend.y);
}

// Fractal noise, and the variance of the omitted octaves, which are finer than `finest` km.
vec2 fractal(vec2 place, float finest) {
    float sum = 0.0;
    float unseen = 0.0;
    float strength = 1.0;
    float cell = CLOUD_CELL;
    vec2 bent = finest < CLOUD_CELL ? place + 0.8 * vec2(noise(place / 3.0, 101u), noise(place / 3.0, 102u)) : place;
    for (int octave = 0; octave < int(CLOUD_OCTAVES); octave++) {
        float seen = smoothstep(1.0, 2.0, cell / finest);
        if (seen > 0.0) {
            float wave = noise(bent / cell + float(octave) * CLOUD_APART, uint(octave));
            if (octave > 0) wave = 1.66 * (abs(wave) - 0.8 * CLOUD_DEVIATION);
            sum += strength * seen * wave;
        }
        unseen += (1.0 - seen * seen) * strength * strength * CLOUD_DEVIATION * CLOUD_DEVIATION;
        strength *= CLOUD_GAIN;
        cell *= CLOUD_SHRINK;
    }
    return vec2(sum, unseen);
}

float thickness(vec2 place, float finest) {
    float cover = min(u_cover, 0.98);
    float threshold = 0.55 * CLOUD_SPREAD * log((1.0 - cover) / cover);
    vec2 height = fractal(place, finest);
    float soft = sqrt(0.0004 + 0.3 * height.y);
    float over = (height.x - threshold) / soft;
    return soft * (over > 15.0 ? over : log(1.0 + exp(over)));
}

float henyey_greenstein(float g, float turn) {
    return (1.0 - g * g) / (4.0 * PI * pow(1.0 + g * g - 2.0 * g * turn, 1.5));
}

vec4 broken(vec3 clear, vec3 toward, vec2 place, float path, float finest) {
    float turn = dot(u_sun_toward, toward);
    float open = 0.12 + 0.88 * (1.0 - smoothstep(0.92, 1.0, turn));
    // Marches up through the layer: a cloud is as tall as it is thick. The first hit is visible; the lower it is, the darker.
    float up = max(toward.y, 0.02);
    float depth = 0.0;
    float seen = 0.0;
    float high = 0.0;
    // The step hides the layering.
    float step = HIGHEST / float(STEPS);
    vec2 level = toward.xz / (up + 0.25);
    for (int i = 0; i < STEPS; i++) {
        float above = (float(i) + 0.5) * step;
        vec2 there = place + level * above;
        float thick = thickness(there, max(finest, 1.4 * step * length(level)));
        // Lumps as tall as wide.
        vec2 lump = vec2(dot(there, vec2(0.8, 0.6)) + 0.9 * above, dot(there, vec2(-0.6, 0.8)) - 1.1 * above) / LUMP;
        thick = max(thick + LUMPY * (1.0 - smoothstep(0.3, 0.6, finest)) * (abs(noise(lump, 77u)) + 0.5 * abs(noise(2.3 * lump, 78u)) - 0.2) * smoothstep(0.0, 0.1, thick), 0.0);
        float inside = clamp((TOWER * thick - above) / 0.25 + 0.5, 0.0, 1.0);
        float part = CLOUD_DEPTH * open * thick * inside * 3.0 / float(STEPS);
        high += above * part * exp(-depth);
        seen += part * exp(-depth);
        depth += part;
    }
    float veil = (1.0 - exp(-depth)) * exp(-path * (0.5 + 0.5 * u_haze) / CLEAR_SIGHT);
    high /= max(seen, 1e-4);
    vec2 near = 0.18 * u_sun_toward.xz;
    float side = CLOUD_DEPTH * thickness(place + near, max(finest, 0.3));
    float beyond = CLOUD_DEPTH * thickness(place + 2.5 * near, max(finest, 0.3));
    float shade = (0.35 * depth + 0.4 * side + 0.25 * beyond) * (1.0 - 0.75 * smoothstep(0.1, 0.9, high));
    float through = 0.22 + 0.78 * exp(-0.55 * shade);
    float forward = 1.6 * henyey_greenstein(0.75, turn) * exp(-0.7 * depth);
    float sky = 0.75 - 0.35 * (1.0 - exp(-0.4 * depth));
    vec3 lit = u_sunlight * (0.8 * through / PI + forward) + u_skylight / PI * sky;
    return vec4(mix(clear, lit, veil), 1.0 - veil);
}

vec3 even_grey(vec3 toward, vec2 place, float finest) {
    float ripple = fractal(0.45 * place, finest).x;
    ripple = 1.0 + 0.5 * ripple * smoothstep(0.02, 0.2, toward.y);
    vec3 grey = dot(u_daylight, LUMINANCE) * OVERCAST_TINT;
    vec3 zenith = OVERCAST * 9.0 / (7.0 * PI) * mix(u_daylight, grey, 0.7);
    return zenith * ripple * (1.0 + 2.0 * toward.y) / 3.0;
}

void main() {
    float elevation = 0.5 * PI * v_uv.y * v_uv.y;
    float over = 0.5 * (elevation + sqrt(elevation * elevation + SMEARED * SMEARED));
    float azimuth = (v_uv.x - 0.5) * 2.0 * PI;
    vec3 toward = vec3(cos(over) * sin(azimuth), sin(over), -cos(over) * cos(azimuth));
    // Distance to the layer along the ray, and the finest waves that a texel resolves there.
    float down = CLOUD_BEND * toward.y;
    float square = CLOUD_ALTITUDE * (2.0 * CLOUD_BEND + CLOUD_ALTITUDE);
    float root = sqrt(down * down + square);
    float path = square / (down + root);
    float along = PI * v_uv.y * u_texel.y / (root / (CLOUD_BEND + CLOUD_ALTITUDE));
    float across = u_texel.x * sqrt(1.0 - toward.y * toward.y);
    float finest = path * max(2.0 * along, 3.0 * across);
    vec2 place = path * toward.xz;
    vec4 sky = textureLod(u_clear, vec2(v_uv.x, 0.5 - 0.5 * v_uv.y), 0.0);
    if (u_cover > 0.0 && u_overcast < 1.0) sky = broken(sky.rgb, toward, place, path, finest);
    if (u_overcast > 0.0) sky = mix(sky, vec4(even_grey(toward, place, finest), 0.0), u_overcast);
    o_colour = sky;
}
