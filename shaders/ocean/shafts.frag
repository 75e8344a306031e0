// Light shafts under a sea (docs/models.md §15a), from the caustics on level planes.
#include "lib/sky_lighting.glsl"
#include "ocean/floor.glsl"
#include "ocean/underwater.glsl"
#include "lib/shafts.glsl"
in vec2 v_uv;
out vec4 o_shaft;
uniform mat4 u_unproject;       // clip space to the world's directions
uniform vec3 u_eye;
uniform sampler2D u_planes;     // irradiance on PLANES level planes at equal distances, above each other
uniform vec4 u_planes_at;       // centre of the first plane at the rest level, relative to the eye; half its side; depth of the last: metres

const int STEPS = 14;
const float FAR = 30.0;         // distance in metres beyond which shafts blur together

float sun_on_plane(int plane, vec2 ground) {
    float size = float(textureSize(u_planes, 0).x);
    vec2 off = ground / u_planes_at.z;
    float edge = 3.0 / size;
    vec2 over = clamp(0.5 + 0.5 * off, edge, 1.0 - edge);
    float sun = textureLod(u_planes, vec2(over.x, (over.y + float(plane - 1)) / float(PLANES)), 0.0).r;
    float known = 1.0 - smoothstep(0.7, 0.85, max(abs(off.x), abs(off.y)));
    return plane == 0 ? u_entering : mix(u_entering, sun, known);
}

// At a point relative to the eye: interpolated between two planes along the sun's ray; each plane is offset along that ray.
float shaft_light(vec3 point) {
    float depth = max(-point.y - u_eye.y, 0.0);
    float deep = min(depth / u_planes_at.w, 1.0) * float(PLANES);
    int plane = min(int(deep), PLANES - 1);
    vec2 ground = point.xz - u_planes_at.xy + u_sun_under.xz / u_sun_under.y * depth;
    return mix(sun_on_plane(plane, ground), sun_on_plane(plane + 1, ground), deep - float(plane));
}

void main() {
    vec4 far = u_unproject * vec4(v_uv * 2.0 - 1.0, 1.0, 1.0);
    vec3 ray = normalize(far.xyz / far.w);
    float depth = max(-u_eye.y, 0.0);
    float path = FAR;
    if (ray.y > 0.0) path = min(path, depth / ray.y);
#ifdef BED
    path = bed_hit(vec3(0.0, -depth, 0.0), ray, path, 1.0);
#endif
    o_shaft = shaft_along(vec3(0.0), ray, path, STEPS);
}
