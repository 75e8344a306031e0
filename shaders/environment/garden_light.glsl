// Light on a terrace at night (docs/models.md §14): of small lamps on the lawn that light the hedge, of a lantern on the pole of the parasol,
// and of the pool that its lamp lights.
#include "lib/shape.glsl"
uniform vec3 u_garden;          // intensity of a lamp along its axis; 0 while the lamps are off
uniform vec3 u_lantern;         // where the lantern hangs
uniform vec3 u_lantern_light;   // its intensity; 0 while the lamps are off, and without a parasol
uniform vec2 u_garden_half;     // half extents of the hedge's inner face
uniform vec3 u_pool_glow;       // mean radiance of the water's surface; 0 while the pool's lamp is off

const float GARDEN_STEP = 3.8;      // about the distance between lamps, metres
const float GARDEN_FOOT = 0.5;      // their distance from the hedge, metres
const float GARDEN_HIGH = 0.1;      // height of their lenses above the lawn, metres
const float GARDEN_LENS = 0.05;     // radius of a lens, metres

const float LANTERN_LENS = 0.07;    // half of the length of the lit part of the pole, metres

// Irradiance of a surface by the lantern; `soft`: share of the light that leaves take up whichever way they face.
vec3 lantern_light(vec3 point, vec3 normal, float soft) {
    vec3 off = u_lantern - point;
    float square = dot(off, off) + 0.01;
    return u_lantern_light * mix(max(dot(normal, off) * inversesqrt(square), 0.0), 0.5, soft) / square;
}

// Radiance of the lantern at a point of the pole.
vec3 lantern_lens(vec3 point) {
    float off = distance(point, u_lantern) / LANTERN_LENS;
    return u_lantern_light * (10.0 * (1.0 - smoothstep(0.8, 1.0, off)));
}

// The lamp of a number along a side of `span` half lengths with `count` of them.
float garden_place(float number, float count, float span) {
    return ((clamp(number, 0.0, count - 1.0) + 0.5) / count * 2.0 - 1.0) * span;
}

// Irradiance of a surface; `soft`: share of the light that leaves take up whichever way they face.
vec3 garden_light(vec3 point, vec3 normal, float soft) {
    float sum = 0.0;
    int sides = u_garden.g > 0.0 ? 4 : 0;
    for (int i = 0; i < sides; i++) {
        vec3 outward = (i & 1) == 0 ? vec3(-1.0, 0.0, 0.0) : vec3(1.0, 0.0, 0.0);
        vec2 room = u_garden_half - GARDEN_FOOT;
        bool turned = i > 1;
        // Along x for the sides at ±z.
        float span = turned ? room.x : room.y;
        float count = max(floor(2.0 * span / GARDEN_STEP + 0.5), 1.0);
        float at = ((turned ? point.x : point.z) / span * 0.5 + 0.5) * count;
        float nearest = floor(at);
        float next = nearest + (fract(at) < 0.5 ? -1.0 : 1.0);
        outward = turned ? outward.zyx : outward;
        for (int j = 0; j < 2; j++) {
            float along = garden_place(j == 0 ? nearest : next, count, span);
            vec3 lamp = turned ? vec3(along, RIM + GARDEN_HIGH, outward.z * room.y) : vec3(outward.x * room.x, RIM + GARDEN_HIGH, along);
            vec3 off = lamp - point;
            float square = dot(off, off) + 0.02;
            vec3 toward = off * inversesqrt(square);
            float cone = max(dot(-toward, 0.75 * outward + vec3(0.0, 0.66, 0.0)), 0.0);
            float facing = mix(max(dot(normal, toward), 0.0), 0.5, soft);
            // The first and the last lamp have one neighbour.
            float there = j == 0 || abs(next - clamp(next, 0.0, count - 1.0)) < 0.5 ? 1.0 : 0.0;
            sum += there * cone * cone * facing / square;
        }
    }
    vec3 light = u_garden * sum + lantern_light(point, normal, soft);
    // The water in four parts, each as if it were in its middle.
    int parts = u_pool_glow.g > 0.0 ? 4 : 0;
    for (int i = 0; i < parts; i++) {
        vec3 middle = vec3(u_half.x * ((i & 1) == 0 ? -0.5 : 0.5), 0.0, u_half.y * ((i & 2) == 0 ? -0.5 : 0.5));
        vec3 off = middle - point;
        float area = u_half.x * u_half.y;
        float square = dot(off, off) + area / PI;
        vec3 toward = off * inversesqrt(square);
        light += u_pool_glow * area * max(-toward.y, 0.0) * mix(max(dot(normal, toward), 0.0), 0.5, soft) / square;
    }
    return light;
}

// Radiance of a lamp's lens at a place on the lawn.
vec3 garden_lens(vec2 ground) {
    vec3 seen = vec3(0.0);
    int sides = u_garden.g > 0.0 ? 2 : 0;
    for (int i = 0; i < sides; i++) {
        vec2 room = u_garden_half - GARDEN_FOOT;
        vec2 place = i == 0 ? ground : ground.yx;
        room = i == 0 ? room : room.yx;
        float count = max(floor(2.0 * room.y / GARDEN_STEP + 0.5), 1.0);
        float along = garden_place(floor((place.y / room.y * 0.5 + 0.5) * count), count, room.y);
        float off = length(vec2(abs(place.x) - room.x, place.y - along)) / GARDEN_LENS;
        seen += u_garden / (PI * GARDEN_LENS * GARDEN_LENS) * (1.0 - smoothstep(0.7, 1.2, off));
    }
    return seen;
}
