// Scene colour: what the passes of a scene write, as in view/frame.rs.
uniform float u_exposure;
uniform float u_max_colour;     // largest value stored
uniform float u_colour_code;    // 0: linear; otherwise c is stored as code/(code + c)

vec4 scene_colour(vec3 radiance) {
    vec3 colour = min(radiance * u_exposure, u_max_colour);
    return vec4(u_colour_code > 0.0 ? u_colour_code / (u_colour_code + max(colour, 0.0)) : colour, 1.0);
}
