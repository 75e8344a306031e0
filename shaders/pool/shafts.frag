// Light shafts in a lit pool (docs/models.md §14), from the caustics on level planes and on the floor.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "pool/pool.glsl"
#include "lib/rim_shadow.glsl"
#include "lib/shafts.glsl"
#ifdef TANK
#include "lib/fresnel.glsl"
#include "lib/above_water.glsl"
#include "pool/tank.glsl"
#else
uniform vec3 u_eye;
#endif
in vec2 v_uv;
out vec4 o_shaft;
uniform mat4 u_unproject;       // clip space to the world's directions
uniform sampler2D u_slices;     // irradiance on SLICES level planes at equal distances, above each other

const int STEPS = 12;

// Irradiance on one of the planes; 0 is the surface, SLICES + 1 the floor.
float sun_on_plane(int plane, vec2 ground) {
    if (plane == 0) return u_entering * over_rim(vec3(ground.x, 0.0, ground.y));
    vec2 over = ground / (2.0 * u_half) + 0.5;
    // Rays beyond the planes have hit a wall: they are clamped to it.
    if (plane > int(SLICES)) return sun_on(vec3(clamp(ground, -u_half, u_half), -u_depth).xzy, vec3(0.0, 1.0, 0.0), 1e3).g;
    float texel = 0.5 / float(textureSize(u_slices, 0).y);
    return textureLod(u_slices, vec2(over.x, (clamp(over.y, 3.0 * texel, 1.0 - 3.0 * texel) + float(plane - 1)) / SLICES), 0.0).r;
}

// At a point under water: interpolated between two planes along the sun's ray.
float shaft_light(vec3 point) {
    float deep = clamp(-point.y / u_depth, 0.0, 1.0) * (SLICES + 1.0);
    int plane = min(int(deep), int(SLICES));
    float part = deep - float(plane);
    vec2 drift = u_sun_under.xz / u_sun_under.y * (u_depth / (SLICES + 1.0));
    float above = sun_on_plane(plane, point.xz + drift * part);
    float below = sun_on_plane(plane + 1, point.xz - drift * (1.0 - part));
    return mix(above, below, part);
}

void main() {
    vec4 far = u_unproject * vec4(v_uv * 2.0 - 1.0, 1.0, 1.0);
    vec3 ray = normalize(far.xyz / far.w);
    // From the point where the ray enters the water to where it leaves it or hits floor or wall.
#ifdef TANK
    vec2 inside = tank_hit(u_eye, ray);
    vec3 from = u_eye + max(inside.x, 0.0) * ray;
    vec2 beyond = abs(from.xz) - u_half;
    vec3 pane = beyond.x > beyond.y ? vec3(sign(from.x), 0.0, 0.0) : vec3(0.0, 0.0, sign(from.z));
    ray = refract(ray, pane, 1.0 / FRESH_WATER_INDEX.g);
    from.xz = clamp(from.xz, -u_half, u_half);
#else
    float first = u_eye.y > 0.0 && ray.y < 0.0 ? u_eye.y / -ray.y : 0.0;
    vec3 from = u_eye + first * ray;
#endif
    vec3 side;
    float path = pool_hit(from, ray, side);
    if (ray.y > 0.0) path = min(path, max(-from.y, 0.0) / ray.y);
    o_shaft = shaft_along(from, ray, path, STEPS);
}
