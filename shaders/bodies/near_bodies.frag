// Depth 1 at the pixels of a lit pool's surface whose reflected or refracted ray comes near a body, 0 at all others. The early depth test
// of a software rasteriser skips those in the pass for bodies; it skips nothing in a branch.
#include "lib/shape.glsl"
#include "lib/constants.glsl"
#include "bodies/bodies.glsl"
out vec4 o_colour;
uniform vec3 u_eye;
#include "pool/seen_surface.glsl"
uniform sampler2D u_slope;      // along x and z

void main() {
    float depth;
    vec3 ray = ray_to_surface(depth);
    vec3 point = u_eye + ray;
    ray = normalize(ray);
    vec2 slope = textureLod(u_slope, point.xz / (2.0 * u_half) + 0.5, 0.0).rg;
    vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
    vec3 up = reflect(ray, normal);
    up.y = abs(up.y);
    vec3 down = refract(ray, normal, 1.0 / FRESH_WATER_INDEX.g);
    float nearest = 0.0;
    for (int body = 0; body < BODIES; body++) {
        vec4 sphere = u_body_spheres[body];
        vec3 off = sphere.xyz - point;
        float along = max(max(dot(off, up), dot(off, down)), 0.0);
        nearest = max(nearest, along * along - dot(off, off) + sphere.w * sphere.w);
    }
    o_colour = vec4(0.0);
    gl_FragDepth = nearest > 0.0 && depth < 1.0 ? 1.0 : 0.0;
}
