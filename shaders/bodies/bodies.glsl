// Rays that meet bodies: they march through the distances of view/bodies/volume.rs.
#include "lib/constants.glsl"
uniform highp sampler2DArray u_body_volumes;    // a layer for each model: albedo; signed distance from −BODY_BAND to BODY_BAND spacings
uniform sampler2D u_bodies;     // a row for each body: three rows of the matrix to its volume; its size, layer, and the spacing of its
                                // volume, metres; half extents of the model in the volume
uniform vec4 u_body_spheres[int(MAX_BODIES)];        // middle and radius of a sphere around each body; radius 0 beyond the last
const int NEAR_BITS = 16;       // of a mask of bodies: those whose numbers are equal modulo this share one
uniform int u_body_count;       // BODIES is this number, or for a software rasteriser a constant not below it

// A body's volume at a place of it, 0 to 1 along each side: albedo, and distance in spacings.
vec4 body_volume(vec3 place, float layer) {
    vec3 at = clamp(place * BODY_SIDE - 0.5, 0.0, BODY_SIDE - 1.0);
    float slice = min(floor(at.z), BODY_SIDE - 2.0);
    vec2 size = vec2(textureSize(u_body_volumes, 0).xy);
    vec2 first = vec2(mod(slice, BODY_ACROSS), floor(slice / BODY_ACROSS)) * BODY_SIDE + at.xy + 0.5;
    vec2 next = vec2(mod(slice + 1.0, BODY_ACROSS), floor((slice + 1.0) / BODY_ACROSS)) * BODY_SIDE + at.xy + 0.5;
    vec4 low = textureLod(u_body_volumes, vec3(first / size, layer), 0.0);
    vec4 high = textureLod(u_body_volumes, vec3(next / size, layer), 0.0);
    vec4 texel = mix(low, high, at.z - slice);
    return vec4(texel.rgb, BODY_BAND * (2.0 * texel.a - 1.0));
}

vec3 to_body(int body, vec4 point) {
    return vec3(
        dot(texelFetch(u_bodies, ivec2(0, body), 0), point),
        dot(texelFetch(u_bodies, ivec2(1, body), 0), point),
        dot(texelFetch(u_bodies, ivec2(2, body), 0), point)
    );
}

// The next body along a ray: the one whose sphere, larger by `soft` and by a share `spread` of the distance, the ray enters first after
// `entry` and before `most`; −1 without any. Sets `entry` to the distance at which it does, negative from inside.
int next_body(vec3 from, vec3 ray, float most, float soft, float spread, inout float entry) {
    int next = -1;
    float first = most;
    for (int body = 0; body < BODIES; body++) {
        vec4 sphere = u_body_spheres[body];
        vec3 off = sphere.xyz - from;
        float middle = dot(off, ray);
        float radius = sphere.w + soft + spread * max(middle, 0.0);
        float square = radius * radius - dot(off, off) + middle * middle;
        float part = sqrt(max(square, 0.0));
        float start = middle - part;
        bool is_next = square > 0.0 && middle + part > 0.0 && start > entry && start < first;
        first = is_next ? start : first;
        next = is_next ? body : next;
    }
    entry = first;
    return next;
}

// Where a ray enters and leaves the box around a body, `margin` larger; the ray is in coordinates of the volume.
vec2 box_span(int body, vec3 start, vec3 along, float margin, float most) {
    vec3 extent = texelFetch(u_bodies, ivec2(4, body), 0).xyz + margin;
    vec3 inverse = 1.0 / mix(along, vec3(1e-6), lessThan(abs(along), vec3(1e-6)));
    vec3 a = (0.5 - extent - start) * inverse;
    vec3 b = (0.5 + extent - start) * inverse;
    vec3 first = min(a, b);
    vec3 last = max(a, b);
    return vec2(max(max(max(first.x, first.y), first.z), 0.0), min(min(min(last.x, last.y), last.z), most));
}

// Advances to the next body of a mask, and clears each bit of `bits` as it is reached; `body` begins as u_body_count. `bit` is the bit of
// the current body.
bool has_next_body(inout int bits, inout int body, inout int bit) {
    body += NEAR_BITS;
    if (body >= u_body_count) {
        if (bits == 0) return false;
        bit = bits & -bits;
        bits ^= bit;
        body = int(log2(float(bit)) + 0.5);
    }
    return true;
}

