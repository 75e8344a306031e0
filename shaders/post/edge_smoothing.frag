// Smooths edges of an image with one sample a pixel: at a contrast, the mean along the edge (after Lottes, FXAA, 2009); elsewhere the
// image is unchanged.
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_picture;
uniform float u_noise;          // contrast threshold, relative to the brightest neighbour

const float FARTHEST = 8.0;     // maximum distance along an edge to either side, pixels
const float FAINT = 0.03;       // minimum contrast of an edge

float brightness(vec3 colour) {
    return dot(colour, vec3(0.299, 0.587, 0.114));
}

vec3 picture_at(vec2 place) {
    return textureLod(u_picture, place, 0.0).rgb;
}

void main() {
    vec2 pixel = 1.0 / vec2(textureSize(u_picture, 0));
    vec3 middle = picture_at(v_uv);
    float here = brightness(middle);
    // At the pixel's corners: each is the mean of four pixels.
    vec2 half_pixel = 0.5 * pixel;
    float nw = brightness(picture_at(v_uv - half_pixel));
    float se = brightness(picture_at(v_uv + half_pixel));
    float ne = brightness(picture_at(v_uv + vec2(half_pixel.x, -half_pixel.y)));
    float sw = brightness(picture_at(v_uv + vec2(-half_pixel.x, half_pixel.y)));
    float darkest = min(here, min(min(nw, ne), min(sw, se)));
    float brightest = max(here, max(max(nw, ne), max(sw, se)));
    float contrast = brightest - darkest;

    // Along the edge: perpendicular to the strongest change in brightness.
    vec2 along = vec2((sw + se) - (nw + ne), (nw + sw) - (ne + se));
    float least = min(abs(along.x), abs(along.y)) + 0.03 * (nw + ne + sw + se) + 1e-3;
    along = clamp(along / least, -FARTHEST, FARTHEST) * pixel;

    vec3 near = 0.5 * (picture_at(v_uv - along / 6.0) + picture_at(v_uv + along / 6.0));
    vec3 wide = 0.5 * near + 0.25 * (picture_at(v_uv - 0.5 * along) + picture_at(v_uv + 0.5 * along));
    float mean = brightness(wide);
    // The wide mean may include pixels that do not belong to the edge.
    vec3 smoothed = mean < darkest || mean > brightest ? near : wide;
    o_colour = vec4(contrast < max(FAINT, u_noise * brightest) ? middle : smoothed, 1.0);
}
