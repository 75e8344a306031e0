// A surface without end, laid together from CASCADES cascades that repeat, a layer each. Places are relative to the eye, metres,
// as they were before the displacement moved them.
uniform sampler2DArray u_place;         // λDx, h, λDz in metres, λ∂xDz
uniform sampler2DArray u_slope;         // ∂h/∂x, ∂h/∂z, λ∂xDx, λ∂zDz
uniform vec4 u_cascades[CASCADES];      // length along x and z, and what to add before dividing by it

vec2 cascade_uv(vec2 rest, vec4 cascade) {
    return (rest + cascade.zw) / cascade.xy;
}
