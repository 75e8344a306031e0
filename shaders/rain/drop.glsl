// A drop of rain or of a splash as a sprite, as long as its path while the shutter is open.
#include "lib/sky_lighting.glsl"
uniform mat4 u_matrix;          // places relative to the eye to clip space
uniform float u_pixel;          // width of a pixel at distance 1
uniform vec3 u_sun_toward;      // unit
out vec2 v_at;                  // place on the sprite, a disc of radius 1
flat out float v_share;         // of the sprite's light that is the drop's
flat out vec3 v_radiance;

void draw_drop(vec3 place, vec3 streak, float radius, float share) {
    float far = length(place);
    vec3 ray = place / max(far, 1e-4);
    streak -= dot(streak, ray) * ray;
    float drawn = length(streak);
    vec3 any = abs(ray.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0);
    vec3 along = normalize(drawn > 1e-5 ? streak : cross(ray, any));
    vec3 aside = normalize(cross(along, ray));
    // No thinner than a pixel, and fainter instead.
    float across = max(radius, 0.8 * u_pixel * far);
    float length_along = max(radius + 0.5 * drawn, across);
    // A little less faint than thin, so that rain is seen in coarse pictures, too.
    v_share = share * pow(radius / across, 0.7) * smoothstep(0.15, 0.5, far);
    v_at = 2.0 * vec2(gl_VertexID & 1, gl_VertexID >> 1) - 1.0;
    // A drop shows most of what is around it, upside down: more of the sky than of what is below.
    vec3 up = normalize(vec3(ray.x, abs(ray.y) + 0.6, ray.z));
    float g = 0.75;
    float phase = (1.0 - g * g) / (4.0 * PI * pow(1.0 + g * g - 2.0 * g * dot(ray, u_sun_toward), 1.5));
    v_radiance = 0.8 * dome_blurred(up, 0.8) + 0.15 / PI * u_sky_level + phase * u_sun_facing;
    gl_Position = v_share > 0.004 ? u_matrix * vec4(place + v_at.x * across * aside + v_at.y * length_along * along, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
