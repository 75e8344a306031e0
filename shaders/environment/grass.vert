// Blades of grass on the lawn near the eye (docs/models.md §14), in the light and the colours of the lawn under them.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "environment/vegetation.glsl"
#include "environment/terrace_light.glsl"
#include "environment/garden_light.glsl"
uniform vec3 u_sun_toward;      // unit
#include "environment/blade.glsl"
uniform mat4 u_view_projection;
uniform vec3 u_rings;           // distances from the pool's edge: end of the paving, inner and outer face of the hedge
uniform vec2 u_rain;            // strength first, 0 without rain
out vec3 v_radiance;

void main() {
    Blade blade = blade_here();
    vec2 root = blade.root;
    vec2 beyond = abs(root) - u_half;
    float away = max(beyond.x, beyond.y);
    float fading = blade_fading(blade, RIM);
    float there = step(u_rings.x + 0.01, away) * step(away, u_rings.y) * (1.0 - fading);
    // Longer along the stone, where the mower does not reach.
    float tall = TALL * blade_length(blade) * (1.0 + 0.7 * exp(-(away - u_rings.x) / 0.05)) * there;
    vec3 point = blade_vertex(blade, RIM, tall);

    vec4 broad = textureLod(u_grain, broad_patch(root) / 43.0, 0.0);
    vec4 patches = textureLod(u_grain, small_patch(root) / 7.3, 0.0);
    vec3 albedo = grass(broad, patches, vec4(0.5, 0.5, 0.5, blade.own.y)) * lanes(root.x, 0.01);
    if (u_rain.x > 0.0) albedo *= WET_GRASS;
    albedo = blade_albedo(blade, albedo);
    vec2 seen = textureLod(u_ground_light, on_plan(root), 0.0).rg;
    vec3 lawn = u_sun_facing * max(u_sun_toward.y, 0.0) * seen.r + u_sky_level * seen.g;
    vec3 light = blade_light(blade, fading, seen, lawn);
    v_radiance = albedo / PI * (light + garden_light(point, vec3(0.0, 1.0, 0.0), 0.3));
    gl_Position = tall > 0.002 ? u_view_projection * vec4(point, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
