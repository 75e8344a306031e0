// The exposure by the picture's histogram (docs/models.md §14): the mean of the logarithm of its luminance, without the darkest 30 % and the
// brightest 5 %, and half of what it lacks to MIDDLE, in stops.
#include "lib/constants.glsl"
out vec4 o_factor;
uniform sampler2D u_picture;    // exposed scene colour, coarse

const int BINS = 128;
const float PER_STOP = 8.0;
const float DARKEST = -12.0;    // of the first bin, stops
const vec2 COUNTED = vec2(0.3, 0.95);
const float MIDDLE = -2.2;      // stops
const float MOST = 2.0;         // stops

void main() {
    float bins[BINS];
    for (int i = 0; i < BINS; i++) bins[i] = 0.0;
    ivec2 size = textureSize(u_picture, 0);
    for (int row = 0; row < size.y; row++) {
        for (int column = 0; column < size.x; column++) {
            float luminance = dot(texelFetch(u_picture, ivec2(column, row), 0).rgb, LUMINANCE);
            float place = clamp(PER_STOP * (log2(max(luminance, 1e-6)) - DARKEST), 0.0, float(BINS) - 1.001);
            int bin = int(place);
            // Shared by two bins: what crosses the border of one makes no step.
            float upper = place - float(bin);
            bins[bin] += 1.0 - upper;
            bins[bin + 1] += upper;
        }
    }
    vec2 counted = COUNTED * float(size.x * size.y);
    float below = 0.0;
    float sum = 0.0;
    for (int i = 0; i < BINS; i++) {
        float share = clamp(below + bins[i], counted.x, counted.y) - clamp(below, counted.x, counted.y);
        sum += share * (DARKEST + float(i) / PER_STOP);
        below += bins[i];
    }
    float lack = MIDDLE - sum / (counted.y - counted.x);
    o_factor = vec4(exp2(clamp(0.5 * lack, -MOST, MOST)));
}
