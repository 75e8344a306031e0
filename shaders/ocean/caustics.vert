// The sun through every triangle of the surface of a sea, to where it lands on a level plane, or (UNEVEN) on a floor that is none
// (docs/models.md §15a): triangle strips, an instance each.
#ifdef UNEVEN
#define BED
#endif
#include "ocean/floor.glsl"
uniform sampler2D u_entered;    // as ocean/sun_rays.frag has them
uniform sampler2D u_ray;
uniform int u_stride;           // points from vertex to vertex
#ifndef UNEVEN
uniform float u_level;          // depth of the plane, metres
#endif
uniform vec3 u_plane;           // middle of what is drawn of it, relative to the eye, and half its length: metres
out vec4 v_light;               // as caustics/caustics.frag has it

void main() {
    ivec2 last = textureSize(u_entered, 0) - 1;
    ivec2 point = min(ivec2(gl_VertexID >> 1, gl_InstanceID + (gl_VertexID & 1)) * u_stride, last);
    vec3 entered = texelFetch(u_entered, point, 0).xyz;
    vec3 ray = texelFetch(u_ray, point, 0).xyz;
    v_light = vec4(entered.xz, ray.z, 1.0);
#ifdef UNEVEN
    vec3 down = normalize(vec3(ray.x, -1.0, ray.y));
    vec2 landed = entered.xz + down.xz * bed_met(entered, down, 1e4, 0.3);
#else
    vec2 landed = entered.xz + ray.xy * max(u_level + entered.y, 0.0);
#endif
    gl_Position = vec4((landed - u_plane.xy) / u_plane.z, 0.0, 1.0);
}
