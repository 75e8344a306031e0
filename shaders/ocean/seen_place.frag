// Which point of a lit sea a pixel shows, for deferred shading (docs/models.md §15): its rest place relative to the eye, its distance, and
// its depth. LENS: only where the lens is above the water.
#ifdef LENS
#include "ocean/underwater.glsl"
#endif
in vec2 v_rest;
in vec3 v_surface;
out vec4 o_place;

void main() {
    float far = length(v_surface);
#ifdef LENS
    if (lens_over(v_surface / far) < 0.0) discard;
#endif
    o_place = vec4(v_rest, far, gl_FragCoord.z);
}
