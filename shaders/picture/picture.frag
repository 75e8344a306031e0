// The picture ripple (docs/models.md §3): the slope of the surface shifts the pixels of a picture. LOOK_… selects the look, one program
// each. The nearest look uses integers throughout, so that every machine and the CPU version give the same bits; the others follow
// light/picture. BOTTOM: land rises out of the water. OVERLAY: an image lies still on the water. WALLS: stone covers the solid cells. BODIES: bodies cover the picture; the ripple
// shifts their parts in the water.
#include "lib/heights.glsl"
#ifdef BOTTOM
#include "lib/shape.glsl"
#endif
#ifdef LOOK_FIELD
#include "lib/field_value.glsl"
#include "lib/field_colour.glsl"
#endif
out vec4 o_colour;
uniform sampler2D u_picture;
uniform ivec2 u_output;         // size of the target
uniform ivec4 u_fit;            // the pool's rectangle in it: x, y, width, height, origin at the top left
uniform ivec4 u_crop;           // nearest: visible rectangle of the picture in pixels: x, y, width, height
uniform vec4 u_crop_part;       // filtered looks: the same in fractions of the picture
uniform int u_has_margin;       // 1 if that rectangle exceeds the picture
uniform ivec2 u_scale;          // nearest: fixed-point pixels per count, along x and y
uniform ivec2 u_shift;          // binary places of u_scale
uniform int u_shine;            // fixed-point light per count
uniform int u_shine_shift;
uniform vec2 u_pixels;          // filtered looks: pixels of the mip level for a slope of 1
uniform float u_light;          // light for a slope of 1, in units of 1/255
uniform float u_weights;        // weights per stored unit
uniform int u_level;            // mip level
uniform sampler2D u_velocity;   // glint: vertical velocity, metres a step
uniform float u_weights_a_step; // weights a step per stored unit of it
uniform vec3 u_glint;           // glint: colour of fast water
uniform float u_glint_strength; // share of the picture that a velocity of 1 hides
uniform sampler2D u_overlay;     // overlay, premultiplied, stretched over the picture
uniform int u_overlay_level;     // mip level of the overlay
uniform float u_gain;           // heights: brightness per stored unit
uniform int u_walls_of_picture; // 1: obstacles show the picture's pixels, 0: u_stone
uniform vec3 u_stone;           // colour of obstacles, as in light/picture/walls.rs
uniform int u_relief;
uniform float u_bevel;
uniform float u_shadow;
uniform float u_reach;
uniform float u_sharpness;
uniform vec3 u_bar;             // colour of the margin

#ifdef BODIES
uniform sampler2D u_bodies_above;   // the parts of bodies over the water, premultiplied, over a part of the pool, row 0 at the bottom
uniform sampler2D u_bodies_below;   // and those in it
uniform vec4 u_bodies_part;         // that part, in fractions of the pool: first column and row from the bottom, and size

// A colour with the bodies of an image over it, at a place in fractions of the pool.
vec3 with_bodies(vec3 colour, sampler2D bodies, vec2 place) {
    vec2 at = (vec2(place.x, 1.0 - place.y) - u_bodies_part.xy) / u_bodies_part.zw;
    vec4 body = textureLod(bodies, at, 0.0);
    bool is_outside = any(lessThan(place, vec2(0.0))) || any(greaterThan(place, vec2(1.0))) || any(lessThan(at, vec2(0.0)))
        || any(greaterThan(at, vec2(1.0)));
    return is_outside ? colour : colour * (1.0 - body.a) + body.rgb;
}
#endif

float stored_at(ivec2 cell) {
    return float(texelFetch(u_heights, clamp(cell, ivec2(0), u_cells - 1), 0).r);
}

// A stored height in counts of the nearest look: as it is, or u_unit counts per metre.
int count_at(ivec2 cell) {
#ifdef HEIGHTS_INTEGER
    return texelFetch(u_heights, clamp(cell, ivec2(0), u_cells - 1), 0).r;
#else
    return int(clamp(floor(stored_at(cell) * u_unit + 0.5), -32768.0, 32767.0));
#endif
}

