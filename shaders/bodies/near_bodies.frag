// Whether the refracted or the reflected ray of a lit pool's surface comes near a body, for WATER_BLOCK × WATER_BLOCK pixels each.
#include "lib/shape.glsl"
#include "lib/constants.glsl"
#include "bodies/bodies.glsl"
out vec4 o_near;
uniform vec3 u_eye;
#include "pool/seen_surface.glsl"
uniform sampler2D u_slope;      // along x and z

void main() {
    vec3 point = u_eye + ray_to_surface_of_block();
    vec3 ray = normalize(point - u_eye);
    vec2 slope = textureLod(u_slope, point.xz / (2.0 * u_half) + 0.5, 0.0).rg;
    vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
    vec3 up = reflect(ray, normal);
    up.y = abs(up.y);
    vec3 down = refract(ray, normal, 1.0 / FRESH_WATER_INDEX.g);
    // The rays of its pixels begin within this distance, and spread by these shares of the path.
    float margin = 0.5 * length(fwidth(point));
    vec2 spread = 0.5 * vec2(length(fwidth(down)), length(fwidth(up)));
    float near = 0.0;
    for (int body = 0; body < BODIES; body++) {
        vec4 sphere = u_body_spheres[body];
        vec3 off = sphere.xyz - point;
        vec2 along = max(vec2(dot(off, down), dot(off, up)), 0.0);
        vec2 radius = sphere.w + margin + spread * along;
        vec2 inside = along * along - dot(off, off) + radius * radius;
        near = max(near, sphere.w > 0.0 ? max(inside.x, inside.y) : 0.0);
    }
    o_near = vec4(step(1e-9, near));
}
