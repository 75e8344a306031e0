// Obstacles in a lit pool, under water (docs/models.md §14).
#include "pool/pool.glsl"
#include "lib/obstacles.glsl"
#include "lib/stone.glsl"
uniform sampler2D u_slices;     // irradiance on level planes at a quarter, half and three quarters of the depth, above each other

// Distance along `ray` to the first obstacle; `most` without a hit. Far from obstacles the step is the radius of the blur, near one it is
// a cell, so that edges are sharp.
float stone_hit(vec3 from, vec3 ray, float most) {
    const int STEPS = 48;
    float nearby = 0.04 * HALF_LENGTH;      // radius of the blur in u_soft.g
    vec2 neighbour = vec2(0.008, 0.0025) * HALF_LENGTH;    // step near an obstacle, and at its rounded edge
    float level = max(length(ray.xz), 1e-4);
    // Up to the pool's walls.
    vec2 room = (u_half - from.xz * mix(vec2(1.0), vec2(-1.0), lessThan(ray.xz, vec2(0.0)))) / max(abs(ray.xz), 1e-6);
    float end = min(most, max(min(room.x, room.y), 0.0));
    float longest = max(1.0, end * level / (0.7 * nearby * float(STEPS)));
    vec3 steps = vec3(nearby, neighbour) * (longest / level);
    float before = 0.0;
    float path = 0.0;
    bool hit = false;
    for (int i = 0; i < STEPS; i++) {
        vec2 soft = textureLod(u_soft, pool_fraction(from.xz + path * ray.xz), 0.0).rg;
        hit = soft.r > 0.5;
        if (hit || path >= end) break;
        before = path;
        // Along an obstacle the steps grow.
        path = min(path + (soft.g > 0.0 ? (soft.r > 0.0 ? steps.z : steps.y) * (1.0 + 0.06 * float(i)) : steps.x), end);
    }
    if (!hit) return most;
    // Bisects between the last two steps.
    for (int i = 0; i < 5; i++) {
        float between = 0.5 * (before + path);
        bool solid = textureLod(u_soft, pool_fraction(from.xz + between * ray.xz), 0.0).r > 0.5;
        path = solid ? between : path;
        before = solid ? before : between;
    }
    return path;
}

// Irradiance of the sun on a level plane under water, relative to level ground, interpolated between the planes.
float sun_through(vec2 ground, float deep) {
    float plane = clamp(4.0 * deep / u_depth - 1.0, 0.0, 2.0);
    float first = min(floor(plane), 1.0);
    float texel = 0.5 / float(textureSize(u_slices, 0).y);
    vec2 over = pool_fraction(ground);
    vec2 rows = clamp(vec2(over.y), 3.0 * texel, 1.0 - 3.0 * texel) + first + vec2(0.0, 1.0);
    float above = textureLod(u_slices, vec2(over.x, rows.x / 3.0), 0.0).r;
    float below = textureLod(u_slices, vec2(over.x, rows.y / 3.0), 0.0).r;
    return mix(above, below, plane - first);
}

// Horizontal unit normal of an obstacle near a point of the ground.
vec2 stone_outward(vec2 ground) {
    vec2 slope = outward_slope(pool_fraction(ground));
    float steep = length(slope);
    // Deep inside there is no normal.
    return steep > 1e-4 ? slope / steep : vec2(0.0, 1.0);
}

// Radiance of an obstacle into the water at `point`, with a pixel footprint of `footprint`; `down` is the transmittance of sky light
// there.
vec3 stone_radiance(vec3 point, float footprint, out vec3 down) {
    float deep = max(-point.y, 0.0);
    vec2 outward = stone_outward(point.xz);
    vec3 normal = vec3(outward.x, 0.0, outward.y);
    vec3 stone = stone_upright(point, normal, footprint) * 0.7;
    vec2 from = point.xz + 0.02 * HALF_LENGTH * outward;
    float sun = max(dot(normal, u_sun_under), 0.0) / u_sun_under.y * sun_through(from, deep)
              * sun_between(from, from + u_sun_under.xz / u_sun_under.y * deep, 6);
    down = exp(-u_down * SKY_PATH * deep);
    vec3 light = u_sun_level * sun * exp(-u_down * deep / u_sun_under.y) + 0.2 * u_sky_under * down + u_bounce;
#ifdef LAMP
    vec3 off = point - u_lamp;
    float far = max(length(off), 0.01 * HALF_LENGTH);
    light += u_lamp_light * lamp_cone(off / far) * max(-dot(off / far, normal), 0.0) / (far * far) * exp(-u_beam * far)
           * sun_between(mix(u_lamp.xz, point.xz, 0.02), mix(point.xz + 0.02 * HALF_LENGTH * outward, u_lamp.xz, 0.02), 8)
#ifdef BODIES
           * lamp_past_bodies(off / far, far)
#endif
           ;
#endif
    return stone / PI * light * u_gain;
}
