// The shape of a sea's floor (docs/models.md §15a): level, or (UNEVEN) from a depth map. Places are relative to the eye, heights to the
// rest level.
#ifdef BED
uniform float u_bed;            // maximum depth below the rest level, metres

const float MAX_SPREAD = 0.025; // radians of a beam; silhouettes at a larger angle from the ray are ignored

#ifdef UNEVEN
uniform sampler2D u_bed_map;    // share of the maximum depth, and share of rock
uniform vec4 u_bed_at;          // map coordinates of a place: scale in z and w, offset in x and y
uniform float u_bed_top;        // minimum depth below the rest level, metres

const float STEEP = 1.2;        // ray marching does not step through a floor up to this slope

float bed_at(vec2 ground) {
    return u_bed * textureLod(u_bed_map, ground * u_bed_at.zw + u_bed_at.xy, 0.0).r;
}

// Share of rock.
float bed_rock(vec2 ground) {
    return textureLod(u_bed_map, ground * u_bed_at.zw + u_bed_at.xy, 0.0).g;
}

vec3 bed_normal(vec2 ground) {
    vec2 texel = 1.0 / (vec2(textureSize(u_bed_map, 0)) * u_bed_at.zw);
    vec2 rise = vec2(
        bed_at(ground - vec2(texel.x, 0.0)) - bed_at(ground + vec2(texel.x, 0.0)),
        bed_at(ground - vec2(0.0, texel.y)) - bed_at(ground + vec2(0.0, texel.y))
    ) / (2.0 * texel);
    return normalize(vec3(-rise.x, 1.0, -rise.y));
}

// Distance along the unit vector `ray` from a place in the water to the floor, in steps of `min_step` texels or more; `max_path` if there
// is no hit before.
// `silhouette`: where the ray passes closest, in angle, above a local rise of the floor before that: distance along the ray and height
// over the floor, metres; zero if none is within MAX_SPREAD.
float bed_hit(vec3 from, vec3 ray, float max_path, float min_step, out vec2 silhouette) {
    const int STEPS = 96;
    const int HALVINGS = 5;
    float level = length(ray.xz);
    // Between the levels of the highest and the deepest place.
    float begin = ray.y < 0.0 ? max(from.y + u_bed_top, 0.0) / max(-ray.y, 1e-4) : 0.0;
    float end = ray.y < 0.0 ? max(from.y + u_bed, 0.0) / max(-ray.y, 1e-4) : max(-u_bed_top - from.y, 0.0) / max(ray.y, 1e-4);
    bool sure = ray.y < 0.0 && end < max_path;
    end = min(end, max_path);
    // The step is limited by the steepest floor, and grows with the distance.
    float nearing = 1.0 / max(STEEP * level - ray.y, 1e-3);
    min_step /= float(textureSize(u_bed_map, 0).x) * u_bed_at.z;
    float before = begin;
    float here = begin;
    float after = end;
    float last_over = 1e9;
    float nearest = MAX_SPREAD;
    silhouette = vec2(0.0);
    for (int i = 0; i < STEPS; i++) {
        vec3 point = from + here * ray;
        float over = point.y + bed_at(point.xz);
        if (over <= 0.0 || here >= end) {
            after = min(here, end);
            break;
        }
        // The floor came nearer up to the last step, and now falls away.
        bool falls = over > last_over && last_over < nearest * before;
        nearest = falls ? last_over / before : nearest;
        silhouette = falls ? vec2(before, last_over) : silhouette;
        last_over = over;
        before = here;
        here += max(over * nearing, max(min_step, 0.02 * here));
    }
    vec3 last = from + after * ray;
    bool hit = last.y + bed_at(last.xz) <= 1e-4;
    for (int i = 0; i < HALVINGS; i++) {
        float between = 0.5 * (before + after);
        vec3 point = from + between * ray;
        bool under = point.y + bed_at(point.xz) <= 0.0;
        after = under ? between : after;
        before = under ? before : between;
    }
    return hit || sure ? after : max_path;
}
#else
float bed_at(vec2 ground) {
    return u_bed;
}

float bed_hit(vec3 from, vec3 ray, float max_path, float min_step, out vec2 silhouette) {
    silhouette = vec2(0.0);
    return ray.y < 0.0 ? min(max(from.y + u_bed, 0.01) / max(-ray.y, 1e-4), max_path) : max_path;
}
#endif

float bed_hit(vec3 from, vec3 ray, float max_path, float min_step) {
    vec2 silhouette;
    return bed_hit(from, ray, max_path, min_step, silhouette);
}

// Share of a beam along the unit vector `ray`, `spread` radians wide or MAX_SPREAD, that shows what rises below a silhouette: all of it
// where the ray touches, none a width above. Rays that meet the floor are not thinned out.
float blocked_at(vec2 silhouette, vec3 ray, float spread) {
    float off = silhouette.y * length(ray.xz);
    return silhouette.x > 0.0 ? 1.0 - clamp(off / (silhouette.x * min(spread, MAX_SPREAD)), 0.0, 1.0) : 0.0;
}
#endif
