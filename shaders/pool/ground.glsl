// The ground of water that flows: sand or gravel, rock and grass by height and shape (docs/models.md §17).
#include "lib/shape.glsl"
#include "lib/cover.glsl"
#include "lib/random.glsl"
uniform float u_gravel;         // opacity of gravel over sand, 0 to 1

#define GRASS_LINE (0.022 * HALF_LENGTH)        // height above the rest level from which grass grows

vec4 cover_at(vec2 ground) {
    return textureLod(u_cover, ground / (2.0 * u_half) + 0.5, 0.0);
}

// A vector for each corner of the grid, components from −1 to 1.
vec2 ground_gradient(vec2 cell) {
    vec3 p = fract(vec3(cell.xyx) * vec3(0.1031, 0.1030, 0.0973));
    p += dot(p, p.yzx + 33.33);
    return 2.0 * fract((p.xx + p.yz) * p.zy) - 1.0;
}

// Gradient noise, about −1 to 1.
float ground_noise(vec2 place) {
    vec2 cell = floor(place);
    vec2 part = fract(place);
    vec2 eased = part * part * part * (part * (6.0 * part - 15.0) + 10.0);
    float low = mix(
        dot(ground_gradient(cell), part),
        dot(ground_gradient(cell + vec2(1.0, 0.0)), part - vec2(1.0, 0.0)),
        eased.x
    );
    float high = mix(
        dot(ground_gradient(cell + vec2(0.0, 1.0)), part - vec2(0.0, 1.0)),
        dot(ground_gradient(cell + vec2(1.0)), part - vec2(1.0)),
        eased.x
    );
    return 1.7 * mix(low, high, eased.y);
}

// Noise of this wavelength in metres, faded where a pixel of `footprint` metres does not resolve it.
float ground_grain(vec2 ground, float wavelength, float footprint) {
    return ground_noise(ground / wavelength) * (1.0 - smoothstep(0.25, 0.6, footprint / wavelength));
}

const float FINEST_GRAIN = 0.004;   // wavelength, metres

// The noise whose wavelength is the finest one, doubled `octave` times.
float grain_octave(vec2 ground, float octave) {
    vec2 turned = mod(octave, 2.0) < 0.5 ? ground : ground.yx;
    return ground_noise(turned / (FINEST_GRAIN * exp2(octave)) + 17.3 * octave);
}

// Noise as fine as pixels of `footprint` metres resolve: two octaves, blended, so that it stays as fine when the eye comes near. Coarse grain
// is weaker: seen from afar, sand and grass are even.
float ground_detail(vec2 ground, float footprint) {
    const float WEAKER = 0.12;      // wavelength of half the amplitude, metres
    float octave = log2(max(6.0 * footprint / FINEST_GRAIN, 1.0));
    float part = fract(octave);
    float blend = mix(grain_octave(ground, floor(octave)), grain_octave(ground, floor(octave) + 1.0), part);
    // Blended octaves would be weaker.
    float evened = inversesqrt(part * part + (1.0 - part) * (1.0 - part));
    return blend * evened / (1.0 + FINEST_GRAIN * exp2(octave) / WEAKER);
}

// Noise of four wavelengths, from broad to as fine as can be resolved. Each octave is turned, so that their grids do not show.
vec4 ground_noises(vec3 point, float footprint) {
    // The offset by height keeps the pattern from being stretched on steep ground.
    vec2 ground = point.xz + vec2(0.7, -0.5) * point.y;
    vec2 turned = mat2(0.8, 0.6, -0.6, 0.8) * ground;
    return vec4(
        ground_grain(turned, 0.11 * HALF_LENGTH, footprint),
        ground_grain(ground + 3.7, 0.031 * HALF_LENGTH, footprint),
        ground_grain(turned.yx, 0.007 * HALF_LENGTH, footprint),
        ground_detail(mat2(0.6, -0.8, 0.8, 0.6) * ground, footprint)
    );
}

float mottled(vec4 noise) {
    return dot(noise.xyz, vec3(0.5, 0.3, 0.2));
}

