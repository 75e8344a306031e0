// What stands around a lit pool, as its water mirrors it and as it is seen from below (docs/models.md §14). Wants daylight.glsl before
// it.

// Radiance that comes to a point of the surface against `ray`, which leads upward, out of the pool.
vec3 around_radiance(vec3 point, vec3 ray) {
    return dome_radiance(ray);
}
