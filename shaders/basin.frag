// What stands around the water and under it, lit by sun and sky.
#include "pool.glsl"
in vec3 v_point;
flat in vec3 v_normal;
flat in int v_part;
out vec4 o_colour;
uniform sampler2D u_deck;
uniform vec3 u_haze;            // colour of the horizon, which distance turns to

const float DECK_PATCH = 2.4;   // metres that one copy of the deck texture covers
const float COPING = 0.16;      // metres of rim stone around the opening

vec3 deck_colour(vec3 point) {
    vec2 beyond = abs(point.xz) - u_half;
    float away = max(beyond.x, beyond.y);
    vec3 paving = texture(u_deck, point.xz / DECK_PATCH).rgb;
    // The rim is one course of paler stone, rounded where it meets the water, with a joint behind it.
    vec3 rim = mix(vec3(dot(paving, vec3(0.33))), vec3(0.93, 0.91, 0.86), 0.72);
    float round = smoothstep(0.0, 0.035, away);
    rim *= 0.74 + 0.26 * round;
    float along = abs(beyond.x) < abs(beyond.y) || beyond.y > beyond.x ? point.x : point.z;
    float joint = smoothstep(0.0, 0.006 + u_pixel * distance(u_eye, point), abs(fract(along / 0.4 + 0.5) - 0.5) * 0.4);
    rim *= 0.86 + 0.14 * joint;
    float behind = smoothstep(COPING - 0.006, COPING, away);
    float gap = exp(-pow((away - COPING) / 0.008, 2.0));
    vec3 stone = mix(rim, paving * 0.98, behind) * (1.0 - 0.35 * gap);
    float far = distance(u_eye, point);
    return mix(stone, u_haze, 1.0 - exp(-pow(far / 14.0, 2.0)));
}

void main() {
    if (v_part == 1) {
        o_colour = vec4(deck_colour(v_point), 1.0);
        return;
    }
    vec3 toward_eye = normalize(u_eye - v_point);
    if (v_point.y > 0.0) {
        vec3 tile = tile_colour(v_point, v_normal, distance(u_eye, v_point), abs(dot(v_normal, toward_eye)));
        float wet = mix(0.72, 1.0, smoothstep(0.0, 0.018, v_point.y));
        float lip = mix(1.0, 0.6, smoothstep(RIM - 0.02, RIM, v_point.y));
        o_colour = vec4(tile * wet * lip * (0.62 + 0.38 * max(dot(v_normal, u_sun), 0.0)), 1.0);
        return;
    }
    // Length of the straight way under water; an eye under water sees all of it.
    float share = u_eye.y > 0.0 ? -v_point.y / (u_eye.y - v_point.y) : 1.0;
    float path = share * distance(u_eye, v_point);
    o_colour = vec4(pool_colour(v_point, v_normal, path, toward_eye), 1.0);
}
