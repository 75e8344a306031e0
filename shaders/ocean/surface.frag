// The surface of a lit sea (docs/models.md §15): reflection of sky and sun by the pixel's facets, with a normal distribution of the
// unresolved ones; water-leaving light and light through crests; foam; haze. DEFERRED: of the places that ocean/seen_place.frag found.
#define FOAM
#define CORALS_FROM_ABOVE
#include "lib/cascades.glsl"
#include "lib/cascade_slopes.glsl"
#include "lib/fresnel.glsl"
#include "lib/rough_mirror.glsl"
#include "lib/sky_lighting.glsl"
#include "lib/scatter.glsl"
#include "ocean/floor.glsl"
#include "ocean/underwater.glsl"
#include "lib/unresolved_slopes.glsl"
#include "ocean/foam.glsl"
#include "ocean/breaking.glsl"
#include "ocean/short_waves.glsl"
#ifdef RAIN
#include "lib/rain.glsl"
#endif
#include "lib/cloud_shadow.glsl"
#include "lib/scene_colour.glsl"
#ifdef DEFERRED
#include "ocean/seen_place.glsl"
// As ocean_mesh.vert has them.
vec2 v_rest;
vec3 v_surface;
vec3 v_horizon;
float v_height;
#else
in vec2 v_rest;
in vec3 v_surface;
in vec3 v_horizon;
#ifdef BED
in float v_height;
#endif
#endif
out vec4 o_colour;
#ifdef BODIES
#include "bodies/bodies.glsl"
#include "bodies/sea_light.glsl"
#else
uniform vec3 u_sun_toward;          // unit
#endif
uniform vec3 u_eye;
uniform float u_pixel;              // width of a pixel at distance 1
uniform float u_bend;               // −∇²h of the first cascade over its −λ∇·D, per metre
uniform vec3 u_upwelling;           // water-leaving radiance of deep water, just above the surface
uniform float u_clear;              // metres of air that leave 1/e of the contrast

const float BUBBLES = 0.7;              // mean depth of the bubbles, metres
const vec3 FOAM_TINT = vec3(0.93, 0.98, 1.0);         // water within the foam absorbs red (Frouin, Schwindling and Deschamps 1996)
const vec2 FRESH = vec2(0.62, 0.95);    // albedo and maximum opacity of breaking whitecaps
const vec2 OLD = vec2(0.5, 0.55);       // and of decaying foam

// Reflected sky of a facet with this slope, over a cone `width` radians across.
vec3 mirrored_sky(vec3 ray, vec2 slope, float width) {
    vec3 up = reflect(ray, normalize(vec3(-slope.x, 1.0, -slope.y)));
    // A reflected ray that leads down hits more water, which is darker.
    float down = smoothstep(0.0, 0.4, -up.y);
    return dome_blurred(up, width) * (1.0 - 0.6 * down);
}

// Light through a crest: the refracted ray leaves the water behind the crest, at a distance given by slope and curvature along it (a
// parabola). The sun's light is scattered toward the eye along that path, and the background shows through.
vec3 through_crest(vec3 ray, vec3 normal, vec3 sunlight, float slope_ahead, float bend) {
    vec3 under = refract(ray, normal, 1.0 / SEA_WATER_INDEX.g);
    float level = max(length(under.xz), 1e-3);
    float climb = under.y / level;
    float rise = slope_ahead - climb;
    float path = 2.0 * max(rise, 0.0) / max(bend, 1e-4) / level;
    // Slope behind the crest; only a steep one lets the ray out.
    float behind = slope_ahead - 2.0 * rise;
    float out_there = smoothstep(0.0, 0.15, bend * path * 0.05) * smoothstep(-0.9, -0.2, climb);
    vec3 left = exp(-u_beam * path);
    float turn = dot(under, u_sun_under);
    vec3 outgoing = u_scatter_water * water_phase(turn) + u_scatter_particles * particle_phase(turn);
    float lit = clamp(0.5 - 0.5 * behind, 0.0, 1.0) * u_entering;
    return out_there * left * (sunlight * outgoing * path * lit + 0.5 * max(v_horizon, 0.0) * exp(-u_beam * path));
}

