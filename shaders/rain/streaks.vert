// Drops of rain in the air (docs/models.md §16b): a streak each, as long as the drop falls while the shutter is open. They fill a cube
// about the eye, out of one face of which they enter again through the opposite one.
#include "lib/random.glsl"
#include "rain/drop.glsl"
uniform vec4 u_box;             // its middle relative to the eye; its side, metres
uniform vec3 u_moved;           // how far the drops have moved relative to it, as fractions of the side
uniform int u_round;            // how often they have fallen through it
uniform vec3 u_velocity;        // m/s
uniform float u_radius;         // metres

const float SHUTTER = 1.0 / 90.0;       // seconds

void main() {
    uint drop = uint(gl_InstanceID);
    float fallen = u_moved.y + random(uvec3(drop, 1u, 2u)).x;
    uint round = uint(u_round + int(floor(fallen))) & 0xFFFFu;
    vec3 own = random(uvec3(drop, round, 7u));
    vec2 level = fract(own.xy + u_moved.xz) - 0.5;
    vec3 inside = vec3(level.x, 0.5 - fract(fallen), level.y);
    vec3 off = abs(inside);
    float inner = 1.0 - smoothstep(0.35, 0.5, max(off.x, max(off.y, off.z)));
    draw_drop(u_box.xyz + u_box.w * inside, SHUTTER * u_velocity, u_radius * (0.8 + 0.4 * own.z), 0.8 * inner);
}
