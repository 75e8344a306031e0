// Slopes of waves too short for the cascades (docs/models.md §15, view/short_waves.rs), as far as the pixel resolves them.
uniform sampler2D u_short_waves;    // slopes along the wind and across of two patches
uniform vec4 u_short;               // texels per metre; standard deviation of the slope of a patch along the wind and across; share of the unresolved variance
uniform vec4 u_short_place;         // the eye's place in the two patches, as fractions of them

// Returns the slopes along x and z; `resolved`: the share of the unresolved variance that they hold.
vec2 short_slope(vec2 rest, vec2 wind, float footprint, out float resolved) {
    float level = max(log2(footprint * u_short.x), 0.0);
    // Most waves are some texels long.
    float left = 1.0 / (1.0 + exp2(2.2 * (level - 1.7)));
    resolved = u_short.w * left;
    vec2 sum = vec2(0.0);
    int rounds = left > 0.03 ? 1 : 0;
    for (int i = 0; i < rounds; i++) {
        vec2 along = vec2(dot(rest, wind), dot(rest, vec2(-wind.y, wind.x))) * (u_short.x / float(textureSize(u_short_waves, 0).x));
        // The second patch is turned a little and runs slower.
        vec2 turned = mat2(0.8, 0.6, -0.6, 0.8) * along;
        vec2 one = textureLod(u_short_waves, along + u_short_place.xy, level).rg - 0.5;
        vec2 other = textureLod(u_short_waves, turned + u_short_place.zw, level).ba - 0.5;
        sum = (one + other * mat2(0.8, 0.6, -0.6, 0.8)) * (255.0 / SHORT_DEVIATION) * u_short.yz;
    }
    return wind * sum.x + vec2(-wind.y, wind.x) * sum.y;
}