#if !defined(LOOK_FIELD) && !defined(LOOK_HEIGHTS)
#ifdef LOOK_NEAREST
// The pixel of the crop for a pixel of the output.
ivec2 pixel_under(ivec2 at) {
    // Unsigned, because the product may need all 32 bits.
    return ivec2(uvec2(at - u_fit.xy) * uvec2(u_crop.zw) / uvec2(u_fit.zw));
}

// A pixel of the picture, relative to the crop, clamped to the picture; u_bar in the margin.
ivec3 picture_pixel(ivec2 pixel) {
    ivec2 size = textureSize(u_picture, 0);
    ivec2 from = u_crop.xy + pixel;
    bool outside = any(lessThan(from, ivec2(0))) || any(greaterThanEqual(from, size));
    vec3 colour = texelFetch(u_picture, clamp(from, ivec2(0), size - 1), 0).rgb;
    return ivec3((u_has_margin == 1 && outside ? u_bar : colour) * 255.0 + 0.5);
}
#else
// The place in the picture, in fractions of it, for a pixel of the output.
vec2 place_under(ivec2 at) {
    return u_crop_part.xy + (vec2(at - u_fit.xy) + 0.5) / vec2(u_fit.zw) * u_crop_part.zw;
}

bool is_margin(vec2 place) {
    return u_has_margin == 1 && (any(lessThan(place, vec2(0.0))) || any(greaterThan(place, vec2(1.0))));
}

// The picture at a place; u_bar in the margin.
vec3 picture_at(vec2 place) {
    vec3 colour = textureLod(u_picture, place, float(u_level)).rgb;
    return is_margin(place) ? u_bar : colour;
}

// The picture, and what is in the water.
vec3 seen_at(vec2 place) {
#ifdef BODIES
    return with_bodies(picture_at(place), u_bodies_below, (place - u_crop_part.xy) / u_crop_part.zw);
#else
    return picture_at(place);
#endif
}
#endif
#endif

int fixed_point(int count, int scale, int shift) {
    return (count * scale + ((1 << shift) >> 1)) >> shift;
}

#if defined(LOOK_NEAREST)
vec3 water_colour(ivec2 at) {
    ivec2 pixel = pixel_under(at);
    ivec2 cell = pixel * u_cells / u_crop.zw;
    ivec2 d = ivec2(
        count_at(cell - ivec2(1, 0)) - count_at(cell + ivec2(1, 0)),
        count_at(cell - ivec2(0, 1)) - count_at(cell + ivec2(0, 1))
    );
    ivec2 shift = ivec2(fixed_point(d.x, u_scale.x, u_shift.x), fixed_point(d.y, u_scale.y, u_shift.y));
    ivec3 colour = picture_pixel(pixel + shift);
#ifdef BODIES
    vec2 place = (vec2(pixel + shift) + 0.5) / vec2(u_crop.zw);
    colour = ivec3(with_bodies(vec3(colour) / 255.0, u_bodies_below, place) * 255.0 + 0.5);
#endif
    int light = fixed_point(d.x + d.y, u_shine, u_shine_shift);
    return vec3(clamp(colour + light, 0, 255)) / 255.0;
}

#elif defined(LOOK_SMOOTH)
// The heights of four cells in a row, starting at `cell`, in stored units.
vec4 stored_row(ivec2 cell) {
    return vec4(
        stored_at(cell),
        stored_at(cell + ivec2(1, 0)),
        stored_at(cell + ivec2(2, 0)),
        stored_at(cell + ivec2(3, 0))
    );
}

