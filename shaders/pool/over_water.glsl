// What stands over the water of a lit pool, on the way out of it: the strip of wall, and stone. Wants pool/pool.glsl, lib/above_water.glsl
// before it, and where WALLS is set pool/submerged_stone.glsl and pool/obstacle_stone.glsl.
uniform vec3 u_tiles_mean;      // albedo

// Radiance that comes to a point of the surface against `up`, which leads upward, from wall or stone, where a pixel covers `footprint`;
// `wall` is how much of what is seen there they are, 0 to 1.
vec3 over_water(vec3 point, vec3 up, float footprint, out float wall) {
    vec3 side;
    float way = pool_met(point, up, side);
    vec3 met = point + way * up;
    // So thin a strip shows no tile. Where neighbours see wall and sky by turns, each sees some of both.
    // Straight up it meets a wall nowhere: no height beyond the pool's own length matters.
    float met_up = min(met.y, 2.0);
    wall = clamp(0.5 + (RIM - met_up) / max(fwidth(met_up), 1e-4), 0.0, 1.0);
    vec3 seen = vec3(0.0);
    if (wall > 0.0) seen = strip_radiance(met, side, u_tiles_mean, 1.0);
#ifdef WALLS
    // Stone stands no higher than that.
    float reach = min(way, max(u_wall_height - point.y, 0.0) / max(up.y, 0.02));
    float stone_way = stone_met(point, up, reach);
    if (stone_way < reach) {
        vec3 stone = point + stone_way * up;
        seen = stone_side(stone, stone_outward(stone.xz), footprint);
        wall = 1.0;
    }
#endif
    return seen;
}
