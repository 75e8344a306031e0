// The country beyond the hedge: a meadow in a clearing, the wood around it, hills (docs/models.md §14). It has no polygons: a ray
// meets planes and a cylinder. Wants shape.glsl, daylight.glsl and lit_garden.glsl before it.
uniform vec3 u_sun_toward;      // unit
uniform float u_pixel;          // width of a pixel at distance 1
uniform float u_trees;          // height of the wood, world metres

const float CLEARING = 92.0;    // radius, world metres; the box of the camera lies within it

// The height of the hills over the horizon in a direction, as a slope: `ridge` is which of them, round and round `turns` times.
float hills(float around, float ridge, float turns) {
    vec2 at = vec2(around * turns, 0.17 + 0.31 * ridge);
    return textureLod(u_grain, at, 1.0).b + 0.22 * textureLod(u_grain, at.yx * 1.0 + at * 3.0, 1.0).b;
}

// Albedo of the meadow, which at some distance from the pool is laid out in fields with hedgerows between them.
vec3 meadow(vec2 ground, float footprint) {
    vec2 metres = ground / u_metre;
    float bend = textureLod(u_grain, metres / 690.0, 4.5).b;
    float sway = textureLod(u_grain, metres.yx / 570.0 + 0.4, 4.5).b;
    vec2 bent = mat2(0.84, 0.54, -0.54, 0.84) * metres / 83.0 + 1.3 * (vec2(bend, sway) - 0.5) + 0.23;
    vec2 number = floor(bent);
    vec2 inside = min(bent - number, 1.0 - bent + number) * 83.0;
    vec4 own = textureLod(u_grain, 0.29 * number + 0.13 * number.yx, 2.0);
    vec3 green = lawn(ground, footprint);
    vec4 mottled = grain(ground.yx, 61.0, footprint);
    vec3 hay = mix(vec3(0.16, 0.135, 0.055), vec3(0.075, 0.105, 0.034), smoothstep(0.30, 0.62, own.b + 0.4 * (own.a - 0.5)));
    // Rows of the plough, or of the rake.
    float rows = dot(metres, own.a > 0.5 ? vec2(0.84, -0.54) : vec2(0.54, 0.84)) / 2.6;
    float wide = footprint / (2.6 * u_metre);
    hay *= 0.75 + 0.5 * mottled.b + 0.05 * sin(2.0 * PI * rows) * (1.0 - smoothstep(0.25, 0.8, wide));
    vec4 crowns = grain(ground, 23.0, footprint);
    float hedgerow = 1.0 + 2.4 * crowns.b;
    float edge = 0.6 + footprint / u_metre;
    float row = 1.0 - smoothstep(hedgerow - edge, hedgerow + edge, min(inside.x, inside.y));
    row *= min(1.0, 4.0 * hedgerow / edge);
    vec3 fields = mix(hay, vec3(0.036, 0.060, 0.020) * (0.4 + 1.2 * crowns.r), row);
    return mix(green, fields, smoothstep(16.0, 34.0, length(metres) + 24.0 * (mottled.b - 0.5)));
}

