// Two textures in one pass (reference §2): the background bent by the normal, the environment map laid over it as a decal,
// and the result blended over the pool by the background's alpha.
#include "pool.glsl"
in vec2 v_uv0;
in vec2 v_uv1;
in vec3 v_surface;
out vec4 o_colour;
uniform sampler2D u_picture;            // the background when it is laid on the surface
uniform sampler2D u_sky;
uniform int u_background;               // 0: the pool seen through the surface; 1: the picture
uniform int u_look;                     // 0: shaded; 1: heights in colour; 2: lines
uniform float u_background_alpha;
uniform float u_environment_alpha;
uniform float u_colour_range;           // metres at full colour

// The pool behind the point of the rest surface that `uv` names, on the straight line from the eye: at rest it lies
// exactly on the pool drawn before.
vec4 pool_behind(vec2 uv) {
    vec2 inside = clamp(uv, 0.001, 0.999) * 2.0 - 1.0;
    vec3 start = vec3(inside.x * u_half.x, 0.0, inside.y * u_half.y);
    vec3 ray = normalize(start - u_eye);
    ray.y = min(ray.y, -0.02);
    vec3 wall = vec3(ray.x < 0.0 ? -u_half.x : u_half.x, -u_depth, ray.z < 0.0 ? -u_half.y : u_half.y);
    vec3 safe = vec3(abs(ray.x) < 1e-5 ? 1e-5 : ray.x, ray.y, abs(ray.z) < 1e-5 ? 1e-5 : ray.z);
    vec3 reach = (wall - start) / safe;
    float path = min(reach.x < 0.0 ? 1e9 : reach.x, min(reach.y, reach.z < 0.0 ? 1e9 : reach.z));
    vec3 normal = path == reach.y ? vec3(0.0, 1.0, 0.0)
                : path == reach.x ? vec3(-sign(ray.x), 0.0, 0.0)
                : vec3(0.0, 0.0, -sign(ray.z));
    return vec4(pool_colour(start + ray * path, normal, path, -ray), 1.0);
}

vec3 height_colour(float height) {
    float level = clamp(height / u_colour_range, -1.0, 1.0);
    vec3 crest = mix(vec3(0.97), vec3(0.80, 0.14, 0.10), smoothstep(0.0, 1.0, level));
    vec3 trough = mix(vec3(0.97), vec3(0.07, 0.22, 0.62), smoothstep(0.0, 1.0, -level));
    return level > 0.0 ? crest : trough;
}

void main() {
    if (u_look == 2) {
        o_colour = vec4(0.92, 1.0, 1.0, 0.75);
        return;
    }
    if (u_look == 1) {
        // A little of the slope, so that equal heights on a face still show its shape.
        float shade = 1.0 + 0.5 * (v_uv1.x - v_uv1.y);
        o_colour = vec4(height_colour(v_surface.y) * shade, 1.0);
        return;
    }
    vec4 background = u_background == 0 ? pool_behind(v_uv0) : texture(u_picture, v_uv0);
    vec4 environment = texture(u_sky, v_uv1);
    float decal = clamp(environment.a * u_environment_alpha, 0.0, 1.0);
    o_colour = vec4(mix(background.rgb, environment.rgb, decal), background.a * u_background_alpha);
}
