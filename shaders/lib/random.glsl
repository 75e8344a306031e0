// Three independent random numbers from 0 to 1 for three integers: PCG3D (Jarzynski and Olano 2020).
vec3 random(uvec3 bits) {
    bits = bits * 1664525u + 1013904223u;
    bits.x += bits.y * bits.z;
    bits.y += bits.z * bits.x;
    bits.z += bits.x * bits.y;
    bits ^= bits >> 16u;
    bits.x += bits.y * bits.z;
    bits.y += bits.z * bits.x;
    bits.z += bits.x * bits.y;
    return vec3(bits >> 8u) / 16777216.0;
}
