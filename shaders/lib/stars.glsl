// Stars (docs/models.md §13): one in each cell of a cube about the eye, with a realistic distribution of magnitudes; as bright as next to
// a pool at night, in images of any size.
#include "lib/constants.glsl"
#include "lib/random.glsl"
#include "lib/bright_point.glsl"
uniform float u_stars;          // factor of their radiance; 0: none

const float STAR_CELLS = 32.0;  // along each edge of the cube: 6144 stars, some more than eyes make out
const float FAINTEST = 6.2;     // magnitude
const float GROWTH = 0.51;      // each further magnitude has 10^this times as many
const float AIR = 0.2;          // optical depth toward the zenith

// Radiance of the stars in a pixel with the unit direction `ray` and this solid angle.
vec3 stars(vec3 ray, float solid_angle) {
    vec3 size = abs(ray);
    uint face = size.x >= size.y && size.x >= size.z ? 0u : size.y >= size.z ? 1u : 2u;
    vec3 turned = face == 0u ? ray.yzx : face == 1u ? ray.zxy : ray;
    face = 2u * face + (turned.z < 0.0 ? 1u : 0u);
    // Cells of nearly equal size on a face.
    vec2 place = (atan(turned.xy / abs(turned.z)) * (4.0 / PI) * 0.5 + 0.5) * STAR_CELLS;
    uvec2 cell = uvec2(clamp(floor(place), 0.0, STAR_CELLS - 1.0));
    uvec3 bits = random_bits(uvec3(cell, face));
    uvec3 more = random_bits(bits);
    // Away from the cell's edge, so that a star stays within its cell.
    vec2 at = vec2(cell) + mix(vec2(0.15), vec2(0.85), vec2(bits.xy >> 8u) / 16777216.0);
    vec2 level = tan((at / STAR_CELLS * 2.0 - 1.0) * (0.25 * PI));
    vec3 toward = normalize(vec3(level, 1.0)) * vec3(1.0, 1.0, turned.z < 0.0 ? -1.0 : 1.0);
    float off = dot(cross(turned, toward), cross(turned, toward)) / solid_angle;
    float share = (float(bits.z >> 8u) + 1.0) / 16777216.0;
    float light = OF_MAGNITUDE_0 * pow(10.0, -0.4 * (FAINTEST + log2(share) / (3.321928 * GROWTH)));
    // From 3500 K to 15000 K at equal brightness.
    vec3 colour = mix(vec3(1.3, 0.95, 0.6), vec3(0.85, 1.0, 1.35), float(more.x >> 8u) / 16777216.0);
    return colour * (u_stars * light * eyes_see() * point_spread(off) * exp(-AIR / max(ray.y, 0.02)));
}
