// The picture ripple (reference §3): the slope of the surface shifts the pixels of a picture. The nearest look is computed in
// whole numbers throughout, so that every machine and the CPU path give the same bits.
#include "heights.glsl"
out vec4 o_colour;
uniform sampler2D u_picture;
uniform ivec2 u_output;         // size of the target
uniform ivec4 u_fit;            // where the picture lies in it: x, y, width, height, origin at the top left
uniform ivec2 u_scale;          // fixed-point pixels a count, along x and y
uniform ivec2 u_shift;          // binary places of u_scale
uniform int u_shine;            // fixed-point light a count
uniform int u_shine_shift;
uniform vec2 u_smooth_scale;    // pixels a count
uniform float u_smooth_shine;   // light a count
uniform float u_level;          // mip level of the smooth look
uniform int u_look;             // 0: nearest, 1: smooth
uniform vec3 u_bar;             // colour beside the picture and under its transparent parts

#ifdef HEIGHTS_INTEGER
int count_at(ivec2 cell) {
    return texelFetch(u_heights, clamp(cell, ivec2(0), u_cells - 1), 0).r;
}
#else
int count_at(ivec2 cell) {
    return int(clamp(floor(texelFetch(u_heights, clamp(cell, ivec2(0), u_cells - 1), 0).r * u_unit + 0.5), -32768.0, 32767.0));
}
#endif

int fixed_point(int count, int scale, int shift) {
    return (count * scale + ((1 << shift) >> 1)) >> shift;
}

vec3 over_bar(vec4 colour) {
    return mix(u_bar, colour.rgb, colour.a);
}

vec3 nearest(ivec2 at) {
    ivec2 size = textureSize(u_picture, 0);
    ivec2 pixel = (at - u_fit.xy) * size / u_fit.zw;
    ivec2 cell = pixel * u_cells / size;
    ivec2 d = ivec2(
        count_at(cell - ivec2(1, 0)) - count_at(cell + ivec2(1, 0)),
        count_at(cell - ivec2(0, 1)) - count_at(cell + ivec2(0, 1))
    );
    ivec2 shift = ivec2(fixed_point(d.x, u_scale.x, u_shift.x), fixed_point(d.y, u_scale.y, u_shift.y));
    ivec4 sample_ = ivec4(texelFetch(u_picture, clamp(pixel + shift, ivec2(0), size - 1), 0) * 255.0 + 0.5);
    int light = fixed_point(d.x + d.y, u_shine, u_shine_shift);
    ivec3 lit = clamp(sample_.rgb + light, 0, 255);
    return over_bar(vec4(vec3(lit) / 255.0, float(sample_.a) / 255.0));
}
