// Projects every triangle of the surface along its refracted sun rays onto a receiver (docs/models.md §14): the pool's floor, (SIDE) one
// of its four walls, or (LEVEL) a level plane under water. A grid of vertices drawn as triangle strips, one instance a strip.
#include "lib/shape.glsl"
#ifndef LAMP
#include "lib/rim_shadow.glsl"
#endif
uniform sampler2D u_rays;       // height; horizontal offset per metre of depth, along x and z; transmitted irradiance
uniform ivec2 u_cells;          // its columns, rows
uniform ivec2 u_first;          // the first cell that is drawn
uniform int u_stride;           // cells from vertex to vertex
#ifdef SIDE
uniform vec2 u_side;            // which wall: its outward normal along x and z
#endif
#ifdef LEVEL
uniform float u_level;          // how deep the plane lies
#elif defined(WALLS)
uniform sampler2D u_clear;      // visibility of floor and walls past obstacles, for the light through a cell
#endif
// Point of entry, x and z; transmitted irradiance, relative to level ground; clearance of the rim's shadow.
out vec4 v_light;

void main() {
    ivec2 last = u_cells - 1;
    ivec2 cell = min(u_first + ivec2(gl_VertexID >> 1, gl_InstanceID + (gl_VertexID & 1)) * u_stride, last);
    vec4 rays = texelFetch(u_rays, cell, 0);
    // The outermost vertices extend to the pool's walls, half a cell out.
    vec2 across = (vec2(cell) + 0.5) / vec2(u_cells);
    across = mix(across, vec2(0.0), vec2(equal(cell, ivec2(0))));
    across = mix(across, vec2(1.0), vec2(equal(cell, last)));
    vec2 ground = (across * 2.0 - 1.0) * u_half;
#ifdef LAMP
    v_light = vec4(ground, rays.w, 1.0);
#else
    v_light = vec4(ground, rays.w, clear_of_rim(vec3(ground.x, rays.x, ground.y)));
#endif
#if defined(WALLS) && !defined(LEVEL)
    v_light.z *= texelFetch(u_clear, cell, 0).r;
#endif
#ifdef SIDE
    // A ray that leads away from the wall does not hit it: its image is far below.
    float out_of = max(dot(rays.yz, u_side), 1e-4);
    float down = (dot(u_half, abs(u_side)) - dot(ground, u_side)) / out_of;
    vec2 landed = ground + down * rays.yz;
    float along = dot(landed / u_half, abs(u_side.yx));
    gl_Position = vec4(along, (rays.x - down + u_depth) / (u_depth + RIM) * 2.0 - 1.0, 0.0, 1.0);
#else
#ifdef LEVEL
    vec2 landed = ground + rays.yz * (u_level + rays.x);
#else
    vec2 landed = landed_on_floor(ground, rays.x, rays.yz);
#endif
    gl_Position = vec4(landed / u_half, 0.0, 1.0);
#endif
}
