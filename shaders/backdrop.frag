// The sky behind everything: the upper half of a panorama, zenith in the first row, horizon in the last.
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_panorama;
uniform mat4 u_unproject;       // clip space to world directions

const float TURN = 6.2831853;

void main() {
    vec4 point = u_unproject * vec4(v_uv * 2.0 - 1.0, 1.0, 1.0);
    vec3 ray = normalize(point.xyz / point.w);
    float around = atan(ray.z, ray.x) / TURN;
    float down = acos(clamp(ray.y, 0.0, 1.0)) / (0.25 * TURN);
    // Level 0: the seam of `around` would pick the smallest level in one column of pixels.
    o_colour = vec4(textureLod(u_panorama, vec2(around, min(down, 0.998)), 0.0).rgb, 1.0);
}
