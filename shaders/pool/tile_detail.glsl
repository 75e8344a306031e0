// Tiles whose texels are larger than pixels (docs/models.md §14): their edges are narrowed to a pixel or two, and a grain finer than the
// texture is added.
#include "lib/random.glsl"

// Three smooth random values from −1 to 1 that vary over a distance of 1.
vec3 lattice_noise(vec2 at) {
    vec2 cell = floor(at);
    vec2 t = at - cell;
    t *= t * (3.0 - 2.0 * t);
    uvec3 first = uvec3(ivec3(ivec2(cell), 0));
    vec3 low = mix(random(first), random(first + uvec3(1u, 0u, 0u)), t.x);
    vec3 high = mix(random(first + uvec3(0u, 1u, 0u)), random(first + uvec3(1u, 1u, 0u)), t.x);
    return 2.0 * mix(low, high, t.y) - 1.0;
}

// The darker and the brighter of two colours.
void order(inout vec3 dark, inout vec3 bright) {
    vec3 first = dark;
    bool swapped = dot(dark - bright, vec3(1.0)) > 0.0;
    dark = swapped ? bright : first;
    bright = swapped ? first : bright;
}

// The albedo `tiles` at `on` in the texture, with a pixel footprint of `footprint` metres, with detail where texels are larger.
vec3 detailed_tiles(vec2 on, vec3 tiles, float footprint) {
    vec2 texel = 1.0 / vec2(textureSize(u_tiles, 0));
    float magnified = TILE_PATCH * texel.x / footprint;
    float near = smoothstep(2.0, 5.0, magnified);
    // A software rasteriser skips the loop where no pixel needs it.
    int rounds = near > 0.0 ? 1 : 0;
    for (int i = 0; i < rounds; i++) {
        vec3 grain = lattice_noise(on * TILE_PATCH / 0.0008);
        // Edges are not quite straight.
        vec2 there = on + 0.0003 / TILE_PATCH * grain.xy;
        vec3 middle = textureLod(u_tiles, there, 0.0).rgb;
        // The darkest and the brightest neighbour.
        vec2 aside = 1.4 * texel;
        vec3 dark = textureLod(u_tiles, there - vec2(aside.x, 0.0), 0.0).rgb;
        vec3 bright = textureLod(u_tiles, there + vec2(aside.x, 0.0), 0.0).rgb;
        vec3 dark_too = textureLod(u_tiles, there - vec2(0.0, aside.y), 0.0).rgb;
        vec3 bright_too = textureLod(u_tiles, there + vec2(0.0, aside.y), 0.0).rgb;
        vec3 smooth_tiles = (2.0 * middle + dark + bright + dark_too + bright_too) / 6.0;
        order(dark, bright);
        order(dark_too, bright_too);
        order(dark, dark_too);
        order(bright_too, bright);
        // Where the colour lies between them, moved away from their middle. A gradient stays as it is: it is always in the middle.
        vec3 range = bright - dark;
        float part = dot(smooth_tiles - dark, range) / max(dot(range, range), 1e-6);
        vec3 off = smooth_tiles - dark - part * range;
        float steep = mix(1.0, clamp(1.2 * magnified, 1.0, 8.0), smoothstep(0.08, 0.35, length(range)));
        vec3 sharp = dark + clamp(0.5 + steep * (part - 0.5), 0.0, 1.0) * range + off;
        sharp = max(sharp, vec3(0.0));
        // Glaze has colour and is smooth; what has no colour is taken for grout, which is rough.
        float brightest = max(max(sharp.r, sharp.g), sharp.b);
        float colour = 1.0 - min(min(sharp.r, sharp.g), sharp.b) / max(brightest, 1e-3);
        float rough = mix(0.22, 0.02, smoothstep(0.2, 0.5, colour));
        sharp *= 1.0 + rough * (1.0 - smoothstep(0.0005, 0.0016, footprint)) * grain.z;
        tiles = mix(tiles, sharp, near);
    }
    return tiles;
}
