//! Where the surface folds: the Jacobian of the displacement and its eigenvalues (docs/models.md §9b).
//!
//! ```text
//! J = JxxJzz − Jxz² ,  Jxx = 1 + λ∂xDx, Jzz = 1 + λ∂zDz, Jxz = λ∂zDx
//! J± = ½(Jxx + Jzz) ± ½√((Jxx − Jzz)² + 4Jxz²) ,  e± ∝ (1, (J± − Jxx)/Jxz)
//! ```

use crate::grid::Grid;
use crate::threads::for_each_target;
use crate::threads::{band_rows, zip_bands};

/// The compression of the surface at a point; it folds where [`Folding::min_stretch`] is negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Folding {
    /// J, the Jacobian determinant: the ratio of a surface element's area to its area at rest.
    pub jacobian: f32,
    /// J−, the lower eigenvalue: the ratio of lengths along e−.
    pub min_stretch: f32,
    /// J+, the higher eigenvalue: the ratio of lengths along e+.
    pub max_stretch: f32,
    /// e−, the eigenvector of J−, (x, z) of length 1 with x ≥ 0: the direction of strongest compression.
    pub min_along: [f32; 2],
    /// e+, perpendicular to e−: (1, 0) if all directions are equivalent.
    pub max_along: [f32; 2],
}

impl Folding {
    /// The folding at a point with `strain` ∂Dx/∂x, ∂Dz/∂z, ∂Dx/∂z; `lambda` is λ = −choppiness.
    pub fn new(strain: [f32; 3], lambda: f32) -> Self {
        let [xx, zz, xz] = stretch(strain, lambda);
        let (mean, half) = mean_and_half(xx, zz, xz);
        // Of the two expressions for e+, the one without cancellation.
        let difference = 0.5 * (xx - zz);
        let max_along = if difference >= 0.0 {
            towards_x(difference + half, xz)
        } else {
            towards_x(xz, half - difference)
        };
        Self {
            jacobian: xx * zz - xz * xz,
            min_stretch: mean - half,
            max_stretch: mean + half,
            min_along: towards_x(-max_along[1], max_along[0]),
            max_along,
        }
    }
}

/// (`x`, `z`) normalised, and negated if its x is negative; (1, 0) if its length is 0.
fn towards_x(x: f32, z: f32) -> [f32; 2] {
    let length = f64::from(x).hypot(f64::from(z));
    if length <= 0.0 {
        return [1.0, 0.0];
    }
    let back = x < 0.0 || (x == 0.0 && z < 0.0);
    let length = if back { -length } else { length };
    // Adding 0 turns −0 into 0.
    [x, z].map(|part| (f64::from(part) / length) as f32 + 0.0)
}

/// Jxx, Jzz and Jxz.
#[inline(always)]
fn stretch([xx, zz, xz]: [f32; 3], lambda: f32) -> [f32; 3] {
    [1.0 + lambda * xx, 1.0 + lambda * zz, lambda * xz]
}

/// ½(J+ + J−) and ½(J+ − J−).
#[inline(always)]
fn mean_and_half(xx: f32, zz: f32, xz: f32) -> (f32, f32) {
    let mean = 0.5 * (xx + zz);
    let half = 0.5 * ((xx - zz) * (xx - zz) + 4.0 * xz * xz).sqrt();
    (mean, half)
}

/// J− at a point.
#[inline(always)]
pub(super) fn min_stretch(strain: [f32; 3], lambda: f32) -> f32 {
    let [xx, zz, xz] = stretch(strain, lambda);
    let (mean, half) = mean_and_half(xx, zz, xz);
    mean - half
}

/// Sets every cell of `jacobian` and `min_stretch` to J and J−.
pub(super) fn fold(
    strain: &[Grid<f32>; 3],
    lambda: f32,
    jacobian: &mut Grid<f32>,
    min_stretch: &mut Grid<f32>,
) {
    let (columns, rows) = (jacobian.columns(), jacobian.rows());
    let band = band_rows(columns, rows);
    zip_bands(
        band,
        (jacobian.cells_mut(), columns),
        (min_stretch.cells_mut(), columns),
        &mut vec![(); rows.div_ceil(band)],
        |first, jacobian, min_stretch, ()| {
            let cells = first * columns..first * columns + jacobian.len();
            let strain = strain.each_ref().map(|grid| &grid.cells()[cells.clone()]);
            fold_band(strain, lambda, jacobian, min_stretch);
        },
    );
}

for_each_target! {
    fn fold_band(
        [xx, zz, xz]: [&[f32]; 3],
        lambda: f32,
        jacobian: &mut [f32],
        min_stretch: &mut [f32],
    ) {
        let count = jacobian.len();
        let (xx, zz, xz) = (&xx[..count], &zz[..count], &xz[..count]);
        let min_stretch = &mut min_stretch[..count];
        for cell in 0..count {
            let [xx, zz, xz] = stretch([xx[cell], zz[cell], xz[cell]], lambda);
            let (mean, half) = mean_and_half(xx, zz, xz);
            jacobian[cell] = xx * zz - xz * xz;
            min_stretch[cell] = mean - half;
        }
    }
}
