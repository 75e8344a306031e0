// A surface without end, laid together from CASCADES cascades that repeat. Places are relative to the eye, world metres, as they
// were before the displacement moved them.
uniform sampler2D u_place0;     // λDx, h, λDz in world metres, λ∂xDz
uniform sampler2D u_slope0;     // ∂h/∂x, ∂h/∂z, λ∂xDx, λ∂zDz
uniform vec4 u_cascade0;           // length along x and z, and what to add before dividing by it
#if CASCADES > 1
uniform sampler2D u_place1;
uniform sampler2D u_slope1;
uniform vec4 u_cascade1;
#endif
#if CASCADES > 2
uniform sampler2D u_place2;
uniform sampler2D u_slope2;
uniform vec4 u_cascade2;
#endif
#if CASCADES > 3
uniform sampler2D u_place3;
uniform sampler2D u_slope3;
uniform vec4 u_cascade3;
#endif
#if CASCADES > 4
uniform sampler2D u_place4;
uniform sampler2D u_slope4;
uniform vec4 u_cascade4;
#endif

vec2 cascade_uv(vec2 rest, vec4 cascade) {
    return (rest + cascade.zw) / cascade.xy;
}
