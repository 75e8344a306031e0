// The pool's own floor and walls, the rim and the deck: boxes worked out from the vertex number, two triangles a face.
uniform mat4 u_view_projection;
uniform vec2 u_half;
uniform float u_depth;
out vec3 v_point;
flat out vec3 v_normal;
flat out int v_part;            // 0: under water and the wall up to the rim; 1: deck

const float RIM_HEIGHT = 0.05;
const float DECK_REACH = 30.0;

void main() {
    vec2 corner = vec2((0x32 >> gl_VertexID) & 1, (0x2C >> gl_VertexID) & 1) * 2.0 - 1.0;
    int face = gl_InstanceID;
    if (face == 0) {
        v_point = vec3(corner.x * u_half.x, -u_depth, corner.y * u_half.y);
        v_normal = vec3(0.0, 1.0, 0.0);
        v_part = 0;
    } else if (face < 5) {
        float side = (face & 1) == 1 ? -1.0 : 1.0;
        float y = corner.y > 0.0 ? RIM_HEIGHT : -u_depth;
        v_point = face < 3 ? vec3(side * u_half.x, y, corner.x * u_half.y)
                           : vec3(corner.x * u_half.x, y, side * u_half.y);
        v_normal = face < 3 ? vec3(-side, 0.0, 0.0) : vec3(0.0, 0.0, -side);
        v_part = 0;
    } else {
        // Four pieces of deck around the opening: two across the whole width, two beside the pool.
        float side = (face & 1) == 1 ? -1.0 : 1.0;
        float inner = corner.x < 0.0 ? 0.0 : 1.0;
        if (face < 7) {
            v_point = vec3(corner.y * (u_half.x + DECK_REACH), RIM_HEIGHT, side * (u_half.y + inner * DECK_REACH));
        } else {
            v_point = vec3(side * (u_half.x + inner * DECK_REACH), RIM_HEIGHT, corner.y * u_half.y);
        }
        v_normal = vec3(0.0, 1.0, 0.0);
        v_part = 1;
    }
    gl_Position = u_view_projection * vec4(v_point, 1.0);
}
