// Reflection by unresolved facets, as in light/rough_mirror.rs.
uniform sampler2D u_facets;     // reflectance, area, lean, spread

#include "lib/constants.glsl"

// For slopes with this standard deviation along the view direction, and this variance across, which turns all facets a little aside.
vec4 facets_seen(float facing, float sigma, float across) {
    float aside = inversesqrt(1.0 + across);
    vec2 place = sqrt(clamp(aside * vec2(facing, sigma / ROUGHEST), 0.0, 1.0));
    vec2 size = vec2(textureSize(u_facets, 0));
    vec4 seen = textureLod(u_facets, (place * (size - 1.0) + 0.5) / size, 0.0);
    return vec4(seen.r, seen.gba / aside);
}
