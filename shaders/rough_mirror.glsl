// What an eye sees of facets too small to be told apart, as light/rough_mirror.rs has it.
uniform sampler2D u_facets;     // reflectance, area, lean, spread

const float ROUGHEST = 0.64;    // the largest standard deviation in it

vec4 facets_seen(float facing, float sigma) {
    vec2 place = sqrt(clamp(vec2(facing, sigma / ROUGHEST), 0.0, 1.0));
    vec2 size = vec2(textureSize(u_facets, 0));
    return textureLod(u_facets, (place * (size - 1.0) + 0.5) / size, 0.0);
}
