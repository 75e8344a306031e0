// The ground of a terrace: paving, with a prerendered image for distant parts, or LAWN up to the hedge (docs/models.md §14). RAIN: wet.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "environment/vegetation.glsl"
#include "environment/terrace_light.glsl"
#include "environment/garden_light.glsl"
#if defined(NEAR) || defined(LAWN)
#include "environment/paving.glsl"
#endif
#ifdef RAIN
#include "environment/wet_paving.glsl"
#endif
#ifdef BODIES
#include "bodies/light.glsl"
#endif
#include "lib/scene_colour.glsl"
in vec3 v_point;
out vec4 o_colour;
uniform vec3 u_sun_toward;      // unit
uniform vec3 u_eye;
uniform float u_pixel;          // width of a pixel at distance 1
uniform sampler2D u_paving;     // square root of the paving's albedo over its half extents; slope of the rim
uniform vec2 u_paving_half;

void main() {
    vec2 ground = v_point.xz;
    vec2 seen = texture(u_ground_light, on_plan(ground)).rg;
#ifdef BODIES
    seen.r *= sun_past_bodies(v_point);
#endif
    vec3 normal = vec3(0.0, 1.0, 0.0);
    vec3 ray = v_point - u_eye;
    float far = length(ray);
    float footprint = level_footprint(u_pixel, far, ray / far);
#ifdef LAWN
    // Without cuts along the stone.
    vec2 beyond = abs(ground) - u_half - u_rings.x;
    float off = max(beyond.x, beyond.y) ;
    vec4 tufts = faded(grain(ground, 0.53), 0.53, footprint);
    vec3 albedo = grass(grain(broad_patch(ground), 43.0), grain(small_patch(ground), 7.3), tufts);
#ifdef RAIN
    albedo *= WET_GRASS;
#endif
    albedo *= lanes(ground.x, footprint) * (1.0 - 0.4 * exp(-max(off, 0.0) / 0.12));
#else
#ifdef NEAR
    vec3 close = grit(ground, footprint);
    vec3 albedo = paved(ground, footprint, close.z);
    vec2 beyond = abs(ground) - u_half;
    float lean = rim_lean(max(beyond.x, beyond.y) );
    // Fine grain catches the light.
    vec4 dust = grain(ground, 0.23);
    normal.xz = 0.25 * (1.0 - smoothstep(0.0008, 0.004, footprint )) * (dust.gb - 0.5);
    normal.xz -= close.xy;
#else
    vec4 picture = texture(u_paving, 0.5 + 0.5 * ground / u_paving_half);
    vec3 albedo = picture.rgb * picture.rgb;
    float lean = picture.a;
    vec2 beyond = abs(ground) - u_half;
#endif
    normal.xz -= 0.9 * lean * sign(ground) * (beyond.y > beyond.x ? vec2(0.0, 1.0) : vec2(1.0, 0.0));
    normal = normalize(normal);
    seen.g *= 1.0 - 0.35 * lean;
#endif
#if defined(RAIN) && !defined(LAWN)
    float wet = rained_on(ground);
    albedo *= mix(vec3(1.0), WET_STONE, wet);
#endif
    vec3 light = u_sun_facing * max(dot(normal, u_sun_toward), 0.0) * seen.r + u_sky_level * seen.g;
#ifdef LAWN
    light += garden_light(v_point, normal, 0.0);
#else
    light += lantern_light(v_point, normal, 0.0);
#endif
    vec3 radiance = albedo / PI * light;
#ifdef LAWN
    radiance += garden_lens(ground);
#endif
#if defined(RAIN) && !defined(LAWN)
    float puddle = wet * puddle_at(ground, max(beyond.x, beyond.y));
    radiance = mix(radiance, wet_radiance(radiance, v_point, ray / far, normal, puddle, footprint, seen.g), wet);
#endif
    o_colour = scene_colour(near_haze(radiance, far));
}
