//! How waves gather the sun on the floor of a pool, to first order in their slope (reference §11).
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
//! A crest (∇²h < 0) is a lens that gathers, a trough spreads. The last line is the law that the shaders use: it has no
//! pole, and as the mean of ∇²h over a pool at rest along its walls is 0, it only moves light. It holds while the surface is
//! far from its focus, (1 − 1/n)·D·|∇²h| well below 1.

/// Refractive index of water against air (§10).
pub const REFRACTIVE_INDEX: f32 = 4.0 / 3.0;

/// ∇²h in 1/m from a height and its four neighbours, in metres, `spacing` metres apart: (Σ neighbours − 4h)/Δ².
pub fn laplacian(here: f32, west: f32, east: f32, north: f32, south: f32, spacing: f32) -> f32 {
    ((west - here) + (east - here) + (north - here) + (south - here)) / (spacing * spacing)
}

/// Area of a patch's image on the floor over that of the patch: 1 + (1 − 1/n)·D·∇²h, dimensionless. `laplacian` in 1/m,
/// `depth` D in metres. Zero at the focus, negative behind it.
pub fn area_ratio(laplacian: f32, depth: f32) -> f32 {
    1.0 + (1.0 - 1.0 / REFRACTIVE_INDEX) * depth * laplacian
}

/// Light on the floor over that under flat water: max(0, 1 − strength·(1 − 1/n)·D·∇²h), dimensionless. `laplacian` in 1/m,
/// `depth` D in metres; `strength` 1 is the law, 0 even light.
///
/// ```
/// use waterlab::light::brightness;
///
/// assert_eq!(brightness(0.0, 0.5, 1.0), 1.0);
/// assert!(brightness(-2.0, 0.5, 1.0) > 1.0, "below a crest it is brighter");
/// ```
pub fn brightness(laplacian: f32, depth: f32, strength: f32) -> f32 {
    (1.0 + strength * (1.0 - area_ratio(laplacian, depth))).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where vertical light through (x, z) of the surface h meets the floor at −`depth`: Snell's law in full, f64.
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

    /// Area of the image of a small square patch around (x, z), over that of the patch.
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
    fn the_first_order_agrees_with_rays_through_small_waves_and_ever_better_the_smaller() {
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
            // (1 − 1/n)·D·∇²h is 0.016 at most here: what is neglected is its
            // square, 2.6e-4, and that the water is deeper by h, 0.6e-4.
            assert!(
                area < 3.3e-4 && light < 3.3e-4,
                "{point:?}: {area}, {light}"
            );
            let (smaller_area, smaller_light) = error(0.0005);
            assert!(smaller_area <= area / 8.0 + 2e-6 && smaller_light <= light / 8.0 + 2e-6);
        }
    }

    #[test]
    fn crests_gather_light_and_troughs_spread_it_by_the_traced_amount() {
        let height = |x: f64, z: f64| 0.004 * (7.0 * x).cos() * (7.0 * z).cos();
        let crest = 1.0 / traced_area_ratio(height, (0.0, 0.0), 0.5);
        let trough = 1.0 / traced_area_ratio(height, (std::f64::consts::PI / 7.0, 0.0), 0.5);
        assert!(crest > 1.04 && trough < 0.96, "{crest}, {trough}");
        let spacing = 0.01;
        let cell = |x: i32, z: i32| height(f64::from(x) * spacing, f64::from(z) * spacing) as f32;
        let curvature = laplacian(
            cell(0, 0),
            cell(-1, 0),
            cell(1, 0),
            cell(0, -1),
            cell(0, 1),
            spacing as f32,
        );
        assert!((f64::from(brightness(curvature, 0.5, 1.0)) - crest).abs() < 0.004);
        assert!((f64::from(brightness(-curvature, 0.5, 1.0)) - trough).abs() < 0.004);
    }

    #[test]
    fn light_is_only_moved() {
        // A bump on a flat pool: the Laplacians sum to zero, and none is steep enough to be clipped.
        let height = |x: i32, z: i32| 0.01 * (-f64::from(x * x + z * z) / 40.0).exp() as f32;
        let mut sum = 0.0;
        for z in -40..=40 {
            for x in -40..=40 {
                let at = |dx, dz| height(x + dx, z + dz);
                let curvature = laplacian(at(0, 0), at(-1, 0), at(1, 0), at(0, -1), at(0, 1), 0.05);
                sum += f64::from(brightness(curvature, 0.5, 1.0));
            }
        }
        assert!((sum / (81.0 * 81.0) - 1.0).abs() < 1e-5, "{sum}");
    }

    #[test]
    fn no_light_is_less_than_none_and_strength_scales_the_effect() {
        assert_eq!(brightness(1e6, 2.0, 3.0), 0.0);
        assert_eq!(brightness(-3.0, 0.8, 0.0), 1.0);
        let once = brightness(-0.5, 0.4, 1.0) - 1.0;
        assert!((brightness(-0.5, 0.4, 2.0) - 1.0 - 2.0 * once).abs() < 1e-6);
    }
}
