// Cubic B-spline filter from four bilinear samples: texels that are larger than pixels leave no squares.
vec4 smoothly(sampler2D table, vec2 place) {
    vec2 size = vec2(textureSize(table, 0));
    vec2 at = place * size - 0.5;
    vec2 first = floor(at);
    vec2 t = at - first;
    vec2 r = 1.0 - t;
    vec2 w0 = r * r * r / 6.0;
    vec2 w1 = 2.0 / 3.0 - 0.5 * t * t * (2.0 - t);
    vec2 w3 = t * t * t / 6.0;
    vec2 before = w0 + w1;
    vec2 low = (first - 0.5 + w1 / before) / size;
    vec2 high = (first + 1.5 + w3 / (1.0 - before)) / size;
    return mix(
        mix(textureLod(table, high, 0.0), textureLod(table, vec2(low.x, high.y), 0.0), before.x),
        mix(textureLod(table, vec2(high.x, low.y), 0.0), textureLod(table, low, 0.0), before.x),
        before.y
    );
}
