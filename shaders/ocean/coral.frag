// A colony of coral under a sea (docs/models.md §15a), lit like the floor through the waves, with a relief of polyps.
#include "lib/sky_lighting.glsl"
#include "lib/scatter.glsl"
#include "ocean/floor.glsl"
#include "ocean/underwater.glsl"
#include "lib/water_medium.glsl"
#include "lib/scene_colour.glsl"
in vec3 v_point;
in vec3 v_normal;
in vec3 v_own;
in float v_height;
in float v_tip;
flat in vec3 v_albedo;
out vec4 o_colour;
uniform vec3 u_eye;
uniform float u_pixel;          // width of a pixel at distance 1
uniform int u_kind;

// Albedo of the growing tips of each kind. Chosen.
const vec3 TIPS[4] = vec3[4](vec3(0.80, 0.76, 0.72), vec3(0.66, 0.60, 0.46), vec3(0.60, 0.56, 0.30), vec3(0.74, 0.62, 0.58));

// Repeats of the pattern of polyps per metre, and their height in metres.
const float SMALL_POLYPS = 9.0;
const float SMALL_HEIGHT = 0.004;
// From one valley of a brain coral to the next, on average, and their depth, in metres.
const float VALLEY = 0.02;
const float VALLEY_DEPTH = 0.008;

// The ridges of a brain coral: height from 0 to 1, and in yzw its gradient per metre. The valleys lie where waves of one length in
// random directions (Berry 1977) add up to 0: such lines wind, and do not meet.
vec4 winding_ridges(vec3 at) {
    const int WAVES = 8;
    float sum = 0.0;
    vec3 gradient = vec3(0.0);
    for (int wave = 0; wave < WAVES; wave++) {
        // Even over half a sphere.
        float rise = (float(wave) + 0.5) / float(WAVES);
        float turn = 2.4 * float(wave);
        vec3 k = PI / VALLEY * vec3(sqrt(1.0 - rise * rise) * vec2(cos(turn), sin(turn)), rise);
        float phase = dot(k, at) + 1.7 * float(wave);
        sum += cos(phase);
        gradient -= sin(phase) * k;
    }
    // Of variance 1.
    float scale = sqrt(2.0 / float(WAVES));
    float height = min(scale * abs(sum), 1.0);
    return vec4(height * height * (3.0 - 2.0 * height), 6.0 * height * (1.0 - height) * scale * sign(sum) * gradient);
}

void main() {
    float far = length(v_point);
    vec3 ray = v_point / far;
    if (lens_over(ray) > 0.0) discard;
    // The floor has no depth: what is in the ground or behind it is not seen.
    vec2 ground = v_point.xz;
    float height = v_point.y + u_eye.y;
    float above = height + bed_at(ground);
    vec3 eye = vec3(0.0, min(u_eye.y, 0.0), 0.0);
    if (above < 0.0 || bed_hit(eye, ray, far, 0.3) < far - 0.15) discard;

    vec3 normal = normalize(v_normal);
    vec3 sides = normal * normal;
    float level = log2(u_pixel * far * float(textureSize(u_grain, 0).x));
    vec4 polyps = relief_of_rock(v_own.xz, -v_own.y, sides, SMALL_POLYPS, level);
    vec3 relief = SMALL_HEIGHT * SMALL_POLYPS * polyps.yzw;

    int kind = clamp(u_kind, 0, 3);
    vec3 albedo = mix(v_albedo, TIPS[kind], (kind == 2 ? 0.3 : 0.9) * v_tip) * (0.65 + 0.7 * polyps.x);
    if (kind == 2) {
        vec4 ridges = winding_ridges(v_own);
        float footprint = u_pixel * far / max(-dot(normal, ray), 0.2);
        float fade = 1.0 - smoothstep(0.2 * VALLEY, 0.6 * VALLEY, footprint);
        // Far away their mean.
        albedo *= mix(0.84, 0.4 + 0.7 * ridges.x, fade);
        relief += fade * VALLEY_DEPTH * ridges.yzw;
    }
    normal = bent_by(relief, normal);

    // The irradiance is that of the place on the floor where this ray of the sun would land.
    float depth = max(-height, 0.0);
    vec2 beyond = ground - above * u_sun_under.xz / u_sun_under.y;
    float irradiance = min(sun_landed(beyond, u_pixel * far, depth + above, u_entering), 4.0 * u_entering);
    // The inside of a colony lies in its own shade.
    float open = smoothstep(-0.1, 0.8, v_height);
    vec3 level_sun = u_sun_level * exp(-u_down * (depth / u_sun_under.y));
    vec3 sun = level_sun * (irradiance * max(dot(normal, u_sun_under), 0.0) / u_sun_under.y) * mix(0.5, 1.0, open);
    vec3 sky = u_sky_under * exp(-u_down * (SKY_PATH * depth));
    vec3 from_sand = light_from_sand(depth, sky);
    vec3 gain = gain_over_sand(depth + above);
    vec3 light = sun + mix(0.35, 1.0, open) * mix(from_sand, sky, 0.5 + 0.5 * normal.y);
    o_colour = scene_colour(in_water(albedo * gain / PI * light, eye, ray, far, shaft_here()));
}
