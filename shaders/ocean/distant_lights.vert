// Lights far out at sea (docs/models.md §15), each a sprite about its middle.
#include "lib/sky_lighting.glsl"
#include "lib/bright_point.glsl"
const int COUNT = int(DISTANT_LIGHTS);
uniform mat4 u_matrix;          // places relative to the eye to clip space
uniform vec4 u_places[COUNT];   // relative to the eye, metres; intensity, candelas
uniform vec4 u_tints[COUNT];    // linear colour of luminance 1
uniform vec2 u_picture;         // size in pixels
uniform float u_clear;          // metres of air that leave 1/e of the contrast
out vec2 v_at;                  // place on the sprite, pixels
flat out vec3 v_light;          // radiance at its middle
flat out vec3 v_behind;         // about that of the air behind it

const float LUX_OF_MAGNITUDE_0 = 2.54e-6;
const float REACH = 4.0;        // of the sprite, standard deviations

void main() {
    vec4 light = u_places[gl_InstanceID];
    float far = length(light.xyz);
    float lux = light.w / (far * far) * exp(-far / u_clear);
    v_light = OF_MAGNITUDE_0 * lux / LUX_OF_MAGNITUDE_0 * u_tints[gl_InstanceID].rgb;
    v_behind = dome_blurred(vec3(light.x, 0.0, light.z) / far, 0.02);
    v_at = REACH * POINT * (2.0 * vec2(gl_VertexID & 1, gl_VertexID >> 1) - 1.0);
    gl_Position = u_matrix * vec4(light.xyz, 1.0);
    gl_Position.xy += 2.0 * v_at / u_picture * gl_Position.w;
}
