// One triangle that covers the target.
out vec2 v_uv;      // 0 to 1, v up

void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    v_uv = corner;
    gl_Position = vec4(corner * 2.0 - 1.0, 1.0, 1.0);
}
