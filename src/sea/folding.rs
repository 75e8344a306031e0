//! Where the surface folds over (reference §9).
//!
//! ```text
//! J = JxxJzz − Jxz² ,  Jxx = 1 + λ∂xDx, Jzz = 1 + λ∂zDz, Jxz = λ∂zDx
//! J± = ½(Jxx + Jzz) ± ½√((Jxx − Jzz)² + 4Jxz²) ,  e± ∝ (1, (J± − Jxx)/Jxz)
//! ```

/// How the displacement squeezes the surface at a point; it folds where [`Folding::least`] is below 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Folding {
    /// J: the area that a piece of the surface has left, of 1.
    pub jacobian: f32,
    /// J−: the length that a line along e− has left, of 1.
    pub least: f32,
    /// J+.
    pub most: f32,
}

impl Folding {
    /// With ∂Dx/∂x, ∂Dz/∂z, ∂Dx/∂z and λ.
    pub fn new([xx, zz, xz]: [f32; 3], lambda: f32) -> Self {
        let [xx, zz, xz] = [1.0 + lambda * xx, 1.0 + lambda * zz, lambda * xz];
        let mean = 0.5 * (xx + zz);
        let half = 0.5 * ((xx - zz) * (xx - zz) + 4.0 * xz * xz).sqrt();
        Self {
            jacobian: xx * zz - xz * xz,
            least: mean - half,
            most: mean + half,
        }
    }
}
