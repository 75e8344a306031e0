// The shadow of a pool's rim.
#include "lib/shape.glsl"
uniform vec3 u_sun_toward;      // unit

#include "lib/constants.glsl"

// Clearance of a point from the rim's shadow: 0 where half of the sun's disc is visible over the rim, 1 where all of it is, −1 where none
// is.
float clear_of_rim(vec3 point) {
    float up = max(u_sun_toward.y, 1e-3);
    // Distance to the edge of the rim's shadow, over half of the penumbra's width.
    float path = (RIM - point.y) / up;
    float soft = max(path / up * SUN_DISC_RADIUS, 1e-6);
    vec2 clear = u_half - path * abs(u_sun_toward.xz) - sign(u_sun_toward.xz) * point.xz;
    return min(clear.x, clear.y) / soft;
}

// Visible share of the sun's disc over the rim, 0 to 1.
float over_rim(vec3 point) {
    return smoothstep(-1.0, 1.0, clear_of_rim(point));
}
