// The shape of the pool: world metres, y up, rest level 0.
uniform vec2 u_half;            // half extents of the pool along x and z
uniform float u_depth;          // from the rest level to the floor

const float RIM = 0.05;         // of the deck above the rest level
