// Drops of water in the air (docs/models.md §16a): a sprite each, drawn out along its way while the shutter is open.
uniform sampler2D u_drops;      // two texels for each: place and radius; velocity
uniform mat4 u_view_projection;
uniform vec3 u_eye;
uniform float u_pixel;          // width of a pixel at distance 1
out vec2 v_at;                  // place on the sprite, a disc of radius 1
flat out vec3 v_ray;            // unit vectors: from the eye, and across and along the sprite
flat out vec3 v_aside;
flat out vec3 v_along;
flat out float v_share;         // of the sprite's light that is the drop's
flat out float v_large;         // 0: a few pixels, 1: large enough to show what a drop looks like

const float SHUTTER = 1.0 / 250.0;      // seconds

void main() {
    int texel = 2 * gl_InstanceID;
    int columns = textureSize(u_drops, 0).x;
    ivec2 at = ivec2(texel % columns, texel / columns);
    vec4 drop = texelFetch(u_drops, at, 0);
    vec3 streak = SHUTTER * texelFetch(u_drops, at + ivec2(1, 0), 0).xyz;
    vec3 ray = drop.xyz - u_eye;
    float far = length(ray);
    v_ray = ray / max(far, 1e-4);
    streak -= dot(streak, v_ray) * v_ray;
    float drawn = length(streak);
    vec3 any = abs(v_ray.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0);
    v_along = normalize(drawn > 1e-5 ? streak : cross(v_ray, any));
    v_aside = cross(v_along, v_ray);
    // No thinner than a pixel, and fainter instead.
    float across = max(drop.w, 0.9 * u_pixel * far);
    float along = max(drop.w + 0.5 * drawn, across);
    v_share = drop.w / across * sqrt(across / along);
    v_large = smoothstep(2.5, 9.0, drop.w / (u_pixel * far));
    v_at = 2.0 * vec2(gl_VertexID & 1, gl_VertexID >> 1) - 1.0;
    gl_Position = u_view_projection * vec4(drop.xyz + v_at.x * across * v_aside + v_at.y * along * v_along, 1.0);
}
