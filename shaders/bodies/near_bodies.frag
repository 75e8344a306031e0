// The bodies that the refracted or the reflected ray of a lit pool's surface comes near, for WATER_BLOCK × WATER_BLOCK pixels each: red
// and green have a bit for each body near the refracted ray, blue and alpha for each near the reflected one. Bodies share NEAR_BITS bits.
#include "lib/shape.glsl"
#include "lib/constants.glsl"
#include "bodies/bodies.glsl"
out vec4 o_near;
uniform vec3 u_eye;
#include "pool/seen_surface.glsl"
uniform sampler2D u_slope;      // along x and z
uniform float u_ripple_slope;   // of the ripples that this slope lacks, about its maximum

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
    // A slope turns the reflected ray by twice its angle, the refracted one by a quarter of it.
    spread += u_ripple_slope * vec2(0.25, 2.0);
    int bits = 0;
    for (int body = 0; body < BODIES; body++) {
        vec4 sphere = u_body_spheres[body];
        vec3 off = sphere.xyz - point;
        vec2 along = max(vec2(dot(off, down), dot(off, up)), 0.0);
        vec2 radius = sphere.w + margin + spread * along;
        vec2 inside = along * along - dot(off, off) + radius * radius;
        bool is_near = sphere.w > 0.0 && max(inside.x, inside.y) > 0.0;
        bits |= is_near ? 1 << (body % NEAR_BITS) : 0;
    }
    // Of those whose spheres are near, the ones whose boxes are.
    ivec2 near = ivec2(0);
    int body = u_body_count;
    int bit = 0;
    while (has_next_body(bits, body, bit)) {
        float spacing = texelFetch(u_bodies, ivec2(3, body), 0).z;
        vec3 start = to_body(body, vec4(point, 1.0));
        vec4 sphere = u_body_spheres[body];
        float reach = distance(sphere.xyz, point) + sphere.w;
        vec2 wide = (margin + spread * reach) / (BODY_SIDE * spacing) + 0.01;
        vec2 refracted = box_span(body, start, to_body(body, vec4(down, 0.0)), wide.x, 1e3);
        vec2 reflected = box_span(body, start, to_body(body, vec4(up, 0.0)), wide.y, 1e3);
        near |= bit * ivec2(refracted.x < refracted.y, reflected.x < reflected.y);
    }
    o_near = vec4(near.x & 255, near.x >> 8, near.y & 255, near.y >> 8) / 255.0;
}
