// LOOK_FIELD, LOOK_LINES, WALLS, BOTTOM, BACKGROUND_PICTURE, OVERLAY, TESSENDORF, PLASTIC_SHADING select the look; one program each, because a
// software rasteriser executes both sides of every branch.
//
// Two textures in one pass (docs/models.md §2): the background refracted by the normal, the environment map added as a decal, and the
// result blended over the pool by the background's alpha.
#ifdef WALLS
#include "lib/shape.glsl"
#include "lib/obstacles.glsl"
#endif
in vec2 v_uv0;
in vec2 v_uv1;
in vec3 v_behind;
#ifdef WALLS
in vec3 v_straight;
#endif
in vec3 v_surface;
out vec4 o_colour;
uniform sampler2D u_background;         // the pool as seen through the rest surface, or the picture laid on it
uniform sampler2D u_sky;
#ifdef OVERLAY
in vec2 v_uv;
uniform sampler2D u_overlay;             // the overlay on the surface, premultiplied
#endif
uniform float u_background_alpha;
uniform float u_environment_alpha;
#ifdef LOOK_FIELD
#include "lib/field_colour.glsl"
in FIELD v_value;
#endif
#ifdef BOTTOM
in float v_depth;
uniform float u_shore;          // depth below which the water fades out, metres

// Coverage of the land by water.
float coverage() {
    return smoothstep(0.0, u_shore, v_depth);
}
#else
float coverage() {
    return 1.0;
}
#endif

#if defined(LOOK_LINES)
void main() {
    o_colour = vec4(0.92, 1.0, 1.0, 0.75 * coverage());
}
#elif defined(LOOK_FIELD)
void main() {
    // A little shading by the slope keeps the shape visible where values are equal.
    float shade = 1.0 + 0.5 * (v_uv1.x - v_uv1.y);
    o_colour = vec4(field_colour(v_value) * shade, coverage());
}
#elif defined(TESSENDORF)
#include "lib/fresnel.glsl"
#include "classic/sky.glsl"
#include "classic/tessendorf.glsl"
in vec2 v_normal;
uniform vec3 u_eye;
void main() {
    float up = sqrt(max(1.0 - dot(v_normal, v_normal), 0.0));
    o_colour = vec4(tessendorf(v_surface - u_eye, normalize(vec3(v_normal.x, up, v_normal.y))), coverage());
}
#elif defined(PLASTIC_SHADING)
#include "classic/plastic.glsl"
in vec2 v_normal;
uniform vec3 u_eye;
void main() {
    float up = sqrt(max(1.0 - dot(v_normal, v_normal), 0.0));
    o_colour = vec4(plastic(normalize(v_surface - u_eye), normalize(vec3(v_normal.x, up, v_normal.y))), coverage());
}
#else
void main() {
#ifdef BACKGROUND_PICTURE
    vec4 background = texture(u_background, v_uv0);
#else
    vec4 background = texture(u_background, v_behind.xy / v_behind.z);
#ifdef WALLS
    // A refracted ray that would hit an obstacle above the water goes straight instead. (A loop of no iterations is free, but a software
    // rasteriser executes both sides of a branch.)
    int rounds = background.a < 1.0 ? 1 : 0;
    for (int i = 0; i < rounds; i++) {
        vec4 straight = textureLod(u_background, v_straight.xy / v_straight.z, 0.0);
        background = vec4(mix(straight.rgb, background.rgb, background.a), 1.0);
    }
#endif
#endif
    vec4 environment = texture(u_sky, v_uv1);
    float decal = clamp(environment.a * u_environment_alpha, 0.0, 1.0);
#ifdef WALLS
    // Near an obstacle the water reflects less sky and lies in its shade.
    float near = texture(u_soft, pool_fraction(v_surface.xz)).g;
    decal *= 1.0 - 0.8 * near;
    background.rgb *= 1.0 - 0.35 * near;
#endif
    o_colour = vec4(mix(background.rgb, environment.rgb, decal), background.a * u_background_alpha);
#ifdef OVERLAY
    // Over the water and the pool.
    vec4 over = texture(u_overlay, v_uv);
    float alpha = over.a + (1.0 - over.a) * o_colour.a;
    o_colour = vec4((over.rgb + (1.0 - over.a) * o_colour.a * o_colour.rgb) / max(alpha, 1e-4), alpha);
#endif
    o_colour.a *= coverage();
}
#endif
