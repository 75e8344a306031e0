// The exposure by the picture's histogram (docs/models.md §14): the mean of the logarithm of its luminance, without the darkest 30 % and the
// brightest 5 %, and half of the difference from MIDDLE, in stops.
#include "lib/constants.glsl"
out vec4 o_factor;
uniform sampler2D u_picture;    // exposed scene colour, coarse
uniform float u_stops;          // exposure compensation that it contains

const int BINS = 128;
const float PER_STOP = 8.0;
const float MIN_STOPS = -12.0;  // of the first bin
const vec2 COUNTED = vec2(0.3, 0.95);
const float MIDDLE = -2.2;      // stops
const float MAX_CORRECTION = 2.0;   // stops

void main() {
    float bins[BINS];
    for (int i = 0; i < BINS; i++) bins[i] = 0.0;
    ivec2 size = textureSize(u_picture, 0);
    for (int row = 0; row < size.y; row++) {
        for (int column = 0; column < size.x; column++) {
            float luminance = dot(texelFetch(u_picture, ivec2(column, row), 0).rgb, LUMINANCE);
            // Not a number is dark.
            float stops = luminance > 1e-6 ? log2(luminance) - u_stops : MIN_STOPS;
            float place = clamp(PER_STOP * (stops - MIN_STOPS), 0.0, float(BINS - 1));
            int bin = clamp(int(place), 0, BINS - 2);
            // Shared by two bins, or what crosses the border of one would make a step.
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
        sum += share * (MIN_STOPS + float(i) / PER_STOP);
        below += bins[i];
    }
    float difference = MIDDLE - sum / (counted.y - counted.x);
    o_factor = vec4(exp2(clamp(0.5 * difference, -MAX_CORRECTION, MAX_CORRECTION)));
}
