// The clouds above the horizon in octahedral mapping, zenith in the centre: a layer of 3-D Perlin-Worley noise (Schneider 2015), marched
// from the eye with a random start, each sample lit through what lies between it and the sun (docs/models.md §13). Light is stored as
// factors of the irradiances that cause it, so that the clouds change their colours without being marched again.
#include "lib/constants.glsl"
#include "lib/cloud_noise.glsl"
#include "lib/cloud_shadow.glsl"
in vec2 v_uv;
out vec4 o_clouds;              // factors of `u_cloud_light` in lib/clouds.glsl, per steradian, and transmittance
uniform vec3 u_sun_toward;      // unit
uniform float u_overcast;       // degree of overcast
uniform float u_haze;           // haze, relative to a clear day
uniform vec2 u_cirrus_from;     // noise of the cirrus above the eye, along its threads and across, km
uniform float u_texel;          // angle between texels, radians

const int STEPS = 112;         // at most
const int STRIDES = 32;
const int PARTS = 5;
const float CIRRUS_ALTITUDE = 8.0;  // km
const float EROSION = 0.17;
const float THINNED = 0.026;    // makes up for the cover that thin edges take
const float NEAR = 0.09;        // so close to a cloud's threshold steps are short
const float EXTINCTION = 40.0;  // per km
const int BASE_STEPS = 48;
const float BULGES = 0.5;       // km, by which an overcast hangs down
const float BASE_EXTINCTION = 14.0;    // per km
const float BASE_EDGE = 0.1;    // km
const float DARKENING = 0.9;    // of its light per depth of a bulge

float random(uvec2 at) {
    uint bits = at.x * 0x9E3779B1u + at.y * 0x85EBCA77u;
    bits = (bits ^ (bits >> 16u)) * 0x7FEB352Du;
    bits = (bits ^ (bits >> 15u)) * 0x846CA68Bu;
    return float((bits ^ (bits >> 16u)) >> 8u) / 16777216.0;
}

// Height above the ground of a point `path` km along a ray of this sine of elevation, km.
float altitude(float path, float up) {
    return path * up + path * path * (1.0 - up * up) / (2.0 * CLOUD_BEND);
}

// Path along a ray to this altitude, km.
float path_to(float height, float up) {
    float down = CLOUD_BEND * up;
    float square = height * (2.0 * CLOUD_BEND + height);
    return square / (down + sqrt(down * down + square));
}

// The shape with fine structure, as far as texels `finest` km wide show it.
float eroded(vec3 place, float whole, float finest) {
    vec3 at = vec3(place.xz, place.y - u_changed);
    float erosion = (1.0 - smoothstep(0.1, 0.3, finest)) * (textureLod(u_cloud_noise, at / (0.05 * CLOUD_REPEATS), 0.0).g - 0.6);
    erosion += 0.4 * (1.0 - smoothstep(0.02, 0.08, finest)) * (textureLod(u_cloud_noise, at / (CLOUD_REPEATS / 72.0), 0.0).g - 0.5);
    return whole + EROSION * erosion;
}

float henyey_greenstein(float g, float turn) {
    return (1.0 - g * g) / (4.0 * PI * pow(1.0 + g * g - 2.0 * g * turn, 1.5));
}

// The overcast sky of the CIE.
float even_grey(vec3 toward) {
    return OVERCAST * 9.0 / (7.0 * PI) * (1.0 + 2.0 * toward.y) / 3.0;
}

// Cirrus above the other clouds: threads of ice drawn out along a wind of their own, in patches.
vec4 cirrus(vec3 toward, float turn) {
    float path = path_to(CIRRUS_ALTITUDE, toward.y);
    vec2 place = path * toward.xz;
    vec2 along = vec2(dot(place, vec2(0.8, 0.6)), dot(place, vec2(-0.6, 0.8))) + u_cirrus_from;
    float patches = textureLod(u_cloud_noise, vec3(along / vec2(72.0, 36.0), 0.71), 0.0).r;
    // Threads of three widths, broken up along their length; the broad ones bend the finer ones.
    float bend = textureLod(u_cloud_noise, vec3(along / vec2(72.0, 36.0), 0.13), 0.0).g;
    vec2 bent = along + vec2(0.0, 3.0 * bend);
    float broad = textureLod(u_cloud_noise, vec3(bent / vec2(24.0, 9.0), 0.21), 0.0).r;
    float middle = textureLod(u_cloud_noise, vec3((bent + vec2(0.0, broad)) / vec2(12.0, 3.0), 0.58), 0.0).r;
    float fine = textureLod(u_cloud_noise, vec3((bent + vec2(0.0, middle)) / vec2(3.6, 0.9), 0.83), 0.0).g;
    float threads = 0.5 * broad + 0.32 * middle + 0.18 * fine;
    float depth = 0.34 * smoothstep(0.35, 1.0, patches) * smoothstep(0.3, 1.0, threads) * smoothstep(0.02, 0.2, toward.y);
    depth *= open_to_sun(turn) * smoothstep(0.0, 0.15, u_cloud_cover) * (1.0 - u_overcast);
    float veil = (1.0 - exp(-depth)) * exp(-path * (0.5 + 0.5 * u_haze) / (3.0 * CLEAR_SIGHT));
    vec2 light = vec2(0.25 / PI + 0.6 * henyey_greenstein(0.7, turn), 0.7 / PI);
    return vec4(light * veil, 0.0, 1.0 - veil);
}

