// Lighting above the water: stone, and the strip of wall between water and rim.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "lib/rim_shadow.glsl"
#if defined(BODIES) && !defined(DEFERRED)
#include "bodies/light.glsl"
#endif
uniform vec3 u_upwelling_irradiance;         // upwelling irradiance from the water, on a wall
uniform float u_sun_mirrored;   // reflectance of level water for the sun

#define WET_TOP (0.012 * HALF_LENGTH)   // height above the rest level that waves keep wet

// Visibility of the sun's disc over the rim and past the bodies, 0 to 1. What deferred water mirrors is without the bodies: a software
// rasteriser skips no branch, and would pay for them at every pixel.
float sun_over_pool(vec3 point) {
#if defined(BODIES) && !defined(DEFERRED)
    return over_rim(point) * sun_past_bodies(point);
#else
    return over_rim(point);
#endif
}

// Irradiance on a surface that sees a share `open` of the sky.
vec3 daylight_on(vec3 normal, float sun, float open) {
    return u_sun_facing * max(dot(normal, u_sun_toward), 0.0) * sun + u_sky_level * open;
}

// The point of the level surface that reflects the sun onto a point of the strip.
vec3 strip_thrown_from(vec3 point) {
    vec2 away = u_sun_toward.xz * (max(point.y, 0.0) / max(u_sun_toward.y, 0.05));
    return vec3(clamp(point.xz + away, -u_half, u_half), 0.0).xzy;
}

// Visibility of the sun's disc at a point of the strip, and where level water reflects the sun onto it, past the rim and the bodies.
vec2 strip_sun(vec3 point, vec3 normal) {
    return vec2(dot(u_sun_toward.xz, normal.xz) > 0.0 ? sun_over_pool(point) : 0.0, sun_over_pool(strip_thrown_from(point)));
}

// The same without the shadows of bodies, for the strip as it is seen in or through the water, where they would hardly be noticed: their
// code is long, and slow to compile.
vec2 strip_sun_without_bodies(vec3 point, vec3 normal) {
    return vec2(dot(u_sun_toward.xz, normal.xz) > 0.0 ? over_rim(point) : 0.0, over_rim(strip_thrown_from(point)));
}

// Radiance of the strip with tiles of this albedo and such visibility of the sun; `gathered` is the focusing of the reflected sun by
// waves, 1 for level water.
vec3 strip_radiance(vec3 point, vec3 normal, vec3 albedo, vec2 sun, float gathered) {
    float wet = 1.0 - smoothstep(0.5 * WET_TOP, WET_TOP, point.y);
    // Darker under the lip of the rim.
    float lip = mix(1.0, 0.6, smoothstep(0.6 * RIM, RIM, point.y));
    float thrown = u_sun_mirrored * gathered * sun.y;
    vec3 light = daylight_on(normal, sun.x + thrown, 0.45 * lip) + u_upwelling_irradiance * lip;
    return albedo * mix(1.0, 0.62, wet) / PI * light;
}
