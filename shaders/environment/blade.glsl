// A blade of grass: a strip of five vertices, an instance for each cell of a grid about the eye (docs/models.md §14). After
// lib/sky_lighting.glsl and the declaration of u_sun_toward.
#include "lib/random.glsl"
uniform vec3 u_eye;
uniform ivec4 u_cells;          // the first cell; cells along each side
uniform float u_cell;           // side of a cell, metres
uniform float u_reach;          // distance from the eye at which the last blades stand, metres

const float TALL = 0.045;       // mean height, metres
const float WIDE = 0.0035;      // half of the width at the root, metres

struct Blade {
    vec2 root;          // metres along x and z
    vec3 own;           // random numbers
    vec3 more;
    float chance;       // another one
    float high;         // of this vertex, from root to tip 0 to 1
    float rim;          // distance of its cell from the middle of the grid, 1 at the last ones
    vec2 lean;          // offset of the tip from the root, metres
};

Blade blade_here() {
    Blade blade;
    ivec2 cell = u_cells.xy + ivec2(gl_InstanceID % u_cells.z, gl_InstanceID / u_cells.z);
    uvec2 name = uvec2(cell) & 0xFFFFu;
    blade.own = random(uvec3(name, 3u));
    blade.more = random(uvec3(name, 5u));
    blade.chance = random(uvec3(name, 7u)).x;
    blade.root = (vec2(cell) + blade.own.xy) * u_cell;
    // Root, middle and tip of a strip.
    blade.high = float(gl_VertexID >> 1) * 0.5;
    vec2 off = abs((vec2(cell - u_cells.xy) + 0.5) / vec2(u_cells.zw) * 2.0 - 1.0);
    blade.rim = max(off.x, off.y);
    blade.lean = vec2(0.0);
    return blade;
}

// How far a blade on ground of this height has faded: toward the last ones they become flat, and as bright as the ground.
float blade_fading(Blade blade, float ground) {
    float far = length(vec3(blade.root.x, ground, blade.root.y) - u_eye);
    return max(smoothstep(0.4, 1.0, far / u_reach), smoothstep(0.6, 1.0, blade.rim));
}

// Lets the blade lean, and returns this vertex of it. `tall` is its length, metres.
vec3 blade_vertex(inout Blade blade, float ground, float tall) {
    float turn = 2.0 * PI * blade.more.x;
    blade.lean = tall * (0.2 + 0.7 * blade.more.y) * vec2(cos(turn), sin(turn));
    // Blades turn their broad side toward the eye, more or less.
    vec2 toward = normalize(blade.root - u_eye.xz + 1e-4);
    vec2 aside = normalize(vec2(-toward.y, toward.x) + 0.6 * (blade.more.zy - 0.5));
    float high = blade.high;
    float wide = WIDE * (1.0 - high * high) * (gl_VertexID == 4 ? 0.0 : (gl_VertexID & 1) == 0 ? -1.0 : 1.0);
    vec2 place = blade.root + blade.lean * high * high + aside * wide;
    return vec3(place.x, ground + tall * high * (1.0 - 0.15 * high), place.y);
}

// Length of a blade relative to the mean.
float blade_length(Blade blade) {
    return 0.6 + 0.8 * blade.own.z;
}

// Some are dry.
vec3 blade_albedo(Blade blade, vec3 albedo) {
    return mix(albedo, vec3(0.17, 0.15, 0.06), 0.5 * step(0.94, blade.more.z));
}

// Irradiance at this vertex, of which albedo/π is seen: visibility of sun and sky at the root, and the irradiance of the ground there.
vec3 blade_light(Blade blade, float fading, vec2 seen, vec3 ground) {
    // Little light reaches the root; the tip is seen in the sun from both sides.
    float open = mix(0.4, 1.8, blade.high);
    float across = abs(dot(normalize(u_sun_toward.xz + 1e-4), normalize(blade.lean + 1e-5)));
    float facing = max(u_sun_toward.y, 0.0) * 0.6 + 0.4 * across;
    vec3 light = u_sun_facing * facing * seen.x * open * (0.7 + 0.6 * blade.more.y) + u_sky_level * seen.y * open;
    return mix(light, ground, sqrt(fading));
}