vec3 grass_albedo(vec4 noise) {
    vec3 grass = mix(vec3(0.055, 0.085, 0.024), vec3(0.105, 0.125, 0.042), 0.5 + 0.5 * mottled(noise));
    return grass * (1.0 + 0.3 * noise.z + 0.35 * noise.w);
}

// How far the ground rises above its mean at some distance around, relative to that distance, which is shorter near the edges.
float bulge(vec2 ground, float height) {
    vec2 room = u_half - abs(ground);
    float around = HALF_LENGTH * clamp(min(room.x, room.y) / HALF_LENGTH, 0.008, 0.032);
    vec2 off = around * vec2(0.8, 0.6);
    float mean = 0.25 * (floor_at(ground + off) + floor_at(ground - off)
                       + floor_at(ground + vec2(-off.y, off.x)) + floor_at(ground + vec2(off.y, -off.x)));
    return (height - mean) / around;
}

// The share of the earth that is grass and not sand, and that of the ground which is rock: what is steep, or stands out as a boulder.
vec2 ground_shares(vec3 point, vec3 normal, vec4 noise) {
    float high = point.y + GRASS_LINE * dot(noise, vec4(0.65, 0.35, 0.25, 0.2));
    float green = smoothstep(0.8 * GRASS_LINE, 1.5 * GRASS_LINE, high);
    float steep = smoothstep(0.16, 0.30, 1.0 - normal.y + 0.03 * noise.y);
    return vec2(green, max(steep, smoothstep(0.12, 0.22, bulge(point.xz, point.y) + 0.03 * noise.y)));
}

// What the dry ground is like: its albedo, and the relief of its pebbles and rock, metres.
struct Ground {
    vec3 albedo;
    float relief;
};

// The topmost of a layer of oblong pebbles, one in each cell of this side: its height as a share of its radius, 0 between them; two
// random numbers; and its radius as a share of the side.
vec4 pebble_at(vec2 ground, float cell, uint layer) {
    vec2 at = ground / cell;
    vec2 first = floor(at - 0.5);
    vec4 top = vec4(0.0);
    float highest = -1.0;
    for (int i = 0; i < 4; i++) {
        vec2 corner = first + vec2(i & 1, i >> 1);
        vec3 own = random(uvec3(uvec2(ivec2(corner)) & 0xFFFFu, layer));
        vec2 off = at - corner - 0.3 - 0.4 * own.xy;
        vec2 axis = normalize(own.yz - 0.5 + 1e-3);
        vec2 turned = vec2(dot(off, axis), dot(off, vec2(-axis.y, axis.x)) * (1.15 + 0.5 * own.x));
        float radius = 0.42 + 0.24 * own.z * own.z;
        float inside = 1.0 - dot(turned, turned) / (radius * radius);
        float high = inside > 0.0 ? sqrt(inside) * radius + 0.25 * own.y : -1.0;
        if (high > highest) {
            highest = high;
            top = vec4(sqrt(inside), own.xy, radius);
        }
    }
    return top;
}

// Grey, brown and a few white pebbles.
vec3 pebble_albedo(vec2 own) {
    vec3 grey = mix(vec3(0.19, 0.18, 0.165), vec3(0.42, 0.395, 0.355), own.x);
    return mix(grey, own.y > 0.93 ? vec3(0.55, 0.53, 0.49) : vec3(0.38, 0.28, 0.19), own.y > 0.93 ? 0.8 : 0.55 * own.y);
}

