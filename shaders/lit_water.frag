// The surface of a lit pool, by exact optics at every pixel (docs/models.md §14): what it mirrors, by Fresnel's law, is the sky or
// the wall over the water; what it lets through is the pool along the refracted ray.
#include "shape.glsl"
#include "optics.glsl"
#include "daylight.glsl"
#include "lit_pool.glsl"
#include "rim.glsl"
#include "lit_air.glsl"
#include "lit_around.glsl"
#include "tone.glsl"
#ifdef WALLS
#include "walls.glsl"
#include "stone.glsl"
#include "lit_stone.glsl"
#endif
in vec3 v_point;
out vec4 o_colour;
uniform sampler2D u_slope;      // along x and z
uniform vec3 u_tiles_mean;      // albedo
uniform vec3 u_eye;
uniform float u_index;
uniform float u_pixel;          // width of a pixel at distance 1

const float SUN_VARIANCE = 1.35e-6;     // of the slopes along one axis that mirror some part of the sun: (radius/2)²/4

#ifdef WALLS
uniform sampler2D u_slices;     // sun through level planes a quarter, half and three quarters deep, over each other

// How far along `ray` the first stone stands; `most` where there is none.
float stone_met(vec3 from, vec3 ray, float most) {
    const int STEPS = 20;
    float way = most;
    for (int i = STEPS - 1; i >= 0; i--) {
        float here = most * (float(i) + 0.5) / float(STEPS);
        way = texture(u_soft, pool_fraction(from.xz + here * ray.xz)).r > 0.5 ? here : way;
    }
    // The face lies between this step and the one before.
    float before = max(way - most / float(STEPS), 0.0);
    for (int i = 0; i < 5 && way < most; i++) {
        float between = 0.5 * (before + way);
        bool solid = texture(u_soft, pool_fraction(from.xz + between * ray.xz)).r > 0.5;
        way = solid ? between : way;
        before = solid ? before : between;
    }
    return way;
}

// The sun through a level plane under water, of what falls on level ground: between the planes that there are maps of.
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

// Which way stone faces near a point of the ground; level, of length 1.
vec2 stone_outward(vec2 ground) {
    vec2 slope = outward_slope(pool_fraction(ground));
    float steep = length(slope);
    // Deep inside it faces nowhere.
    return steep > 1e-4 ? slope / steep : vec2(0.0, 1.0);
}

// Radiance of stone under water at `point`, as it comes along `ray` through `way` metres of it.
vec3 stone_through_water(vec3 point, vec3 ray, float way) {
    float deep = max(-point.y, 0.0);
    vec2 outward = stone_outward(point.xz);
    vec3 normal = vec3(outward.x, 0.0, outward.y);
    vec3 stone = stone_colour(abs(normal.x) > abs(normal.z) ? point.yz : point.yx) * 0.7;
    vec2 from = point.xz + 0.02 * outward;
    float sun = max(dot(normal, u_sun_under), 0.0) / u_sun_under.y * sun_through(from, deep)
              * sun_between(from, from + u_sun_under.xz / u_sun_under.y * deep, 6);
    vec3 down = exp(-u_down * SLANT * deep);
    vec3 light = u_sun_level * sun * exp(-u_down * deep / u_sun_under.y) + 0.2 * u_sky_under * down + u_bounce;
    return watered(stone / PI * light * u_gain, down, ray, way);
}
#endif

float pow4(float x) {
    return x * x * x * x;
}

void main() {
    vec2 slope = textureLod(u_slope, v_point.xz / (2.0 * u_half) + 0.5, 0.0).rg;
    vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
    vec3 ray = v_point - u_eye;
    float far = length(ray);
    ray /= far;
    // What leans away from the eye is hidden behind what leans to it.
    float facing = max(-dot(ray, normal), 0.01);
    float mirrored = reflectance(facing, u_index);

    vec3 up = reflect(ray, normal);
    up.y = abs(up.y);
    vec3 side;
    float way = pool_met(v_point, up, side);
    vec3 met = v_point + way * up;
    vec3 above = around_radiance(v_point, up);
    // The wall over the water; so thin a strip shows no tile. Where neighbours see wall and sky by turns, each sees some of both.
    // Straight up it meets a wall nowhere: no height beyond the pool's own length matters.
    float met_up = min(met.y, 2.0);
    float wall = clamp(0.5 + (RIM - met_up) / max(fwidth(met_up), 1e-4), 0.0, 1.0);
    above = mix(above, strip_radiance(met, side, u_tiles_mean, 1.0), wall);

#ifdef WALLS
    // Stone stands no higher than that.
    float reach = min(way, max(u_wall_height - v_point.y, 0.0) / max(up.y, 0.02));
    float stone_way = stone_met(v_point, up, reach);
    if (stone_way < reach) {
        vec3 stone = v_point + stone_way * up;
        above = stone_side(stone, stone_outward(stone.xz));
        wall = 1.0;
    }
#endif

    vec3 down = refract(ray, normal, 1.0 / u_index);
    float length_under = pool_met(v_point, down, side);
    vec3 at = v_point + length_under * down;
    float footprint = u_pixel * (far + length_under) / max(abs(dot(down, side)), 0.2);
    vec3 below = pool_through_water(at, side, footprint, down, length_under);

#ifdef WALLS
    // What stands in the water on the way.
    float met_at = stone_met(v_point, down, length_under);
    if (met_at < length_under) below = stone_through_water(v_point + met_at * down, down, met_at);
#endif

    // The sun in the slopes of this pixel: the disc is as wide as slopes of SUN_VARIANCE make it, and wider where the pixel
    // covers others.
    vec2 bend = fwidth(slope) * 0.5;
    vec3 half_way = normalize(u_sun_toward - ray);
    half_way.y = max(half_way.y, 1e-3);
    vec2 wanted = -half_way.xz / half_way.y;
    float variance = SUN_VARIANCE + 0.25 * dot(bend, bend);
    vec2 off = wanted - slope;
    float share = exp(-0.5 * dot(off, off) / variance) / (2.0 * PI * variance);
    float glint = share * mirrored / (4.0 * facing * pow4(half_way.y));
    float seen = 1.0 - wall;

    vec3 radiance = mirrored * above + (1.0 - mirrored) / (u_index * u_index) * below + u_sun_facing * glint * seen;
    o_colour = shown(radiance);
}
