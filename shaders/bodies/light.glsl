// Light on bodies in the air: their shadows, from their shadow map (view/bodies/shadow_map.rs), and their highlights.
#include "lib/constants.glsl"
#include "lib/fresnel.glsl"
uniform sampler2D u_body_shadows;   // distance of the first body along the sun's rays, 0 to 1
uniform mat4 u_to_body_shadows;     // from the world to the map, 0 to 1 along each axis
uniform float u_body_bias;          // metres to move a point of a body along its normal, so that it does not shade itself

const float VARNISH = 1.5;      // refractive index of a glossy surface
const float POLISH = 0.004;     // variance of its slopes

// Share of the light along `ray` that the varnish reflects.
float varnish_mirrors(vec3 ray, vec3 normal) {
    return reflectance(max(-dot(ray, normal), 0.02), VARNISH);
}

// Radiance of the sun's highlight before that share is taken, for an irradiance of 1.
float varnish_glint(vec3 ray, vec3 normal, vec3 toward) {
    vec3 half_way = normalize(toward - ray);
    float level = max(dot(half_way, normal), 1e-3);
    float share = exp((1.0 - 1.0 / (level * level)) / (2.0 * POLISH)) / (2.0 * PI * POLISH * pow(level, 4.0));
    return min(0.25 * share / max(-dot(ray, normal), 0.02), 60.0);
}

// Visible share of the sun past the bodies, 0 to 1: the mean of the four texels around a point.
float sun_past_bodies(vec3 point) {
    vec3 place = (u_to_body_shadows * vec4(point, 1.0)).xyz;
    ivec2 last = textureSize(u_body_shadows, 0) - 1;
    // Texels at the border are empty.
    vec2 at = clamp(place.xy * vec2(last + 1) - 0.5, vec2(0.0), vec2(last) - 0.001);
    ivec2 first = ivec2(at);
    vec2 part = at - vec2(first);
    vec4 near = vec4(
        texelFetch(u_body_shadows, first, 0).r,
        texelFetch(u_body_shadows, first + ivec2(1, 0), 0).r,
        texelFetch(u_body_shadows, first + ivec2(0, 1), 0).r,
        texelFetch(u_body_shadows, first + ivec2(1, 1), 0).r
    );
    vec4 free = step(vec4(min(place.z, 1.0)), near);
    vec2 rows = mix(free.xz, free.yw, part.x);
    return mix(rows.x, rows.y, part.y);
}
