// The shape of the clouds (docs/models.md §13). Lengths in km.
uniform sampler3D u_cloud_noise;    // red: rank of the Perlin-Worley noise, 0 to 1; green: Worley noise for erosion
uniform float u_cloud_cover;              // cloud cover, 0 to 1
uniform float u_changed;            // distance through the noise by which the shapes have changed

const float CLOUD_PERIOD = 0.25 * CLOUD_REPEATS;
const float SHARPNESS = 7.0;        // density per distance of the noise to the threshold

// Share of space that clouds fill around a place.
float local_cover(vec2 place) {
    return 0.75 * u_cloud_cover * (0.6 + 0.8 * textureLod(u_cloud_noise, vec3(place / CLOUD_REPEATS, 0.37), 0.0).r);
}

// Distance of the noise to the threshold at a place, without fine structure; inside a cloud above 0. `high` is the height in the layer from
// 0 to 1.
float cloud_shape(vec3 place, float high, float cover) {
    float rank = textureLod(u_cloud_noise, vec3(place.xz, place.y + u_changed) / CLOUD_PERIOD, 0.0).r;
    return rank - (1.0 - cover) - 0.42 * high - 0.2 * (1.0 - smoothstep(0.0, 0.05, high));
}
