// Dimensions of the country around a lit pool.
#include "lib/shape.glsl"
uniform float u_trees;          // height of the wood

#define CLEARING (92.0 * HALF_LENGTH)   // radius of the clearing; larger than the camera's range
const float WOOD_TOP = 1.5;     // height of the highest crowns, in `u_trees`
const float HILLS_TOP = 0.1;    // slope up to the highest hills
