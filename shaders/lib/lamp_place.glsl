// Where the underwater lamp of a pool is, as in light/lamp.rs.
uniform vec3 u_lamp;            // the middle of its lens
uniform float u_lamp_lens;      // radius of the lens
uniform vec3 u_lamp_inward;     // unit vector into the pool
