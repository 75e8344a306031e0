// Slopes of waves too short for the cascades (docs/models.md §15, view/short_waves.rs), as far as the pixel
// resolves them. After ocean/foam.glsl.
uniform sampler2D u_short_waves;    // slopes along the wind and across of two patches
uniform vec4 u_short;               // texels per metre; standard deviation of the slope of a patch along the wind and across; share of the unresolved variance
uniform vec4 u_short_place;         // the eye's place in the two patches, as fractions of them

// Returns the slopes along x and z; `resolved`: the share of the unresolved variance that they hold.
vec2 short_slope(vec2 rest, float footprint, out float resolved) {
    float level = max(log2(footprint * u_short.x), 0.0);
    float part = 1.0 / (1.0 + exp2(SHORT_FADING * (level - SHORT_HALVED)));
    resolved = u_short.w * part;
    vec2 sum = vec2(0.0);
    if (part > 0.03) {
        vec2 at = along_wind(rest) * (u_short.x / float(textureSize(u_short_waves, 0).x));
        // The second patch runs 35° off the wind, and slower.
        mat2 turn = mat2(SHORT_TURN.x, SHORT_TURN.y, -SHORT_TURN.y, SHORT_TURN.x);
        vec2 one = textureLod(u_short_waves, at + u_short_place.xy, level).rg - 0.5;
        vec2 other = textureLod(u_short_waves, turn * at + u_short_place.zw, level).ba - 0.5;
        sum = (one + other * turn) * (255.0 / SHORT_DEVIATION) * u_short.yz;
    }
    return u_wind * sum.x + vec2(-u_wind.y, u_wind.x) * sum.y;
}