// Gravel: large pebbles over small ones, which fade to their mean where a pixel does not resolve them.
Ground gravel_at(vec2 ground, float footprint) {
    const vec3 MEAN = vec3(0.246, 0.219, 0.185);
    const vec2 CELLS = vec2(0.034, 0.10);       // sides, metres
    Ground gravel = Ground(MEAN, 0.0);
    int layers = u_gravel > 0.0 && footprint < 0.4 * CELLS.y ? 2 : 0;
    for (int i = 0; i < layers; i++) {
        float cell = i == 0 ? CELLS.x : CELLS.y;
        vec4 pebble = pebble_at(i == 0 ? ground : mat2(0.8, 0.6, -0.6, 0.8) * ground, cell, uint(11 + i));
        float seen = 1.0 - smoothstep(0.15, 0.4, footprint / cell);
        // Little light reaches the gaps. Of the large ones a third is missing.
        vec3 albedo = pebble_albedo(pebble.yz) * mix(0.62, 1.06, pebble.x);
        float there = i == 0 ? 1.0 : smoothstep(0.0, 0.25 + 2.0 * footprint / cell, pebble.x) * step(fract(7.0 * pebble.z + pebble.y), 0.62);
        gravel.albedo = mix(gravel.albedo, albedo, seen * there);
        gravel.relief = mix(gravel.relief, 0.4 * cell * pebble.x * pebble.w, seen * there);
    }
    return gravel;
}

// The dry ground, with a pixel footprint of `footprint` metres.
Ground ground_with(vec3 point, vec4 noise, vec2 shares, float footprint) {
    vec3 sand = vec3(0.47, 0.39, 0.27) * (1.0 + 0.10 * mottled(noise) + 0.16 * noise.w);
    Ground gravel = gravel_at(point.xz, footprint);
    float stony = u_gravel * smoothstep(-0.5, -0.2, noise.x + 0.5 * noise.y);
    vec3 rock = vec3(0.25, 0.235, 0.215) * (1.0 + 0.22 * noise.y + 0.25 * noise.z + 0.22 * noise.w);
    Ground ground = Ground(mix(sand, gravel.albedo * (1.0 + 0.15 * mottled(noise)), stony), stony * gravel.relief);
    ground.albedo = mix(mix(ground.albedo, grass_albedo(noise), shares.x), rock, shares.y);
    ground.relief = mix((1.0 - shares.x) * ground.relief, 0.0015 * HALF_LENGTH * noise.z, shares.y);
    return ground;
}

// Brightness of grass relative to ground of its albedo, seen at an angle of this cosine from the normal: from above the dark roots show.
// Fitted to its blades.
float grass_shade(float facing) {
    return 1.12 - 0.43 * facing;
}

// Albedo of land that a ray in this direction meets, whose blades of grass are not resolved.
vec3 land_albedo(vec3 point, vec3 normal, vec3 ray, float footprint) {
    vec4 noise = ground_noises(point, footprint);
    vec2 shares = ground_shares(point, normal, noise);
    float shade = grass_shade(clamp(-dot(ray, normal), 0.0, 1.0));
    return ground_with(point, noise, shares, footprint).albedo * mix(1.0, shade, shares.x * (1.0 - shares.y));
}

// Albedo of the dry ground.
vec3 ground_albedo(vec3 point, vec3 normal, float footprint) {
    vec4 noise = ground_noises(point, footprint);
    return ground_with(point, noise, ground_shares(point, normal, noise), footprint).albedo;
}

// Factor of the albedo of ground that is wet, 0 to 1. It is darker, because light is reflected back into the film of water (Lekner and Dorf
// 1988).
vec3 wet_ground(float wet) {
    return mix(vec3(1.0), vec3(0.52, 0.54, 0.57), smoothstep(0.15, 0.75, wet));
}

// Albedo of earth cut upright, `buried` metres under the ground: layers of sand and loam.
vec3 soil(float along, float height, float buried, float footprint) {
    float bent = height + 0.006 * HALF_LENGTH * ground_noise(vec2(along / (0.2 * HALF_LENGTH), 3.0));
    float layers = ground_grain(vec2(0.02 * along, bent), 0.014 * HALF_LENGTH, footprint)
                 + 0.5 * ground_grain(vec2(0.05 * along, bent), 0.005 * HALF_LENGTH, footprint);
    float grain = ground_grain(vec2(along, height), 0.004 * HALF_LENGTH, footprint);
    vec3 earth = mix(vec3(0.20, 0.155, 0.105), vec3(0.34, 0.275, 0.195), 0.5 + 0.33 * layers) * (1.0 + 0.12 * grain);
    return mix(0.6 * earth, earth, smoothstep(0.0, 0.012 * HALF_LENGTH, buried));
}
