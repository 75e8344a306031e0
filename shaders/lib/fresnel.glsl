// Fresnel reflectance of a water surface (docs/models.md §10a), as in light/fresnel.rs.

// Reflectance of unpolarised light; `index` is the refractive index of the far side over that of the near side. Exactly 1 beyond the
// critical angle.
float reflectance(float facing, float index) {
    float c = clamp(facing, 0.0, 1.0);
    float square = index * index - 1.0 + c * c;
    float g = sqrt(max(square, 0.0));
    float a = (g - c) / (g + c);
    float b = (c * (g + c) - 1.0) / (c * (g - c) + 1.0);
    return square <= 0.0 ? 1.0 : 0.5 * a * a * (1.0 + b * b);
}
