// Light on a terrace: shadows of its props and its hedge, and sky visibility (docs/models.md §14).
#include "lib/shape.glsl"
uniform sampler2D u_ground_light;   // over the plan: visibility of the sun, and of the sky, on level ground
uniform sampler2D u_cast;           // over the plan: height of the highest blocker between that ground and the sun
uniform vec2 u_extent;              // half extents of the plan
uniform vec3 u_cast_toward;         // direction toward the sun for which `u_cast` was rendered

vec2 on_plan(vec2 ground) {
    return 0.5 + 0.5 * ground / u_extent;
}

// Visibility of the sun at a point above the deck or of the water: whether blockers on its ray are higher. Percentage-closer filtering over
// 3 × 3 texels, with the weights of a quadratic B-spline, smooths the edges.
float sun_visibility(vec3 point) {
    float high = point.y - RIM;
    vec2 texels = vec2(textureSize(u_cast, 0));
    vec2 at = on_plan(point.xz - u_cast_toward.xz / u_cast_toward.y * high) * texels;
    ivec2 nearest = ivec2(floor(at));
    vec2 off = at - floor(at) - 0.5;
    vec2 before = 0.5 * (0.5 - off) * (0.5 - off);
    vec2 after = 0.5 * (0.5 + off) * (0.5 + off);
    vec3 across = vec3(before.x, 1.0 - before.x - after.x, after.x);
    vec3 along = vec3(before.y, 1.0 - before.y - after.y, after.y);
    float bias = max(high, 0.0) + 0.02 + 1.5 * u_extent.x / texels.x;
    ivec2 last = ivec2(texels) - 1;
    float visible = 0.0;
    for (int row = 0; row < 3; row++) {
        ivec2 place = nearest + ivec2(-1, row - 1);
        vec3 over = vec3(
            texelFetch(u_cast, clamp(place, ivec2(0), last), 0).r,
            texelFetch(u_cast, clamp(place + ivec2(1, 0), ivec2(0), last), 0).r,
            texelFetch(u_cast, clamp(place + ivec2(2, 0), ivec2(0), last), 0).r
        );
        visible += along[row] * dot(across, step(over, vec3(bias)));
    }
    return visible;
}

// The same for leaves, with soft edges.
float sun_between_leaves(vec3 point) {
    float high = point.y - RIM;
    float over = textureLod(u_cast, on_plan(point.xz - u_cast_toward.xz / u_cast_toward.y * high), 0.0).r;
    return 1.0 - smoothstep(0.02, 0.14, over - high);
}