// The normal of a body at a place in the world where the distance to it is `far` spacings.
vec3 body_normal_at(int body, vec3 place, float far) {
    float layer = texelFetch(u_bodies, ivec2(3, body), 0).y;
    vec3 at = to_body(body, vec4(place, 1.0));
    vec2 step = vec2(0.75 / BODY_SIDE, 0.0);
    vec3 rise = vec3(
        body_volume(at + step.xyy, layer).a, body_volume(at + step.yxy, layer).a, body_volume(at + step.yyx, layer).a
    ) - far;
    // The matrix is a rotation, scaled: its transpose leads back.
    vec3 normal = rise.x * texelFetch(u_bodies, ivec2(0, body), 0).xyz
                + rise.y * texelFetch(u_bodies, ivec2(1, body), 0).xyz
                + rise.z * texelFetch(u_bodies, ivec2(2, body), 0).xyz;
    return normalize(normal + vec3(0.0, 1e-9, 0.0));
}

// The first hit of a ray on bodies.
struct BodyHit {
    int body;       // −1 without a hit
    float path;     // distance along the ray, initially the maximum
    vec4 seen;      // of the volume there
};

// Follows a ray to the surface of one body; a hit nearer than the one before replaces it.
void follow_to_body(int body, vec3 from, vec3 ray, inout BodyHit hit) {
    const int STEPS = 28;
    vec3 size = texelFetch(u_bodies, ivec2(3, body), 0).xyz;
    vec3 start = to_body(body, vec4(from, 1.0));
    vec3 along = to_body(body, vec4(ray, 0.0));
    vec2 span = box_span(body, start, along, 0.01, hit.path);
    float path = span.x;
    for (int step = 0; step < STEPS && path < span.y; step++) {
        vec4 texel = body_volume(start + path * along, size.y);
        if (texel.a < 0.05) {
            hit = BodyHit(body, path, texel);
            break;
        }
        path += texel.a * size.z;
    }
}

// Distance, normal and albedo of a hit.
float hit_on_body(BodyHit hit, vec3 from, vec3 ray, out vec3 normal, out vec3 albedo) {
    normal = vec3(0.0, 1.0, 0.0);
    if (hit.body >= 0) normal = body_normal_at(hit.body, from + hit.path * ray, hit.seen.a);
    albedo = hit.seen.rgb;
    return hit.path;
}

// Distance along `ray` to the first body, its normal and its albedo; `most` without a hit.
float bodies_hit(vec3 from, vec3 ray, float most, out vec3 normal, out vec3 albedo) {
    BodyHit hit = BodyHit(-1, most, vec4(0.0));
    float entry = -1e6;
    for (int i = 0; i < u_body_count; i++) {
        int body = next_body(from, ray, hit.path, 0.0, 0.0, entry);
        if (body < 0) break;
        follow_to_body(body, from, ray, hit);
    }
    return hit_on_body(hit, from, ray, normal, albedo);
}

#ifdef NEAR_BODIES
uniform sampler2D u_near_bodies;        // of bodies/near_bodies.frag

// Masks of the bodies near the refracted and near the reflected ray of a pixel.
ivec2 bodies_near_rays() {
    ivec4 bits = ivec4(255.0 * texelFetch(u_near_bodies, ivec2(gl_FragCoord.xy) / int(WATER_BLOCK), 0) + 0.5);
    return bits.rb | bits.ga << 8;
}

// As bodies_hit, among the bodies of a mask.
float near_bodies_hit(int bits, vec3 from, vec3 ray, float most, out vec3 normal, out vec3 albedo) {
    BodyHit hit = BodyHit(-1, most, vec4(0.0));
    int body = u_body_count;
    int bit = 0;
    while (has_next_body(bits, body, bit)) follow_to_body(body, from, ray, hit);
    return hit_on_body(hit, from, ray, normal, albedo);
}
#endif

