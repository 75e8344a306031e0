// The props of a terrace: sunlight with shadows, sky light, and light from the ground.
#include "lib/shape.glsl"
#include "lib/sky_lighting.glsl"
#ifdef LEAVES
#include "lib/random.glsl"
#endif
#include "environment/vegetation.glsl"
#include "environment/terrace_light.glsl"
#include "environment/garden_light.glsl"
#ifdef BODIES
#include "bodies/light.glsl"
#endif
#include "lib/scene_colour.glsl"
in vec3 v_point;
in vec3 v_normal;
flat in vec3 v_albedo;
flat in int v_kind;
out vec4 o_colour;
uniform vec3 u_sun_toward;      // unit
uniform vec3 u_eye;
#ifdef LEAVES
uniform vec4 u_viewed_from;     // the eye, w = 1; or the direction toward the viewer of an orthographic projection, w = 0
#endif

// As `kind` in props.rs numbers them.
#ifdef LEAVES
const int HEDGE = 4;
#else
const int CLOTH = 1;
const int STEEL = 2;
const int WOOD = 3;
#endif

const vec3 GROUND = vec3(0.34, 0.31, 0.25);     // mean albedo of the ground

#ifdef LEAVES
const float LEAF_CELL = 0.015;  // metres for each leaf of a layer

// The leaf on top at a place, seen from nearby: tilt of its normal along both axes; brightness, 0 between leaves; random number of it.
// `cells`: 18, of two layers of 3 × 3 cells, or 0.
vec4 leaf_at(vec2 on, int cells) {
    vec4 top = vec4(0.0, 0.0, 0.0, 0.5);
    float highest = 0.0;
    float shadow = 0.0;
    for (int i = 0; i < cells; i++) {
        int layer = i / 9;
        vec2 place = on / LEAF_CELL + 0.5 * float(layer);
        vec2 cell = floor(place) + vec2(i % 3 - 1, i / 3 % 3 - 1);
        vec3 own = random(uvec3(ivec2(cell) & 0xFFFF, layer));
        vec3 more = random(uvec3(ivec2(cell) & 0xFFFF, layer + 5));
        vec2 off = place - cell - own.xy;
        float turn = 2.0 * PI * own.z;
        vec2 axis = vec2(cos(turn), sin(turn));
        vec2 at = vec2(dot(off, axis), axis.x * off.y - axis.y * off.x) / (vec2(0.85, 0.47) * (0.8 + 0.2 * more.y));
        // An oval with a tip.
        float outline = length(vec2(at.x, at.y * (1.0 + 0.35 * max(at.x, 0.0))));
        float high = 0.35 * float(1 - layer) + 0.65 * more.x;
        shadow = max(shadow, high * (1.0 - smoothstep(0.9, 1.17, outline)));
        if (outline < 1.0 && high > highest) {
            highest = high;
            vec2 lean = 1.1 * (vec2(more.y, more.z) - 0.5);
            // Cupped along the rib.
            lean += 0.9 * (at.y > 0.0 ? 0.6 - at.y : -0.6 - at.y) * vec2(-axis.y, axis.x) - 0.3 * at.x * axis;
            float rib = 1.0 - smoothstep(0.0, 0.10, abs(at.y));
            top = vec4(lean, 0.25 + 0.9 * high + 0.2 * rib, more.z);
        }
    }
    top.z *= 1.0 - 0.8 * clamp(shadow - highest, 0.0, 1.0);
    return top;
}
#endif

