// A ring of foam in the light of sun and sky (docs/models.md §16a). It spreads a little and breaks up; the walls between bubbles of two
// sizes remain longest.
#include "lib/sky_lighting.glsl"
#include "lib/scene_colour.glsl"
#ifndef SEA
#include "lib/rim_shadow.glsl"
#else
uniform vec3 u_sun_toward;      // unit
#endif
in vec2 v_place;
in vec3 v_point;
flat in vec4 v_patch;           // radius, age in seconds, share of its life, amount
flat in float v_number;
out vec4 o_colour;

uniform vec3 u_below;           // radiance of the water

const float ALBEDO = 0.7;

vec2 hash(vec2 cell) {
    vec3 p = fract(cell.xyx * vec3(0.1031, 0.1030, 0.0973));
    p += dot(p, p.yzx + 33.33);
    return fract((p.xx + p.yz) * p.zy);
}

// Distance to the border between cells about random points, over the size of a cell.
float border(vec2 place) {
    vec2 cell = floor(place);
    float first = 9.0;
    float second = 9.0;
    for (int i = 0; i < 9; i++) {
        vec2 other = cell + vec2(i % 3, i / 3) - 1.0;
        float far = distance(other + hash(other), place);
        second = min(second, max(first, far));
        first = min(first, far);
    }
    return second - first;
}

// Smooth noise from 0 to 1.
float noise(vec2 place) {
    vec2 cell = floor(place);
    vec2 part = smoothstep(0.0, 1.0, place - cell);
    vec2 rows = mix(
        vec2(hash(cell).x, hash(cell + vec2(0.0, 1.0)).x), vec2(hash(cell + vec2(1.0, 0.0)).x, hash(cell + 1.0).x), part.x
    );
    return mix(rows.x, rows.y, part.y);
}

// Sum of three octaves, from 0 to 1.
float octaves(vec2 place) {
    return 0.55 * noise(place) + 0.3 * noise(2.3 * place + 7.0) + 0.15 * noise(5.1 * place + 3.0);
}

void main() {
    float age = v_patch.y;
    vec2 place = v_place + 17.0 * v_number;
    // The ring opens and frays.
    vec2 shifted = v_place + (0.35 + 0.2 * age) * (vec2(octaves(1.6 * place), octaves(1.6 * place + 40.0)) - 0.5);
    float away = length(shifted) - (1.0 + 0.35 * (1.0 - exp(-age / 0.8)));
    float width = (away > 0.0 ? 0.16 : 0.34) + 0.1 * age;
    float ring = exp(-away * away / (width * width));
    float within = 0.55 * exp(-1.2 * age) * (1.0 - smoothstep(-0.2, 0.1, away));
    float left = 1.0 - v_patch.z;
    float torn = smoothstep(0.3 + 0.25 * v_patch.z, 0.65 + 0.2 * v_patch.z, octaves(3.2 * place + 20.0));
    float coverage = v_patch.w * max(ring, within) * left * (0.25 + 0.75 * torn) * smoothstep(0.0, 0.12, age)
                   * (1.0 - smoothstep(1.7, 2.1, length(v_place)));
    // Bubbles of two sizes, touching each other; where pixels are as large, their mean.
    const float CELLS = 11.0;
    float pixel = CELLS * length(fwidth(v_place));
    float coarse = 1.0 - smoothstep(0.0, 0.45, border(CELLS * place + 3.0 * octaves(4.0 * place)));
    float fine = 1.0 - smoothstep(0.0, 0.7, border(2.9 * CELLS * place));
    coarse = mix(coarse, 0.5, smoothstep(0.3, 1.0, pixel));
    fine = mix(fine, 0.5, smoothstep(0.3, 1.0, 2.9 * pixel));
    float lace = 0.5 * coarse + 0.5 * fine;
    float foam = smoothstep(0.75 - coverage, 1.3 - coverage, lace) * smoothstep(0.02, 0.3, coverage);
    // Bubbles below the surface.
    foam = mix(foam, 1.0, 0.25 * coverage);
#ifdef SEA
    float sun = 1.0;
#else
    float sun = over_rim(v_point);
#endif
    vec3 light = u_sun_facing * sun * max(u_sun_toward.y, 0.0) + u_sky_level;
    // Foam lets through half of the light in the water, which is twice what leaves a surface without foam. Dark foam is seen through.
    vec3 radiance = ALBEDO / PI * light + u_below;
    float bright = dot(radiance, LUMINANCE) * u_exposure;
    o_colour = vec4(scene_colour(radiance).rgb, 0.8 * foam * bright / (bright + 0.03));
}
