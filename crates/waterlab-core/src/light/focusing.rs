//! Caustics: how waves gather the sun on the floor of a pool, to first order in their slope (docs/models.md §11).
//!
//! §11 follows the sun through a small patch of surface: the light on the floor is as much brighter as the patch's image
//! there is smaller. Let the sun stand overhead and the slope g = ∇h be small. A ray meets the surface at the angle |g| from
//! its normal and goes on at |g|/n (Snell), so that it leaves the vertical by (1 − 1/n)|g|, toward where the surface rises.
//! The point x of the surface is seen at a depth D below at
//!
//! ```text
//! x_floor = x + (1 − 1/n)·D·∇h
//! image area / patch area = det(1 + (1 − 1/n)·D·∇∇h) = 1 + (1 − 1/n)·D·∇²h + second order
//! brightness = 1 / area ratio = 1 − (1 − 1/n)·D·∇²h + second order
//! ```
//!
//! A crest (∇²h < 0) is a lens that gathers, a trough spreads. The gathering G = −strength·(1 − 1/n)·D·∇²h is how much of
//! its area a patch's image loses. Light spread out (G < 0) is 1/(1 − G) as bright. Near the focus (G = 1) the law to first
//! order has a pole, where real rays have a bright line and cross; there G is bounded:
//!
//! ```text
//! brightness = 1/(1 − B)    B = G where G ≤ 0, else G/(1 + G/0.66)
//! ```
//!
//! so that it grows with G, but never past 1/(1 − 0.66), three times the even light. Bounding costs 1.5·G² of brightness at
//! a small G. As the mean of ∇²h over a pool at rest along its walls is 0, light is moved but not made, to first order. The
//! shader `classic/caustics.frag` computes the same.

use crate::heights::Heights;

/// Refractive index of water against air (§10).
pub const REFRACTIVE_INDEX: f32 = 4.0 / 3.0;

/// What the bounded gathering never reaches, dimensionless: light is gathered to 1/(1 − 0.66), nearly three times its
/// strength.
const BOUND: f32 = 0.66;

/// Share of half of the pool's length over which the curvature is measured: waves of a few centimetres cross before they reach the floor, and the law
/// to first order holds for longer ones.
const REACH: f32 = 0.024;

/// Cells from the middle of the Laplacian's stencil to its edge, for cells `spacing` half lengths of the pool apart: about 24 mm of a pool 2 m long, 2 at
/// least. An even reach does not see the pattern of single cells that the ripple leaves behind its waves.
pub fn curvature_reach(spacing: f32) -> usize {
    2 * ((REACH / 2.0 / spacing).round() as usize).max(1)
}

/// The Laplacian ∇²h in 1/m at a cell, by finite differences of nine heights `reach` cells apart along x and z, cells being
/// `spacing` metres apart:
///
/// ```text
/// δx²h/a² + δz²h/b² + (1/a² + 1/b²)/12 · δx²δz²h        a, b = reach·Δ along x and z
/// ```
///
/// where δ² is the second difference; for a = b that is (4·Σ sides + Σ corners − 20h)/(6a²), as isotropic as nine points can
/// be. Beyond the edge the edge goes on.
pub fn laplacian(
    heights: &Heights,
    (column, row): (i64, i64),
    reach: [usize; 2],
    spacing: [f32; 2],
) -> f32 {
    let [r, s] = reach.map(|cells| cells as i64);
    let at = |x: i64, z: i64| heights.metres(column + x * r, row + z * s);
    let here = at(0, 0);
    let along_x = at(1, 0) + at(-1, 0) - 2.0 * here;
    let along_z = at(0, 1) + at(0, -1) - 2.0 * here;
    let corners = at(1, 1) + at(-1, -1) + at(1, -1) + at(-1, 1);
    let [a, b] = [0, 1].map(|axis| (spacing[axis] * reach[axis] as f32).powi(-2));
    let both = corners - 4.0 * here - 2.0 * (along_x + along_z);
    a * along_x + b * along_z + (a + b) / 12.0 * both
}

