// A lamp in the wall of a lit pool (docs/models.md §14): its light on floor and walls, straight and mirrored by the waves from below,
// its lens, and its glow in the water. As light/lamp.rs has it. Wants pool/pool.glsl and lib/scatter.glsl before it.
uniform vec3 u_lamp;            // where it is
uniform float u_lamp_lens;      // radius of its lens, world metres
uniform vec3 u_lamp_inward;     // which way it faces; of length 1
uniform vec3 u_lamp_light;      // intensity along that
uniform vec3 u_lamp_bounce;     // irradiance that floor and walls send each other of its light, in the mean
uniform sampler2D u_lamp_map;   // light that the surface sends back down, of that intensity: laid out as u_caustics is
uniform vec3 u_lamp_size;       // as u_caustics_size

// Of its intensity, along a direction of length 1.
float lamp_cone(vec3 way) {
    float axis = max(dot(way, u_lamp_inward), 0.0);
    return axis * axis;
}

#ifdef WALLS
// As lib/obstacles.glsl has it, which comes after.
float sun_between(vec2 from, vec2 to, int samples);
#endif

vec3 lamp_on(vec3 point, vec3 normal) {
    vec3 off = point - u_lamp;
    float square = max(dot(off, off), 1e-4);
    float far = sqrt(square);
    vec3 way = off / far;
    vec3 straight = lamp_cone(way) * max(-dot(way, normal), 0.0) / square * exp(-u_beam * far);
    float mirrored = textureLod(u_lamp_map, place_on_map(point, normal, u_lamp_size), 0.0).r;
    vec3 image = vec3(u_lamp.x, -u_lamp.y, u_lamp.z);
    vec3 light = straight + mirrored * exp(-u_beam * distance(point, image));
#ifdef WALLS
    // Stone stands from the floor to over the water: it is in the way of both, which run over the same ground.
    light *= sun_between(mix(u_lamp.xz, point.xz, 0.02), mix(point.xz, u_lamp.xz, 0.02), 96);
#endif
    return u_lamp_light * light + u_lamp_bounce;
}

// Radiance of the lens, where a point of the wall is one of it.
vec3 lamp_lens(vec3 point) {
    float off = distance(point, u_lamp) / u_lamp_lens;
    return u_lamp_light / (PI * u_lamp_lens * u_lamp_lens) * (1.0 - smoothstep(0.8, 1.0, off));
}

// Radiance that the water sends against a ray from its light: samples that lie closer where the lamp is near.
vec3 lamp_glow(vec3 from, vec3 ray, float way) {
    const int SAMPLES = 6;
    float near = dot(u_lamp - from, ray);
    float aside = max(length(from + near * ray - u_lamp), 0.01);
    float first = atan(-near / aside);
    float last = atan((way - near) / aside);
    vec3 sum = vec3(0.0);
    for (int i = 0; i < SAMPLES; i++) {
        float turn = mix(first, last, (float(i) + 0.5) / float(SAMPLES));
        float here = near + aside * tan(turn);
        vec3 off = from + here * ray - u_lamp;
        float far = max(length(off), 1e-3);
        vec3 out_of = off / far;
        float scattered = -dot(out_of, ray);
        vec3 share = u_scatter_water * water_phase(scattered) + u_scatter_particles * particle_phase(scattered);
        sum += lamp_cone(out_of) * share * exp(-u_beam * (far + here));
    }
    return u_lamp_light * sum * ((last - first) / (aside * float(SAMPLES)));
}