// Slopes between the cells, W − E and N − S averaged over three rows with the weights ¼ ½ ¼: 4 × 4 heights.
vec2 slope_at(vec2 position) {
    vec2 t = fract(position);
    vec2 r = 1.0 - t;
    ivec2 corner = ivec2(floor(position)) - 1;
    mat4 heights = mat4(
        stored_row(corner),
        stored_row(corner + ivec2(0, 1)),
        stored_row(corner + ivec2(0, 2)),
        stored_row(corner + ivec2(0, 3))
    );
    vec4 slope_x = vec4(r.x, t.x, -r.x, -t.x);
    vec4 slope_y = vec4(r.y, t.y, -r.y, -t.y);
    vec4 average_x = 0.25 * vec4(r.x, 2.0 * r.x + t.x, r.x + 2.0 * t.x, t.x);
    vec4 average_y = 0.25 * vec4(r.y, 2.0 * r.y + t.y, r.y + 2.0 * t.y, t.y);
    return vec2(dot(slope_x, heights * average_y), dot(average_x, heights * slope_y));
}

vec3 water_colour(ivec2 at) {
    vec2 fraction = (vec2(at - u_fit.xy) + 0.5) / vec2(u_fit.zw);
    vec2 d = slope_at(fraction * vec2(u_cells) - 0.5);
    vec2 size = vec2(textureSize(u_picture, u_level));
    vec3 colour = seen_at(place_under(at) + d * u_pixels / size);
    return colour + (d.x + d.y) * u_light / 255.0;
}
#elif defined(LOOK_FIELD)
vec3 water_colour(ivec2 at) {
    vec2 position = (vec2(at - u_fit.xy) + 0.5) / vec2(u_fit.zw) * vec2(u_cells) - 0.5;
    ivec2 corner = ivec2(floor(position));
    vec2 t = position - floor(position);
    FIELD north = mix(value_at(corner), value_at(corner + ivec2(1, 0)), t.x);
    FIELD south = mix(value_at(corner + ivec2(0, 1)), value_at(corner + ivec2(1, 1)), t.x);
    return field_colour(mix(north, south, t.y));
}
#elif defined(LOOK_HEIGHTS)
vec3 water_colour(ivec2 at) {
    vec2 position = (vec2(at - u_fit.xy) + 0.5) / vec2(u_fit.zw) * vec2(u_cells) - 0.5;
    ivec2 corner = ivec2(floor(position));
    vec2 t = position - floor(position);
    float north = mix(stored_at(corner), stored_at(corner + ivec2(1, 0)), t.x);
    float south = mix(stored_at(corner + ivec2(0, 1)), stored_at(corner + ivec2(1, 1)), t.x);
    return vec3(0.5 + u_gain * mix(north, south, t.y));
}
#else
// The stored slope of a cell, clamped to the grid.
vec2 slope_of(ivec2 cell) {
    cell = clamp(cell, ivec2(0), u_cells - 1);
    vec2 difference = u_weights * vec2(
        stored_at(cell - ivec2(1, 0)) - stored_at(cell + ivec2(1, 0)),
        stored_at(cell - ivec2(0, 1)) - stored_at(cell + ivec2(0, 1))
    );
#ifdef LOOK_BILINEAR
    return floor(-difference / 8.0);
#else
    return difference;
#endif
}

#ifdef LOOK_GLINT
// Velocity, interpolated between cells.
float speed_at(vec2 position) {
    ivec2 last = textureSize(u_velocity, 0) - 1;
    ivec2 corner = ivec2(floor(position));
    vec2 t = position - floor(position);
#define SPEED(x, y) texelFetch(u_velocity, clamp(corner + ivec2(x, y), ivec2(0), last), 0).r
    return mix(mix(SPEED(0, 0), SPEED(1, 0), t.x), mix(SPEED(0, 1), SPEED(1, 1), t.x), t.y);
}
#endif

