// What stands around a lit pool, as its water mirrors it and as it is seen from below (docs/models.md §14): one picture of it, as
// the middle of the surface sees it, looked up where a ray from another place meets what stands there.
uniform sampler2D u_around;         // laid flat as u_sky_dome is
uniform vec4 u_around_rings;        // half extents of the ring that things stand on, and of the hedge's inner face
uniform vec2 u_around_tops;         // their heights over the rest level

// Radiance that comes to a point of the surface against `ray`, which leads upward, out of the pool.
vec3 around_radiance(vec3 point, vec3 ray) {
    // One over the way to either ring.
    vec4 sides = abs(ray.xz).xyxy / (u_around_rings - (sign(ray.xz) * point.xz).xyxy);
    vec2 near = max(sides.xz, sides.yw);
    // How high it passes each, of how high that is: over the hedge it is things that it meets, over these the sky without end.
    vec2 high = ray.y / ((u_around_tops - point.y) * near + 1e-9);
    vec2 past = clamp(vec2(2.0, 3.0) * (high - 1.0), 0.0, 1.0);
    vec3 met = ray + point * (mix(near.y, near.x, past.y) * (1.0 - past.x));
    vec2 flat_on = met.xz / (abs(met.x) + max(met.y, 0.0) + abs(met.z));
    // Where neighbours see far apart, the mean of what lies between.
    return texture(u_around, 0.5 + 0.5 * vec2(flat_on.x + flat_on.y, flat_on.x - flat_on.y)).rgb;
}
