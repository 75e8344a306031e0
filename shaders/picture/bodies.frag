// A body in the picture view, from above: the part above the water, or (UNDER_WATER) the part in it, whose colours the water dims on the way
// down and up. Colours are display-referred.
#include "lib/heights.glsl"
in vec3 v_point;
in vec3 v_normal;
in vec3 v_albedo;
flat in float v_gloss;
out vec4 o_colour;
uniform vec2 u_half;            // half extents of the pool along x and z
uniform vec3 u_sun_above;       // unit, toward the sun
uniform vec3 u_absorption;      // of the water, 1/m

// Height of the surface over a place, bilinear.
float surface_at(vec2 place) {
    vec2 position = (0.5 * place / u_half + 0.5) * vec2(u_cells) - 0.5;
    ivec2 corner = ivec2(floor(position));
    vec2 t = position - floor(position);
    float north = mix(height_at(corner), height_at(corner + ivec2(1, 0)), t.x);
    float south = mix(height_at(corner + ivec2(0, 1)), height_at(corner + ivec2(1, 1)), t.x);
    return mix(north, south, t.y);
}

void main() {
    float depth = surface_at(v_point.xz) - v_point.y;
    vec3 normal = normalize(v_normal);
    vec3 light = vec3(0.44, 0.49, 0.55) * (0.68 + 0.32 * normal.y) + vec3(0.70, 0.65, 0.56) * max(dot(normal, u_sun_above), 0.0);
    vec3 colour = pow(v_albedo, vec3(1.0 / 2.2)) * light;
#ifdef UNDER_WATER
    if (depth <= 0.0) discard;
    o_colour = vec4(min(colour, 1.0) * exp(-2.0 * u_absorption * depth), 1.0);
#else
    if (depth > 0.0) discard;
    vec3 half_way = normalize(u_sun_above + vec3(0.0, 1.0, 0.0));
    float glint = v_gloss * pow(max(dot(normal, half_way), 0.0), 120.0);
    o_colour = vec4(min(colour + 0.8 * glint, 1.0), 1.0);
#endif
}
