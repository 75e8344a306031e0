//! The classic mesh's optics: a normal from four heights, and where it makes the two textures be read (docs/models.md §2).
//!
//! ```text
//! d   = (z[W] − z[E], z[N] − z[S])
//! n   = (d.x, d.y, 2Δ) / √(d.x² + d.y² + (2Δ)²)
//! uv0 = grid uv + 0.05·n.xy                    the background: looks like refraction
//! uv1 = 0.5 + 0.45·n.xy                        the sky map: xy projection of the normal
//! ```
//!
//! The components of n run along the columns, along the rows and up. The mesh shader computes the same.

/// The unit normal of the surface between four neighbours, (along columns, along rows, up), dimensionless. Heights and
/// `spacing`, the distance Δ from cell to cell, are in one unit; `spacing` is positive.
///
/// ```
/// use waterlab::light::normal;
///
/// assert_eq!(normal(0.3, 0.3, 0.3, 0.3, 0.1), [0.0, 0.0, 1.0]);
/// ```
pub fn normal(west: f32, east: f32, north: f32, south: f32, spacing: f32) -> [f32; 3] {
    let (x, y, up) = (west - east, north - south, 2.0 * spacing);
    let length = (x * x + y * y + up * up).sqrt();
    [x / length, y / length, up / length]
}

/// How far a normal reaches into the two textures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refraction {
    /// Shift of the background for a normal lying flat, in widths of the pool.
    pub background: f32,
    /// From the middle of the sky map to where a normal lying flat reads it; 0.5 is the map's rim.
    pub environment: f32,
}

impl Default for Refraction {
    /// The source's constants.
    fn default() -> Self {
        Self {
            background: 0.05,
            environment: 0.45,
        }
    }
}

impl Refraction {
    /// uv0: where the background is read, for a vertex at `uv` of the pool.
    pub fn background_uv(&self, uv: [f32; 2], normal: [f32; 3]) -> [f32; 2] {
        [
            uv[0] + self.background * normal[0],
            uv[1] + self.background * normal[1],
        ]
    }

    /// uv1: where the sky map is read.
    pub fn environment_uv(&self, normal: [f32; 3]) -> [f32; 2] {
        [
            0.5 + self.environment * normal[0],
            0.5 + self.environment * normal[1],
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_leans_down_the_slope_and_has_length_one() {
        // Falls 0.04 toward the east over two cells of 0.02: 45°.
        let [x, y, up] = normal(0.04, 0.0, 0.01, 0.01, 0.02);
        assert!((x - 0.5_f32.sqrt()).abs() < 1e-6 && y == 0.0 && (up - x).abs() < 1e-6);
        let [x, y, up] = normal(0.0, 0.01, 0.0, 0.03, 0.01);
        assert!(
            x < 0.0 && y < x && up > 0.0,
            "rises east and, steeper, south"
        );
        assert!((x * x + y * y + up * up - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_hundred_cells_across_two_metres_give_the_sources_four_hundredths() {
        let spacing = 2.0 / 100.0;
        let [x, _, up] = normal(0.03, 0.0, 0.0, 0.0, spacing);
        assert!((x / up - 0.03 / 0.04).abs() < 1e-6);
    }

    #[test]
    fn textures_are_read_straight_below_calm_water_and_short_of_the_rim_at_most() {
        let refraction = Refraction::default();
        let up = [0.0, 0.0, 1.0];
        assert_eq!(refraction.background_uv([0.25, 0.75], up), [0.25, 0.75]);
        assert_eq!(refraction.environment_uv(up), [0.5, 0.5]);
        let flat = [0.6, -0.8, 0.0];
        let close = |got: [f32; 2], want: [f32; 2]| {
            got.iter()
                .zip(want)
                .all(|(got, want)| (got - want).abs() < 1e-6)
        };
        assert!(close(
            refraction.background_uv([0.5, 0.5], flat),
            [0.53, 0.46]
        ));
        assert!(close(refraction.environment_uv(flat), [0.77, 0.14]));
    }
}
