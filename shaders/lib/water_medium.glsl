// Attenuation and single scattering along a view ray in water (docs/models.md §14), as in light/basin_light.rs.
#include "lib/water_light.glsl"
#include "lib/scatter.glsl"
#ifdef LAMP
#include "pool/lamp.glsl"
#endif
uniform sampler2D u_shafts;         // light shafts of the image: sunlight along a pixel's ray, relative to that under a level surface; light of the lamp
uniform vec2 u_output;              // size of the target in pixels


// In-scattering from light that attenuates by `down` per metre of depth, at each point s of a path of length `way` from depth `deep` that
// rises `rise` per metre, attenuated by u_beam: ∫ e^(−down·(deep − rise·s) − u_beam·s) ds. (In dark water either factor alone overflows.)
vec3 inscattered(vec3 down, float deep, float rise, float path) {
    vec3 lost = u_beam - down * rise;
    vec3 part = lost * path;
    vec3 first = exp(-down * deep);
    vec3 last = exp(min(-u_beam * path - down * (deep - rise * path), 0.0));
    vec3 series = first * path * (1.0 - part * (0.5 - part / 6.0));
    vec3 closed = (first - last) / mix(lost, vec3(1.0), lessThan(abs(lost), vec3(1e-6)));
    return mix(closed, series, lessThan(abs(part), vec3(0.02)));
}

// Transmitted radiance after `way` along the unit vector `ray` from a point under water, plus in-scattering; `gathered` is the sunlight
// along the path, relative to that under a level surface.
vec3 in_water(vec3 radiance, vec3 from, vec3 ray, float path, float gathered) {
    float deep = max(-from.y, 0.0);
    vec3 to_sun = u_down / u_sun_under.y;
    vec3 to_sky = u_down * SKY_PATH;
    float turn = dot(ray, u_sun_under);
    vec3 sun = u_sun_level * (gathered * u_entering / u_sun_under.y)
             * (u_scatter_water * water_phase(turn) + u_scatter_particles * particle_phase(turn));
    // A uniform sky: a ray that looks down sees the backscattered light.
    vec3 sky = u_sky_under / (2.0 * PI) * (0.5 * u_scatter_water + LOST * (0.5 + 0.32 * ray.y) * u_scatter_particles);
    vec3 seen = radiance * exp(-u_beam * path)
              + sun * inscattered(to_sun, deep, ray.y, path)
              + sky * inscattered(to_sky, deep, ray.y, path);
#ifdef BED
    // Light that sand sends up: a ray that looks up sees what is scattered back.
#ifdef UNEVEN
    float bed = bed_at(from.xz);
    vec3 gain = 1.0 / (1.0 - u_interreflection * exp(-2.0 * to_sky * bed));
#else
    float bed = u_bed;
    vec3 gain = u_gain;
#endif
    // No deeper than the sand below the start.
    float above = ray.y < 0.0 ? min(path, max(bed - deep, 0.0) / -ray.y) : path;
    vec3 irradiance = u_sun_level * u_entering * exp(-u_down * (bed / u_sun_under.y)) + u_sky_under * exp(-to_sky * bed);
    vec3 upwelling = SAND_ALBEDO * gain * irradiance / (2.0 * PI) * (0.5 * u_scatter_water + LOST * (0.5 - 0.32 * ray.y) * u_scatter_particles);
    seen += upwelling * inscattered(to_sky, max(bed - deep, 0.0), -ray.y, above);
#endif
#ifdef LAMP
    seen += lamp_glow(from, ray, path);
#endif
    return seen;
}

// Sunlight along this pixel's ray, from the light shafts.
float shaft_here() {
    return textureLod(u_shafts, gl_FragCoord.xy / u_output, 0.0).r;
}