/// Area of a patch's image on the floor over that of the patch: 1 + (1 − 1/n)·D·∇²h, dimensionless. `laplacian` in 1/m,
/// `depth` D in metres. Zero at the focus, negative behind it.
pub fn area_ratio(laplacian: f32, depth: f32) -> f32 {
    1.0 + (1.0 - 1.0 / REFRACTIVE_INDEX) * depth * laplacian
}

/// The caustic: light on the floor over that under flat water, 1/(1 − B) with the bounded gathering B, dimensionless, above 0
/// and below 2.95. `laplacian` in 1/m, `depth` D in metres; `strength` 1 is the law, 0 even light.
///
/// ```
/// use waterlab_core::light::brightness;
///
/// assert_eq!(brightness(0.0, 0.5, 1.0), 1.0);
/// assert!(brightness(-2.0, 0.5, 1.0) > 1.0, "below a crest it is brighter");
/// ```
pub fn brightness(laplacian: f32, depth: f32, strength: f32) -> f32 {
    let gathering = strength * (1.0 - area_ratio(laplacian, depth));
    let bounded = match gathering > 0.0 {
        true => gathering / (1.0 + gathering / BOUND),
        false => gathering,
    };
    1.0 / (1.0 - bounded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    /// The point where vertical light through (x, z) of the surface hits the floor at −`depth`, by Snell's law in f64.
    fn floor_point(height: impl Fn(f64, f64) -> f64, (x, z): (f64, f64), depth: f64) -> (f64, f64) {
        let tiny = 1e-6;
        let slope_x = (height(x + tiny, z) - height(x - tiny, z)) / (2.0 * tiny);
        let slope_z = (height(x, z + tiny) - height(x, z - tiny)) / (2.0 * tiny);
        let steepness = slope_x.hypot(slope_z);
        if steepness == 0.0 {
            return (x, z);
        }
        let incident = steepness.atan();
        let refracted = (incident.sin() / f64::from(REFRACTIVE_INDEX)).asin();
        let reach = (depth + height(x, z)) * (incident - refracted).tan() / steepness;
        (x + reach * slope_x, z + reach * slope_z)
    }

    /// The area ratio of the image of a small square around (x, z).
    fn traced_area_ratio(height: impl Fn(f64, f64) -> f64, (x, z): (f64, f64), depth: f64) -> f64 {
        let half = 1e-3;
        let corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
            .map(|(dx, dz)| floor_point(&height, (x + dx, z + dz), depth));
        let twice_area: f64 = (0..4)
            .map(|i| {
                let ((ax, az), (bx, bz)) = (corners[i], corners[(i + 1) % 4]);
                ax * bz - bx * az
            })
            .sum();
        twice_area / 2.0 / (4.0 * half * half)
    }

    #[test]
    fn the_first_order_converges_to_traced_rays_for_small_waves() {
        let depth = 0.5;
        let (kx, kz) = (7.0, 4.0);
        for point in [(0.0, 0.0), (0.1, 0.05), (0.45, 0.0), (0.2, 0.7), (0.3, 0.3)] {
            let error = |amplitude: f64| {
                let height = |x: f64, z: f64| amplitude * (kx * x).cos() * (kz * z).cos();
                let laplacian = -(kx * kx + kz * kz) * height(point.0, point.1);
                let traced = traced_area_ratio(height, point, depth);
                let first_order = f64::from(area_ratio(laplacian as f32, depth as f32));
                let bright = f64::from(brightness(laplacian as f32, depth as f32, 1.0));
                ((traced - first_order).abs(), (1.0 / traced - bright).abs())
            };
            let (area, light) = error(0.002);
            // (1 − 1/n)·D·∇²h is at most 0.016. The neglected terms are its square, 2.6e-4, and the depth increase h,
            // 0.6e-4. The bound costs 1.5 of its squares.
            assert!(
                area < 3.3e-4 && light < 5.0e-4,
                "{point:?}: {area}, {light}"
            );
            let (smaller_area, smaller_light) = error(0.0005);
            assert!(smaller_area <= area / 8.0 + 2e-6 && smaller_light <= light / 8.0 + 2e-6);
        }
    }

    #[test]
    fn crests_focus_and_troughs_spread_light_as_traced() {
        let height = |x: f64, z: f64| 0.002 * (7.0 * x).cos() * (7.0 * z).cos();
        let crest = 1.0 / traced_area_ratio(height, (0.0, 0.0), 0.5);
        let trough = 1.0 / traced_area_ratio(height, (std::f64::consts::PI / 7.0, 0.0), 0.5);
        assert!(crest > 1.02 && trough < 0.98, "{crest}, {trough}");
        let spacing = 0.01;
        let cells = Grid::from_fn(9, 9, |column, row| {
            let place = |index: usize| (index as f64 - 4.0) * f64::from(spacing);
            height(place(column), place(row)) as f32
        });
        for reach in [1, 2, 4] {
            let curvature = laplacian(&Heights::Metres(&cells), (4, 4), [reach; 2], [spacing; 2]);
            assert!((f64::from(brightness(curvature, 0.5, 1.0)) - crest).abs() < 0.002);
            assert!((f64::from(brightness(-curvature, 0.5, 1.0)) - trough).abs() < 0.002);
        }
    }

    #[test]
    fn the_laplacian_of_a_paraboloid_is_exact_at_every_radius() {
        // h = (x² + 3z²)/2 has ∇²h = 4 everywhere.
        let spacing = 0.25;
        let cells = Grid::from_fn(9, 9, |column, row| {
            let (x, z) = (column as f32 * spacing, row as f32 * spacing);
            (x * x + 3.0 * z * z) / 2.0
        });
        for reach in 1..=4 {
            let found = laplacian(&Heights::Metres(&cells), (4, 4), [reach; 2], [spacing; 2]);
            assert!((found - 4.0).abs() < 1e-4, "{reach}: {found}");
        }
    }

    #[test]
    fn the_radius_is_several_centimetres_for_any_cell_size() {
        assert_eq!(curvature_reach(2.0 / 64.0), 2);
        assert_eq!(curvature_reach(2.0 / 256.0), 4);
        assert_eq!(curvature_reach(2.0 / 1024.0), 12);
    }

    #[test]
    fn focusing_conserves_light() {
        // For a bump on a flat pool the Laplacians sum to 0, and focusing is at most 0.02, its square 4e-4 on a hundredth
        // of the pool.
        let bump = Grid::from_fn(81, 81, |column, row| {
            let square = (column as f64 - 40.0).powi(2) + (row as f64 - 40.0).powi(2);
            0.004 * (-square / 40.0).exp() as f32
        });
        let mut sum = 0.0;
        for row in 0..81 {
            for column in 0..81 {
                let curvature =
                    laplacian(&Heights::Metres(&bump), (column, row), [1; 2], [0.05; 2]);
                sum += f64::from(brightness(curvature, 0.5, 1.0));
            }
        }
        assert!((sum / (81.0 * 81.0) - 1.0).abs() < 1e-5, "{sum}");
    }

    #[test]
    fn focusing_is_between_0_and_3() {
        let mut last = 0.0;
        for laplacian in [1e6, 100.0, 8.0, 1.0, 0.0, -1.0, -8.0, -100.0, -1e6] {
            let light = brightness(laplacian, 2.0, 3.0);
            assert!(light > last && light < 2.95, "{laplacian}: {light}");
            last = light;
        }
        assert_eq!(brightness(-3.0, 0.8, 0.0), 1.0, "strength 0 is even light");
    }
}
