// Projects every triangle of the surface along its refracted sun rays onto a receiver (docs/models.md §14): the pool's floor, (SIDE) one
// of its four walls, or (LEVEL) a level plane under water. A grid of vertices drawn as triangle strips, one instance a strip.
// (PARTS) Each cell is divided, and each part is a point of light. Between cells the rays follow a spline, so that the bright lines where
// the surface folds the light are smooth.
#include "lib/shape.glsl"
#ifndef LAMP
#include "lib/rim_shadow.glsl"
#endif
uniform sampler2D u_rays;       // height; horizontal offset per metre of depth, along x and z; transmitted irradiance
uniform ivec2 u_cells;          // its columns, rows
uniform ivec2 u_first;          // the first cell that is drawn
uniform int u_stride;           // cells from corner to corner
#ifdef PARTS
uniform int u_parts;            // parts of a cell along a side
uniform vec2 u_texels;          // columns and rows of the receiver
uniform float u_texel;          // area of a texel
#endif
#ifdef SIDE
uniform vec2 u_side;            // which wall: its outward normal along x and z
#endif
#ifdef LEVEL
uniform float u_level;          // how deep the plane lies
#elif defined(WALLS)
uniform sampler2D u_clear;      // visibility of floor and walls past obstacles, for the light through a cell
#endif
#ifdef PARTS
flat out vec4 v_part;           // as in caustics/parts.frag
flat out float v_flux;
#else
// Point of entry, x and z; transmitted irradiance, relative to level ground; clearance of the rim's shadow.
out vec4 v_light;
#endif

// Place of a cell from 0 to 1. The outermost extend to the pool's walls, half a cell out.
vec2 place_of(ivec2 cell) {
    vec2 across = (vec2(cell) + 0.5) / vec2(u_cells);
    across = mix(across, vec2(0.0), vec2(equal(cell, ivec2(0))));
    return mix(across, vec2(1.0), vec2(equal(cell, u_cells - 1)));
}

// The light through a cell, as u_rays.
vec4 rays_at(ivec2 cell) {
    vec4 rays = texelFetch(u_rays, cell, 0);
#if defined(WALLS) && !defined(LEVEL)
    rays.w *= texelFetch(u_clear, cell, 0).r;
#endif
    return rays;
}

// Where light lands that enters at a point of the ground, from −1 to 1 along both sides of the receiver.
vec2 image_of(vec4 rays, vec2 ground) {
#ifdef SIDE
    // A ray that leads away from the wall does not hit it: its image is far below.
    float out_of = max(dot(rays.yz, u_side), 1e-4);
    float down = (dot(u_half, abs(u_side)) - dot(ground, u_side)) / out_of;
    vec2 landed = ground + down * rays.yz;
    float along = dot(landed / u_half, abs(u_side.yx));
    return vec2(along, (rays.x - down + u_depth) / (u_depth + RIM) * 2.0 - 1.0);
#elif defined(LEVEL)
    return (ground + rays.yz * (u_level + rays.x)) / u_half;
#else
    return landed_on_floor(ground, rays.x, rays.yz) / u_half;
#endif
}

#ifdef PARTS
// Weights of four cells in a row for a place between the second and the third, and how much they change per cell: a Catmull–Rom spline.
vec4 weights(float t) {
    return 0.5 * vec4(t * (t * (2.0 - t) - 1.0), t * t * (3.0 * t - 5.0) + 2.0, t * (t * (4.0 - 3.0 * t) + 1.0), t * t * (t - 1.0));
}

vec4 changes(float t) {
    return 0.5 * vec4(t * (4.0 - 3.0 * t) - 1.0, t * (9.0 * t - 10.0), t * (8.0 - 9.0 * t) + 1.0, t * (3.0 * t - 2.0));
}

void main() {
    ivec2 vertex = ivec2(gl_VertexID, gl_InstanceID);
    ivec2 corner = vertex / u_parts;
    vec2 part = (vec2(vertex - corner * u_parts) + 0.5) / float(u_parts);
    vec4 x = weights(part.x);
    vec4 z = weights(part.y);
    vec4 x_change = changes(part.x);
    vec4 z_change = changes(part.y);
    // The irradiance is linear, so that shadows get no bright edges.
    vec4 x_linear = vec4(0.0, 1.0 - part.x, part.x, 0.0);
    vec4 z_linear = vec4(0.0, 1.0 - part.y, part.y, 0.0);
    vec4 rays = vec4(0.0);
    vec4 along = vec4(0.0);
    vec4 down = vec4(0.0);
    for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 4; column++) {
            ivec2 cell = u_first + (corner + ivec2(column, row) - 1) * u_stride;
            vec4 there = rays_at(clamp(cell, ivec2(0), u_cells - 1));
            rays += there * vec4(vec3(x[column] * z[row]), x_linear[column] * z_linear[row]);
            along += there * x_change[column] * z[row];
            down += there * x[column] * z_change[row];
        }
    }
    ivec2 last = u_cells - 1;
    vec2 start = (place_of(min(u_first + corner * u_stride, last)) * 2.0 - 1.0) * u_half;
    vec2 end = (place_of(min(u_first + (corner + 1) * u_stride, last)) * 2.0 - 1.0) * u_half;
    vec2 ground = mix(start, end, part);
    vec2 size = (end - start) / float(u_parts);
    vec2 image = image_of(rays, ground);
    vec2 aside = abs(image_of(rays + along / float(u_parts), ground + vec2(size.x, 0.0)) - image)
               + abs(image_of(rays + down / float(u_parts), ground + vec2(0.0, size.y)) - image);
    float open = smoothstep(-1.0, 1.0, clear_of_rim(vec3(ground.x, rays.x, ground.y)));
    v_part = vec4(image * 0.5 + 0.5, 0.5 * aside) * u_texels.xyxy;
    // Where the surface folds the light, parts are narrow, and blurred a little.
    v_part.zw = clamp(v_part.zw, clamp(0.25 * max(v_part.z, v_part.w), 1.0 / 64.0, 0.25), 2.0 * PARTS_MARGIN);
    v_flux = rays.w * open * size.x * size.y / u_texel;
    // The viewport is as much larger than the receiver: points outside of it are clipped.
    gl_Position = vec4(image * u_texels / (u_texels + 2.0 * PARTS_MARGIN), 0.0, 1.0);
    gl_PointSize = max(v_part.z, v_part.w) + 1.0;
}
#else
void main() {
    ivec2 cell = min(u_first + ivec2(gl_VertexID >> 1, gl_InstanceID + (gl_VertexID & 1)) * u_stride, u_cells - 1);
    vec4 rays = rays_at(cell);
    vec2 ground = (place_of(cell) * 2.0 - 1.0) * u_half;
#ifdef LAMP
    v_light = vec4(ground, rays.w, 1.0);
#else
    v_light = vec4(ground, rays.w, clear_of_rim(vec3(ground.x, rays.x, ground.y)));
#endif
    gl_Position = vec4(image_of(rays, ground), 0.0, 1.0);
}
#endif
