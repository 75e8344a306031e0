uniform sampler2D u_cover;      // over the pool's fractions; wetness of the ground, foam, velocity along x and z in m/s
