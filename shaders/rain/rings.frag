// The slope of one ring of capillary waves (docs/models.md §16b), and half of its square.
#include "lib/constants.glsl"
in vec2 v_off;
flat in float v_age;
flat in float v_diameter;
out vec4 o_slope;
uniform float u_texel;          // metres

const float TENSION = 7.28e-5;          // surface tension over density, m³/s²
const float VISCOSITY = 1.0e-6;         // m²/s
const float STEEPNESS = 0.36;          // of waves of 500 rad/m, 10 cm from a drop of 3 mm; chosen

void main() {
    float radius = max(length(v_off), 1e-4);
    float age = max(v_age, 0.02);
    // At radius r and time t the waves are those with the group velocity r/t: by stationary phase, for capillary waves alone, k and the
    // phase follow in closed form.
    float speed = radius / age;
    float k = 4.0 / 9.0 * speed * speed / TENSION;
    float phase = k * radius / 3.0;
    float spread = sqrt(0.033 / (radius * age));
    float of_drop = pow(v_diameter / 0.003, 2.2) * exp(-0.25 * k * k * v_diameter * v_diameter);
    float amplitude = STEEPNESS * of_drop * pow(k / 500.0, 1.75) * spread * exp(-2.0 * VISCOSITY * k * k * age);
    // Waves of fewer than three texels are left out; gravity waves, which are slower, are flat.
    amplitude *= 1.0 - smoothstep(1.5, 2.3, k * u_texel);
    amplitude *= smoothstep(RAIN_SLOWEST, RAIN_SLOWEST + 0.05, speed) * (1.0 - smoothstep(0.85 * RAIN_FASTEST, RAIN_FASTEST, speed));
    amplitude *= smoothstep(0.0, 0.06, v_age) * (1.0 - smoothstep(0.7 * RAIN_LIFE, RAIN_LIFE, v_age));
    vec2 slope = min(amplitude, 0.5) * sin(phase) * v_off / radius;
    o_slope = vec4(slope, 0.5 * dot(slope, slope), 0.0);
}