// Share of a cone about `ray` that bodies cover, 0 to 1; it opens by `spread` metres to each side for a metre of distance. Normal and
// albedo are those where the ray enters a body, or comes closest to one.
float bodies_in_cone(vec3 from, vec3 ray, float spread, out vec3 normal, out vec3 albedo) {
    const int STEPS = 20;
    float covered = 0.0;
    int hit = -1;
    bool is_hit = false;
    float closest = 0.0;
    vec4 seen = vec4(0.0);
    float entry = -1e6;
    for (int i = 0; i < u_body_count; i++) {
        int body = next_body(from, ray, 1e3, 0.0, spread, entry);
        if (body < 0 || covered > 0.98) break;
        vec3 size = texelFetch(u_bodies, ivec2(3, body), 0).xyz;
        vec3 start = to_body(body, vec4(from, 1.0));
        vec3 along = to_body(body, vec4(ray, 0.0));
        float radius = u_body_spheres[body].w;
        float margin = spread * (max(entry, 0.0) + 2.0 * radius);
        vec2 span = box_span(body, start, along, margin / (BODY_SIDE * size.z) + 0.01, 1e3);
        float open = 1.0;
        bool is_inside = false;
        float path = span.x;
        for (int step = 0; step < STEPS && path < span.y && open > 0.02; step++) {
            vec3 at = start + path * along;
            vec4 texel = body_volume(at, size.y);
            // To the volume, and from there.
            float outside = length(at - clamp(at, 0.0, 1.0)) * BODY_SIDE * size.z;
            float within = texel.a * size.z;
            float share = 0.5 + 0.5 * (outside + within) / (0.1 * size.z + spread * path);
            if (share < open) {
                open = share;
                if (!is_inside && !is_hit) {
                    hit = body;
                    closest = path;
                    seen = texel;
                }
            }
            is_inside = is_inside || outside == 0.0 && texel.a < 0.05;
            path += max(max(outside, within - outside), 0.25 * size.z);
        }
        is_hit = is_hit || is_inside;
        open = max(open, 0.0);
        // A body narrower than the cone leaves the rest of it open.
        float narrow = min(radius / (spread * closest + 1e-6), 1.0);
        covered = max(covered, (1.0 - open * open * (3.0 - 2.0 * open)) * narrow * narrow);
    }
    // What the cone covers of a body that the ray misses lies toward the body's middle.
    vec3 place = from + closest * ray;
    if (hit >= 0 && !is_hit) {
        place = mix(place, u_body_spheres[hit].xyz, 0.5);
        seen = body_volume(to_body(hit, vec4(place, 1.0)), texelFetch(u_bodies, ivec2(3, hit), 0).y);
    }
    normal = vec3(0.0, 1.0, 0.0);
    if (hit >= 0) normal = body_normal_at(hit, place, seen.a);
    // Of its surface the cone meets the side toward it.
    normal = normalize(normal - (max(dot(normal, ray), 0.0) + 1e-6) * ray);
    albedo = seen.rgb;
    return covered;
}

// Visible share of the sun's disc past the bodies along `ray`, 0 to 1; `soft` is half the width of the penumbra at `from`.
float bodies_light(vec3 from, vec3 ray, float most, float soft) {
    const int STEPS = 24;
    float light = 1.0;
    float entry = -1e6;
    for (int i = 0; i < u_body_count; i++) {
        int body = next_body(from, ray, most, soft, SUN_DISC_RADIUS, entry);
        if (body < 0) break;
        vec3 size = texelFetch(u_bodies, ivec2(3, body), 0).xyz;
        vec3 start = to_body(body, vec4(from, 1.0));
        vec3 along = to_body(body, vec4(ray, 0.0));
        float margin = soft + SUN_DISC_RADIUS * (max(entry, 0.0) + 2.0 * u_body_spheres[body].w);
        vec2 span = box_span(body, start, along, margin / (BODY_SIDE * size.z), most);
        float path = span.x;
        for (int step = 0; step < STEPS && path < span.y && light > 0.0; step++) {
            float far = body_volume(start + path * along, size.y).a * size.z;
            light = min(light, 0.5 + 0.5 * far / (soft + SUN_DISC_RADIUS * path));
            path += max(far, 0.25 * size.z);
        }
    }
    light = max(light, 0.0);
    return light * light * (3.0 - 2.0 * light);
}
