// Where foam forms now: where the water is squeezed beyond a limit that is normally distributed.
const float FOLDING = 0.38;             // strain at which half of the foam is fresh
const float FOLDING_SPREAD = 0.012;     // and the variance of that limit

// Share of the water that breaks, from its mean compression and the variance that is not resolved.
float folding_share(float squeezed, float unresolved) {
    return normal_share((squeezed - FOLDING) * inversesqrt(FOLDING_SPREAD + unresolved));
}
