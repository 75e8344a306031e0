// Light that has landed on a receiver: one part of a map that has all of them over each other.
uniform sampler2D u_light;      // of all receivers over each other
uniform vec2 u_section;         // this one's first row, its rows; parts of all

// The light that lands at a place of the receiver, which is 0 to 1 along both sides; beyond its edge the edge goes on.
float light_at(vec2 place, float level) {
    float edge = 0.5 * exp2(ceil(level)) / float(textureSize(u_light, 0).y);
    float row = clamp(place.y * u_section.y, edge, max(u_section.y - edge, edge));
    return textureLod(u_light, vec2(place.x, u_section.x + row), level).r;
}
