// Splashes of rain on a pool and on the ground around it (docs/models.md §16b): a few droplets that fly up and fall back.
#include "lib/shape.glsl"
#include "lib/random.glsl"
#include "lib/water_height.glsl"
#include "rain/drop.glsl"
uniform vec3 u_eye;
uniform ivec4 u_cells;          // the first cell; cells along a side; splashes in each
uniform vec3 u_parasol;         // its middle, x and z, and its radius, metres
uniform float u_kept;           // share of the splashes that there are
uniform float u_turn;           // lives since the start, fraction
uniform int u_generation;       // and whole number

const int DROPLETS = int(RAIN_DROPLETS);
const float SHUTTER = 1.0 / 250.0;      // seconds

void main() {
    int splash = gl_InstanceID / DROPLETS;
    int droplet = gl_InstanceID % DROPLETS;
    int cell = splash / u_cells.w;
    ivec2 lattice = u_cells.xy + ivec2(cell % u_cells.z, cell / u_cells.z);
    uvec2 name = uvec2(lattice) & 0xFFFFu;
    uint number = uint(splash % u_cells.w);
    float turn = u_turn + random(uvec3(name, number)).x;
    uint generation = uint(u_generation + int(floor(turn))) & 0xFFFFu;
    vec3 own = random(uvec3(name.x ^ (generation << 5u), name.y, number + 64u));
    vec3 more = random(uvec3(name.x, name.y ^ (generation << 5u), number + 128u * uint(droplet + 1)));
    vec2 ground = (vec2(lattice) + own.xy) * RAIN_CELL;
    vec2 beyond = abs(ground) - u_half;
    bool is_water = max(beyond.x, beyond.y) < 0.0;
    float level = is_water ? water_at(ground) : RIM;
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
    vec3 place = vec3(ground.x, level, ground.y) + vec3(velocity.x, 0.0, velocity.z) * seconds;
    place.y += height;
    vec2 off = abs((vec2(lattice - u_cells.xy) + 0.5) / float(u_cells.z) * 2.0 - 1.0);
    bool is_open = distance(ground, u_parasol.xy) > u_parasol.z;
    float share = is_open && height > 0.0 && own.z < u_kept ? 0.8 * (1.0 - smoothstep(0.7, 1.0, max(off.x, off.y))) : 0.0;
    draw_drop(place - u_eye, SHUTTER * velocity, (is_jet ? 0.0026 : 0.0010 + 0.0008 * more.y) * strength, share);
}
