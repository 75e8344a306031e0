// What stands above the water by its light: stone, and the strip of wall between water and rim. Wants lib/shape.glsl,
// lib/sky_lighting.glsl and lib/rim_shadow.glsl before it.
uniform vec3 u_sent_up;         // irradiance that the water sends up, on a wall
uniform float u_sun_mirrored;   // how much of the sun level water mirrors

const float WET_TOP = 0.012;    // world metres above the rest level that waves keep wet

// How much of the sun's disc a point of the strip sees over the rim across the pool, 0 to 1.
float strip_sun(vec3 point, vec3 normal) {
    return dot(u_sun_toward.xz, normal.xz) > 0.0 ? over_rim(point) : 0.0;
}

// Irradiance on a surface that sees `open` of the sky.
vec3 daylight_on(vec3 normal, float sun, float open) {
    return u_sun_facing * max(dot(normal, u_sun_toward), 0.0) * sun + u_sky_level * open;
}

// Where the sun that the water throws on a point of the strip comes from: a point of the level surface.
vec3 strip_thrown_from(vec3 point) {
    vec2 away = u_sun_toward.xz * (max(point.y, 0.0) / max(u_sun_toward.y, 0.05));
    return vec3(clamp(point.xz + away, -u_half, u_half), 0.0).xzy;
}

// Radiance of the strip, of tiles of this albedo; `gathered` is how much waves gather the sun that they throw there, 1 for level
// water.
vec3 strip_radiance(vec3 point, vec3 normal, vec3 albedo, float gathered) {
    float wet = 1.0 - smoothstep(0.5 * WET_TOP, WET_TOP, point.y);
    // Under the lip of the rim it is darker.
    float lip = mix(1.0, 0.6, smoothstep(RIM - 0.02, RIM, point.y));
    float thrown = u_sun_mirrored * gathered * over_rim(strip_thrown_from(point));
    vec3 light = daylight_on(normal, strip_sun(point, normal) + thrown, 0.45 * lip) + u_sent_up * lip;
    return albedo * mix(1.0, 0.62, wet) / PI * light;
}
