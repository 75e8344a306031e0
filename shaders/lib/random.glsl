// Three independent random integers for three integers: PCG3D (Jarzynski and Olano 2020).
uvec3 random_bits(uvec3 bits) {
    bits = bits * 1664525u + 1013904223u;
    bits.x += bits.y * bits.z;
    bits.y += bits.z * bits.x;
    bits.z += bits.x * bits.y;
    bits ^= bits >> 16u;
    bits.x += bits.y * bits.z;
    bits.y += bits.z * bits.x;
    bits.z += bits.x * bits.y;
    return bits;
}

// The same as numbers from 0 to 1.
vec3 random(uvec3 bits) {
    return vec3(random_bits(bits) >> 8u) / 16777216.0;
}
