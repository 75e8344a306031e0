// Panoramas of the distant country: the wood at the edge of the clearing, or the HILLS behind it, each with coverage. Haze is included.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "lib/random.glsl"
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

#ifndef HILLS
const int ROWS = 5;             // rows of trees, one behind the other
const float APART = 7.5;        // distance between trees of a row, metres

// Radiance and coverage of a row of trees `behind` metres behind the edge of the clearing; `high` is the height on that edge.
vec4 trees(int row, float around, float high, float behind) {
    float far = CLEARING + behind;
    // In the row's own metres.
    float count = round(2.0 * PI * far / APART);
    // The ground rises by 1 in 20, or about a large clearing by less: the crowns stay below WOOD_TOP.
    float rise = behind * min(0.05, 14.0 / CLEARING);
    vec2 at = vec2((around + 0.5) * count * APART, high * far / CLEARING - rise);
    // Boughs, and the leaves of the outline, in patches that fit once around.
    vec2 fit = round(count * APART / vec2(27.0, 9.5)) * around;
    vec4 boughs = textureLod(u_grain, vec2(fit.x, at.y / 27.0) + 0.37 * float(row), 0.0);
    vec4 leaves = textureLod(u_grain, vec2(at.y / 9.5, fit.y) + 0.37 * float(row), 0.0);
    float lumps = 0.9 * (boughs.b - 0.5) + 0.45 * (boughs.r - 0.5) + 0.35 * (leaves.r - 0.5);
    float group = textureLod(u_grain, vec2(around * 5.0, 0.62 + 0.17 * float(row)), 0.0).b;

    float thick = -1e3;         // positive in a crown
    vec2 on = vec2(0.0);        // place on the crown, −1 to 1
    vec3 kind = vec3(0.0);
    float top = u_trees;
    for (int j = -1; j <= 1; j++) {
        float number = floor(at.x / APART) + float(j);
        uvec3 name = uvec3(mod(number, count), row, 7);
        vec3 own = random(name);
        vec3 more = random(name + 11u);
        float tall = u_trees * min((0.56 + 0.40 * own.x + 0.8 * (group - 0.5)) * (more.x > 0.88 ? 1.3 : 1.0), 1.15);
        vec2 size = vec2(APART * (0.50 + 0.50 * own.y), 0.46 * tall);
        vec2 off = (at - vec2((number + 0.5 + 0.7 * (own.z - 0.5)) * APART, tall - size.y)) / size;
        // Some are pointed.
        if (more.y > 0.8) off.x /= clamp(0.62 - 0.5 * off.y, 0.12, 1.0);
        float inside = 1.0 - dot(off, off);
        if (inside > thick) {
            thick = inside;
            on = off;
            kind = more;
            top = tall;
        }
    }
    float edge = thick + lumps;
    // Shrubs and shade between the trunks.
    float shrubs = (u_trees * (0.16 + 0.30 * boughs.b + 0.08 * leaves.r) - at.y) / 2.0;
    float cover = smoothstep(-0.12, 0.16, max(edge, shrubs));

    vec3 inward = vec3(-sin(2.0 * PI * around), 0.0, cos(2.0 * PI * around));
    vec3 right = vec3(inward.z, 0.0, -inward.x);
    vec2 tilt = 1.3 * (boughs.ar - vec2(0.5, 0.35)) + 0.6 * (leaves.ar - 0.5);
    vec3 bulge = normalize(vec3(on + tilt, sqrt(max(thick, 0.05))));
    vec3 normal = bulge.x * right + vec3(0.0, bulge.y, 0.0) + bulge.z * inward;
    vec3 albedo = kind.y > 0.8 ? vec3(0.030, 0.056, 0.024) : mix(vec3(0.040, 0.072, 0.020), vec3(0.095, 0.115, 0.036), kind.z * kind.z);
    albedo *= 0.7 + 0.6 * leaves.r;
    // Little light reaches gaps between boughs, and the foot of the trees.
    float depth = clamp(0.25 + 1.1 * max(edge, 0.3 * shrubs), 0.0, 1.0) * (0.3 + 1.5 * boughs.r) * smoothstep(-0.35, 0.8, at.y / top);
    float facing = dot(normal, u_sun_toward);
    float lit = mix(max(facing, 0.0), 0.5 + 0.5 * facing, 0.15) * depth;
    // Thin leaves at the outline let the sun through.
    float thin = smoothstep(-0.3, 0.0, edge) * (1.0 - smoothstep(0.0, 0.5, edge)) * smoothstep(-0.4, 0.3, on.y);
    float through = 0.7 * max(-dot(inward, u_sun_toward), 0.0) * thin;
    vec3 light = u_sun_facing * (lit + through) + u_sky_level * (0.35 + 0.3 * normal.y) * (0.25 + 0.75 * depth);
    return vec4(albedo / PI * light, cover);
}
#endif

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
    vec3 glow = wide_horizon(turn);
    vec3 sum = vec3(0.0);
    float weight = 0.0;
    float open = 1.0;
    for (int i = 0; i < ROWS; i++) {
        // Rows of trees, from the nearest one, on rising ground.
        float behind = 22.0 * float(i * i);
        vec4 row = trees(i, around, v_uv.y * WOOD_TOP * u_trees, behind);
        // Transparent texels have the colour of leaves, too, for the filter.
        float share = open * max(row.a, 0.004);
        sum += share * hazed_before(row.rgb, glow, CLEARING + behind);
        weight += share;
        open *= 1.0 - row.a;
    }
    o_colour = vec4(sum / weight, 1.0 - open);
#endif
}