void main() {
    vec3 ray = v_point - u_eye;
    float far = length(ray);
    ray /= far;
    vec3 normal = normalize(v_normal);
    float high = v_point.y - RIM;
    vec3 albedo = v_albedo;
    vec3 ground = GROUND / PI * (0.75 * u_sun_facing * max(u_sun_toward.y, 0.0) + 0.7 * u_sky_level);
    // Less of the sky is visible near the ground.
    float open = mix(0.45, 1.0, smoothstep(0.0, 0.35, high));
#ifdef LEAVES
    bool level = abs(normal.y) > 0.7;
    bool along_z = !level && abs(normal.x) > abs(normal.z);
    // The offset keeps the sides of a plant from being mirror images of each other where they meet.
    vec2 on = level ? v_point.xz : along_z ? v_point.zy + 0.173 : v_point.xy;
    float footprint = 1.4 * sqrt(length(dFdx(v_point)) * length(dFdy(v_point)));
    vec4 leaves = mix(grain(on.yx, 0.36), grain(on, 0.85), smoothstep(0.004, 0.012, footprint));
    // Where leaves are many pixels wide, each has a shape and a normal. A software rasteriser skips the loop elsewhere.
    float near = 1.0 - smoothstep(0.0025, 0.0045, footprint);
    vec4 leaf = leaf_at(on, near > 0.0 ? 18 : 0);
    leaves.r = mix(leaves.r, leaf.z, near);
    leaves.a = mix(leaves.a, leaf.w, near);
    // Leaves make a ragged outline of rounded plants: where the surface turns away from the viewer, nothing is seen between them. Not from
    // above or below, where all of a tall plant turns away.
    vec3 outward = normalize(v_point * u_viewed_from.w - u_viewed_from.xyz);
    float gap = clamp(0.5 + 1.6 * (0.5 - leaves.r) + 1.2 * (0.5 - leaves.b), 0.25, 1.0);
    gap *= 1.0 - smoothstep(0.5, 0.8, abs(outward.y));
    if (v_kind != HEDGE && -dot(normal, outward) < 0.5 * gap) discard;
    vec2 lean = near * leaf.xy;
    normal = normalize(normal + (along_z ? vec3(0.0, lean.yx) : level ? vec3(lean, 0.0).xzy : vec3(lean, 0.0)));
    albedo *= (0.30 + 1.15 * leaves.r) * (0.75 + 0.5 * leaves.b) * mix(vec3(0.85, 0.92, 0.9), vec3(1.25, 1.12, 1.0), leaves.a);
    // Leaves face in all directions and let light through.
    float facing = dot(normal, u_sun_toward) + 0.9 * (leaves.a - 0.5);
    float lit = clamp(mix(max(facing, 0.0), 0.5 + 0.5 * facing, 0.22), 0.0, 1.0) * sun_between_leaves(v_point);
#ifdef BODIES
    lit *= sun_past_bodies(v_point);
#endif
    vec3 light = u_sun_facing * lit + u_sky_level * (0.375 + 0.375 * normal.y) * open + PI * ground * (0.5 - 0.5 * normal.y);
    light += garden_light(v_point, normal, 0.6);
    // A leaf with the sun behind it is bright and yellowish.
    float through = near * min(4.0 * leaf.z, 1.0) * max(-facing, 0.0) * sun_between_leaves(v_point);
    vec3 radiance = albedo / PI * (light + vec3(0.6, 0.5, 0.1) * through * u_sun_facing);
    // Its surface is glossy.
    float glint = pow(max(dot(normal, normalize(u_sun_toward - ray)), 0.0), 30.0);
    radiance += near * leaf.z * (0.045 * lit * glint * u_sun_facing + 0.008 * u_sky_level * max(normal.y, 0.0));
#else
    if (v_kind == CLOTH) normal = dot(normal, ray) > 0.0 ? -normal : normal;
    if (v_kind == WOOD) {
        vec4 rings = grain(vec2(v_point.x + v_point.y, 0.12 * v_point.z), 0.5);
        albedo *= 0.65 + 0.5 * rings.b + 0.2 * rings.g;
    }
    float facing = dot(normal, u_sun_toward);
    // Canvas is above everything else, and transmits light from its other side.
    float sun = v_kind == CLOTH ? 1.0 : sun_visibility(v_point + 0.02 * normal);
#ifdef BODIES
    sun *= sun_past_bodies(v_point);
#endif
    float through = v_kind == CLOTH ? 0.34 : 0.0;
    vec3 light = u_sun_facing * sun * (max(facing, 0.0) + through * max(-facing, 0.0))
               + u_sky_level * ((0.5 + 0.5 * normal.y) * open + 0.5 * through) + PI * ground * (0.5 - 0.5 * normal.y);
    light += garden_light(v_point, normal, 0.0);
    vec3 radiance = albedo / PI * light;
    if (v_kind == WOOD) radiance += lantern_lens(v_point);
    if (v_kind == STEEL) {
        vec3 up = reflect(ray, normal);
        vec3 seen = mix(ground, u_sky_level / PI, smoothstep(-0.15, 0.15, up.y));
        vec3 half_way = normalize(u_sun_toward - ray);
        float glint = pow(max(dot(normal, half_way), 0.0), 400.0) * 30.0;
        radiance = albedo * (seen + u_sun_facing * sun * glint + 0.3 * garden_light(v_point, normal, 0.5));
    }
#endif
    o_colour = scene_colour(near_haze(radiance, far));
}
