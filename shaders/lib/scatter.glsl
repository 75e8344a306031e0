// Scattering in water, as in light/basin_light.rs.
#include "lib/sky_lighting.glsl"
uniform vec3 u_scatter_water;       // scattering coefficient of water, per metre
uniform vec3 u_scatter_particles;   // scattering coefficient of particles


// Phase function of Henyey and Greenstein (1941), per steradian; `turn` is the cosine of the scattering angle.
float particle_phase(float turn) {
    float g = FORWARD;
    float spread = 1.0 + g * g - 2.0 * g * turn + STRAIGHT;
    return (1.0 - g * g) / (4.0 * PI * spread * sqrt(spread));
}

// Phase function of Morel (1974).
float water_phase(float turn) {
    return WATER_PHASE.x * (1.0 + WATER_PHASE.y * turn * turn);
}
