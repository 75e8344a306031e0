// The ground of a lit pool above the water, dry or wet.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#include "lib/above_water.glsl"
#include "pool/pool.glsl"
#include "environment/environment.glsl"
#include "lib/ground_shadow.glsl"
#include "environment/grass_layer.glsl"
#include "lib/scene_colour.glsl"
in vec3 v_point;
out vec4 o_colour;
uniform vec3 u_eye;
uniform float u_pixel;          // width of a pixel at distance 1

// Brightness of blades at root and tip, and of the earth between them, relative to ground of their albedo. Fitted, so that all together have
// the mean of `grass_shade`; see tests/gl/lit_ground.rs.
const vec2 GRASS_LIGHT = vec2(0.76, 2.0);
const float GRASS_EARTH = 0.66;

// The normal of a surface with this relief, metres, from its differences between neighbouring pixels (Mikkelsen 2010).
vec3 embossed(vec3 normal, vec3 point, float relief) {
    vec3 right = dFdx(point);
    vec3 up = dFdy(point);
    vec3 across = cross(up, normal);
    vec3 along = cross(normal, right);
    float area = dot(right, across);
    vec3 rise = sign(area) * (dFdx(relief) * across + dFdy(relief) * along);
    return normalize(max(abs(area), 1e-12) * normal - rise);
}

void main() {
    vec3 ray = v_point - u_eye;
    float far = length(ray);
    vec3 normal = bottom_normal(v_point.xz);
    // Between its short and its long axis.
    float footprint = u_pixel * far / sqrt(max(abs(dot(ray / far, normal)), 0.06));
    vec4 noise = ground_noises(v_point, footprint);
    vec2 shares = ground_shares(v_point, normal, noise);
    Ground ground = ground_with(v_point, noise, shares, footprint);
    vec3 albedo = ground.albedo;
    vec3 bumpy = embossed(normal, v_point, ground.relief);
    float buried = floor_at(v_point.xz) - v_point.y;
    vec2 edge = step(u_half * 0.9999, abs(v_point.xz));
    if (edge.x + edge.y > 0.0 && buried > 0.0005 * HALF_LENGTH) {
        // Cut upright, above the rim.
        vec2 outward = sign(v_point.xz) * (edge.x > 0.0 ? vec2(1.0, 0.0) : vec2(0.0, 1.0));
        normal = vec3(outward.x, 0.0, outward.y);
        bumpy = normal;
        shares.x = 0.0;
        albedo = soil(edge.x > 0.0 ? v_point.z : v_point.x, v_point.y, buried, u_pixel * far);
    }
    // Four lookups hide the cells.
    vec2 off = 1.3 * u_half / vec2(textureSize(u_cover, 0));
    float wet = 0.25 * (cover_at(v_point.xz + off).r + cover_at(v_point.xz - off).r
                      + cover_at(v_point.xz + vec2(off.x, -off.y)).r + cover_at(v_point.xz + vec2(-off.x, off.y)).r);
    albedo *= wet_ground(wet);
    wet = smoothstep(0.15, 0.75, wet);
    float sun = sun_over_pool(v_point) * sun_over_ground(v_point, u_sun_toward, SUN_STEPS);
    vec3 light = daylight_on(bumpy, sun, 0.5 + 0.5 * normal.y);
    float grown = shares.x * (1.0 - shares.y) * (1.0 - wet);
    float facing = max(-dot(ray / far, normal), 0.02);
    // How far the ray moves along x and z while it comes down by a metre relative to the ground.
    vec2 drift = ray.xz / (far * facing) * normal.y;
    GrassLayer grass = grass_layer(v_point.xz, drift, u_pixel * far, grown);
    // Earth between the blades; where none are drawn, the ground has their mean brightness.
    float shade = mix(grass_shade(facing), GRASS_EARTH, grass.near);
    vec3 radiance = albedo * mix(1.0, shade, grown) / PI * light;
    vec3 blades = grass_albedo(vec4(noise.xyz, 0.0)) / PI * light * mix(GRASS_LIGHT.x, GRASS_LIGHT.y, grass.high) * (0.7 + 0.6 * grass.own);
    radiance = mix(radiance, blades, grass.covered);
    // The film mirrors the sky.
    vec3 up = reflect(ray / far, normal);
    up.y = abs(up.y);
    float mirrored = 0.02 + 0.98 * pow(1.0 - facing, 5.0);
    radiance += 0.35 * wet * mirrored * dome_blurred(up, 0.3);
    o_colour = scene_colour(radiance);
}
