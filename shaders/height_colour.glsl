// Heights in colour: blue troughs, white at rest, red crests; full at `range` metres.
vec3 height_colour(float height, float range) {
    float level = clamp(height / range, -1.0, 1.0);
    vec3 crest = mix(vec3(0.97), vec3(0.80, 0.14, 0.10), smoothstep(0.0, 1.0, level));
    vec3 trough = mix(vec3(0.97), vec3(0.07, 0.22, 0.62), smoothstep(0.0, 1.0, -level));
    return level > 0.0 ? crest : trough;
}
