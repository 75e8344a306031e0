// A surface without end, laid together from TILES tiles that repeat. Places are relative to the eye, world metres, as they
// were before the displacement moved them.
uniform sampler2D u_place0;     // λDx, h, λDz in world metres, λ∂xDz
uniform sampler2D u_slope0;     // ∂h/∂x, ∂h/∂z, λ∂xDx, λ∂zDz
uniform vec4 u_tile0;           // length along x and z, and what to add before dividing by it
#if TILES > 1
uniform sampler2D u_place1;
uniform sampler2D u_slope1;
uniform vec4 u_tile1;
#endif
#if TILES > 2
uniform sampler2D u_place2;
uniform sampler2D u_slope2;
uniform vec4 u_tile2;
#endif
#if TILES > 3
uniform sampler2D u_place3;
uniform sampler2D u_slope3;
uniform vec4 u_tile3;
#endif
#if TILES > 4
uniform sampler2D u_place4;
uniform sampler2D u_slope4;
uniform vec4 u_tile4;
#endif

vec2 tile_uv(vec2 rest, vec4 tile) {
    return (rest + tile.zw) / tile.xy;
}