#ifdef BED
// Light of the floor after Maritorena, Morel and Gentili (1994): the water-leaving radiance of infinitely deep water, and that of the
// floor, each attenuated.
vec3 over_bed(vec3 endless, vec3 ray, vec3 normal, float far) {
    vec3 under = refract(ray, normal, 1.0 / SEA_WATER_INDEX.g);
#ifdef UNEVEN
    float path = bed_hit(vec3(v_surface.x, v_height, v_surface.z), under, ENDLESS, 0.5);
    float depth = max(bed_at(v_surface.xz + path * under.xz) + v_height, 0.0);
#else
    float depth = max(u_bed + v_height, 0.05);
    float path = depth / max(-under.y, 0.3);
#endif
    vec3 outgoing = bed_radiance(v_surface.xz + path * under.xz, u_pixel * far / max(-ray.y, 0.05) + 0.02 * path);
    vec3 left = exp(-u_down * path);
    return endless * (1.0 - left * exp(-u_down * depth)) + outgoing * left / (SEA_WATER_INDEX.g * SEA_WATER_INDEX.g);
}
#endif

void main() {
#ifdef DEFERRED
    SeenPlace seen = seen_place(u_pixel);
    v_rest = seen.rest;
    v_surface = seen.surface;
    v_horizon = horizon_toward(v_rest);
    v_height = height_of(seen, u_eye.y);
    vec2 sides = seen.sides;
#else
    vec2 sides = sides_of(v_rest);
#endif
    float far = length(v_surface);
    vec3 ray = v_surface / far;
    // Limits the footprint of a crest seen edge-on to that of level water at this distance; otherwise its edge would show as a row of
    // dots.
    sides.y = min(sides.y, 2.0 * far * u_pixel / max(-ray.y, 0.02));
    float footprint = footprint_of(sides);
    Bent bent = bent_at(v_rest, footprint);
    vec2 slope = world_slope(bent);
    vec4 unresolved = unresolved_at(footprint);
    float resolved;
    slope += u_height * short_slope(v_rest, footprint, resolved);
#ifdef RAIN
    float rain_lost;
    slope += rain_slope(v_surface.xz, footprint, rain_lost);
#endif
    vec3 lost = (unresolved.xyz - resolved * u_unresolved[0].xyz) * u_height * u_height;
#ifdef RAIN
    lost.xy += rain_lost;
#endif
    // Variances and covariance of a slope that changes evenly over the pixel.
    vec2 right = dFdx(slope);
    vec2 down = dFdy(slope);
#ifdef DEFERRED
    // Not from one wave to another behind it.
    right *= seen.is_even.x;
    down *= seen.is_even.y;
#endif
    lost += vec3(right * right + down * down, right.x * right.y + down.x * down.y) / 12.0;
    lost.xy += SUN_SLOPE_VARIANCE;

    vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
    // Facets that turn away from the eye are hidden behind those that turn toward it.
    float turned = dot(ray, normal);
    normal = normalize(normal - 2.0 * max(turned, 0.0) * ray);
    slope = -normal.xz / max(normal.y, 0.1);
    // Horizontal direction away from the eye.
    vec2 ahead = normalize(ray.xz + 1e-6);
    float along = dot(lost.xy, ahead * ahead) + 2.0 * lost.z * ahead.x * ahead.y;
    float across = max(lost.x + lost.y - along, 0.0);
    float sigma = sqrt(max(along, 1e-8));
    vec4 facets = facets_seen(abs(turned), sigma, across);
    float mirrored = facets.r;
    float width = 1.6 * facets.a + 0.4 * sqrt(across);
    vec3 sky = 0.5 * (mirrored_sky(ray, slope + ahead * (facets.b - facets.a), width) + mirrored_sky(ray, slope + ahead * (facets.b + facets.a), width));

#ifdef BODIES
    vec3 place = v_surface + u_eye;
    vec3 body_normal;
    vec3 body_albedo;
    // A round cone about the mean ray of the facets that face the eye. They turn rays up and down by twice their slope, and sideways by less
    // at a grazing angle.
    vec2 visible = slope + ahead * facets.b;
    vec3 up = reflect(ray, normalize(vec3(-visible.x, 1.0, -visible.y)));
    float spread = min(2.0 * sqrt(0.5 * (facets.a * facets.a + across * turned * turned)), 0.3);
    float covered = bodies_in_cone(place, vec3(up.x, abs(up.y), up.z), spread, body_normal, body_albedo);
    if (covered > 0.0) sky = mix(sky, matte_body(body_normal, body_albedo, 1.0, light_from_sea(u_upwelling)), covered);
#endif

    vec3 half_way = normalize(u_sun_toward - ray);
    half_way.y = max(half_way.y, 1e-3);
    vec2 off = -half_way.xz / half_way.y - slope;
    float determinant = max(lost.x * lost.y - lost.z * lost.z, 1e-14);
    float square = (lost.y * off.x * off.x - 2.0 * lost.z * off.x * off.y + lost.x * off.y * off.y) / determinant;
    float glint = 0.0;
    if (square < 40.0) {
        float share = exp(-0.5 * square) / (2.0 * PI * sqrt(determinant));
        // Share of facets that a low sun reaches: the share visible from there.
        float sun_up = max(u_sun_toward.y, 0.0);
        float reached = sun_up / (0.5 * (sun_up + sqrt(sun_up * sun_up + 0.64 * along)) + 1e-5);
        float steep = half_way.y * half_way.y;
        glint = reached * share * reflectance(-dot(ray, half_way), SEA_WATER_INDEX.g) / (4.0 * max(facets.g, 0.01) * steep * steep);
    }

#ifdef BODIES
    glint *= sun_past_bodies(place);
#endif

    float coverage = bent.foam;
    float fresh = 0.0;
    float foam = 0.0;
    float relief = 0.0;
    float squeezed = -dot(bent.slope.zw, vec2(1.0));
    // A software rasteriser skips a loop of no iterations, but pays for a loop as such: it saves time only around much code, or where few
    // pixels need it (docs/performance.md).
    int rounds = coverage > 0.003 ? 1 : 0;
    for (int i = 0; i < rounds; i++) {
        // The share of the foam that forms now, where the water is squeezed.
        float folding = folding_share(squeezed, unresolved.w);
        fresh = min(folding / max(coverage, 0.03), 1.0);
        foam = foam_share(v_rest, coverage, fresh, log2(footprint));
    }
    int near = footprint < 4.0 * RELIEF && fresh > 0.02 ? 1 : 0;
    for (int i = 0; i < near; i++) relief = fresh * foam_relief(v_rest, u_sun_toward.xz, log2(footprint));
    float sunlit = sun_past_clouds(v_surface.xz, u_sun_toward);
    vec3 sunlight = sunlit * u_sun_facing;
    vec3 light = sunlight * max(mix(dot(normal, u_sun_toward), u_sun_toward.y, 0.4), 0.0) + u_sky_level;
    // Bubbles under fresh foam and around it return light from some depth.
    vec3 level = u_sun_facing * max(u_sun_toward.y, 0.0);
    vec3 body = u_upwelling * (u_sky_level + sunlit * level) / max(u_sky_level + level, 1e-9) + coverage * mix(0.03, 0.18, fresh) / PI * light * exp(-2.0 * BUBBLES * u_down);
#ifdef BED
    body = over_bed(body, ray, normal, far);
#endif
#ifdef BODIES
    // Bodies in the water, as far as it lets them through.
    vec3 under = refract(ray, normal, 1.0 / SEA_WATER_INDEX.g);
    float body_path = bodies_hit(place, under, 30.0, body_normal, body_albedo);
    if (body_path < 30.0) {
        float deep = max(-under.y, 0.0) * body_path;
        vec3 light = u_sky_under * (0.5 + 0.5 * body_normal.y)
                   + u_sun_level * u_entering * max(dot(body_normal, u_sun_under), 0.0) / u_sun_under.y;
        vec3 outgoing = body_albedo / PI * light * exp(-u_down * deep) / (SEA_WATER_INDEX.g * SEA_WATER_INDEX.g);
        body = body * (1.0 - exp(-(u_beam + u_down) * body_path)) + outgoing * exp(-u_beam * body_path);
    }
#endif
    float bend = u_bend * squeezed * u_height;
    int crests = bend > 0.02 ? 1 : 0;
    for (int i = 0; i < crests; i++) body += through_crest(ray, normal, sunlight, dot(slope, ahead), bend);
    vec3 radiance = mirrored * sky + (1.0 - mirrored) * body + sunlight * glint;

    vec2 kind = mix(OLD, FRESH, fresh);
    radiance = mix(radiance, kind.x / PI * FOAM_TINT * light * (1.0 + relief), foam * kind.y);
    vec3 horizon = v_horizon;
#ifndef DEFERRED
    // Interpolated over a triangle seen edge-on, at the horizon, it may be anything.
    int beyond = fwidth(horizon.g) > 0.02 * horizon.g ? 1 : 0;
    for (int i = 0; i < beyond; i++) horizon = dome_blurred(vec3(ray.x, 0.0, ray.z), 0.07);
#endif
    radiance = mix(horizon, radiance, exp(-far / u_clear));
#if defined(LENS) && !defined(DEFERRED)
    if (lens_over(ray) < 0.0) discard;
#endif
    o_colour = scene_colour(radiance);
}