// How far an overcast hangs down at a place, 0 to 1, as far as texels `finest` km wide show it.
float bulge(vec2 place, float finest) {
    vec3 at = vec3(place, u_changed) / CLOUD_PERIOD;
    float depth = 0.5 + 0.62 * (textureLod(u_cloud_noise, vec3(1.25 * at.xy, at.z), 0.0).r - 0.5);
    depth += 0.28 * (1.0 - smoothstep(0.4, 1.2, finest)) * (textureLod(u_cloud_noise, vec3(4.0 * at.xy, at.z), 0.0).r - 0.5);
    return depth + 0.1 * (1.0 - smoothstep(0.1, 0.3, finest)) * (textureLod(u_cloud_noise, vec3(15.0 * at.xy, at.z), 0.0).g - 0.5);
}

// An overcast in front of the other clouds, which are visible through its gaps until it is closed. Bulges hang down from it, hide each
// other, and are the darker the farther they hang down. Returns a factor of `u_cloud_light`, as `o_clouds` has it, and the opacity.
vec2 overcast(vec3 toward, float start) {
    float first = path_to(CLOUD_ALTITUDE - BULGES, toward.y);
    float stride = (path_to(CLOUD_ALTITUDE, toward.y) - first) / float(BASE_STEPS);
    float finest = first * u_texel / (toward.y + 0.2);
    float path = first + start * stride;
    float step = start * stride;
    float transmittance = 1.0;
    float depth = 0.0;          // of the bulges that are visible
    float bulge_depth = 0.0;
    float bulge_before = 0.0;
    float dense_before = 0.0;
    // A software rasteriser skips no branch, but an empty loop.
    int steps = u_overcast > 0.0 ? BASE_STEPS : 0;
    for (int i = 0; i < steps; i++) {
        bulge_depth = bulge(path * toward.xz + u_clouds_from, finest);
        float inside = altitude(path, toward.y) - CLOUD_ALTITUDE + BULGES * bulge_depth;
        float dense = clamp(inside / BASE_EDGE, 0.0, 1.0);
        bulge_before = i == 0 ? bulge_depth : bulge_before;
        // Means over the step: with the values at its end alone, the random start would be seen as grain.
        float through = exp(-0.5 * BASE_EXTINCTION * (dense + dense_before) * step);
        depth += 0.5 * transmittance * (1.0 - through) * (bulge_depth + bulge_before);
        transmittance *= through;
        if (transmittance < 0.02) break;
        dense_before = dense;
        bulge_before = bulge_depth;
        step = stride;
        path += stride;
    }
    depth += transmittance * bulge_depth;
    // Mean of what is visible: where sight slants, deep bulges hide shallow ones (measured).
    float mean = 0.5 + 0.16 * exp(-4.5 * toward.y);
    float above_horizon = smoothstep(0.0, 0.1, toward.y);
    float grey = even_grey(toward) * (1.0 - DARKENING * (depth - mean) * above_horizon);
    // The share of places that hang down farther than this is that of the overcast.
    float gap = mean + 0.12 * log(max(1.0 - u_overcast, 1e-6) / max(u_overcast, 1e-6));
    float veil = mix(u_overcast, smoothstep(gap - 0.12, gap + 0.12, depth), above_horizon);
    return vec2(grey, veil);
}

