//! Gradient noise on the plane, from an integer hash: the same everywhere, without state.
//!
//! Perlin's improved noise (2002) with unit gradients: at each integer point a plane through 0 that leans to one of many sides,
//! blended by 6t⁵ − 15t⁴ + 10t³. Mean 0, standard deviation about 0.21, within ±0.75; waves about 1.5 cells long.

use glam::Vec2;

/// Standard deviation of `noise`.
pub const DEVIATION: f32 = 0.215;

/// The noise at a place, in cells; another `seed` is another noise.
pub(super) fn noise(place: Vec2, seed: u32) -> f32 {
    let cell = place.floor();
    let Vec2 { x, y } = place - cell;
    let (column, row) = (cell.x as i32, cell.y as i32);
    let corner = |right: i32, down: i32| {
        let lean = gradient(column.wrapping_add(right), row.wrapping_add(down), seed);
        lean.x * (x - right as f32) + lean.y * (y - down as f32)
    };
    let blend = |t: f32| t * t * t * (t * (6.0 * t - 15.0) + 10.0);
    let across = |down: i32| {
        let (left, right) = (corner(0, down), corner(1, down));
        left + blend(x) * (right - left)
    };
    let (above, below) = (across(0), across(1));
    above + blend(y) * (below - above)
}

/// A unit vector from three integers, by the mixing steps of Wellons' `lowbias32`.
fn gradient(column: i32, row: i32, seed: u32) -> Vec2 {
    let mut bits = (column as u32)
        .wrapping_mul(0x9E37_79B1)
        .wrapping_add((row as u32).wrapping_mul(0x85EB_CA77))
        .wrapping_add(seed.wrapping_mul(0xC2B2_AE3D));
    bits = (bits ^ (bits >> 16)).wrapping_mul(0x7FEB_352D);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x846C_A68B);
    bits ^= bits >> 16;
    // Half a turn by the tangent of half its angle, without a sine; the other half by its sign.
    let tangent = (bits >> 8) as f32 / (1 << 23) as f32 - 1.0;
    let sign = if bits & 1 == 0 { 1.0 } else { -1.0 };
    let square = tangent * tangent;
    Vec2::new(1.0 - square, 2.0 * tangent) * (sign / (1.0 + square))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_has_its_documented_mean_deviation_and_range() {
        let values: Vec<f32> = (0..200 * 200)
            .map(|i| {
                noise(
                    Vec2::new((i % 200) as f32, (i / 200) as f32) * 0.37 - 30.0,
                    5,
                )
            })
            .collect();
        let mean = values.iter().sum::<f32>() / values.len() as f32;
        let square = values.iter().map(|v| v * v).sum::<f32>() / values.len() as f32;
        assert!(mean.abs() < 0.02, "{mean}");
        assert!(
            (square.sqrt() - DEVIATION).abs() < 0.02,
            "{}",
            square.sqrt()
        );
        assert!(values.iter().all(|v| v.abs() < 0.75));
    }

    #[test]
    fn noise_is_smooth_and_depends_on_the_seed() {
        for i in 0..50 {
            let border = Vec2::new(i as f32 - 25.0, 0.3 * i as f32);
            let step = Vec2::new(1e-3, 0.0);
            assert!((noise(border - step, 1) - noise(border + step, 1)).abs() < 4e-3);
        }
        assert_ne!(noise(Vec2::new(0.5, 0.5), 1), noise(Vec2::new(0.5, 0.5), 2));
    }
}
