// Irradiance on a receiver: one part of a map of all receivers.
uniform sampler2D u_light;      // all receivers above each other
uniform vec2 u_section;         // first row and number of rows of this one, as fractions of the map

// Irradiance at a place of the receiver, 0 to 1 along both sides; clamped to the edge.
float light_at(vec2 place, float level) {
    float edge = 0.5 * exp2(ceil(level)) / float(textureSize(u_light, 0).y);
    float row = clamp(place.y * u_section.y, edge, max(u_section.y - edge, edge));
    return textureLod(u_light, vec2(place.x, u_section.x + row), level).r;
}
