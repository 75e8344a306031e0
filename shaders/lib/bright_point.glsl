// Points of light that eyes do not resolve: stars and distant lamps. Each is a bell on the screen, as bright in images of any size.
#include "lib/scene_colour.glsl"

const float OF_MAGNITUDE_0 = 2.0e-3; // radiance; chosen so that in the light of a pool's lamp stars to about magnitude 4 are seen
const float POINT = 0.8;        // standard deviation of the bell, pixels
const float BY_LAMP = 2500.0;   // exposure in the light of a pool's lamp

// The bell at the square of a distance from its middle, pixels.
float point_spread(float square) {
    return exp(-0.5 * square / (POINT * POINT));
}

// Visibility decreases when the exposure adapts to light darker than a pool's lamp.
float eyes_see() {
    return min(1.0, pow(BY_LAMP / max(u_exposure, 1e-6), 0.85));
}
