// The light of a part of a cell on the texels around its image, by the area that they share with it (docs/models.md §14). Where the surface
// folds the light, parts add up by blending.
flat in vec4 v_part;            // the image: its centre, and its extent along the columns and rows; texels of the receiver
flat in float v_flux;           // flux, relative to that on a texel of level ground above the water
out vec4 o_light;               // irradiance, relative to level ground above the water
uniform vec2 u_texels;          // columns and rows of the receiver
uniform float u_first_row;      // its first row in the map

void main() {
    vec2 low = floor(gl_FragCoord.xy) - vec2(0.0, u_first_row);
    vec2 high = low + 1.0;
    // What lies beyond the edges lands on another receiver.
    if (any(lessThan(low, vec2(0.0))) || any(greaterThan(high, u_texels))) discard;
    vec2 shared = max(min(high, v_part.xy + 0.5 * v_part.zw) - max(low, v_part.xy - 0.5 * v_part.zw), 0.0) / v_part.zw;
    o_light = vec4(v_flux * shared.x * shared.y);
}
