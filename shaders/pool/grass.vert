// Blades of grass near the eye on ground that rises out of a pool (docs/models.md §14), in the light and the colours of that ground.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "lib/above_water.glsl"
#include "pool/ground.glsl"
#include "lib/ground_shadow.glsl"
#include "environment/blade.glsl"
uniform mat4 u_view_projection;
out vec3 v_radiance;

const int FEW_STEPS = 5;        // toward the sun: blades hide where the shadow ends

void main() {
    Blade blade = blade_here();
    vec2 root = blade.root;
    float height = floor_at(root);
    vec3 point = vec3(root.x, height, root.y);
    vec3 normal = bottom_normal(root);
    vec4 noise = ground_noises(point, 0.0);
    vec2 shares = ground_shares(point, normal, noise);
    // None where it is wet, nor on steep ground, which vertices follow less closely than the noise.
    float dry = 1.0 - smoothstep(0.1, 0.4, cover_at(root).r);
    float level = 1.0 - smoothstep(0.06, 0.14, 1.0 - normal.y);
    float fading = blade_fading(blade, height);
    // Blades lean no farther than that.
    bool is_inside = all(lessThan(abs(root), u_half - 1.4 * TALL));
    float there = step(blade.chance, shares.x * (1.0 - shares.y) * dry * level) * (is_inside ? 1.0 - fading : 0.0);
    float tall = TALL * blade_length(blade) * there;
    vec3 tip = blade_vertex(blade, height, tall);

    float sun = sun_over_pool(point) * sun_over_ground(point, u_sun_toward, tall > 0.002 ? FEW_STEPS : 0);
    float open = 0.5 + 0.5 * normal.y;
    vec3 light = blade_light(blade, fading, vec2(sun, open), daylight_on(normal, sun, open));
    v_radiance = blade_albedo(blade, grass_albedo(noise)) / PI * light;
    gl_Position = tall > 0.002 ? u_view_projection * vec4(tip, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
