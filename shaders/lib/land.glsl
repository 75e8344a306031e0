// The land of the mesh and the picture view over the pool's fractions.
#include "lib/cover.glsl"
uniform sampler2D u_land;       // albedo in display colours; cosine toward the sun

const vec3 WET_LAND = vec3(0.70, 0.72, 0.74);
const vec3 NEUTRAL_LAND = vec3(0.58);

// The land at a place, darker where it is wet.
vec4 land_at(vec2 place) {
    vec4 land = texture(u_land, place);
    // Four lookups hide the cells.
    vec2 off = 0.8 / vec2(textureSize(u_cover, 0));
    float wet = 0.25 * (textureLod(u_cover, place + off, 0.0).r + textureLod(u_cover, place - off, 0.0).r
              + textureLod(u_cover, place + vec2(off.x, -off.y), 0.0).r + textureLod(u_cover, place + vec2(-off.x, off.y), 0.0).r);
    land.rgb *= mix(vec3(1.0), WET_LAND, smoothstep(0.15, 0.75, wet));
    return land;
}
