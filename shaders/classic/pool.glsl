// Underwater colours of the tiled pool. STANDING is defined for obstacles themselves. Colours are display-referred, like the textures.
#include "lib/shape.glsl"
#ifdef WALLS
#include "lib/obstacles.glsl"
#endif
uniform sampler2D u_tiles;
uniform sampler2D u_light;      // caustics over the pool's fractions; 0.25 is uniform light
#ifdef WALLS
uniform sampler2D u_shade;      // transmittance of the sun past obstacles over the pool's fractions; r: to the floor, g: to the surface
#endif
uniform vec3 u_sun;             // unit, toward the sun, refracted into the water

const vec3 ABSORPTION = vec3(0.62, 0.12, 0.09);     // over half of the pool's length: depth shows in a pool of any size
const vec3 SCATTER = vec3(0.05, 0.42, 0.52);        // colour that long paths converge to

vec3 tile_colour(vec3 point, vec3 normal) {
    vec2 on = abs(normal.y) > 0.5 ? point.xz : abs(normal.x) > 0.5 ? point.zy : point.xy;
    return texture(u_tiles, on / TILE_PATCH).rgb;
}

// Sunlight at a point under water, 1 for uniform light: shadow of the rim and caustics.
float sunlight(vec3 point) {
    vec2 entry = point.xz + u_sun.xz * (-point.y / u_sun.y);
    vec2 inside = smoothstep(vec2(-0.02 * HALF_LENGTH), vec2(0.03 * HALF_LENGTH), u_half - RIM * u_sun.xz / u_sun.y * sign(entry) - abs(entry));
    float gathered = texture(u_light, entry / (2.0 * u_half) + 0.5).r * 4.0;
    // Focusing needs depth: just below the surface the light is uniform.
    float focus = smoothstep(0.0, 1.0, -point.y / u_depth);
    float light = inside.x * inside.y * mix(1.0, gathered, focus);
#if defined(STANDING)
    light *= texture(u_shade, pool_fraction(entry)).g;
#elif defined(WALLS)
    light *= texture(u_shade, pool_fraction(entry)).r;
#endif
    return light;
}

// Colour of an underwater surface from its albedo, point, cosine toward the sun, share of visible sky, and the path length of the view ray
// in metres.
vec3 under_water_facing(vec3 albedo, vec3 point, float facing, float open, float path) {
    float sun = facing * sunlight(point);
    vec3 light = vec3(0.50, 0.56, 0.62) * open + vec3(0.74, 0.70, 0.60) * sun;
    vec3 through = exp(-ABSORPTION / HALF_LENGTH * (path - 0.5 * point.y));
    return albedo * light * through + SCATTER * (1.0 - through.g) * 0.55;
}

// The same for a surface with this normal.
vec3 under_water(vec3 albedo, vec3 point, vec3 normal, float open, float path) {
    return under_water_facing(albedo, point, max(dot(normal, u_sun), 0.0), open, path);
}

// Colour of the pool at `point` with an inward `normal`, seen through `path` metres of water.
vec3 pool_colour(vec3 point, vec3 normal, float path) {
    vec3 tile = tile_colour(point, normal);
    // Corners see less of the sky.
    vec2 gap = u_half - abs(point.xz);
    float rise = point.y + u_depth;
    vec2 edges = abs(normal.y) > 0.5 ? gap : vec2(rise, abs(normal.x) > 0.5 ? gap.y : gap.x);
    vec2 corner = 1.0 - 0.42 * exp2(-13.0 / HALF_LENGTH * edges);
    float open = corner.x * corner.y;
#ifdef WALLS
    // So does the foot of a wall.
    open *= 1.0 - 0.7 * texture(u_soft, pool_fraction(point.xz)).g;
#endif
    return under_water(tile, point, normal, open, path);
}
