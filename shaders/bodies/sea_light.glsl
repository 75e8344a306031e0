// Light on bodies at sea (docs/models.md §15).
#include "lib/sky_lighting.glsl"
#include "bodies/light.glsl"
uniform vec3 u_sun_toward;      // unit

// Visible share of the sun at a point of a body above the water.
float sun_on_body(vec3 point, vec3 normal) {
    return sun_past_bodies(point + u_body_bias * normal);
}

// Light from a sea that sends up this radiance: a rough one mirrors a share of the sky, and little of the sun.
vec3 light_from_sea(vec3 upwelling) {
    return PI * upwelling + 0.06 * u_sky_level;
}

// Radiance of a body above the water, without gloss; `sun` is the visible share of the sun.
vec3 matte_body(vec3 normal, vec3 albedo, float sun, vec3 from_below) {
    vec3 light = u_sun_facing * max(dot(normal, u_sun_toward), 0.0) * sun + u_sky_level * (0.5 + 0.5 * normal.y)
               + from_below * (0.5 - 0.5 * normal.y);
    return albedo / PI * light;
}
