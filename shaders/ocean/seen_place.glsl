// The point of a lit sea that a pixel shows, for deferred shading: what ocean/seen_place.frag found.
#include "lib/constants.glsl"
#include "lib/horizon.glsl"
uniform sampler2D u_seen_place; // rest place relative to the eye; distance, 0 where there is no water; depth
uniform mat3 u_view_rays;       // gl_FragCoord to rays whose component ahead is 1

struct SeenPlace {
    vec2 rest;
    vec3 surface;
    vec2 sides;         // shorter and longer side of the pixel's footprint, metres
    vec2 is_even;       // 1 where the neighbours that derivatives come from are on the same wave, along the image's x and y
};

vec3 view_ray() {
    return normalize(u_view_rays * vec3(gl_FragCoord.xy, 1.0));
}

vec3 seen_place_of(ivec2 pixel) {
    return texelFetch(u_seen_place, clamp(pixel, ivec2(0), textureSize(u_seen_place, 0) - 1), 0).xyz;
}

// The smaller of the steps to both neighbours, of which one may show another wave, or none.
vec2 smaller_step(vec3 before, vec3 here, vec3 after) {
    vec2 back = here.xy - before.xy;
    vec2 ahead = after.xy - here.xy;
    bool no_back = before.z == 0.0 || back == vec2(0.0);
    bool no_ahead = after.z == 0.0 || ahead == vec2(0.0);
    if (no_back && no_ahead) return vec2(0.0);
    return no_ahead || !no_back && dot(back, back) < dot(ahead, ahead) ? back : ahead;
}

// `width`: of a pixel at distance 1.
SeenPlace seen_place(float width) {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec3 here = seen_place_of(pixel);
    vec3 left = seen_place_of(pixel - ivec2(1, 0));
    vec3 right = seen_place_of(pixel + ivec2(1, 0));
    vec3 below = seen_place_of(pixel - ivec2(0, 1));
    vec3 above = seen_place_of(pixel + ivec2(0, 1));
    SeenPlace seen;
    // Where there is no water, derivatives need something: what a neighbour shows.
    if (here.z == 0.0) here = left.z > 0.0 ? left : right.z > 0.0 ? right : below.z > 0.0 ? below : above;
    seen.rest = here.xy;
    seen.surface = max(here.z, 1e-3) * view_ray();
    vec2 across = smaller_step(left, here, right);
    vec2 along = smaller_step(below, here, above);
    vec2 size = vec2(length(across), length(along));
    seen.sides = max(vec2(min(size.x, size.y), max(size.x, size.y)), 0.5 * width * here.z);
    // The steps that derivatives of this block of four pixels take.
    vec2 steps = vec2(length((pixel.x & 1) == 0 ? right.xy - here.xy : here.xy - left.xy), length((pixel.y & 1) == 0 ? above.xy - here.xy : here.xy - below.xy));
    seen.is_even = step(steps, 3.0 * size);
    return seen;
}

// Height above the rest level, for an eye at this height.
float height_of(SeenPlace seen, float eye) {
    return seen.surface.y + eye + dot(seen.rest, seen.rest) / (2.0 * EARTH_RADIUS);
}
