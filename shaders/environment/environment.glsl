// Reflection of the surroundings of a lit pool (docs/models.md §14): the reflection dome, rendered from the centre of the surface, looked
// up where a ray from another point meets the surroundings.
#include "lib/sky_lighting.glsl"
uniform sampler2D u_reflection_dome;         // octahedral, like u_sky_dome
uniform vec3 u_reflection_light;    // light of the sky, relative to that when the dome was drawn
uniform vec4 u_around_rings;        // half extents of the ring of props, and of the hedge's inner face
uniform vec2 u_around_tops;         // their heights above the rest level

// Radiance that arrives at a point of the surface against the upward `ray`.
vec3 environment_radiance(vec3 point, vec3 ray) {
    // Inverse distances to both rings.
    vec4 sides = abs(ray.xz).xyxy / (u_around_rings - (sign(ray.xz) * point.xz).xyxy);
    vec2 near = max(sides.xz, sides.yw);
    // Height of the ray at each ring, relative to the ring's top: above the hedge the ray meets props, above these the sky.
    vec2 high = ray.y / ((u_around_tops - point.y) * near + 1e-9);
    vec2 past = clamp(vec2(2.0, 3.0) * (high - 1.0), 0.0, 1.0);
    vec3 hit = ray + point * (mix(near.y, near.x, past.y) * (1.0 - past.x));
    vec2 flat_on = hit.xz / (abs(hit.x) + max(hit.y, 0.0) + abs(hit.z));
    // Automatic mip level: an average where neighbouring rays diverge.
    return u_reflection_light * texture(u_reflection_dome, 0.5 + 0.5 * vec2(flat_on.x + flat_on.y, flat_on.x - flat_on.y)).rgb;
}
