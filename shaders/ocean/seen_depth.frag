// Depth of the water that ocean/seen_place.frag found, so that nothing else is shaded.
uniform sampler2D u_seen_place; // as in ocean/seen_place.glsl
out vec4 o_colour;

void main() {
    vec4 here = texelFetch(u_seen_place, ivec2(gl_FragCoord.xy), 0);
    if (here.z == 0.0) discard;
    gl_FragDepth = here.w;
    o_colour = vec4(0.0);
}
