// An opaque plastic surface (docs/models.md §10) in display colours: Lambert's diffuse law and a Blinn–Phong highlight under one distant
// light, the same on both sides.
//   colour·(ambient + diffuse·max(n·l, 0)) + specular·max(n·m, 0)^shininess,    m halfway between l and the eye
// It has no Fresnel reflection.
uniform vec3 u_plastic_light;   // unit vector toward the light

const vec3 PLASTIC = vec3(0.10, 0.42, 0.72);
const float AMBIENT = 0.18;
const float DIFFUSE = 0.82;
const float SPECULAR = 0.45;
const float SHININESS = 60.0;

// Colour at a point in the unit direction `away` from the eye with this unit normal.
vec3 plastic(vec3 away, vec3 normal) {
    vec3 middle = normalize(u_plastic_light - away);
    float lit = AMBIENT + DIFFUSE * max(dot(normal, u_plastic_light), 0.0);
    return PLASTIC * lit + SPECULAR * pow(max(dot(normal, middle), 0.0), SHININESS);
}
