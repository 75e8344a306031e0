// Shadows of the clouds on the ground.
#include "lib/cloud_noise.glsl"
uniform vec2 u_clouds_from;         // noise above the eye, km

// Transmittance of the clouds for sunlight at a level place relative to the eye, in metres.
float sun_past_clouds(vec2 place, vec3 toward) {
    float left = 1.0;
    int rounds = u_cloud_cover > 0.0 && toward.y > 0.0 ? 1 : 0;
    for (int i = 0; i < rounds; i++) {
        // Through the lower third of the layer, where clouds are widest.
        const float HIGH = 0.15;
        float rise = CLOUD_ALTITUDE + HIGH * CLOUD_THICKNESS;
        vec2 above = 1e-3 * place + toward.xz * (rise / max(toward.y, 0.08));
        vec2 noise = above + u_clouds_from;
        float inside = cloud_shape(vec3(noise.x, HIGH * CLOUD_THICKNESS, noise.y), HIGH, local_cover(noise));
        float seen = open_to_sun(dot(normalize(vec3(above.x, rise, above.y)), toward));
        left = 1.0 - 0.9 * seen * smoothstep(-0.03, 0.12, inside);
    }
    return left;
}
