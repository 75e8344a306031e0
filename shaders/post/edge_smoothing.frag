// Smooths edges of an image with one sample a pixel: at a contrast, the mean along the edge (after Lottes, FXAA, 2009); elsewhere the
// image is unchanged, or sharpened.
#include "post/finished.glsl"
in vec2 v_uv;
out vec4 o_colour;
uniform float u_noise;          // contrast threshold, relative to the brightest neighbour
uniform float u_sharpening;     // gain of the difference from the neighbours where there is no edge

const float FARTHEST = 8.0;     // maximum distance along an edge to either side, pixels
const float FAINT = 0.03;       // minimum contrast of an edge

float brightness(vec3 colour) {
    return dot(colour, vec3(0.299, 0.587, 0.114));
}

vec3 picture_at(vec2 place) {
    return averaged(textureLod(u_picture, place, 0.0).rgb);
}

void main() {
    vec2 pixel = 1.0 / vec2(textureSize(u_picture, 0));
    vec3 colour = picture_at(v_uv);
    float darkest = brightness(colour);
    float brightest = darkest;
    // Two rounds of four taps: at the pixel's corners, each the mean of four pixels; then, at an edge, along it. A software rasteriser
    // skips a round of a loop that no pixel needs, but no branch, and would unroll a loop whose first round is known not to be the last.
    vec2 one = 0.5 * pixel;
    vec2 other = vec2(one.x, -one.y);
    bool is_last = u_noise < 0.0;
    while (true) {
        vec3 nw = picture_at(v_uv - one);
        vec3 se = picture_at(v_uv + one);
        vec3 sw = picture_at(v_uv - other);
        vec3 ne = picture_at(v_uv + other);
        if (is_last) {
            vec3 near = 0.5 * (nw + se);
            vec3 wide = 0.5 * near + 0.25 * (sw + ne);
            float mean = brightness(wide);
            // The wide mean may include pixels that do not belong to the edge.
            colour = mean < darkest || mean > brightest ? near : wide;
            break;
        }
        vec4 corners = vec4(brightness(nw), brightness(se), brightness(sw), brightness(ne));
        vec2 low = min(corners.xy, corners.zw);
        vec2 high = max(corners.xy, corners.zw);
        darkest = min(darkest, min(low.x, low.y));
        brightest = max(brightest, max(high.x, high.y));
        if (brightest - darkest < max(FAINT, u_noise * brightest)) {
            vec3 sharp = colour + u_sharpening * (colour - 0.25 * (nw + se + sw + ne));
            colour = clamp(sharp, vec3(0.0), max(colour, vec3(0.999)));
            break;
        }
        // Perpendicular to the strongest change in brightness.
        vec2 along = vec2(corners.z + corners.y - corners.x - corners.w, corners.x + corners.z - corners.w - corners.y);
        float flat_part = min(abs(along.x), abs(along.y)) + 0.03 * dot(corners, vec4(1.0)) + 1e-3;
        along = clamp(along / flat_part, -FARTHEST, FARTHEST) * pixel;
        one = along / 6.0;
        other = 0.5 * along;
        is_last = true;
    }
    o_colour = finished(colour, v_uv);
}
