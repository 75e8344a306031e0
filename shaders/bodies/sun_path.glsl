// Where a point in the water would be if the sun's ray through it went on straight from the surface: the bodies' shadow map has the points
// of bodies there, and a body in the water shades what lies behind it along the refracted ray.
uniform vec3 u_body_bend;       // offset for a metre of depth; 0 at sea
uniform vec2 u_body_pool;       // half sides of the pool

vec3 straight_from_sun(vec3 point) {
    bool is_inside = all(lessThan(abs(point.xz), u_body_pool));
    return is_inside ? point + max(-point.y, 0.0) * u_body_bend : point;
}