// Radiance along `ray` of length 1, and how much of what lies behind it covers.
vec4 country(vec3 from, vec3 ray) {
    vec3 light = u_sun_facing * max(u_sun_toward.y, 0.0) + u_sky_level;
    float slope = length(ray.xz);
    vec2 level = ray.xz / max(slope, 1e-5);
    float around = atan(level.x, -level.y) / (2.0 * PI);

    // Hills, far in the haze; the wooded one before the blue one.
    float up = ray.y / max(slope, 1e-5);
    float soft = u_pixel * 0.75;
    vec3 mist = horizon(ray);
    // Haze fills the valleys, so that the ground, which fades into it, goes over into the hills.
    float valley = smoothstep(0.0, 0.045, up);
    float blue = 0.035 + 0.045 * hills(around, 0.0, 2.0);
    float green = 0.012 + 0.042 * hills(around, 1.0, 3.0);
    float cover = smoothstep(-soft, soft, blue - up);
    vec3 lit = light / PI;
    vec3 radiance = mix(vec3(0.045, 0.07, 0.04) * lit, mist, mix(MOST_HAZE, 0.80, valley));
    vec4 forest = textureLod(u_grain, vec2(around * 24.0, up * 7.0), log2(max(u_pixel * 1200.0, 1.0)));
    vec3 wooded = mix(vec3(0.035, 0.06, 0.025), vec3(0.06, 0.085, 0.035), forest.b) * (0.7 + 0.6 * forest.g);
    float nearer = smoothstep(-soft, soft, green + 0.004 * (forest.r - 0.5) - up);
    radiance = mix(radiance, mix(wooded * lit, mist, mix(MOST_HAZE, 0.62, valley)), nearer);

    // Where the ray leaves the clearing, and where it comes down to the ground and to the crowns beyond, level metres away.
    float along = dot(from.xz, level);
    float way = -along + sqrt(max(along * along - dot(from.xz, from.xz) + CLEARING * CLEARING, 0.0));
    float stretch = 1.0 / max(slope, 1e-5);
    if (up < 0.0) {
        cover = 1.0;
        float ground_way = max(from.y - RIM, 1e-3) / -up;
        if (ground_way < way) {
            vec2 ground = from.xz + ground_way * level;
            float footprint = level_footprint(u_pixel, ground_way * stretch, ray);
            return vec4(hazed(meadow(ground, footprint) / PI * light, ray, ground_way * stretch), 1.0);
        }
        // The outermost crowns may be lower than those behind.
        float canopy_way = max((from.y - RIM - 0.72 * u_trees) / -up, way);
        vec2 ground = from.xz + canopy_way * level;
        float footprint = level_footprint(u_pixel, canopy_way * stretch, ray);
        float woods = clamp(1.6 * grain(ground, 260.0, footprint).b - 0.3, 0.0, 1.0);
        vec4 tops = grain(mat2(0.8, 0.6, -0.6, 0.8) * ground, 31.0, footprint);
        vec3 crowns = mix(vec3(0.030, 0.055, 0.018), vec3(0.075, 0.10, 0.034), woods) * (0.4 + 1.1 * tops.r);
        radiance = hazed(crowns / PI * light, ray, canopy_way * stretch);
    }

    // The wood's edge: crowns are round, lit from the side of the sun, and darker below.
    vec2 edge = from.xz + way * level;
    float high = from.y + way * up;
    float pixel = u_pixel * way * stretch;
    float lap = atan(edge.x, -edge.y) * CLEARING;
    vec4 groups = textureLod(u_grain, vec2(lap / (2.0 * PI * CLEARING) * 5.0, 0.62), 0.0);
    vec4 crowns = grain(vec2(lap, high + 3.0), 34.0, pixel);
    vec4 boughs = grain(vec2(lap, high), 9.0, pixel);
    float top = RIM + u_trees * (0.30 + 0.85 * groups.b + 0.55 * (crowns.b - 0.5) + 0.16 * (boughs.r - 0.5));
    float wood = smoothstep(-0.75, 0.75, (top - high) / max(pixel, 1e-5));
    vec2 outward = -edge / CLEARING;
    vec3 normal = normalize(vec3(outward.x, 0.7, outward.y) + 1.4 * vec3(crowns.a - 0.5, boughs.r - 0.5, crowns.r - 0.5));
    float rise = clamp((high - RIM) / max(top - RIM, 1e-4), 0.0, 1.0);
    vec3 leaves = mix(vec3(0.042, 0.072, 0.022), vec3(0.105, 0.125, 0.040), crowns.a) * (0.55 + 0.9 * boughs.r);
    vec3 shine = u_sun_facing * max(dot(normal, u_sun_toward), 0.0) * mix(0.25, 1.0, rise) + u_sky_level * mix(0.25, 0.7, rise);
    radiance = mix(radiance, hazed(leaves / PI * shine, ray, way * stretch), wood);
    return vec4(radiance, max(cover, wood));
}
