// Rays that meet bodies: they march through the distances of view/bodies/volume.rs.
#include "lib/constants.glsl"
uniform highp sampler2DArray u_body_volumes;    // a layer for each model: albedo, signed distance over the model's size
uniform sampler2D u_bodies;     // a row for each body: three rows of the matrix to its volume; middle and radius of a sphere around it;
                                // its size, layer, and the spacing of its volume, metres; half extents of the model in the volume
uniform int u_body_count;

const float VARNISH = 1.5;      // refractive index of a glossy surface

// A body's volume at a place of it, 0 to 1 along each side.
vec4 body_volume(vec3 place, float layer) {
    vec3 at = clamp(place * BODY_SIDE - 0.5, 0.0, BODY_SIDE - 1.0);
    float slice = min(floor(at.z), BODY_SIDE - 2.0);
    vec2 size = vec2(textureSize(u_body_volumes, 0).xy);
    vec2 first = vec2(mod(slice, BODY_ACROSS), floor(slice / BODY_ACROSS)) * BODY_SIDE + at.xy + 0.5;
    vec2 next = vec2(mod(slice + 1.0, BODY_ACROSS), floor((slice + 1.0) / BODY_ACROSS)) * BODY_SIDE + at.xy + 0.5;
    vec4 low = textureLod(u_body_volumes, vec3(first / size, layer), 0.0);
    vec4 high = textureLod(u_body_volumes, vec3(next / size, layer), 0.0);
    return mix(low, high, at.z - slice);
}

vec3 to_body(int body, vec4 point) {
    return vec3(
        dot(texelFetch(u_bodies, ivec2(0, body), 0), point),
        dot(texelFetch(u_bodies, ivec2(1, body), 0), point),
        dot(texelFetch(u_bodies, ivec2(2, body), 0), point)
    );
}

// Where a ray enters and leaves the sphere around a body, `margin` larger; empty if the second is smaller.
vec2 body_span(int body, vec3 from, vec3 ray, float margin) {
    vec4 sphere = texelFetch(u_bodies, ivec2(3, body), 0);
    vec3 off = sphere.xyz - from;
    float middle = dot(off, ray);
    float radius = sphere.w + margin;
    float square = radius * radius - dot(off, off) + middle * middle;
    float part = sqrt(max(square, 0.0));
    return square > 0.0 ? vec2(max(middle - part, 0.0), middle + part) : vec2(1.0, 0.0);
}

// The part of a span within the box around a body, `margin` larger; the ray is in coordinates of the volume.
vec2 box_span(int body, vec2 span, vec3 start, vec3 along, float margin) {
    vec3 extent = texelFetch(u_bodies, ivec2(5, body), 0).xyz + margin;
    vec3 inverse = 1.0 / mix(along, vec3(1e-6), lessThan(abs(along), vec3(1e-6)));
    vec3 a = (0.5 - extent - start) * inverse;
    vec3 b = (0.5 + extent - start) * inverse;
    vec3 first = min(a, b);
    vec3 last = max(a, b);
    return vec2(max(max(max(first.x, first.y), first.z), span.x), min(min(min(last.x, last.y), last.z), span.y));
}

// Distance along `ray` to the first body, its normal and its albedo; `most` without a hit.
float bodies_hit(vec3 from, vec3 ray, float most, out vec3 normal, out vec3 albedo) {
    const int STEPS = 28;
    float nearest = most;
    int hit = -1;
    for (int body = 0; body < u_body_count; body++) {
        vec2 span = body_span(body, from, ray, 0.0);
        span.y = min(span.y, nearest);
        if (span.x >= span.y) continue;
        vec3 size = texelFetch(u_bodies, ivec2(4, body), 0).xyz;
        vec3 start = to_body(body, vec4(from, 1.0));
        vec3 along = to_body(body, vec4(ray, 0.0));
        span = box_span(body, span, start, along, 0.01);
        if (span.x >= span.y) continue;
        float near = 0.02 * size.z;
        float path = span.x;
        for (int i = 0; i < STEPS; i++) {
            float far = body_volume(start + path * along, size.y).a * size.x;
            if (far < near) {
                nearest = path;
                hit = body;
                break;
            }
            path += far;
            if (path > span.y) break;
        }
    }
    normal = vec3(0.0, 1.0, 0.0);
    albedo = vec3(0.0);
    if (hit >= 0) {
        vec3 size = texelFetch(u_bodies, ivec2(4, hit), 0).xyz;
        vec3 at = to_body(hit, vec4(from + nearest * ray, 1.0));
        vec2 step = vec2(0.75 / BODY_SIDE, 0.0);
        vec3 rise = vec3(
            body_volume(at + step.xyy, size.y).a - body_volume(at - step.xyy, size.y).a,
            body_volume(at + step.yxy, size.y).a - body_volume(at - step.yxy, size.y).a,
            body_volume(at + step.yyx, size.y).a - body_volume(at - step.yyx, size.y).a
        );
        // The matrix is a rotation, scaled: its transpose leads back.
        normal = rise.x * texelFetch(u_bodies, ivec2(0, hit), 0).xyz
               + rise.y * texelFetch(u_bodies, ivec2(1, hit), 0).xyz
               + rise.z * texelFetch(u_bodies, ivec2(2, hit), 0).xyz;
        normal = normalize(normal + vec3(0.0, 1e-9, 0.0));
        albedo = body_volume(at, size.y).rgb;
    }
    return nearest;
}

// Visible share of the sun's disc past the bodies within `most` along `ray`, 0 to 1; `soft` is half the width of the penumbra at `from`.
float bodies_light(vec3 from, vec3 ray, float most, float soft) {
    const int STEPS = 24;
    float light = 1.0;
    for (int body = 0; body < u_body_count; body++) {
        vec2 span = body_span(body, from, ray, soft);
        span.y = min(span.y, most);
        if (span.x >= span.y) continue;
        vec3 size = texelFetch(u_bodies, ivec2(4, body), 0).xyz;
        vec3 start = to_body(body, vec4(from, 1.0));
        vec3 along = to_body(body, vec4(ray, 0.0));
        span = box_span(body, span, start, along, (soft + SUN_DISC_RADIUS * span.y) / (BODY_SIDE * size.z));
        if (span.x >= span.y) continue;
        float path = span.x;
        for (int i = 0; i < STEPS; i++) {
            float far = body_volume(start + path * along, size.y).a * size.x;
            light = min(light, 0.5 + 0.5 * far / (soft + SUN_DISC_RADIUS * path));
            path += max(far, 0.25 * size.z);
            if (path > span.y || light <= 0.0) break;
        }
    }
    light = max(light, 0.0);
    return light * light * (3.0 - 2.0 * light);
}

// The offset from a body's surface at which a ray from it starts, so that it does not meet the same surface.
float body_offset() {
    float offset = 0.0;
    for (int body = 0; body < u_body_count; body++) offset = max(offset, texelFetch(u_bodies, ivec2(4, body), 0).z);
    return 1.2 * offset;
}

// Share of the sky that bodies leave visible at a point that faces `normal`, as if they were balls.
float bodies_openness(vec3 point, vec3 normal) {
    float open = 1.0;
    for (int body = 0; body < u_body_count; body++) {
        vec4 sphere = texelFetch(u_bodies, ivec2(3, body), 0);
        vec3 off = sphere.xyz - point;
        float square = dot(off, off);
        float radius = 0.7 * sphere.w;
        open *= 1.0 - min(radius * radius / square, 0.8) * clamp(dot(normal, off) * inversesqrt(square) + 0.2, 0.0, 1.0);
    }
    return open;
}
