// Shadows of the clouds on the ground.
uniform sampler2D u_cloud_shadow;   // by place in the noise: the part of sunlight that clouds take
uniform vec2 u_clouds_from;         // noise above the eye, km

// Share of the cloud that is left in a direction at an angle of this cosine from the sun: a veil at most hides the sun from the eye.
float open_to_sun(float turn) {
    return 0.12 + 0.88 * (1.0 - smoothstep(0.92, 1.0, turn));
}

// Transmittance of the clouds for sunlight at a level place relative to the eye, in metres.
float sun_past_clouds(vec2 place, vec3 toward) {
    // Through the lower part of the layer, where clouds are widest.
    float rise = CLOUD_ALTITUDE + CLOUD_SHADOW_HEIGHT * CLOUD_THICKNESS;
    vec2 above = 1e-3 * place + toward.xz * (rise / max(toward.y, 0.08));
    float taken = textureLod(u_cloud_shadow, (above + u_clouds_from) / CLOUD_REPEATS, 0.0).r;
    taken = toward.y > 0.0 ? taken : 0.0;
    return 1.0 - taken * open_to_sun(dot(normalize(vec3(above.x, rise, above.y)), toward));
}
