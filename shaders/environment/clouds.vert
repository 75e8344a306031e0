// A tile of the clouds.
out vec2 v_uv;
uniform vec4 u_tile;        // corner and size, 0 to 1

void main() {
    const vec2 CORNERS[6] = vec2[](vec2(0), vec2(1, 0), vec2(1), vec2(0), vec2(1), vec2(0, 1));
    v_uv = u_tile.xy + u_tile.zw * CORNERS[gl_VertexID];
    gl_Position = vec4(2.0 * v_uv - 1.0, 0.0, 1.0);
}
