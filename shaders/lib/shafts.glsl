// Light shafts (docs/models.md §14): sunlight along the ray of a pixel, relative to that under a level surface. Rendered at low
// resolution, as shafts are soft.
#include "lib/water_light.glsl"
#include "lib/gradient_noise.glsl"

// Irradiance of the sun on a level plane at a point under water, relative to that above the water; each shader defines it.
float shaft_light(vec3 point);

// The mean along `path` metres of the unit vector `ray`, weighted by what the water transmits, in `steps` steps.
vec4 shaft_along(vec3 from, vec3 ray, float path, int steps) {
    float lost = u_beam.g - u_down.g / u_sun_under.y * ray.y;
    float shift = noise_at(gl_FragCoord.xy);
    float sum = 0.0;
    float weights = 0.0;
    for (int i = 0; i < steps; i++) {
        float here = path * (float(i) + shift) / float(steps);
        float weight = exp(min(-lost * here, 40.0));
        sum += weight * shaft_light(from + here * ray);
        weights += weight;
    }
    return vec4(sum / max(weights * u_entering, 1e-6), 0.0, 0.0, 1.0);
}
