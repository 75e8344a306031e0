// The slope of a lit pool's surface.
#include "lib/shape.glsl"
uniform sampler2D u_slope;      // along x and z

// Slope of the water over a point of the ground.
vec2 slope_at(vec2 ground) {
    return textureLod(u_slope, ground / (2.0 * u_half) + 0.5, 0.0).rg;
}
