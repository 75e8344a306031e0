// An underwater lamp in the wall of a lit pool (docs/models.md §14): its direct light and its caustics on floor and walls, its lens, and
// its glow in the water, as in light/lamp.rs.
#include "pool/pool.glsl"
#include "lib/scatter.glsl"
#include "lib/lamp_place.glsl"
#ifdef BODIES
#include "bodies/lamp_shadow.glsl"
#endif
#ifdef WALLS
#include "lib/obstacles.glsl"
#endif
uniform vec3 u_lamp_light;      // intensity along that direction
uniform vec3 u_lamp_bounce;     // mean irradiance by reflections between floor and walls
uniform sampler2D u_lamp_map;   // caustics of the lamp, relative to that intensity, in the layout of u_caustics
uniform vec3 u_lamp_size;       // in the layout of u_caustics_size

// Relative intensity along a unit direction.
float lamp_cone(vec3 direction) {
    float axis = max(dot(direction, u_lamp_inward), 0.0);
    return axis * axis;
}

vec3 lamp_on(vec3 point, vec3 normal) {
    vec3 off = point - u_lamp;
    float square = max(dot(off, off), 1e-4 * HALF_LENGTH * HALF_LENGTH);
    float far = sqrt(square);
    vec3 direction = off / far;
    vec3 straight = lamp_cone(direction) * max(-dot(direction, normal), 0.0) / square * exp(-u_beam * far);
#ifdef BODIES
    straight *= lamp_past_bodies(direction, far);
#endif
    float mirrored = textureLod(u_lamp_map, place_on_map(point, normal, u_lamp_size, 0.5), 0.0).r;
    vec3 image = vec3(u_lamp.x, -u_lamp.y, u_lamp.z);
    vec3 light = straight + mirrored * exp(-u_beam * distance(point, image));
#ifdef WALLS
    // Obstacles reach from the floor to above the water, so they block both paths, which run over the same ground.
    light *= sun_between(mix(u_lamp.xz, point.xz, 0.02), mix(point.xz, u_lamp.xz, 0.02), 96);
#endif
    return u_lamp_light * light + u_lamp_bounce;
}

// Radiance of the lens, for a point of the wall that is on it.
vec3 lamp_lens(vec3 point) {
    float off = distance(point, u_lamp) / u_lamp_lens;
    return u_lamp_light / (PI * u_lamp_lens * u_lamp_lens) * (1.0 - smoothstep(0.8, 1.0, off));
}

// In-scattered light of the lamp along a ray; samples are denser near the lamp.
vec3 lamp_glow(vec3 from, vec3 ray, float path) {
    const int SAMPLES = 6;
    float near = dot(u_lamp - from, ray);
    float aside = max(length(from + near * ray - u_lamp), 0.01 * HALF_LENGTH);
    float first = atan(-near / aside);
    float last = atan((path - near) / aside);
    vec3 sum = vec3(0.0);
    for (int i = 0; i < SAMPLES; i++) {
        float turn = mix(first, last, (float(i) + 0.5) / float(SAMPLES));
        float here = near + aside * tan(turn);
        vec3 off = from + here * ray - u_lamp;
        float far = max(length(off), 1e-3 * HALF_LENGTH);
        vec3 out_of = off / far;
        float scattered = -dot(out_of, ray);
        vec3 share = u_scatter_water * water_phase(scattered) + u_scatter_particles * particle_phase(scattered);
        share *= lamp_cone(out_of);
#ifdef BODIES
        share *= lamp_nearly_past_bodies(out_of, far);
#endif
        sum += share * exp(-u_beam * (far + here));
    }
    return u_lamp_light * sum * ((last - first) / (aside * float(SAMPLES)));
}
