// Light on a terrace: shadows of its props and its hedge, and sky visibility (docs/models.md §14).
#include "lib/shape.glsl"
uniform sampler2D u_ground_light;   // over the plan: visibility of the sun, and of the sky, on level ground
uniform sampler2D u_cast;           // over the plan: height of the highest blocker between that ground and the sun
uniform vec2 u_extent;              // half extents of the plan
uniform vec3 u_cast_toward;         // direction toward the sun for which `u_cast` was rendered

vec2 on_plan(vec2 ground) {
    return 0.5 + 0.5 * ground / u_extent;
}

// Visibility of the sun at a point above the deck or of the water: whether a blocker on its ray is higher.
float sun_visibility(vec3 point) {
    float high = point.y - RIM;
    vec2 texels = vec2(textureSize(u_cast, 0));
    vec2 at = on_plan(point.xz - u_cast_toward.xz / u_cast_toward.y * high) * texels - 0.5;
    ivec2 first = ivec2(floor(at));
    vec2 part = at - floor(at);
    float bias = max(high, 0.0) + 0.02 + 1.5 * u_extent.x / texels.x;
    vec4 over = vec4(
        texelFetch(u_cast, clamp(first, ivec2(0), ivec2(texels) - 1), 0).r,
        texelFetch(u_cast, clamp(first + ivec2(1, 0), ivec2(0), ivec2(texels) - 1), 0).r,
        texelFetch(u_cast, clamp(first + ivec2(0, 1), ivec2(0), ivec2(texels) - 1), 0).r,
        texelFetch(u_cast, clamp(first + ivec2(1, 1), ivec2(0), ivec2(texels) - 1), 0).r
    );
    vec4 free = step(over, vec4(bias));
    vec2 rows = mix(free.xz, free.yw, part.x);
    return mix(rows.x, rows.y, part.y);
}

// The same for leaves, with soft edges.
float sun_between_leaves(vec3 point) {
    float high = point.y - RIM;
    float over = textureLod(u_cast, on_plan(point.xz - u_cast_toward.xz / u_cast_toward.y * high), 0.0).r;
    return 1.0 - smoothstep(0.02, 0.14, over - high);
}
