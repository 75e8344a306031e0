// A drop of water in the light of sun and sky (docs/models.md §16a): a lens that shows its surroundings upside down. DISPLAY: in display
// colours, white.
#ifndef DISPLAY
#include "lib/sky_lighting.glsl"
#include "lib/fresnel.glsl"
#include "lib/scene_colour.glsl"
#endif
in vec2 v_at;
flat in vec3 v_ray;
flat in vec3 v_aside;
flat in vec3 v_along;
flat in float v_share;
flat in float v_large;
out vec4 o_colour;
#ifndef DISPLAY
uniform vec3 u_sun_toward;      // unit
uniform vec3 u_below;           // radiance of what is below

const float ASYMMETRY = 0.75;   // of the light that drops scatter

vec3 radiance_from(vec3 direction) {
    return mix(u_below, dome_blurred(direction, 0.4), smoothstep(-0.15, 0.15, direction.y));
}
#endif

void main() {
    float square = dot(v_at, v_at);
    if (square >= 1.0) discard;
    float covered = v_share * (1.0 - square * square);
#ifdef DISPLAY
    o_colour = vec4(0.9, 0.95, 1.0, 0.8 * covered);
#else
    float deep = sqrt(1.0 - square);
    vec3 across = v_at.x * v_aside + v_at.y * v_along;
    vec3 through = normalize(v_ray - 0.9 * across);
    vec3 normal = across - deep * v_ray;
    float mirrored = reflectance(deep, FRESH_WATER_INDEX.g);
    vec3 seen = mix(radiance_from(through), radiance_from(reflect(v_ray, normal)), mirrored);
    // The phase function of Henyey and Greenstein, and the sun's image.
    float g = ASYMMETRY;
    float phase = (1.0 - g * g) / (4.0 * PI * pow(1.0 + g * g - 2.0 * g * dot(v_ray, u_sun_toward), 1.5));
    float glint = pow(max(dot(normal, normalize(u_sun_toward - v_ray)), 0.0), 40.0);
    vec3 sun = u_sun_facing * (mix(0.08 + phase, 0.4 * phase, v_large) + 0.3 * glint);
    // A dark drop is seen through: one that is as dark as it computes to would be a speck before bright water, whose image it shows.
    float clear = v_large * (0.7 - 0.5 * square) * (1.0 - glint);
    float bright = dot(seen + sun, LUMINANCE) * u_exposure;
    o_colour = vec4(scene_colour(seen + sun).rgb, covered * (1.0 - clear) * bright / (bright + 0.12));
#endif
}
