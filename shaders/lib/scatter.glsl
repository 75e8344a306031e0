// How light is scattered in water, as light/basin_light.rs has it. Wants lib/sky_lighting.glsl before it.
uniform vec3 u_scatter_water;       // light that water itself scatters, per world metre
uniform vec3 u_scatter_particles;   // that what floats in it does

const float FORWARD = 0.924;        // mean cosine of what particles scatter (Petzold 1972)
const float STRAIGHT = 0.02;        // of so small a turn, light goes on with the picture

// Henyey and Greenstein (1941), per steradian; `turn` is the cosine of the turn.
float particle_phase(float turn) {
    float g = FORWARD;
    float spread = 1.0 + g * g - 2.0 * g * turn + STRAIGHT;
    return (1.0 - g * g) / (4.0 * PI * spread * sqrt(spread));
}

// Morel (1974).
float water_phase(float turn) {
    return 0.0622 * (1.0 + 0.835 * turn * turn);
}
