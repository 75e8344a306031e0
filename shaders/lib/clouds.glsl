// The clouds of the computed sky, as src/view/clouds.rs draws them.
uniform highp sampler2DArray u_clouds;  // octahedral: factors of each light, per steradian, and transmittance
uniform mat3 u_cloud_light;         // irradiances: of the sun on a surface facing it, up there; of the clear sky; of both, as an overcast shows it
uniform vec2 u_cloud_layers;        // layers of the two pictures to blend
uniform vec2 u_cloud_weights;
uniform vec4 u_cloud_moved;         // km that the wind has carried the clouds since, for each

// Radiance of the clouds in a direction above the horizon, and their transmittance.
vec4 clouds(vec3 ray) {
    float up = max(ray.y, 0.0);
    float square = CLOUD_MIDDLE * (2.0 * CLOUD_BEND + CLOUD_MIDDLE);
    vec2 place = ray.xz * (square / (CLOUD_BEND * up + sqrt(CLOUD_BEND * CLOUD_BEND * up * up + square)));
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 2; i++) {
        // Where the wind brings them from.
        vec2 from = place - (i == 0 ? u_cloud_moved.xy : u_cloud_moved.zw);
        float high = max(CLOUD_MIDDLE - dot(from, from) / (2.0 * CLOUD_BEND), 0.0);
        vec2 level = from / (abs(from.x) + high + abs(from.y));
        vec2 at = 0.5 + 0.5 * vec2(level.x + level.y, level.x - level.y);
        sum += (i == 0 ? u_cloud_weights.x : u_cloud_weights.y) * textureLod(u_clouds, vec3(at, i == 0 ? u_cloud_layers.x : u_cloud_layers.y), 0.0);
    }
    return vec4(u_cloud_light * sum.rgb, sum.a);
}
