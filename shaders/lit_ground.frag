// The ground of a terrace: a course of rim stone, paving, a course of setts, then lawn up to the hedge (docs/models.md §14). Near by
// a fine grain goes on where the texture's texels end.
#include "shape.glsl"
#include "daylight.glsl"
#include "lit_garden.glsl"
#include "lit_terrace.glsl"
#include "tone.glsl"
in vec3 v_point;
out vec4 o_colour;
uniform vec3 u_sun_toward;      // unit
uniform sampler2D u_deck;
uniform vec3 u_eye;
uniform float u_pixel;          // width of a pixel at distance 1
uniform vec3 u_rings;           // from the pool's edge: where the paving ends, the hedge's inner and outer face

const float DECK_PATCH = 7.2;   // metres that one copy of the deck texture covers
const float COPING = 0.42;      // metres of rim stone around the opening
const float SETTS = 0.22;       // metres of the course along the lawn
const float JOINT = 0.006;      // metres

// 1 on stone, 0 in a joint that lies wherever `along` is whole, in metres `each`; a pixel covers `footprint` metres.
float beside_joint(float along, float each, float footprint) {
    float off = abs(fract(along + 0.5) - 0.5) * each;
    float wide = JOINT + footprint;
    return 1.0 - JOINT / wide * (1.0 - smoothstep(0.35 * wide, wide, off));
}

// Albedo of a course of stones `away` metres from its inner edge and `across` wide, each `each` long; turned is set to how far its
// surface leans.
vec3 course(vec2 ground, float along, float away, float across, float each, vec3 stone, float footprint, vec4 near) {
    float place = along / each;
    float number = floor(place);
    vec4 own = textureLod(u_grain, vec2(0.137 * number, 0.071 * number + 0.31), 3.0);
    float fade = 1.0 - smoothstep(0.3, 1.2, footprint / each);
    vec3 colour = stone * (1.0 + fade * 0.5 * (own.b - 0.5));
    colour *= 1.0 + 0.30 * (near.g - 0.5) + 0.12 * (near.b - 0.5);
    return colour * mix(0.42, 1.0, beside_joint(place, each, footprint));
}

void main() {
    vec3 ray = v_point - u_eye;
    float far = length(ray);
    ray /= far;
    vec2 beyond = abs(v_point.xz) - u_half;
    // Metres from here on.
    float away = max(beyond.x, beyond.y) / u_metre;
    float along = (beyond.y > beyond.x ? v_point.x : v_point.z) / u_metre;
    float footprint = level_footprint(u_pixel, far, ray);
    float pixel = footprint / u_metre;
    float paved = u_rings.x / u_metre;
    vec2 seen = texture(u_ground_light, on_plan(v_point.xz)).rg;
    vec3 normal = vec3(0.0, 1.0, 0.0);
    vec3 albedo;
    float open = 1.0;
    // Blades lean over the edge of the stone.
    vec4 verge = grain(v_point.xz, 0.31, footprint);
    float grown = smoothstep(-0.012, 0.012 + pixel, away - paved + 0.05 * (verge.r - 0.6));
    if (grown < 1.0) {
        vec4 near = grain(v_point.xz, 0.23, footprint);
        vec4 broad = grain(v_point.zx, 5.1, max(footprint, 0.03 * u_metre));
        vec3 paving = texture(u_deck, v_point.xz / (DECK_PATCH * u_metre)).rgb;
        // Where texels are larger than pixels, joints and pits get edges of their own.
        float close = 1.0 - smoothstep(0.001, 0.006, pixel);
        if (close > 0.0) {
            vec4 pores = grain(v_point.zx * vec2(1.0, 2.2), 0.47, footprint);
            float light = dot(paving, vec3(0.33));
            float joint = 1.0 - smoothstep(0.25, 0.31, light + 0.12 * (near.g - 0.5));
            vec3 sharp = paving * mix(1.12, 0.55, joint);
            sharp *= 1.0 - 0.45 * (1.0 - smoothstep(0.13, 0.22, pores.g + 0.25 * (broad.b - 0.5))) * (1.0 - joint);
            paving = mix(paving, sharp * (1.0 + 0.35 * (near.g - 0.5)), close);
        }
        // Worn and weathered here more, there less, so that no copy is like the next.
        paving *= (0.80 + 0.26 * broad.b) * (1.0 + 0.22 * (near.g - 0.5));
        vec3 pale = mix(vec3(dot(paving, vec3(0.33))), vec3(0.66, 0.62, 0.54), 0.62);
        vec3 rim = course(v_point.xz, along, away, COPING, 0.8, pale, pixel, near);
        vec3 grey = mix(vec3(dot(paving, vec3(0.33))), vec3(0.30, 0.27, 0.23), 0.6);
        vec3 setts = course(v_point.xz, along, paved - away, SETTS, 0.22, grey, pixel, near);
        float edge = 0.004 + pixel;
        float inner = smoothstep(COPING - edge, COPING + edge, away);
        float outer = smoothstep(paved - SETTS - edge, paved - SETTS + edge, away);
        albedo = 0.80 * mix(mix(rim, paving, inner), setts, outer);
        float joint = min(abs(away - COPING), abs(away - paved + SETTS));
        float wide = JOINT + pixel;
        albedo *= 1.0 - 0.6 * JOINT / wide * (1.0 - smoothstep(0.35 * wide, wide, joint));
        // The rim is rounded where it meets the water.
        float lean = 1.0 - clamp(away / 0.07, 0.0, 1.0);
        vec2 inward = beyond.y > beyond.x ? vec2(0.0, -sign(v_point.z)) : vec2(-sign(v_point.x), 0.0);
        normal = normalize(vec3(inward.x, 1.1, inward.y) * vec3(lean * lean, 1.0, lean * lean));
        // Fine grain catches the light.
        float relief = 0.25 * (1.0 - smoothstep(0.0008, 0.004, pixel));
        normal = normalize(normal + relief * vec3(near.g - 0.5, 0.0, near.b - 0.5));
        open = 1.0 - 0.35 * lean * lean;
        // Rain and feet keep the waterside damp in places.
        albedo *= 1.0 - 0.16 * (1.0 - smoothstep(0.05, 0.30, away + 0.18 * (broad.b - 0.5)));
    }
    if (grown > 0.0) {
        vec3 grass = lawn(v_point.xz, footprint) * lanes(v_point.x, footprint);
        // Uncut along the stone.
        grass *= 1.0 - 0.35 * exp(-max(away - paved, 0.0) / 0.12);
        albedo = grown < 1.0 ? mix(albedo, grass, grown) : grass;
    }
    vec3 light = u_sun_facing * max(dot(normal, u_sun_toward), 0.0) * seen.r + u_sky_level * seen.g * open;
    o_colour = shown(hazed(albedo / PI * light, ray, far));
}
