// Spindrift: water that the wind tears off breaking crests (docs/models.md §15). Anchors in a lattice run with the crests; from one on a
// crest that breaks now, puffs leave in turn and fly downwind. All of it is a function of the time.
#include "lib/constants.glsl"
#include "lib/random.glsl"
#include "lib/cascade_slopes.glsl"
#include "ocean/foam.glsl"
#include "ocean/breaking.glsl"
#include "lib/cloud_shadow.glsl"
uniform mat4 u_matrix;          // places relative to the eye to clip space
uniform vec3 u_eye;
uniform sampler2D u_foam;       // foam coverage of the first cascade, 0 to 1
uniform ivec4 u_lattice;        // the cell of the first anchor; anchors along a side; puffs of each
uniform vec4 u_anchors;         // the first anchor relative to the eye, along the wind and across, metres; distance between anchors; seconds
uniform vec3 u_gale;            // speed of the wind and of the crests, m/s; amount, 0 to 1
uniform vec3 u_sun_toward;      // unit
out vec2 v_at;                  // place on the puff, a disc of radius 1
flat out vec3 v_ray;            // unit vector from the eye
flat out float v_alpha;
flat out float v_sunlit;        // transmittance of the clouds
out float v_above;              // height above the water, radii

const float LIFE = 1.5;         // seconds
const float SETTLES = 0.22;     // time in which a drop takes on the speed of the wind, seconds

vec2 from_wind(vec2 along) {
    return along.x * u_wind + along.y * vec2(-u_wind.y, u_wind.x);
}

void main() {
    int anchor = gl_InstanceID / u_lattice.w;
    int puff = gl_InstanceID % u_lattice.w;
    ivec2 cell = ivec2(anchor % u_lattice.z, anchor / u_lattice.z);
    uvec2 name = uvec2(u_lattice.xy + cell) & 0xFFFFu;
    vec3 chance = random(uvec3(name, 7u));
    vec2 rest = from_wind(u_anchors.xy + u_anchors.z * (vec2(cell) + chance.xy));
    // The age of the puff that this one is now.
    float turn = u_anchors.w / LIFE + (float(puff) + chance.z) / float(u_lattice.w);
    float age = LIFE * fract(turn);
    vec3 own = random(uvec3(name, 16u * (uint(floor(turn)) & 0xFFFu) + uint(puff)));

    float far = length(vec3(rest.x, u_eye.y, rest.y));
    float footprint = max(0.7, 0.01 * far);
    float coverage = foam_cover(u_foam, rest, footprint);
    // Most anchors are not on a crest that breaks: a software rasteriser skips a loop of no iterations.
    float breaking = 0.0;
    vec3 moved = vec3(0.0);
    int rounds = coverage > 0.01 ? 1 : 0;
    for (int i = 0; i < rounds; i++) {
        Bent bent = bent_at(rest, footprint);
        breaking = min(4.0 * coverage, 1.0) * smoothstep(0.01, 0.25, folding_share(-dot(bent.slope.zw, vec2(1.0)), 0.0));
        moved = moved_at(rest, footprint);
    }
    // Toward the edge of the lattice there is less.
    vec2 off = abs((vec2(cell) + 0.5) / float(u_lattice.z) * 2.0 - 1.0);
    float inner = 1.0 - smoothstep(0.7, 1.0, max(off.x, off.y));
    float young = age / LIFE;
    v_alpha = 0.7 * u_gale.z * breaking * inner * smoothstep(0.0, 0.08, young) * (1.0 - young) * (1.0 - young);

    // Against the drag of the air, up to the speed of the wind near the water.
    float flown = age - SETTLES * (1.0 - exp(-age / SETTLES));
    vec2 ahead = vec2((0.7 + 0.3 * own.x) * u_gale.x - u_gale.y, 3.0 * (own.y - 0.5)) * flown;
    float risen = (0.5 + 2.2 * own.z * own.z) * (1.0 - exp(-age / 0.5)) - 0.35 * age;
    vec2 level = rest + moved.xz + from_wind(ahead);
    float radius = (0.14 + 0.5 * young) * (0.6 + 0.8 * own.x) * (1.0 + far / 120.0);
    // Where it meets the water it fades, or its edge would be that of the surface. Crests are narrower than at rest: the rest place below
    // the puff is found in three steps.
    vec3 below = moved;
    v_sunlit = 1.0;
    int searches = v_alpha > 0.004 ? 3 : 0;
    for (int i = 0; i < searches; i++) below = moved_at(level - below.xz, footprint);
    for (int i = 0; i < searches; i += 3) v_sunlit = sun_past_clouds(level, u_sun_toward);
    float water = below.y * u_height - u_eye.y;
    vec3 centre = vec3(level.x, moved.y * u_height + 0.1 + max(risen, -0.2) - u_eye.y, level.y);
    v_ray = normalize(centre);
    vec3 along = vec3(u_wind.x, 0.0, u_wind.y);
    along -= dot(along, v_ray) * v_ray;
    vec3 side = normalize(cross(v_ray, vec3(0.0, 1.0, 0.0)) + vec3(1e-5, 0.0, 0.0));
    vec3 up = cross(side, v_ray);
    // The triangle about the disc.
    const vec2 CORNERS[3] = vec2[](vec2(-1.7321, -1.0), vec2(1.7321, -1.0), vec2(0.0, 2.0));
    v_at = CORNERS[gl_VertexID];
    // Drawn out along the wind.
    vec3 corner = radius * (v_at.x * side + v_at.y * up);
    corner += 1.6 * dot(corner, along) * along;
    v_above = (centre.y + corner.y - water) / radius;
    gl_Position = v_alpha > 0.004 ? u_matrix * vec4(centre + corner, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
