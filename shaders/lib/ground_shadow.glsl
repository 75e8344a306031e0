// The shadow of ground that rises out of the water, on water and on ground. After lib/shape.glsl with an uneven floor.

const int SUN_STEPS = 14;

// Visibility of the sun past higher ground: the smallest clearance along the ray, over its distance, against the sun's width.
// `steps`: SUN_STEPS, or 0 where it is not needed, which a software rasteriser skips.
float sun_over_ground(vec3 point, vec3 sun, int steps) {
    vec3 toward = sun / max(length(sun.xz), 1e-3);
    float clearest = 1.0;
    float path = 2.0 * max(u_half.x / float(textureSize(u_bottom, 0).x), u_half.y / float(textureSize(u_bottom, 0).y));
    for (int i = 0; i < steps; i++) {
        vec3 there = point + path * toward;
        float inside = all(lessThan(abs(there.xz), u_half)) ? 1.0 : 0.0;
        float clear = (there.y - floor_at(there.xz)) / path;
        clearest = min(clearest, mix(1.0, 0.5 + 12.0 * clear, inside));
        path *= 1.32;
    }
    return smoothstep(0.0, 1.0, clearest);
}