void main() {
    vec2 flat_on = 2.0 * v_uv - 1.0;
    vec2 level = 0.5 * vec2(flat_on.x + flat_on.y, flat_on.x - flat_on.y);
    vec3 toward = normalize(vec3(level.x, max(1.0 - abs(level.x) - abs(level.y), 0.0), level.y));
    float first = path_to(CLOUD_ALTITUDE, toward.y);
    float last = path_to(CLOUD_ALTITUDE + CLOUD_THICKNESS, toward.y);
    float turn = dot(u_sun_toward, toward);
    float open = open_to_sun(turn);
    // Long steps through the gaps; short ones from just before the first sample inside a cloud on.
    float stride = (last - first) / float(STRIDES);
    float fine = stride / float(PARTS);
    float path = first + fine * random(uvec2(gl_FragCoord.xy));
    vec2 overcast_layer = overcast(toward, random(uvec2(gl_FragCoord.yx)));
    vec3 phases = vec3(
        mix(henyey_greenstein(-0.15, turn), henyey_greenstein(0.8, turn), 0.7),
        mix(henyey_greenstein(-0.08, turn), henyey_greenstein(0.4, turn), 0.7),
        mix(henyey_greenstein(-0.04, turn), henyey_greenstein(0.2, turn), 0.7));
    // Light from a low sun crosses more cloud, so samples toward it are spaced farther apart.
    float spread = mix(2.9, 2.3, smoothstep(0.05, 0.4, u_sun_toward.y));
    float sunlight = 1.0 - 0.3 * u_overcast;
    vec2 light = vec2(0.0);
    float transmittance = 1.0;
    float distance = 0.0;
    // A random number of short steps first, so that the long steps of neighbouring rays sample different altitudes.
    int misses = int(float(PARTS) * random(uvec2(gl_FragCoord.yx)));
    int steps = overcast_layer.y < 0.99 ? STEPS : 0;
    for (int i = 0; i < steps; i++) {
        float high = (altitude(path, toward.y) - CLOUD_ALTITUDE) / CLOUD_THICKNESS;
        vec3 place = vec3(path * toward.x + u_clouds_from.x, high * CLOUD_THICKNESS, path * toward.z + u_clouds_from.y);
        float cover = local_cover(place.xz);
        float whole = cloud_shape(place, high, cover);
        bool is_coarse = misses >= PARTS;
        if (is_coarse && whole > -NEAR) {
            path -= stride - fine;
            misses = 0;
        } else if (whole > -NEAR) {
            misses = 0;
            // Thin at the edges, where the fine structure would otherwise leave specks around the cloud.
            float dense = clamp(SHARPNESS * (THINNED + eroded(place, whole, path * u_texel)), 0.0, 1.0);
            dense *= dense;
            float extinction = EXTINCTION * open * dense;
            float toward_sun = 0.0;
            float reach = 0.05;
            float before = 0.0;
            for (int j = 0; j < 4; j++) {
                vec3 there = place + u_sun_toward * reach;
                float h = there.y / CLOUD_THICKNESS;
                float d = h < 1.0 ? clamp(SHARPNESS * cloud_shape(there, h, cover), 0.0, 1.0) : 0.0;
                toward_sun += d * (reach - before);
                before = reach;
                reach *= spread;
            }
            toward_sun *= EXTINCTION;
            // Light scattered more often goes on more evenly, and farther (Wrenninge, Kulla and Lundqvist 2013).
            float sun = phases.x * exp(-toward_sun) + 0.55 * phases.y * exp(-0.35 * toward_sun) + 0.4 * phases.z * exp(-0.07 * toward_sun);
            // From below comes light of sun and sky, reflected by the ground.
            vec2 below = 0.1 / PI * (1.0 - 0.5 * high) * vec2(max(u_sun_toward.y, 0.0), 1.0);
            vec2 source = vec2(1.9 * sunlight * sun, (0.35 + 0.55 * high) / PI) + below;
            float through = exp(-extinction * fine);
            light += transmittance * (1.0 - through) * source;
            distance += transmittance * (1.0 - through) * path;
            transmittance *= through;
            if (transmittance < 0.02) break;
            path += fine;
        } else {
            misses++;
            path += misses >= PARTS ? stride : fine;
        }
        if (path > last) break;
    }
    float veil = 1.0 - transmittance;
    float seen = exp(-(distance / max(veil, 1e-3)) * (0.5 + 0.5 * u_haze) / CLEAR_SIGHT);
    o_clouds = vec4(light * seen, 0.0, 1.0 - veil * seen);
    // In the last degrees above the horizon, the mean of clouds, as in light/sky/clouds.rs.
    float mean = 1.0 - smoothstep(0.004, 0.04, toward.y);
    if (mean > 0.0) {
        float slant = max(CLOUD_ALTITUDE / first, 0.2);
        veil = open * (1.0 - pow(1.0 - min(u_cloud_cover, 0.98), 0.6 + 0.4 / slant));
        veil *= exp(-first * (0.5 + 0.5 * u_haze) / CLEAR_SIGHT);
        float shaded = 1.23 - u_cloud_cover * (1.78 - 1.17 * u_cloud_cover);
        shaded *= 0.65 + 0.42 * max(u_sun_toward.y, 0.0);
        light = vec2(sunlight * shaded * (0.4 / PI + 0.25 * henyey_greenstein(0.7, turn)), 0.6 / PI);
        o_clouds = mix(o_clouds, vec4(light * veil, 0.0, 1.0 - veil), mean);
    }
    vec4 high = cirrus(toward, turn);
    o_clouds = vec4(o_clouds.rgb + o_clouds.a * high.rgb, o_clouds.a * high.a);
    o_clouds = mix(o_clouds, vec4(0.0, 0.0, overcast_layer.x, 0.0), overcast_layer.y);
}
