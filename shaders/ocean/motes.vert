// Particles in the water of a sea near the eye (docs/models.md §15a): bright specks of sun and sky light, in a cube about the eye, out of one
// face of which they drift in again through the opposite one.
#include "lib/random.glsl"
#include "lib/sky_lighting.glsl"
#include "ocean/floor.glsl"
#include "ocean/underwater.glsl"
uniform mat4 u_matrix;          // places relative to the eye to clip space
uniform vec3 u_eye;
uniform vec4 u_moved;           // how far the particles have moved relative to the cube, as fractions of its side; phase of their sway
uniform float u_pixel;          // width of a pixel at distance 1
out vec2 v_at;                  // place on the sprite, a disc of radius 1
flat out float v_share;         // of the sprite's light that is the particle's
flat out vec3 v_radiance;

const float ALBEDO = 0.8;

void main() {
    uint number = uint(gl_InstanceID);
    vec3 own = random(uvec3(number, 1u, 9u));
    vec3 more = random(uvec3(number, 2u, 9u));
    vec3 inside = fract(own + u_moved.xyz) - 0.5;
    vec3 place = MOTE_SIDE * inside + 0.03 * sin(u_moved.w + 6.2832 * more);
    float far = length(place);
    vec3 ray = place / max(far, 1e-3);
    float depth = -(place.y + u_eye.y);
    vec3 sun = u_sun_level * u_entering * exp(-u_down * (max(depth, 0.0) / u_sun_under.y));
    vec3 sky = u_sky_under * exp(-u_down * max(depth, 0.0));
    // They scatter forward more than back.
    float toward = 0.5 + 0.5 * dot(ray, u_sun_under);
    v_radiance = ALBEDO / PI * (sun * (0.5 + 2.5 * toward * toward * toward) + sky);
    float radius = 0.0009 + 0.0020 * more.x * more.x;
    float across = max(radius, 0.9 * u_pixel * far);
    vec3 off = abs(inside);
    float inner = 1.0 - smoothstep(0.3, 0.5, max(off.x, max(off.y, off.z)));
    float covered = radius / across;
    v_share = inner * covered * covered * smoothstep(0.15, 0.4, far);
    v_share *= exp(-u_beam.g * far) * smoothstep(0.1, 0.4, depth) * (lens_over(ray) < 0.0 ? 1.0 : 0.0);
    v_at = 2.0 * vec2(gl_VertexID & 1, gl_VertexID >> 1) - 1.0;
    vec3 aside = normalize(cross(ray, vec3(0.0, 1.0, 0.0)) + vec3(1e-5, 0.0, 0.0));
    vec3 corner = across * (v_at.x * aside + v_at.y * cross(aside, ray));
    gl_Position = v_share > 0.01 ? u_matrix * vec4(place + corner, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
