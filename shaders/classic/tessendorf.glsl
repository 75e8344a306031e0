// Tessendorf's surface shader (docs/models.md §10), opaque, in display colours:
//   f·(R·sky + (1 − R)·upwelling) + (1 − f)·air,    f = exp(−u_air·distance)
// with the exact reflectance R of unpolarised light, the same on both sides.
#include "lib/fresnel.glsl"
#include "classic/sky.glsl"
uniform float u_air;        // extinction of air per metre
uniform int u_mirrored;     // 0: a sky of one colour; 1: the panorama

const float TESSENDORF_INDEX = 1.34;
const vec3 UPWELLING = vec3(0.0, 0.2, 0.3);
const vec3 SKY = vec3(0.69, 0.84, 1.0);
const vec3 AIR = vec3(0.1);

// Colour of a point at `away` from the eye, metres, with this unit normal.
vec3 tessendorf(vec3 away, vec3 normal) {
    float far = length(away);
    vec3 ray = reflect(away / far, normal);
    // Change of the reflected ray from pixel to pixel, in texels of the panorama.
    float apart = max(length(dFdx(ray)), length(dFdy(ray))) * float(textureSize(u_panorama, 0).x) / TURN;
    vec3 sky = SKY;
    for (int i = 0; i < u_mirrored; i++) sky = sky_colour(ray, clamp(log2(max(apart, 1.0)), 0.0, 6.0));
    float mirrored = reflectance(abs(dot(away / far, normal)), TESSENDORF_INDEX);
    return mix(AIR, mix(UPWELLING, sky, mirrored), exp(-u_air * far));
}