vec3 water_colour(ivec2 at) {
    vec2 fraction = (vec2(at - u_fit.xy) + 0.5) / vec2(u_fit.zw);
    vec2 position = fraction * vec2(u_cells) - 0.5;
    ivec2 corner = ivec2(floor(position));
    vec2 t = position - floor(position);
    vec2 d = mix(
        mix(slope_of(corner), slope_of(corner + ivec2(1, 0)), t.x),
        mix(slope_of(corner + ivec2(0, 1)), slope_of(corner + ivec2(1, 1)), t.x),
        t.y
    );
    vec2 size = vec2(textureSize(u_picture, u_level));
    vec3 colour = seen_at(place_under(at) + d * u_pixels / size);
    colour = clamp(colour + (d.x + d.y) * u_light / 255.0, 0.0, 1.0);
#ifdef LOOK_GLINT
    float speed = 0.25 * u_weights_a_step * (
        speed_at(position + vec2(-0.5, -0.5)) + speed_at(position + vec2(0.5, -0.5)) +
        speed_at(position + vec2(-0.5, 0.5)) + speed_at(position + vec2(0.5, 0.5))
    );
    colour = mix(u_glint, colour, 1.0 - min(u_glint_strength * speed * speed, 1.0));
#endif
    return colour;
}
#endif

#if !defined(OVERLAY)
vec3 under_what_floats(vec3 water, ivec2 at) {
    return water;
}
#elif defined(LOOK_NEAREST)
vec3 under_what_floats(vec3 water, ivec2 at) {
    ivec2 size = textureSize(u_picture, 0);
    ivec2 layer = textureSize(u_overlay, 0);
    ivec2 pixel = u_crop.xy + pixel_under(at);
    if (any(lessThan(pixel, ivec2(0))) || any(greaterThanEqual(pixel, size))) return water;
    ivec4 over = ivec4(texelFetch(u_overlay, ivec2(uvec2(pixel) * uvec2(layer) / uvec2(size)), 0) * 255.0 + 0.5);
    ivec3 under = ivec3(water * 255.0 + 0.5);
    return vec3(min((under * (255 - over.a) + 127) / 255 + over.rgb, 255)) / 255.0;
}
#else
vec3 under_what_floats(vec3 water, ivec2 at) {
    vec2 place = place_under(at);
    vec4 over = textureLod(u_overlay, place, float(u_overlay_level));
    if (is_margin(place)) over = vec4(0.0);
    return clamp(water, 0.0, 1.0) * (1.0 - over.a) + over.rgb;
}
#endif

#ifdef BOTTOM
#include "lib/land.glsl"
uniform float u_metres;         // per stored unit of height
uniform float u_shore;          // depth below which the water fades out, metres

const vec3 SHADE_OF_DEPTH = vec3(0.85, 0.45, 0.35);     // attenuation from the surface to the deepest floor
const vec3 LAND_SKY = vec3(0.44, 0.49, 0.55);
const vec3 LAND_SUN = vec3(0.70, 0.65, 0.56);

// The water, darker with depth, and the land where it is dry.
vec3 beside_land(vec3 water, ivec2 at) {
    vec2 place = (vec2(at - u_fit.xy) + 0.5) / vec2(u_fit.zw);
    vec2 position = place * vec2(u_cells) - 0.5;
    ivec2 corner = ivec2(floor(position));
    vec2 t = position - floor(position);
    float north = mix(stored_at(corner), stored_at(corner + ivec2(1, 0)), t.x);
    float south = mix(stored_at(corner + ivec2(0, 1)), stored_at(corner + ivec2(1, 1)), t.x);
    float depth = u_metres * mix(north, south, t.y) + u_depth * textureLod(u_bottom, place, 0.0).r;
    vec4 land = land_at(place);
#ifdef LOOK_FIELD
    vec3 dry = NEUTRAL_LAND * (0.55 + 0.55 * land.a);
#else
    vec3 dry = land.rgb * (LAND_SKY + LAND_SUN * land.a);
    water *= exp(-SHADE_OF_DEPTH * clamp(depth / u_depth, 0.0, 2.0));
#endif
    return mix(dry, water, smoothstep(0.0, u_shore, depth));
}
#else
vec3 beside_land(vec3 water, ivec2 at) {
    return water;
}
#endif

