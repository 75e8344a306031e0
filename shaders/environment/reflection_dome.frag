// The reflection dome: the view from the centre of a lit pool's surface in octahedral mapping: the sky, the country in front of it, the
// hedge, and the props in orthographic projection.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "environment/vegetation.glsl"
#include "environment/clearing.glsl"
#include "environment/country.glsl"
#include "environment/garden_light.glsl"
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_things;         // with alpha: sides −x, +x, −z, +z of a ring above each other
uniform vec4 u_around_rings;        // half extents of that ring, and of the hedge's inner face
uniform vec2 u_around_tops;         // their heights above the rest level
uniform float u_has_things;         // 1 or 0

const vec3 HEDGE = vec3(0.052, 0.088, 0.026);   // mean albedo of its leaves

// Intersection of a ray from the centre with a ring: position along the side from −1 to 1, height, index of the side; distance.
vec4 ring_hit(vec3 ray, vec2 ring) {
    vec2 paths = ring / (abs(ray.xz) + 1e-6);
    float path = min(paths.x, paths.y);
    vec3 hit = path * ray;
    return paths.x < paths.y ? vec4(hit.z / ring.y, hit.y, ray.x < 0.0 ? 0.0 : 1.0, path)
                           : vec4(hit.x / ring.x, hit.y, ray.z < 0.0 ? 2.0 : 3.0, path);
}

void main() {
    vec2 flat_on = 2.0 * v_uv - 1.0;
    vec2 level = 0.5 * vec2(flat_on.x + flat_on.y, flat_on.x - flat_on.y);
    vec3 ray = normalize(vec3(level.x, max(1.0 - abs(level.x) - abs(level.y), 0.0), level.y));
    vec4 land = over_horizon(vec3(0.0, RIM, 0.0), ray, atan(ray.x, -ray.z) / (2.0 * PI));
    vec3 radiance = mix(textureLod(u_sky_dome, v_uv, 0.0).rgb, land.rgb, land.a);

    vec4 hedge = ring_hit(ray, u_around_rings.zw);
    float pixel = u_pixel * hedge.w;
    float side_x = hedge.z < 1.5 ? 1.0 : 0.0;
    float sign_of = fract(0.5 * hedge.z) < 0.25 ? 1.0 : -1.0;
    vec3 normal = vec3(side_x * sign_of, 0.0, (1.0 - side_x) * sign_of);
    vec4 leaves = grain_at(vec2(hedge.x * (side_x > 0.5 ? u_around_rings.w : u_around_rings.z), hedge.y), 0.85, pixel);
    float facing = dot(normal, u_sun_toward);
    float lit = mix(max(facing, 0.0), 0.5 + 0.5 * facing, 0.22);
    vec3 green = HEDGE / PI * (0.30 + 1.15 * leaves.r) * (u_sun_facing * lit + 0.40 * u_sky_level + garden_light(hedge.w * ray, normal, 0.6));
    radiance = mix(radiance, green, clamp(0.5 + (u_around_tops.y - hedge.y) / pixel, 0.0, 1.0));

    vec4 ring = ring_hit(ray, u_around_rings.xy);
    float high = ring.y / u_around_tops.x;
    vec4 things = textureLod(u_things, vec2(0.5 + 0.5 * ring.x, (ring.z + clamp(high, 0.0, 0.995)) / 4.0), 0.0);
    things *= u_has_things * (high < 0.995 ? 1.0 : 0.0);
    o_colour = vec4(radiance * (1.0 - things.a) + things.rgb, 1.0);
}
