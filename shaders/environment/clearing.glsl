// The measures of the country about a lit pool.
uniform float u_trees;          // height of the wood, world metres

const float CLEARING = 92.0;    // its radius, world metres; the box of the camera lies within it
const float WOOD_TOP = 1.5;     // of its highest crowns, of `u_trees`
const float HILLS_TOP = 0.1;    // slope up to the highest hills
