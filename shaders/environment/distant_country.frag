// Panoramas of the distant country: the wood at the edge of the clearing, or the HILLS behind it, each with coverage. Haze is included.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "environment/vegetation.glsl"
#include "environment/clearing.glsl"
in vec2 v_uv;
out vec4 o_colour;
uniform vec3 u_sun_toward;      // unit

// Height of a ridge of hills that repeats `turns` times around.
float ridge(float around, float which, float turns) {
    vec2 at = vec2(around * turns, 0.17 + 0.31 * which);
    return textureLod(u_grain, at, 1.0).b + 0.22 * textureLod(u_grain, at.yx + 3.0 * at, 1.0).b;
}

// Radiance of the horizon about this azimuth, a mean over 17°: clouds farther away than the haze draw no streaks on it.
vec3 wide_horizon(float turn) {
    const int SAMPLES = 8;
    vec3 sum = vec3(0.0);
    for (int i = 0; i < SAMPLES; i++) {
        float at = turn + 0.3 * ((float(i) + 0.5) / float(SAMPLES) - 0.5);
        sum += horizon_at(vec3(sin(at), 0.0, -cos(at)), 3.0);
    }
    return sum / float(SAMPLES);
}

void main() {
    float around = v_uv.x - 0.5;
    float turn = 2.0 * PI * around;
    vec3 ray = vec3(sin(turn), 0.0, -cos(turn));
#ifdef HILLS
    vec3 lit = (u_sun_facing * max(u_sun_toward.y, 0.0) + u_sky_level) / PI;
    float up = v_uv.y * HILLS_TOP;
    float soft = 0.6 * fwidth(up);
    // After sunset the glow is far behind the hills.
    vec3 glow = wide_horizon(turn);
    vec3 mist = mix(0.15 * glow + u_sky_level / (2.0 * PI), glow, u_sunlit_air);
    // Haze fills the valleys, so that the hazy ground blends into the hills.
    float valley = smoothstep(0.0, 0.045, up);
    float blue = 0.032 + 0.042 * ridge(around, 0.0, 2.0);
    float green = 0.012 + 0.042 * ridge(around, 1.0, 3.0);
    vec3 radiance = mix(vec3(0.045, 0.07, 0.04) * lit, mist, mix(MAX_HAZE, 0.80, valley));
    vec4 forest = textureLod(u_grain, vec2(around * 24.0, up * 7.0), 1.0);
    vec3 wooded = mix(vec3(0.035, 0.06, 0.025), vec3(0.06, 0.085, 0.035), forest.b) * (0.7 + 0.6 * forest.g);
    float nearer = smoothstep(-soft, soft, green + 0.004 * (forest.r - 0.5) - up);
    radiance = mix(radiance, mix(wooded * lit, mist, mix(MAX_HAZE, 0.62, valley)), nearer);
    o_colour = vec4(radiance, max(nearer, smoothstep(-soft, soft, blue - up)));
#else
    // Round crowns, lit from the side of the sun, darker below.
    float lap = turn * CLEARING;
    float high = v_uv.y * WOOD_TOP * u_trees;
    vec4 groups = textureLod(u_grain, vec2(around * 5.0, 0.62), 0.0);
    vec4 crowns = textureLod(u_grain, vec2(around * round(2.0 * PI * CLEARING / 34.0), (high + 9.0) / 34.0), 0.0);
    vec4 boughs = textureLod(u_grain, vec2(around * round(2.0 * PI * CLEARING / 9.0), high / 9.0), 0.0);
    float top = u_trees * (0.30 + 0.85 * groups.b + 0.55 * (crowns.b - 0.5) + 0.16 * (boughs.r - 0.5));
    vec3 normal = normalize(vec3(-ray.x, 0.7, -ray.z) + 1.4 * vec3(crowns.a - 0.5, boughs.r - 0.5, crowns.r - 0.5));
    float rise = clamp(high / max(top, 1e-4), 0.0, 1.0);
    vec3 leaves = mix(vec3(0.042, 0.072, 0.022), vec3(0.105, 0.125, 0.040), crowns.a) * (0.55 + 0.9 * boughs.r);
    vec3 shine = u_sun_facing * max(dot(normal, u_sun_toward), 0.0) * mix(0.25, 1.0, rise) + u_sky_level * mix(0.25, 0.7, rise);
    o_colour = vec4(hazed_before(leaves / PI * shine, wide_horizon(turn), CLEARING), smoothstep(-0.6, 0.6, (top - high) / fwidth(high)));
#endif
}
