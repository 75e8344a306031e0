// Splashes of rain (docs/models.md §16b): a few droplets that fly up and fall back, on a pool and the ground around it, or on a SEA.
#include "lib/random.glsl"
#ifdef SEA
#include "lib/constants.glsl"
#include "lib/cascades.glsl"
uniform float u_height;         // factor of heights
#else
#include "lib/shape.glsl"
#include "lib/water_height.glsl"
uniform vec3 u_parasol;         // its middle, x and z, and its radius, metres
#endif
#include "rain/drop.glsl"
uniform vec3 u_eye;
uniform ivec4 u_splashes;       // the first cell; cells along a side; splashes in each
uniform vec2 u_first;           // corner of the first cell, relative to the eye, metres
uniform float u_kept;           // share of the splashes that there are
uniform float u_turn;           // lives since the start, fraction
uniform int u_generation;       // and whole number

const int DROPLETS = int(RAIN_DROPLETS);
const float SHUTTER = 1.0 / 250.0;      // seconds

void main() {
    int splash = gl_InstanceID / DROPLETS;
    int droplet = gl_InstanceID % DROPLETS;
    int cell = splash / u_splashes.w;
    ivec2 lattice = u_splashes.xy + ivec2(cell % u_splashes.z, cell / u_splashes.z);
    uvec2 name = uvec2(lattice) & 0xFFFFu;
    uint number = uint(splash % u_splashes.w);
    float turn = u_turn + random(uvec3(name, number)).x;
    uint generation = uint(u_generation + int(floor(turn))) & 0xFFFFu;
    vec3 own = random(uvec3(name.x ^ (generation << 5u), name.y, number + 64u));
    vec3 more = random(uvec3(name.x, name.y ^ (generation << 5u), number + 128u * uint(droplet + 1)));
    vec2 rest = u_first + (vec2(lattice - u_splashes.xy) + own.xy) * RAIN_CELL;
#ifdef SEA
    const bool is_water = true;
    const bool is_open = true;
    vec3 moved = moved_at(rest, 0.25 * RAIN_CELL);
    vec3 start = vec3(rest.x + moved.x, moved.y * u_height - u_eye.y, rest.y + moved.z);
#else
    vec2 ground = rest + u_eye.xz;
    vec2 beyond = abs(ground) - u_half;
    bool is_water = max(beyond.x, beyond.y) < 0.0;
    bool is_open = distance(ground, u_parasol.xy) > u_parasol.z;
    vec3 start = vec3(rest.x, (is_water ? water_at(ground) : RIM) - u_eye.y, rest.y);
#endif
    // The first droplet above water is that of the jet, which rises where the drop fell in.
    bool is_jet = is_water && droplet == 0;
    float seconds = RAIN_SPLASH * fract(turn);
    float strength = 0.5 + own.z / u_kept;
    float angle = 2.0 * PI * (float(droplet) + more.x) / float(DROPLETS);
    float outward = (is_jet ? 0.03 : 0.25 + 0.3 * more.y) * strength;
    float upward = (is_jet ? 0.9 : 0.35 + 0.55 * more.z) * strength;
    vec3 velocity = vec3(outward * cos(angle), upward, outward * sin(angle));
    float height = upward * seconds - 4.9 * seconds * seconds;
    velocity.y -= 9.8 * seconds;
    vec3 place = start + vec3(velocity.x * seconds, height, velocity.z * seconds);
    vec2 off = abs((vec2(lattice - u_splashes.xy) + 0.5) / float(u_splashes.z) * 2.0 - 1.0);
    float share = is_open && height > 0.0 && own.z < u_kept ? 0.8 * (1.0 - smoothstep(0.7, 1.0, max(off.x, off.y))) : 0.0;
    draw_drop(place, SHUTTER * velocity, (is_jet ? 0.0026 : 0.0010 + 0.0008 * more.y) * strength, share);
}
