// The sky behind everything, with the discs of sun and moon. COUNTRY: a band about the horizon with the distant country in front of the sky;
// BELOW_HORIZON: the country alone; ABOVE_COUNTRY: the sky above it.
#include "lib/sky_lighting.glsl"
#ifdef COUNTRY
#include "lib/shape.glsl"
#include "environment/vegetation.glsl"
#include "environment/clearing.glsl"
#include "environment/country.glsl"
in vec3 v_ray;
uniform vec3 u_eye;
#else
uniform vec3 u_sun_toward;      // unit
#ifdef ABOVE_COUNTRY
in vec3 v_ray;
#else
in vec2 v_uv;
uniform mat4 u_unproject;       // clip space to world directions
#endif
#endif
#include "lib/scene_colour.glsl"
#include "lib/bspline.glsl"
#include "lib/stars.glsl"
out vec4 o_colour;
#ifdef CLOUDS
#include "lib/clouds.glsl"
#endif
#ifdef OVER_GROUND
uniform float u_ground;         // 1 with ground all around, 0 in a studio
#endif
uniform float u_disc;           // radiance at the centre of the sun's disc, for an irradiance of 1

uniform vec4 u_moon;            // unit vector toward the sun; 1 if the moon gives the light, in place of the sun, or 0
uniform vec3 u_moon_toward;     // unit
uniform vec3 u_moon_radiance;   // of its sunlit part by day; 0: not seen

// Radiance of the moon's disc at night relative to one of a sun that gives as much light: its shape and its seas are seen in a picture that
// is exposed for the ground.
const float DIMMED = 0.004;

// The share of a pixel that the disc of sun or moon covers, and how far from its middle the ray is, in radii.
float disc(vec3 ray, vec3 toward, out float off) {
    // The cosine is not precise enough for such a small angle.
    off = length(cross(ray, toward)) / SUN_DISC_RADIUS;
    return dot(ray, toward) > 0.0 ? clamp((1.0 - off) / max(fwidth(off), 1e-3) + 0.5, 0.0, 1.0) : 0.0;
}

// Light of the moon's disc in the direction of a ray toward it, at most 1: its seas, and its phase by the sun's place.
float moon(vec3 ray) {
    const vec4 SEAS[6] = vec4[](vec4(-0.35, 0.45, 0.3, 0.4), vec4(0.25, 0.35, 0.22, 0.35), vec4(0.4, 0.05, 0.2, 0.4),
        vec4(-0.55, 0.0, 0.34, 0.4), vec4(-0.2, -0.35, 0.2, 0.3), vec4(0.7, 0.3, 0.13, 0.4));
    vec3 right = normalize(cross(u_moon_toward, vec3(0.0, 1.0, 0.0)) + vec3(1e-6, 0.0, 0.0));
    mat3 frame = mat3(right, cross(right, u_moon_toward), u_moon_toward);
    vec2 at = vec2(dot(ray, frame[0]), dot(ray, frame[1])) / SUN_DISC_RADIUS;
    vec3 normal = frame * vec3(at, -sqrt(max(1.0 - dot(at, at), 0.0)));
    float lit = smoothstep(0.0, 0.08, dot(normal, u_moon.xyz));
    float albedo = 1.0;
    for (int i = 0; i < 6; i++) albedo -= SEAS[i].w * (1.0 - smoothstep(0.7 * SEAS[i].z, 1.2 * SEAS[i].z, distance(at, SEAS[i].xy)));
    return lit * max(albedo, 0.35);
}

void main() {
#if defined(COUNTRY) || defined(ABOVE_COUNTRY)
    vec3 ray = normalize(v_ray);
#else
    vec4 point = u_unproject * vec4(v_uv * 2.0 - 1.0, 1.0, 1.0);
    vec3 ray = normalize(point.xyz / point.w);
#endif
#ifdef BELOW_HORIZON
    o_colour = scene_colour(under_horizon(u_eye, ray, atan(ray.x, -ray.z) / (2.0 * PI)));
#else
    float off;
    float sun = disc(ray, u_sun_toward, off);
    // Limb darkening.
    sun *= 0.4 + 0.6 * sqrt(max(1.0 - off * off, 0.0));
    float moon_off;
    float moonlit = disc(ray, u_moon_toward, moon_off);
    vec3 along = dFdx(ray);
    vec3 up = dFdy(ray);
    vec3 starlight = vec3(0.0);
    // A software rasteriser runs both sides of a branch, but skips a loop of no iterations; one loop costs it less than two.
    bool is_starry = u_stars > 0.0 && ray.y > 0.0;
    int rounds = moonlit > 0.0 || is_starry ? 1 : 0;
    for (int i = 0; i < rounds; i++) {
        moonlit *= moon(ray);
        if (is_starry) starlight = stars(ray, max(length(cross(along, up)), 1e-9));
    }
    if (u_moon.w > 0.5) sun = DIMMED * moonlit;
    vec2 place = sky_place(ray);
#ifdef OVER_GROUND
    // Keeps the spline's rows above the horizon.
    if (u_ground > 0.5) place.y = min(place.y, 0.5 - 1.5 / float(textureSize(u_sky_table, 0).y));
#endif
    vec4 air = smoothly(u_sky_table, place);
#ifdef CLOUDS
    vec4 before = clouds(ray);
    air = vec4(air.rgb * before.a + before.rgb, air.a * before.a);
#else
    // At the zenith, where the table's columns converge, the dome has no seam and finer texels.
    float high = smoothstep(0.55, 0.8, ray.y);
    if (high > 0.0) air.rgb = mix(air.rgb, smoothly(u_sky_dome, dome_place(ray)).rgb, high);
#endif
    vec3 radiance = air.rgb + u_sun_facing * (u_disc * sun) + air.a * (u_moon_radiance * moonlit + starlight);
#ifdef OVER_GROUND
    // Between the edge of the ground and the horizon only haze is visible.
    if (u_ground > 0.5 && ray.y < 0.0) {
        radiance = textureLod(u_sky_dome, dome_place(vec3(ray.x, 0.0, ray.z) + vec3(1e-6, 0.0, 0.0)), 0.0).rgb;
    }
#endif
#ifdef COUNTRY
    vec4 land = over_horizon(u_eye, ray, place.x - 0.5);
    radiance = mix(radiance, land.rgb, land.a);
#endif
    o_colour = scene_colour(radiance);
#endif
}
