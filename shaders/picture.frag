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
uniform vec2 u_smooth_scale;    // pixels of the level a stored unit
uniform float u_smooth_shine;   // light a stored unit
uniform int u_level;            // mip level of the smooth look
uniform int u_look;             // 0: nearest, 1: smooth
uniform vec3 u_bar;             // colour beside the picture

float stored_at(ivec2 cell) {
    return float(texelFetch(u_heights, clamp(cell, ivec2(0), u_cells - 1), 0).r);
}

// A stored height as the nearest look counts it: as it is, or u_unit counts a metre.
int count_at(ivec2 cell) {
#ifdef HEIGHTS_INTEGER
    return texelFetch(u_heights, clamp(cell, ivec2(0), u_cells - 1), 0).r;
#else
    return int(clamp(floor(stored_at(cell) * u_unit + 0.5), -32768.0, 32767.0));
#endif
}

int fixed_point(int count, int scale, int shift) {
    return (count * scale + ((1 << shift) >> 1)) >> shift;
}

vec3 nearest_look(ivec2 at) {
    ivec2 size = textureSize(u_picture, 0);
    // Unsigned: the product may take all 32 bits.
    ivec2 pixel = ivec2(uvec2(at - u_fit.xy) * uvec2(size) / uvec2(u_fit.zw));
    ivec2 cell = pixel * u_cells / size;
    ivec2 d = ivec2(
        count_at(cell - ivec2(1, 0)) - count_at(cell + ivec2(1, 0)),
        count_at(cell - ivec2(0, 1)) - count_at(cell + ivec2(0, 1))
    );
    ivec2 shift = ivec2(fixed_point(d.x, u_scale.x, u_shift.x), fixed_point(d.y, u_scale.y, u_shift.y));
    ivec2 from = clamp(pixel + shift, ivec2(0), size - 1);
    ivec3 colour = ivec3(texelFetch(u_picture, from, 0).rgb * 255.0 + 0.5);
    int light = fixed_point(d.x + d.y, u_shine, u_shine_shift);
    return vec3(clamp(colour + light, 0, 255)) / 255.0;
}

// The heights of four cells in a row from `cell` on, in stored units.
vec4 stored_row(ivec2 cell) {
    return vec4(
        stored_at(cell),
        stored_at(cell + ivec2(1, 0)),
        stored_at(cell + ivec2(2, 0)),
        stored_at(cell + ivec2(3, 0))
    );
}

// Slopes between the cells, W − E and N − S averaged over three lines with the weights ¼ ½ ¼: 4 × 4 heights.
vec2 slope_at(vec2 position) {
    vec2 t = fract(position);
    vec2 r = 1.0 - t;
    ivec2 corner = ivec2(floor(position)) - 1;
    mat4 heights = mat4(
        stored_row(corner),
        stored_row(corner + ivec2(0, 1)),
        stored_row(corner + ivec2(0, 2)),
        stored_row(corner + ivec2(0, 3))
    );
    vec4 slope_x = vec4(r.x, t.x, -r.x, -t.x);
    vec4 slope_y = vec4(r.y, t.y, -r.y, -t.y);
    vec4 average_x = 0.25 * vec4(r.x, 2.0 * r.x + t.x, r.x + 2.0 * t.x, t.x);
    vec4 average_y = 0.25 * vec4(r.y, 2.0 * r.y + t.y, r.y + 2.0 * t.y, t.y);
    return vec2(dot(slope_x, heights * average_y), dot(average_x, heights * slope_y));
}

vec3 smooth_look(ivec2 at) {
    vec2 fraction = (vec2(at - u_fit.xy) + 0.5) / vec2(u_fit.zw);
    vec2 d = slope_at(fraction * vec2(u_cells) - 0.5);
    vec2 size = vec2(textureSize(u_picture, u_level));
    vec3 colour = textureLod(u_picture, fraction + d * u_smooth_scale / size, float(u_level)).rgb;
    return colour + (d.x + d.y) * u_smooth_shine / 255.0;
}

void main() {
    ivec2 at = ivec2(int(gl_FragCoord.x), u_output.y - 1 - int(gl_FragCoord.y));
    ivec2 inside = at - u_fit.xy;
    bool bar = any(lessThan(inside, ivec2(0))) || any(greaterThanEqual(inside, u_fit.zw));
    o_colour = vec4(bar ? u_bar : u_look == 0 ? nearest_look(at) : smooth_look(at), 1.0);
}
