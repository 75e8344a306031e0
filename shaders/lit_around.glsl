// What stands around a lit pool, as its water mirrors it and as it is seen from below (docs/models.md §14). Wants daylight.glsl and
// rim.glsl before it.
uniform sampler2D u_around_dome;    // sky and far country, laid flat as u_sky_dome is
uniform sampler2D u_around_things;  // what stands on a ring about the pool, with alpha: sides −x, +x, −z, +z over each other
uniform sampler2D u_leaves;         // light on leaves, in red
uniform vec4 u_around_rings;        // half extents of the ring that things are on, and of the hedge's inner face
uniform vec2 u_around_tops;         // their heights over the rest level; below all water where there are none
uniform float u_leaf;               // world metres that one copy of `u_leaves` covers

const vec3 HEDGE = vec3(0.052, 0.088, 0.026);   // albedo, in the mean of its leaves

// Where a ray leaves a ring: along its side from −1 to 1, height, distance along x or z to tell which side.
vec3 ring_met(vec3 point, vec3 ray, vec2 ring) {
    vec2 ways = (ring - sign(ray.xz) * point.xz) / (abs(ray.xz) + 1e-6);
    float way = min(ways.x, ways.y);
    vec2 met = point.xz + way * ray.xz;
    bool along_z = ways.x < ways.y;
    return vec3(along_z ? met.y / ring.y : met.x / ring.x, point.y + way * ray.y, along_z ? sign(ray.x) : 2.0 * sign(ray.z));
}

// Radiance that comes to a point of the surface against `ray`, which leads upward, out of the pool.
vec3 around_radiance(vec3 point, vec3 ray) {
    vec2 flat_on = ray.xz / (abs(ray.x) + ray.y + abs(ray.z));
    vec3 radiance = texture(u_around_dome, 0.5 + 0.5 * vec2(flat_on.x + flat_on.y, flat_on.x - flat_on.y)).rgb;
    vec3 far = ring_met(point, ray, u_around_rings.zw);
    vec3 near = ring_met(point, ray, u_around_rings.xy);
    // No height beyond twice what stands there matters; neighbours that see edge and sky by turns each see some of both.
    vec2 high = min(vec2(near.y, far.y), 2.0 * abs(u_around_tops));
    vec2 soft = max(fwidth(high), 1e-4);
    vec2 wide = fwidth(vec2(near.x, far.x));
    vec2 below = clamp(0.5 + (u_around_tops - high) / soft, 0.0, 1.0);
    if (below.y > 0.0) {
        bool faces_z = abs(far.z) > 1.5;
        vec3 normal = faces_z ? vec3(0.0, 0.0, -0.5 * far.z) : vec3(-far.z, 0.0, 0.0);
        vec2 on = vec2(far.x * (faces_z ? u_around_rings.z : u_around_rings.w), far.y) / u_leaf;
        float level = log2(max(max(wide.y * u_around_rings.z, soft.y) / u_leaf * 256.0, 1.0));
        float leaves = textureLod(u_leaves, on, level).r;
        float lit = clamp(0.78 * max(dot(normal, u_sun_toward), 0.0) + 0.22 * (0.5 + 0.5 * dot(normal, u_sun_toward)), 0.0, 1.0);
        vec3 hedge = HEDGE / PI * (0.3 + 1.4 * leaves) * (u_sun_facing * lit + 0.42 * u_sky_level);
        radiance = mix(radiance, hedge, below.y);
    }
    if (below.x > 0.0) {
        float side = near.z < -1.5 ? 2.0 : near.z > 1.5 ? 3.0 : near.z < 0.0 ? 0.0 : 1.0;
        vec2 size = vec2(textureSize(u_around_things, 0)) * vec2(0.5, 0.25);
        float level = log2(max(max(min(wide.x, 1.0) * size.x, soft.x / u_around_tops.x * size.y), 1.0));
        vec2 at = vec2(0.5 + 0.5 * near.x, (side + clamp(high.x / u_around_tops.x, 0.0, 0.99)) / 4.0);
        vec4 things = textureLod(u_around_things, at, min(level, 4.0));
        radiance = radiance * (1.0 - things.a) + things.rgb;
    }
    return radiance;
}
