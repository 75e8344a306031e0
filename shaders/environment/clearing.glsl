// Dimensions of the country around a lit pool.
uniform float u_trees;          // height of the wood, world metres

const float CLEARING = 92.0;    // radius of the clearing, world metres; larger than the camera's range
const float WOOD_TOP = 1.5;     // height of the highest crowns, in `u_trees`
const float HILLS_TOP = 0.1;    // slope up to the highest hills
