// The visible point of a lit pool's surface at a pixel, for deferred shading.
uniform sampler2D u_seen_depth; // depth of the visible surface; 1 where there is none
uniform vec2 u_depth_ahead;     // 1 + P₂₂ and P₃₂ of the projection P: the distance ahead is P₃₂/(2·depth − 1 + P₂₂)
uniform mat3 u_view_rays;       // gl_FragCoord to rays whose component ahead is 1

// From the eye to the point at this depth; 1 is water at rest.
vec3 ray_at(vec2 pixel, float depth) {
    vec3 ray = u_view_rays * vec3(pixel, 1.0);
    float ahead = depth < 1.0 ? u_depth_ahead.y / (2.0 * (depth - 1.0) + u_depth_ahead.x)
                : max(abs(u_eye.y), 1e-3) / max(abs(ray.y), 1e-3);
    return ahead * ray;
}

// From the eye to that point, and its depth. Outside of the surface the water continues at rest, for the derivatives.
vec3 ray_to_surface(out float depth) {
    // Neighbours beyond the image's edge are computed, too.
    ivec2 last = textureSize(u_seen_depth, 0) - 1;
    depth = texelFetch(u_seen_depth, min(ivec2(gl_FragCoord.xy), last), 0).r;
    return ray_at(gl_FragCoord.xy, depth);
}

// The same for a pixel of an image whose pixels cover WATER_BLOCK × WATER_BLOCK of them: on the ray of its middle, at the nearest depth of
// its corners.
vec3 ray_to_surface_of_block() {
    ivec2 last = textureSize(u_seen_depth, 0) - 1;
    int block = int(WATER_BLOCK);
    ivec2 first = block * ivec2(gl_FragCoord.xy);
    float depth = 1.0;
    for (int i = 0; i < 4; i++) {
        ivec2 corner = first + (block - 1) * ivec2(i & 1, i >> 1);
        depth = min(depth, texelFetch(u_seen_depth, min(corner, last), 0).r);
    }
    return ray_at(WATER_BLOCK * gl_FragCoord.xy, depth);
}
