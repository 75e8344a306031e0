// The shadow that the rim of a pool throws. Wants lib/shape.glsl before it.
uniform vec3 u_sun_toward;      // unit

const float SUN_RADIUS = 0.004651;      // radians

// How far a point is out of the rim's shadow: 0 where half of the sun's disc looks over the rim, 1 where all of it does, −1 where
// none.
float clear_of_rim(vec3 point) {
    float up = max(u_sun_toward.y, 1e-3);
    // As far as the rim's shadow reaches, and half as wide as its edge is soft.
    float way = (RIM - point.y) / up;
    float soft = max(way / up * SUN_RADIUS, 1e-6);
    vec2 clear = u_half - way * abs(u_sun_toward.xz) - sign(u_sun_toward.xz) * point.xz;
    return min(clear.x, clear.y) / soft;
}

// How much of the sun's disc looks over the rim, 0 to 1.
float over_rim(vec3 point) {
    return smoothstep(-1.0, 1.0, clear_of_rim(point));
}
