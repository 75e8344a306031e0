// Light on bodies in a lit pool (docs/models.md §14): above the water, and in it.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "lib/fresnel.glsl"
#include "lib/rim_shadow.glsl"
#include "lib/above_water.glsl"
#include "environment/environment.glsl"
#include "pool/pool.glsl"
#include "bodies/light.glsl"

// Visible share of the sun at a point of a body above the water.
float sun_on_body(vec3 point, vec3 normal) {
    float rim = all(lessThan(abs(point.xz), u_half)) ? over_rim(point) : 1.0;
    return rim * sun_past_bodies(point + u_body_bias * normal);
}

// Radiance of a body above the water against the unit vector `ray`, without gloss; `sun` is the visible share of the sun.
vec3 matte_body(vec3 point, vec3 normal, vec3 albedo, float sun) {
    // The sun that level water mirrors; light from the water, and from the ground around it, from below.
    vec3 mirrored = vec3(u_sun_toward.x, -u_sun_toward.y, u_sun_toward.z);
    float facing = max(dot(normal, u_sun_toward), 0.0) * sun + u_sun_mirrored * max(dot(normal, mirrored), 0.0);
    vec3 light = u_sun_facing * facing + u_sky_level * (0.5 + 0.5 * normal.y) + u_upwelling_irradiance * (1.0 - normal.y);
    return albedo / PI * light;
}

// The same with what a glossy surface reflects.
vec3 body_radiance(vec3 point, vec3 normal, vec3 albedo, float gloss, vec3 ray) {
    float sun = sun_on_body(point, normal);
    float mirrored = gloss * varnish_mirrors(ray, normal);
    vec3 up = reflect(ray, normal);
    vec3 above = environment_radiance(point, vec3(up.x, max(up.y, 1e-3), up.z));
    vec3 seen = mix(2.0 * u_upwelling_irradiance / PI, above, smoothstep(-0.08, 0.08, up.y));
    seen += u_sun_facing * sun * varnish_glint(ray, normal, u_sun_toward);
    return mirrored * seen + (1.0 - mirrored) * matte_body(point, normal, albedo, sun);
}

// Radiance of a body into the water; `down` is the transmittance of sky light there.
vec3 submerged_body_radiance(vec3 point, vec3 normal, vec3 albedo, out vec3 down) {
    float deep = max(-point.y, 0.0);
    down = exp(-u_down * SKY_PATH * deep);
    float path = deep / u_sun_under.y;
    vec3 entry = point + path * u_sun_under;
    float facing = max(dot(normal, u_sun_under), 0.0);
    float sun = 0.0;
    if (facing > 0.0) {
        sun = facing / u_sun_under.y * u_entering * over_rim(entry) * sun_past_bodies(entry);
    }
    vec3 light = u_sun_level * sun * exp(-u_down * path) + u_sky_under * down * (0.5 + 0.5 * normal.y) + u_bounce * (1.0 - normal.y);
#ifdef LAMP
    vec3 off = point - u_lamp;
    float far = max(length(off), 0.01 * HALF_LENGTH);
    light += u_lamp_light * lamp_cone(off / far) * max(-dot(off / far, normal), 0.0) / (far * far) * exp(-u_beam * far) + u_lamp_bounce;
#endif
    return albedo / PI * light * u_gain;
}