#ifdef WALLS
// 1 in an obstacle, in cells of the obstacles; clamped to the edge.
float solid_at(ivec2 cell) {
    return step(0.5, texelFetch(u_solid, clamp(cell, ivec2(0), u_solid_cells - 1), 0).r);
}

#ifdef LOOK_NEAREST
vec3 laid_over(vec3 water, ivec2 at) {
    ivec2 pixel = pixel_under(at);
    ivec2 cell = pixel * u_solid_cells / u_crop.zw;
    if (solid_at(cell) < 0.5) return water;
    float lighter = min(solid_at(cell - ivec2(1, 0)), solid_at(cell - ivec2(0, 1)));
    float darker = min(solid_at(cell + ivec2(1, 0)), solid_at(cell + ivec2(0, 1)));
    int add = (lighter < 0.5 ? u_relief : 0) - (darker < 0.5 ? u_relief : 0);
    ivec3 wall = u_walls_of_picture == 1 ? picture_pixel(pixel) : ivec3(u_stone * 255.0 + 0.5);
    return vec3(clamp(wall + add, 0, 255)) / 255.0;
}
#else
// The same, smoothed by the quadratic B-spline.
float solid_around(vec2 position) {
    vec2 nearest = floor(position + 0.5);
    ivec2 cell = ivec2(nearest);
    vec2 f = position - nearest;
    vec2 before = 0.5 * (0.5 - f) * (0.5 - f);
    vec2 at = 0.75 - f * f;
    vec2 after = 0.5 * (0.5 + f) * (0.5 + f);
    vec3 across = vec3(before.x, at.x, after.x);
#define ROW(y) dot(across, vec3(solid_at(cell + ivec2(-1, y)), solid_at(cell + ivec2(0, y)), solid_at(cell + ivec2(1, y))))
    return before.y * ROW(-1) + at.y * ROW(0) + after.y * ROW(1);
}

vec3 wall_over(vec3 water, vec2 position, ivec2 at) {
    float here = solid_around(position);
    float before = solid_around(position - u_reach);
    float after = solid_around(position + u_reach);
    float cover = clamp((here - 0.5) * u_sharpness + 0.5, 0.0, 1.0);
#if defined(LOOK_FIELD) || defined(LOOK_HEIGHTS)
    vec3 wall = u_stone;
#else
    vec3 wall = u_walls_of_picture == 1 ? picture_at(place_under(at)) : u_stone;
#endif
    vec3 stone = clamp(wall + u_bevel * (after - before), 0.0, 1.0);
    return mix(clamp(water, 0.0, 1.0) * (1.0 - u_shadow * before), stone, cover);
}

vec3 laid_over(vec3 water, ivec2 at) {
    vec2 position = (vec2(at - u_fit.xy) + 0.5) / vec2(u_fit.zw) * vec2(u_solid_cells) - 0.5;
    // A software rasteriser executes both sides of a branch, but skips a loop of no iterations: far from obstacles nothing else is
    // computed.
    ivec2 nearest = clamp(ivec2(floor(position + 0.5)), ivec2(0), u_solid_cells - 1);
    int rounds = texelFetch(u_solid, nearest, 0).r > 0.0 ? 1 : 0;
    for (int i = 0; i < rounds; i++) water = wall_over(water, position, at);
    return water;
}
#endif
#else
vec3 laid_over(vec3 water, ivec2 at) {
    return water;
}
#endif

void main() {
    ivec2 at = ivec2(int(gl_FragCoord.x), u_output.y - 1 - int(gl_FragCoord.y));
    ivec2 inside = at - u_fit.xy;
    bool bar = any(lessThan(inside, ivec2(0))) || any(greaterThanEqual(inside, u_fit.zw));
    vec3 colour = laid_over(beside_land(under_what_floats(water_colour(at), at), at), at);
#ifdef BODIES
    colour = with_bodies(colour, u_bodies_above, (vec2(inside) + 0.5) / vec2(u_fit.zw));
#endif
    o_colour = vec4(bar ? u_bar : colour, 1.0);
}
