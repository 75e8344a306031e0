//! Optical depth of the atmosphere along a ray, and the ray's position in the table of transmittances (docs/models.md §13).
//!
//! Bruneton's mapping (Bruneton and Neyret 2008, "Precomputed Atmospheric Scattering"; Hillaire 2020). With the distance to the
//! horizon ρ = √(r² − r_ground²), H the same at the top of the air, and d the length of the ray up to there,
//!
//! ```text
//! u = (d − d_min)/(d_max − d_min)        v = ρ/H        d_min = r_top − r,  d_max = ρ + H
//! ```
//!
//! so that columns are dense where a small angle makes a long path, and no row holds a ray that hits the ground.

use super::air::{Air, GROUND, Ray, TOP};
use glam::Vec3;

/// Kilometres to the horizon from the top of the air.
fn horizon_from_top() -> f32 {
    ((TOP - GROUND) * (TOP + GROUND)).sqrt()
}

/// The position of a ray in the table, u and v; u > 1 for one that hits the ground.
pub(super) fn place_of(ray: Ray) -> (f32, f32) {
    let to_horizon = (ray.altitude * (2.0 * GROUND + ray.altitude)).sqrt();
    let shortest = TOP - GROUND - ray.altitude;
    let longest = to_horizon + horizon_from_top();
    let u = (ray.to_top() - shortest) / (longest - shortest);
    (u, to_horizon / horizon_from_top())
}

/// The ray at (u, v) in the table of transmittances.
pub(super) fn ray_at(u: f32, v: f32) -> Ray {
    let to_horizon = v * horizon_from_top();
    let radius = (to_horizon * to_horizon + GROUND * GROUND).sqrt();
    let altitude = to_horizon * to_horizon / (radius + GROUND);
    let (shortest, longest) = (TOP - radius, to_horizon + horizon_from_top());
    let length = shortest + u * (longest - shortest);
    let below_top = (TOP - radius) * (TOP + radius);
    let cosine = match length > 0.0 {
        true => (below_top - length * length) / (2.0 * radius * length),
        false => 1.0,
    };
    Ray {
        altitude,
        cosine: cosine.clamp(-1.0, 1.0),
    }
}

/// ∫ σe ds from the ray's start to the top of the air, past the ground.
///
/// From where the ray is lowest outward the air only thins: each of these two legs is cut into steps that grow with the third
/// power, which leaves the midpoint rule no error of second order at the low end.
pub(super) fn optical_depth(ray: Ray, haze: f32) -> Vec3 {
    const STEPS: usize = 24;
    let far = ray.to_top();
    let lowest = (-ray.radius() * ray.cosine).clamp(0.0, far);
    let mut depth = Vec3::ZERO;
    for leg in [-lowest, far - lowest]
        .into_iter()
        .filter(|leg| *leg != 0.0)
    {
        for step in 0..STEPS {
            let part = (step as f32 + 0.5) / STEPS as f32;
            let altitude = ray.altitude_after(lowest + leg * part.powi(3));
            let length = 3.0 * part * part * leg.abs() / STEPS as f32;
            depth += length * Air::at(altitude, haze).extinction;
        }
    }
    depth
}

#[cfg(test)]
mod tests {
    use super::super::atmosphere::Atmosphere;
    use super::*;

    /// Simpson's rule over 2000 steps in f64, with the constants of the paper repeated independently.
    fn simpson(elevation: f64, haze: f64) -> [f64; 3] {
        let (ground, top) = (6.36e6_f64, 6.46e6_f64);
        let sine = elevation.to_radians().sin();
        let length =
            (ground * ground * sine * sine + top * top - ground * ground).sqrt() - ground * sine;
        let extinction = |s: f64| {
            let h = (ground * ground + s * s + 2.0 * ground * s * sine).sqrt() - ground;
            let (rayleigh, mie) = ((-h / 8e3).exp(), haze * (-h / 1.2e3).exp());
            let ozone = (1.0 - (h - 25e3).abs() / 15e3).max(0.0);
            [
                (5.802e-6, 0.65e-6),
                (13.558e-6, 1.881e-6),
                (33.1e-6, 0.085e-6),
            ]
            .map(|(molecules, o3)| molecules * rayleigh + 4.44e-6 * mie + o3 * ozone)
        };
        // Quadratic steps: thick air is near.
        let integrand = |x: f64| extinction(length * x * x).map(|e| e * 2.0 * length * x);
        let steps = 2000;
        let mut sum = [0.0; 3];
        for step in 0..=steps {
            let weight = match step {
                0 => 1.0,
                _ if step == steps => 1.0,
                _ if step % 2 == 1 => 4.0,
                _ => 2.0,
            };
            let values = integrand(f64::from(step) / f64::from(steps));
            for (sum, value) in sum.iter_mut().zip(values) {
                *sum += weight * value / 3.0 / f64::from(steps);
            }
        }
        sum.map(|depth| (-depth).exp())
    }

    #[test]
    fn the_table_agrees_with_a_fine_integral() {
        for haze in [0.0, 1.0, 4.0] {
            let air = Atmosphere::new(haze);
            for elevation in [90.0, 60.0, 37.0, 20.0, 10.0, 5.0, 3.0, 2.0, 1.5, 1.0_f32] {
                let cosine = elevation.to_radians().sin();
                let exact = simpson(f64::from(elevation), f64::from(haze));
                for found in [
                    air.transmittance(0.0, cosine),
                    air.transmittance_integral(0.0, cosine),
                ] {
                    for (found, exact) in found.to_array().into_iter().zip(exact) {
                        let error = f64::from(found) / exact - 1.0;
                        assert!(error.abs() < 0.01, "haze {haze}, {elevation}°: {error}");
                    }
                }
            }
        }
    }

    #[test]
    fn table_coordinates_invert() {
        for (u, v) in [(0.0, 0.0), (0.5, 0.1), (0.9, 0.7), (1.0, 1.0), (0.2, 1.0)] {
            let (found_u, found_v) = place_of(ray_at(u, v));
            assert!(
                (found_u - u).abs() < 2e-3 && (found_v - v).abs() < 1e-3,
                "{u}, {v}"
            );
        }
    }
}
