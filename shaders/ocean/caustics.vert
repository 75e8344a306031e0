// Projects every triangle of a sea's surface along its refracted sun rays onto a level plane, or (UNEVEN) onto an uneven floor
// (docs/models.md §15a): triangle strips, one instance each.
#ifdef UNEVEN
#define BED
#endif
#include "ocean/floor.glsl"
uniform sampler2D u_entered;    // outputs of ocean/sun_rays.frag
uniform sampler2D u_ray;
uniform int u_stride;           // points from vertex to vertex
#ifndef UNEVEN
uniform float u_level;          // depth of the plane, metres
#endif
uniform vec3 u_plane;           // centre of the drawn part, relative to the eye, and half its side, metres
out vec4 v_light;               // as in caustics/caustics.frag

void main() {
    ivec2 last = textureSize(u_entered, 0) - 1;
    ivec2 point = min(ivec2(gl_VertexID >> 1, gl_InstanceID + (gl_VertexID & 1)) * u_stride, last);
    vec3 entered = texelFetch(u_entered, point, 0).xyz;
    vec3 ray = texelFetch(u_ray, point, 0).xyz;
    v_light = vec4(entered.xz, ray.z, 1.0);
#ifdef UNEVEN
    vec3 down = normalize(vec3(ray.x, -1.0, ray.y));
    vec2 landed = entered.xz + down.xz * bed_hit(entered, down, 1e4, 0.3);
#else
    vec2 landed = entered.xz + ray.xy * max(u_level + entered.y, 0.0);
#endif
    gl_Position = vec4((landed - u_plane.xy) / u_plane.z, 0.0, 1.0);
}
