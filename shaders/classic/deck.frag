// The deck around the pool: a course of rim stone, then paving out to the haze.
#include "lib/shape.glsl"
#include "classic/sky.glsl"
in vec3 v_point;
out vec4 o_colour;
uniform sampler2D u_deck;
uniform vec3 u_eye;
uniform float u_pixel;          // width of a pixel at distance 1

void main() {
    float far = distance(u_eye, v_point) / HALF_LENGTH;
    vec2 beyond = (abs(v_point.xz) - u_half) / HALF_LENGTH;
    float away = max(beyond.x, beyond.y);
    vec3 paving = texture(u_deck, v_point.xz / (DECK_SHARE * HALF_LENGTH)).rgb;
    // The rim is a course of paler stone, rounded at the water, with a joint behind it.
    vec3 rim = mix(vec3(dot(paving, vec3(0.33))), vec3(0.93, 0.91, 0.86), 0.72);
    float round = smoothstep(0.0, 0.035, away);
    rim *= 0.74 + 0.26 * round;
    float along = abs(beyond.x) < abs(beyond.y) || beyond.y > beyond.x ? v_point.x : v_point.z;
    along /= HALF_LENGTH;
    float joint = smoothstep(0.0, 0.006 + u_pixel * far, abs(fract(along / 0.4 + 0.5) - 0.5) * 0.4);
    rim *= 0.86 + 0.14 * joint;
    float behind = smoothstep(COPING_SHARE - 0.006, COPING_SHARE, away);
    float gap = exp(-pow((away - COPING_SHARE) / 0.008, 2.0));
    vec3 stone = mix(rim, paving * 0.98, behind) * (1.0 - 0.35 * gap);
    // Fades to the sky at the horizon in the same direction.
    vec3 toward = v_point - u_eye;
    vec3 haze = sky_colour(normalize(vec3(toward.x, 0.0, toward.z) + vec3(1e-5, 0.0, 0.0)), 0.0);
    o_colour = vec4(mix(stone, haze, 1.0 - exp(-far * far / 196.0)), 1.0);
}

