// Light on bodies in a lit pool (docs/models.md §14): above the water, and in it.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "lib/fresnel.glsl"
#include "lib/rim_shadow.glsl"
#include "lib/above_water.glsl"
#include "lib/water_slope.glsl"
#include "environment/environment.glsl"
#include "pool/pool.glsl"
#include "bodies/light.glsl"
#include "bodies/sun_path.glsl"
#ifdef LAMP
#include "bodies/lamp_shadow.glsl"
#endif

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

// Horizontal offset per metre of depth of the sun's ray that water of this slope refracts, for slopes whose squares are small.
vec2 sun_drift(vec2 slope) {
    const float RATIO = 1.0 / FRESH_WATER_INDEX.g;
    float facing = RATIO * (u_sun_toward.y - dot(slope, u_sun_toward.xz));
    float turned = sqrt(max(1.0 - RATIO * RATIO + facing * facing, 0.0)) - facing;
    return (turned * slope - RATIO * u_sun_toward.xz) / (RATIO * u_sun_toward.y + turned);
}

// How much more sun the waves focus on a point in the water than level water would: the ratio of the areas of a beam at the surface and
// there, from the derivatives of its rays' offsets. It reads the surface and not the caustics map, which lies deeper and has the shadow
// of the body itself. Where rays cross it follows one of them.
float sun_focus(vec2 ground, float deep) {
    const float SOFT = 0.3;     // ratio of the areas that the sun's disc and short waves leave in a focus
    vec2 entry = ground + deep / u_sun_under.y * u_sun_under.xz;
    entry = ground - deep * sun_drift(slope_at(entry));
    // On a triangle of three cells.
    vec2 cell = 2.0 * u_half / vec2(textureSize(u_slope, 0));
    vec2 a = sun_drift(slope_at(entry + 1.5 * cell * vec2(-1.0, -1.0)));
    vec2 b = sun_drift(slope_at(entry + 1.5 * cell * vec2(1.0, -1.0)));
    vec2 c = sun_drift(slope_at(entry + 1.5 * cell * vec2(0.0, 1.0)));
    vec2 along_x = deep / (3.0 * cell.x) * (b - a);
    vec2 along_z = deep / (3.0 * cell.y) * (c - 0.5 * (a + b));
    float area = (1.0 + along_x.x) * (1.0 + along_z.y) - along_x.y * along_z.x;
    return sqrt((1.0 + SOFT * SOFT) / (area * area + SOFT * SOFT));
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
        sun = facing / u_sun_under.y * u_entering * over_rim(entry) * sun_focus(point.xz, deep)
            * sun_past_bodies(straight_from_sun(point + u_body_bias * normal));
    }
    vec3 light = u_sun_level * sun * exp(-u_down * path) + u_sky_under * down * (0.5 + 0.5 * normal.y) + u_bounce * (1.0 - normal.y);
#ifdef LAMP
    vec3 off = point - u_lamp;
    float far = max(length(off), 0.01 * HALF_LENGTH);
    light += u_lamp_light * lamp_cone(off / far) * max(-dot(off / far, normal), 0.0) / (far * far) * exp(-u_beam * far)
           * lamp_past_bodies(off / far, far) + u_lamp_bounce;
#endif
    return albedo / PI * light * u_gain;
}
