// The height of a lit pool's surface.
#include "lib/shape.glsl"
uniform sampler2D u_rays;       // height of the water first

// Height of the water over a point of the ground, interpolated between cells.
float water_at(vec2 ground) {
    ivec2 last = textureSize(u_rays, 0) - 1;
    vec2 cell = (ground / (2.0 * u_half) + 0.5) * vec2(last + 1) - 0.5;
    ivec2 low = ivec2(floor(cell));
    vec2 part = cell - vec2(low);
    float height[4];
    for (int i = 0; i < 4; i++) {
        height[i] = texelFetch(u_rays, clamp(low + ivec2(i & 1, i >> 1), ivec2(0), last), 0).r;
    }
    return mix(mix(height[0], height[1], part.x), mix(height[2], height[3], part.x), part.y);
}
