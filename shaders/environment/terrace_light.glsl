// The light on a terrace: where its things and its hedge throw shadows, and how much of the sky they leave (docs/models.md §14).
uniform sampler2D u_ground_light;   // over the plan: how much of the sun, and of the sky, level ground sees
uniform sampler2D u_cast;           // over the plan: height of the highest thing between that ground and the sun
uniform vec2 u_extent;              // half extents of the plan
uniform vec3 u_cast_toward;         // toward the sun, as it stood for `u_cast`

vec2 on_plan(vec2 ground) {
    return 0.5 + 0.5 * ground / u_extent;
}

// How much of the sun reaches a point above the deck, or of the water: whether anything is higher along its ray.
float sun_visibility(vec3 point) {
    float high = point.y - RIM;
    vec2 texels = vec2(textureSize(u_cast, 0));
    vec2 at = on_plan(point.xz - u_cast_toward.xz / u_cast_toward.y * high) * texels - 0.5;
    ivec2 first = ivec2(floor(at));
    vec2 part = at - floor(at);
    float bias = max(high, 0.0) + 0.02 * u_metre + 1.5 * u_extent.x / texels.x;
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

// The same of leaves, between which edges are lost.
float sun_between_leaves(vec3 point) {
    float high = point.y - RIM;
    float over = textureLod(u_cast, on_plan(point.xz - u_cast_toward.xz / u_cast_toward.y * high), 0.0).r;
    return 1.0 - smoothstep(0.02, 0.14, (over - high) / u_metre);
}
