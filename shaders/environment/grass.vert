// Blades of grass on the lawn near the eye (docs/models.md §14), in the light and the colours of the lawn under them.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "lib/random.glsl"
#include "environment/vegetation.glsl"
#include "environment/terrace_light.glsl"
#include "environment/garden_light.glsl"
uniform mat4 u_view_projection;
uniform vec3 u_eye;
uniform vec3 u_sun_toward;      // unit
uniform vec3 u_rings;           // distances from the pool's edge: end of the paving, inner and outer face of the hedge
uniform ivec4 u_cells;          // the first cell; cells along each side
uniform vec2 u_rain;            // strength first, 0 without rain
uniform float u_cell;           // side of a cell, metres
uniform float u_reach;          // distance from the eye at which the last blades stand, metres
out vec3 v_radiance;

const float TALL = 0.045;       // mean height, metres
const float WIDE = 0.0035;      // half of the width at the root, metres

void main() {
    ivec2 cell = u_cells.xy + ivec2(gl_InstanceID % u_cells.z, gl_InstanceID / u_cells.z);
    uvec2 name = uvec2(cell) & 0xFFFFu;
    vec3 own = random(uvec3(name, 3u));
    vec3 more = random(uvec3(name, 5u));
    vec2 root = (vec2(cell) + own.xy) * u_cell;
    vec2 beyond = abs(root) - u_half;
    float away = max(beyond.x, beyond.y);
    float far = length(vec3(root.x, RIM, root.y) - u_eye);
    // Toward the last ones they become flat, and as bright as the lawn.
    vec2 off = abs((vec2(cell - u_cells.xy) + 0.5) / vec2(u_cells.zw) * 2.0 - 1.0);
    float fading = max(smoothstep(0.4, 1.0, far / u_reach), smoothstep(0.6, 1.0, max(off.x, off.y)));
    float there = step(u_rings.x + 0.01, away) * step(away, u_rings.y) * (1.0 - fading);
    // Longer along the stone, where the mower does not reach.
    float tall = TALL * (0.6 + 0.8 * own.z) * (1.0 + 0.7 * exp(-(away - u_rings.x) / 0.05)) * there;
    float turn = 2.0 * PI * more.x;
    vec2 lean = tall * (0.2 + 0.7 * more.y) * vec2(cos(turn), sin(turn));
    // Blades turn their broad side toward the eye, more or less.
    vec2 toward = normalize(root - u_eye.xz + 1e-4);
    vec2 aside = normalize(vec2(-toward.y, toward.x) + 0.6 * (more.zy - 0.5));
    // Root, middle and tip of a strip.
    float high = float(gl_VertexID >> 1) * 0.5;
    float wide = WIDE * (1.0 - high * high) * (gl_VertexID == 4 ? 0.0 : (gl_VertexID & 1) == 0 ? -1.0 : 1.0);
    vec2 ground = root + lean * high * high + aside * wide;
    vec3 point = vec3(ground.x, RIM + tall * high * (1.0 - 0.15 * high), ground.y);

    vec4 broad = textureLod(u_grain, broad_patch(root) / 43.0, 0.0);
    vec4 patches = textureLod(u_grain, small_patch(root) / 7.3, 0.0);
    vec3 albedo = grass(broad, patches, vec4(0.5, 0.5, 0.5, own.y)) * lanes(root.x, 0.01);
    if (u_rain.x > 0.0) albedo *= WET_GRASS;
    // Some are dry.
    albedo = mix(albedo, vec3(0.17, 0.15, 0.06), 0.5 * step(0.94, more.z));
    vec2 seen = textureLod(u_ground_light, on_plan(root), 0.0).rg;
    // Little light reaches the root; the tip is seen in the sun from both sides.
    float open = mix(0.4, 1.5, high);
    float facing = max(u_sun_toward.y, 0.0) * 0.6 + 0.4 * abs(dot(normalize(u_sun_toward.xz + 1e-4), normalize(lean + 1e-5)));
    vec3 lawn = albedo / PI * (u_sun_facing * max(u_sun_toward.y, 0.0) * seen.r + u_sky_level * seen.g);
    v_radiance = albedo / PI * (u_sun_facing * facing * seen.r * open * (0.7 + 0.6 * more.y) + u_sky_level * seen.g * open);
    v_radiance = mix(v_radiance, lawn, sqrt(fading)) + albedo / PI * garden_light(point, vec3(0.0, 1.0, 0.0), 0.3);
    gl_Position = tall > 0.002 ? u_view_projection * vec4(point, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
