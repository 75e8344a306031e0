// The surface of a lit pool from below (docs/models.md §14): what is above it inside Snell's window, and the reflected pool outside;
// separate refractive indices for the colours.
#include "lib/fresnel.glsl"
#include "lib/rim_shadow.glsl"
#include "lib/water_slope.glsl"
#include "environment/environment.glsl"
#include "pool/over_water.glsl"
#include "pool/underwater_ray.glsl"
uniform float u_pixel;          // width of a pixel at distance 1


// The share of the distance `way` from a point of the surface along `ray` that is outside of the rim's shadow.
float sunny_part(vec3 point, vec3 ray, float path) {
    vec2 toward = sign(u_sun_toward.xz);
    vec2 room = u_half - RIM / max(u_sun_toward.y, 1e-3) * abs(u_sun_toward.xz) - toward * point.xz;
    // Reduction of the margin as the ray advances and the point of entry moves.
    vec2 lost = toward * (ray.xz - u_sun_under.xz / u_sun_under.y * ray.y) * path;
    vec2 end = room / mix(lost, vec2(1e-6), lessThan(abs(lost), vec2(1e-6)));
    vec2 first = mix(vec2(0.0), end, lessThan(lost, vec2(0.0)));
    vec2 last = mix(end, vec2(1.0), lessThan(lost, vec2(0.0)));
    return clamp(min(min(last.x, last.y), 1.0) - max(max(first.x, first.y), 0.0), 0.0, 1.0);
}

// The normal at a point of the surface.
vec3 ceiling_normal(vec3 point) {
    vec2 slope = slope_at(point.xz);
    return normalize(vec3(-slope.x, 1.0, -slope.y));
}

// The ray that the surface reflects down into the water.
vec3 reflected_down(vec3 ray, vec3 normal) {
    vec3 down = reflect(ray, normal);
    return vec3(down.x, -abs(down.y), down.z);
}

// Radiance of the reflected ray `down` of a point of the surface; `outgoing` is that of what it hits at distance `path`.
vec3 reflected_radiance(vec3 outgoing, vec3 point, vec3 down, float path) {
    // On the way down only the rim's shadow modulates the sunlight.
    return in_water(outgoing, point, down, path, sunny_part(point, down, path));
}

// Radiance along the unit vector `ray` at a point of the surface at distance `far` from the eye; `below` is that of the reflected ray.
vec3 ceiling(vec3 point, vec3 ray, vec3 normal, float far, vec3 below) {
    float facing = max(dot(ray, normal), 0.01);
    vec3 mirrored = vec3(
        reflectance(facing, 1.0 / FRESH_WATER_INDEX.r), reflectance(facing, 1.0 / FRESH_WATER_INDEX.g), reflectance(facing, 1.0 / FRESH_WATER_INDEX.b)
    );

    vec3 red = refract(ray, -normal, FRESH_WATER_INDEX.r);
    vec3 green = refract(ray, -normal, FRESH_WATER_INDEX.g);
    vec3 blue = refract(ray, -normal, FRESH_WATER_INDEX.b);
    // Just outside of the window only some colours are transmitted; the others are zero.
    vec3 up = green == vec3(0.0) ? red : green;
    vec3 spread = fwidth(up);
    up = vec3(up.x, max(up.y, 1e-3), up.z);
    float wall;
    vec3 over = over_water(point, up, u_pixel * far, wall);
    red.y = max(red.y, 1e-3);
    blue.y = max(blue.y, 1e-3);
    vec3 sky = vec3(environment_radiance(point, red).r, environment_radiance(point, up).g, environment_radiance(point, blue).b);
    // The sun's disc, widened by the pixel's footprint.
    float variance = SUN_DISC_VARIANCE + 0.25 * dot(spread, spread);
    float off = length(cross(up, u_sun_toward));
    float disc = dot(up, u_sun_toward) > 0.0 ? exp(-0.5 * off * off / variance) / (2.0 * PI * variance) : 0.0;
    vec3 above = mix(sky + u_sun_facing * disc, over, wall);

    return mirrored * below + (1.0 - mirrored) * FRESH_WATER_INDEX * FRESH_WATER_INDEX * above;
}
