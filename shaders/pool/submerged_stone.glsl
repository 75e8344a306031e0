// What stands in a lit pool, under water (docs/models.md §14). Wants pool/pool.glsl, lib/obstacles.glsl, lib/stone.glsl before it.
uniform sampler2D u_slices;     // sun through level planes a quarter, half and three quarters deep, over each other

// How far along `ray` the first stone stands; `most` where there is none. Where there is no wall nearby the next place to look is as far
// as that reaches, and beside one a cell farther, so that edges are seen sharp.
float stone_met(vec3 from, vec3 ray, float most) {
    const int STEPS = 48;
    const float NEARBY = 0.04;      // world metres about a place of which u_soft.g tells
    const vec2 BESIDE = vec2(0.008, 0.0025);    // where there is, and where its rounded edge begins
    float level = max(length(ray.xz), 1e-4);
    // As far as the way leads within the pool.
    vec2 room = (u_half - from.xz * mix(vec2(1.0), vec2(-1.0), lessThan(ray.xz, vec2(0.0)))) / max(abs(ray.xz), 1e-6);
    float end = min(most, max(min(room.x, room.y), 0.0));
    float longest = max(1.0, end * level / (0.7 * NEARBY * float(STEPS)));
    vec3 steps = vec3(NEARBY, BESIDE) * (longest / level);
    float before = 0.0;
    float way = 0.0;
    bool met = false;
    for (int i = 0; i < STEPS; i++) {
        vec2 soft = textureLod(u_soft, pool_fraction(from.xz + way * ray.xz), 0.0).rg;
        met = soft.r > 0.5;
        if (met || way >= end) break;
        before = way;
        // Along a wall for long, less and less closely.
        way = min(way + (soft.g > 0.0 ? (soft.r > 0.0 ? steps.z : steps.y) * (1.0 + 0.06 * float(i)) : steps.x), end);
    }
    if (!met) return most;
    // The face lies between this step and the one before.
    for (int i = 0; i < 5; i++) {
        float between = 0.5 * (before + way);
        bool solid = textureLod(u_soft, pool_fraction(from.xz + between * ray.xz), 0.0).r > 0.5;
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

// Radiance that stone sends into the water at `point`, where a pixel covers `footprint`; `down` is what is left there of the sky's light.
vec3 stone_sent(vec3 point, float footprint, out vec3 down) {
    float deep = max(-point.y, 0.0);
    vec2 outward = stone_outward(point.xz);
    vec3 normal = vec3(outward.x, 0.0, outward.y);
    vec3 stone = stone_upright(point, normal, footprint) * 0.7;
    vec2 from = point.xz + 0.02 * outward;
    float sun = max(dot(normal, u_sun_under), 0.0) / u_sun_under.y * sun_through(from, deep)
              * sun_between(from, from + u_sun_under.xz / u_sun_under.y * deep, 6);
    down = exp(-u_down * SLANT * deep);
    vec3 light = u_sun_level * sun * exp(-u_down * deep / u_sun_under.y) + 0.2 * u_sky_under * down + u_bounce;
#ifdef LAMP
    vec3 off = point - u_lamp;
    float far = max(length(off), 0.01);
    light += u_lamp_light * lamp_cone(off / far) * max(-dot(off / far, normal), 0.0) / (far * far) * exp(-u_beam * far)
           * sun_between(mix(u_lamp.xz, point.xz, 0.02), mix(point.xz + 0.02 * outward, u_lamp.xz, 0.02), 8);
#endif
    return stone / PI * light * u_gain;
}
