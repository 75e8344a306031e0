// The ground of water that flows: sand, rock and grass by height and slope (docs/models.md §17).
#include "lib/shape.glsl"
#include "lib/cover.glsl"

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
    vec2 ground = point.xz;
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

// The share of the earth that is grass and not sand, and that of the ground which is rock.
vec2 ground_shares(vec3 point, vec3 normal, vec4 noise) {
    float high = point.y + GRASS_LINE * dot(noise, vec4(0.65, 0.35, 0.25, 0.2));
    float green = smoothstep(0.8 * GRASS_LINE, 1.5 * GRASS_LINE, high);
    return vec2(green, smoothstep(0.16, 0.30, 1.0 - normal.y + 0.03 * noise.y));
}

// Albedo of the dry ground, with a pixel footprint of `footprint` metres.
vec3 ground_albedo(vec3 point, vec3 normal, float footprint) {
    vec4 noise = ground_noises(point, footprint);
    vec2 shares = ground_shares(point, normal, noise);
    vec3 sand = vec3(0.47, 0.39, 0.27) * (1.0 + 0.10 * mottled(noise) + 0.16 * noise.w);
    vec3 rock = vec3(0.25, 0.23, 0.21) * (1.0 + 0.22 * noise.y + 0.20 * noise.z + 0.18 * noise.w);
    return mix(mix(sand, grass_albedo(noise), shares.x), rock, shares.y);
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
