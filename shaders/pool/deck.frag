// The deck around a lit pool: a course of rim stone, then paving out to the haze.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "lib/fresnel.glsl"
#include "lib/rain.glsl"
#ifdef BODIES
#include "bodies/light.glsl"
#endif
#include "lib/scene_colour.glsl"
in vec3 v_point;
out vec4 o_colour;
uniform vec3 u_sun_toward;      // unit
uniform sampler2D u_deck;
uniform vec3 u_eye;
uniform float u_pixel;          // width of a pixel at distance 1

void main() {
    vec3 ray = v_point - u_eye;
    float far = length(ray) / HALF_LENGTH;
    vec2 beyond = (abs(v_point.xz) - u_half) / HALF_LENGTH;
    float away = max(beyond.x, beyond.y);
    vec3 paving = texture(u_deck, v_point.xz / (DECK_SHARE * HALF_LENGTH)).rgb;
    // The rim is a course of paler stone, rounded at the water, with a joint behind it.
    vec3 rim = mix(vec3(dot(paving, vec3(0.33))), vec3(0.80, 0.77, 0.70), 0.72);
    float round = smoothstep(0.0, 0.035, away);
    rim *= 0.74 + 0.26 * round;
    float along = abs(beyond.x) < abs(beyond.y) || beyond.y > beyond.x ? v_point.x : v_point.z;
    along /= HALF_LENGTH;
    float joint = smoothstep(0.0, 0.006 + u_pixel * far, abs(fract(along / 0.4 + 0.5) - 0.5) * 0.4);
    rim *= 0.75 + 0.25 * joint;
    float behind = smoothstep(COPING_SHARE - 0.006, COPING_SHARE, away);
    float gap = exp(-pow((away - COPING_SHARE) / 0.008, 2.0));
    // The texture is display-referred; stone in the sun is darker than that.
    vec3 stone = 0.72 * mix(rim, paving, behind) * (1.0 - 0.5 * gap);
    float sun = max(u_sun_toward.y, 0.0);
#ifdef BODIES
    sun *= sun_past_bodies(v_point);
#endif
    vec3 light = u_sun_facing * sun + u_sky_level;
    vec3 radiance = stone / PI * light;
    if (u_rain.x > 0.0) {
        vec3 toward = normalize(ray);
        float mirrored = reflectance(max(-toward.y, 0.02), FRESH_WATER_INDEX.g);
        radiance = mix(radiance * WET_STONE, 0.7 * dome_blurred(reflect(toward, vec3(0.0, 1.0, 0.0)), 0.5), mirrored);
    }
    vec3 haze = dome_radiance(vec3(ray.x, 0.0, ray.z) + vec3(1e-6, 0.0, 0.0));
    o_colour = scene_colour(mix(radiance, haze, 1.0 - exp(-far * far / 600.0)));
}
