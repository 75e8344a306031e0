// Share of the sky that bodies leave visible on the floor and the walls of a pool, as if they were balls; a map with the layout of
// u_caustics in pool/pool.glsl.
#include "lib/shape.glsl"
#include "bodies/bodies.glsl"
out vec4 o_open;
uniform vec3 u_openness_size;   // columns; rows of the floor; rows of a wall

void main() {
    vec2 at = gl_FragCoord.xy;
    vec3 point = vec3(2.0 * at / u_openness_size.xy - 1.0, -u_depth).xzy * vec3(u_half.x, 1.0, u_half.y);
    vec3 normal = vec3(0.0, 1.0, 0.0);
    float row = at.y - u_openness_size.y;
    if (row > 0.0) {
        float wall = floor(row / u_openness_size.z);
        float along = 2.0 * at.x / u_openness_size.x - 1.0;
        float up = row / u_openness_size.z - wall;
        float side = mod(wall, 2.0) * 2.0 - 1.0;
        point = wall < 2.0 ? vec3(side * u_half.x, 0.0, along * u_half.y) : vec3(along * u_half.x, 0.0, side * u_half.y);
        point.y = up * (u_depth + RIM) - u_depth;
        normal = wall < 2.0 ? vec3(-side, 0.0, 0.0) : vec3(0.0, 0.0, -side);
    }
    float open = 1.0;
    for (int body = 0; body < BODIES; body++) {
        vec4 sphere = u_body_spheres[body];
        vec3 off = sphere.xyz - point;
        float square = max(dot(off, off), 1e-6);
        float radius = 0.7 * sphere.w;
        open *= 1.0 - min(radius * radius / square, 0.8) * clamp(dot(normal, off) * inversesqrt(square) + 0.2, 0.0, 1.0);
    }
    o_open = vec4(open);
}
