// A puff of spindrift in the light of sun and sky: fine drops, which scatter mostly forward.
#include "lib/sky_lighting.glsl"
#include "lib/scene_colour.glsl"
in vec2 v_at;
flat in vec3 v_ray;
flat in float v_alpha;
flat in float v_sunlit;
in float v_above;
out vec4 o_colour;
uniform vec3 u_sun_toward;      // unit

const float ASYMMETRY = 0.7;
const vec2 EDGE = vec2(-0.3, 0.4);     // where it meets the water, radii above

void main() {
    float square = dot(v_at, v_at);
    if (square >= 1.0) discard;
    float g = ASYMMETRY;
    float phase = (1.0 - g * g) / (4.0 * PI * pow(1.0 + g * g - 2.0 * g * dot(v_ray, u_sun_toward), 1.5));
    vec3 light = v_sunlit * u_sun_facing * (0.35 / PI * max(u_sun_toward.y, 0.0) + 0.8 * phase) + 0.75 / PI * u_sky_level;
    float fading = (1.0 - square) * (1.0 - square);
    o_colour = vec4(scene_colour(light).rgb, v_alpha * fading * smoothstep(EDGE.x, EDGE.y, v_above));
}
