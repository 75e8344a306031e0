// The pool's floor and walls under water, or (ABOVE_WATER) the strip of wall between the water and the rim.
#include "lib/shape.glsl"
#ifdef WALLS
#include "lib/obstacles.glsl"
#endif
#include "classic/pool.glsl"
in vec3 v_point;
flat in vec3 v_normal;
out vec4 o_colour;
uniform vec3 u_eye;

#ifdef ABOVE_WATER
void main() {
    vec3 tile = tile_colour(v_point, v_normal);
    float wet = mix(0.72, 1.0, smoothstep(0.0, 0.018 * HALF_LENGTH, v_point.y));
    float lip = mix(1.0, 0.6, smoothstep(0.6 * RIM, RIM, v_point.y));
    o_colour = vec4(tile * wet * lip * (0.62 + 0.38 * max(dot(v_normal, u_sun), 0.0)), 1.0);
}
#else
void main() {
    // Share of the view ray that lies under water; all of it for an eye under water.
    float share = u_eye.y > 0.0 ? max(-v_point.y, 0.0) / (u_eye.y - v_point.y) : 1.0;
    float path = share * distance(u_eye, v_point);
    o_colour = vec4(pool_colour(v_point, v_normal, path), 1.0);
}
#endif
